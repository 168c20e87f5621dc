// What becomes of a review: it counts in the progress of the profile in use, and its mistakes are kept to be practised,
// after one press, or after every review where that was chosen.

import { other } from "./tree.js";

const KEY = "keeps_mistakes"; // the profiles that keep the mistakes of every review

/** Whether a profile keeps the mistakes of every review. */
export const keepsAll = (app, profile) => (app.recall(KEY) ?? []).includes(profile);

export function keepAll(app, profile, isOn) {
  const others = (app.recall(KEY) ?? []).filter((name) => name !== profile);
  app.remember(KEY, isOn ? [...others, profile] : others);
}

/** A review has come to its end: it counts, and if that was chosen its mistakes are kept, if it is of one's own game. */
export async function afterReview(app, tree, review) {
  const profile = app.recall("profile");
  const side = ownSide(app, tree);
  if (!profile || !side) return;
  await countMoves(app, tree, review, side, profile).catch(() => {}); // quietly: nobody has asked for it
  if (keepsAll(app, profile)) await keepMistakes(app, tree, review, side, profile).catch(() => {});
}

/** The moves of a side count in the progress of a profile, once, when the game has ended. */
export async function countMoves(app, tree, review, side, profile) {
  const last = review.nodes.at(-1);
  if (!last.frame.over && !tree.endingAt(last)) return;
  await app.connection.ask("review_done", { ...tree.place(last), color: side, profile });
}

/** Keep the mistakes of a side. `review.kept` says by side what became of it. */
export async function keepMistakes(app, tree, review, side, profile) {
  const tell = (what) => {
    review.kept = { ...review.kept, [side]: what };
    review.changed();
  };
  tell({ isBusy: true });
  try {
    const asked = { ...tree.place(review.nodes.at(-1)), color: side, profile };
    const { new: fresh } = await app.connection.ask("mistakes_add", asked);
    tell({ fresh, profile });
  } catch (error) {
    tell(null);
    throw error;
  }
}

// The side of a person who played alone, here and without taking moves back; null where it is not known.
function ownSide({ seats }, tree) {
  const isStraight = tree.nodes().every(({ children }) => children.filter(({ imagined }) => !imagined).length <= 1);
  const [side] = ["black", "white"].filter((color) => seats[color] === "human" && seats[other(color)] !== "human");
  return side && isStraight && (!tree.names || tree.isOwn) ? side : null;
}
