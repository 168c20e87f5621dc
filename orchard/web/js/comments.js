// What a file says of a game besides its moves: a reader's own notes, and what a review found.

import { t } from "./i18n.js";
import { moveText } from "./moves.js";
import { shapesOf } from "./notes.js";
import { provedNoun } from "./proof.js";
import { worth } from "./study.js";

const LONGEST = 2000; // characters
const SILENT = ["best", "good"]; // grades of which there is nothing to say

/** The comments on the positions of a tree, by their number in `tree.nodes()`. */
export function commentsOf(tree) {
  const found = {};
  tree.nodes().forEach((node, n) => {
    const text = [node.note?.text, judgement(tree.review, node)].filter(Boolean).join("\n");
    if (text) found[n] = text.slice(0, LONGEST);
  });
  return found;
}

/** The marked squares and arrows of a tree, by the same numbers: "c4", "d3-f5". */
export function drawingsOf(tree) {
  const notes = tree.nodes().map(({ note }, n) => [n, note ? shapesOf(note) : []]);
  return Object.fromEntries(notes.filter(([, shapes]) => shapes.length));
}

function judgement(review, node) {
  const at = review ? review.nodes.indexOf(node) : -1;
  const move = at < 0 ? null : review.byPly.get(at + 1);
  if (!move?.grade || SILENT.includes(move.grade)) return "";
  const grade = t(`grade.${move.grade}`);
  return move.best === move.move ? grade : `${grade}: ${betterText(move)}`;
}

function betterText({ best, best_wins_in, best_value, exact, played_wins_in, played_value, unit }) {
  return t("better_was", {
    move: moveText(best).toUpperCase(),
    worth: best_wins_in ? provedNoun(best_wins_in) : worth(best_value, unit, exact),
    played: played_wins_in ? provedNoun(played_wins_in) : worth(played_value, unit),
  });
}
