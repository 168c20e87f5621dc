// A game that was really played goes into the database, so that the Arena's list has it too.

import { toast } from "./dom.js";
import { post } from "./connection.js";
import { ownerOf } from "./owner.js";

/** Keep the game that has ended here: every end of it once. */
export async function keepGame({ app, tree, seats, ending }) {
  const place = tree.place();
  const end = ending ? { winner: ending.winner, verdict: ending.reason } : {};
  const key = JSON.stringify([place, end]);
  tree.kept ??= new Set();
  if (!place.moves || tree.kept.has(key)) return;
  tree.kept.add(key);
  const seconds = tree.current.path().map((node) => Math.max(0, Math.min(1e6, node.seconds ?? 0)));
  const game = { ...place, black: seats.black, white: seats.white, seconds, ...tree.swap2?.kept, ...end };
  if (Object.values(seats).includes("human")) game.owner = ownerOf(app);
  if (app.recall("profile")) import("./rated.js").then(({ rateGame }) => rateGame({ app, tree, seats, ending }));
  await post("database/games", game).catch((error) => toast(app.errorText(error)));
}
