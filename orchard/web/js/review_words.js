// What a review says of a move, in words.

import { t, colorName, percent, signed } from "./i18n.js";
import { moveText } from "./moves.js";
import { provedNoun } from "./proof.js";
import { gradeOf } from "./reviewing.js";
import { worth } from "./study.js";
import { other } from "./tree.js";

const LONGEST = 9; // moves of a line that are written out
const LEAST_LOSS = 0.005; // a smaller one is not said

/** How good a move was, and what it cost. */
export function gradeText(move) {
  const { loss, unit } = move;
  const grade = gradeOf(move);
  if (loss <= LEAST_LOSS) return t(`grade.${grade}`);
  const lost = unit === "discs" ? t("lost_discs", { n: signed(-loss, 1) }) : t("lost_chance", { n: percent(loss) });
  return `${t(`grade.${grade}`)} · ${lost}`;
}

/** What would have been better. */
export function betterText(move) {
  return t("better_was", {
    move: moveText(move.best).toUpperCase(),
    worth: move.best_wins_in ? provedNoun(move.best_wins_in) : worth(move.best_value, move.unit, move.exact),
    played: move.played_wins_in ? provedNoun(move.played_wins_in) : worth(move.played_value, move.unit),
  });
}

/** A reason in words. */
export function factText(fact, move) {
  const squares = fact.squares.map((name) => name.toUpperCase());
  return t(`fact.${fact.kind}`, {
    squares: squares.join(", "),
    first: squares[0] ?? "",
    second: squares[1] ?? "",
    who: colorName(move.color),
    other: colorName(other(move.color)),
    line: lineText(fact.line ?? []),
    ...fact.numbers,
  });
}

function lineText(line) {
  const names = line.slice(0, LONGEST).map((name) => moveText(name).toUpperCase());
  return line.length > LONGEST ? `${names.join(" ")} …` : names.join(" ");
}
