// The clocks that a game can be played with: none, minutes for the whole game with seconds added after each move, or
// seconds for each move. No DOM here.

/** @typedef {{minutes: number, increment: number, perMove: number}} Timing  minutes; seconds; seconds */

export const NO_CLOCK = { minutes: 0, increment: 0, perMove: 0 };

/** What the new-game form offers: "5" is five minutes, "3+2" adds two seconds after each move, "10s" is for each move. */
export const CLOCKS = ["0", "10s", "30s", "1", "1+1", "3", "3+2", "5", "5+3", "10", "10+5", "20"];

/** @returns {Timing} */
export function readClock(text) {
  const [, minutes = 0, increment = 0] = /^(\d+)(?:\+(\d+))?$/.exec(text) ?? [];
  const [, perMove = 0] = /^(\d+)s$/.exec(text) ?? [];
  return { minutes: Number(minutes), increment: Number(increment), perMove: Number(perMove) };
}

export const hasClock = ({ minutes, perMove }) => Boolean(minutes || perMove);

const LONGEST_S = 10; // that a level thinks in any case
const SHORTEST_S = 0.05;
const SHARE = 0.05; // of the time that is left for the game, for one move
const SHARE_OF_MOVE = 0.8; // the rest is for the way to the server and back

/** Seconds that a level may think about its move, so that it does not lose on time; null without a clock. */
export function thinkingTime(clock, tree) {
  const left = timeLeft(clock, tree, tree.current.frame.to_move);
  if (left === null) return null;
  const share = clock.perMove ? SHARE_OF_MOVE * left : SHARE * left + SHARE_OF_MOVE * clock.increment;
  return Math.max(SHORTEST_S, Math.min(LONGEST_S, share, SHARE_OF_MOVE * left));
}

/** Seconds that a side has left; null without a clock. `running`: what it has spent on the move it is thinking about. */
export function timeLeft({ minutes, increment, perMove }, tree, color, running = 0) {
  const { frame, spent } = tree.current;
  const isToMove = frame.to_move === color;
  if (perMove) return perMove - (isToMove ? spent + running : 0);
  if (!minutes) return null;
  return minutes * 60 + increment * tree.timedMoves(color) - tree.used(color) - (isToMove ? running : 0);
}
