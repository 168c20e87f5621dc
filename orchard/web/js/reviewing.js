// A review that is under way or done: every move of a game graded, one after another, as the server tells them.

import { isAbort, stopped } from "./dom.js";

export const BAD = ["blunder", "mistake", "inaccuracy"];

export const gradeOf = ({ grade }) => grade ?? "forced"; // there was nothing else to play

/** Whether the game that is played has a review already, or one under way. */
export function isReviewed(tree) {
  const { review } = tree;
  return Boolean(review) && !review.failed && review.nodes.at(-1) === tree.mainLine().at(-1);
}

/** Begin the review of the game; it becomes `tree.review`, and `changed` is called at every move that is judged. */
export function startReview(app, tree, changed = () => {}) {
  tree.review?.stop();
  const nodes = tree.mainLine();
  const run = new AbortController();
  const stop = () => run.abort(stopped());
  const review = { nodes, byPly: new Map(), done: false, by: "", final: null, failed: null, kept: {}, changed, stop };
  tree.review = review;
  if (nodes.length) ask(app, tree, review, run.signal);
  return review;
}

async function ask(app, tree, review, signal) {
  const { nodes } = review;
  const take = (move) => {
    review.byPly.set(move.ply, move);
    nodes[move.ply - 1].grade = gradeOf(move);
  };
  const onUpdate = (move) => {
    take(move);
    review.changed();
  };
  try {
    const result = await app.connection.ask("review", tree.place(nodes.at(-1)), { signal, onUpdate });
    result.moves.forEach(take);
    Object.assign(review, { done: true, by: result.by, final: result.final_value, worst: result.worst });
    if (app.recall("profile")) import("./keeping.js").then(({ afterReview }) => afterReview(app, tree, review));
  } catch (error) {
    if (!isAbort(error)) review.failed = app.errorText(error);
    else if (tree.review === review) tree.review = null;
  }
  review.changed();
}

/** The bad moves of a side, as far as it has been judged. */
export function badMoves(review, color) {
  return [...review.byPly.values()].filter((move) => move.color === color && BAD.includes(move.grade));
}
