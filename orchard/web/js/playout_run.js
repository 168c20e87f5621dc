// A playout, move by move on a board.

import { wait } from "./dom.js";
import { short } from "./tree.js";

const MOVE_MS = 90; // a move on the board

/** Play moves on a board, after those of a path from a place; the signal ends it. */
export async function runOnBoard(app, board, place, path, moves, signal) {
  const all = place.moves + [...path, ...moves].map(short).join("");
  const line = await app.connection.ask("line", { ...place, moves: all }, { signal });
  for (const frame of line.frames.slice(-moves.length)) {
    board.show(frame, {});
    await wait(MOVE_MS, signal);
  }
}
