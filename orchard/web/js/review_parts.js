// What a review is drawn with, wherever it is shown: points of the curve, turning points, and a card for a move.

import { h } from "./dom.js";
import { t, colorName, has } from "./i18n.js";
import { GRADE_SIGNS, gradeSign, moveText } from "./moves.js";
import { betterText, factText, gradeText } from "./review_words.js";
import { BAD, badMoves, gradeOf } from "./reviewing.js";

const WORST = 3; // the number of turning points of a side that are explained

/** What a card speaks of: its squares ringed, and the better move as a stone that is not there. */
export function marksOf({ facts, best, move, color }) {
  const rings = facts.flatMap((fact) => fact.squares).filter((name) => name !== best);
  const ghost = best === move || best === "pass" ? null : { name: best, color };
  return { rings, ghost };
}

/** The points of the curve: before each move, and after the last. */
export function pointsOf(review) {
  if (!review) return [];
  const points = review.nodes.map((node, n) => {
    const found = review.byPly.get(n + 1);
    return {
      ply: n,
      value: found?.black_value ?? null,
      unit: found?.unit,
      move: moveText(node.move),
      bad: BAD.includes(found?.grade) ? found.grade : null,
    };
  });
  if (review.done) points.push({ ply: points.length, value: review.final, unit: points[0]?.unit });
  return points;
}

/** The turning points of a side. What a move did to the result weighs more than what it cost. */
export function worstMoves(review, side) {
  return badMoves(review, side)
    .sort((a, b) => b.weight - a.weight)
    .slice(0, WORST);
}

/** How many bad moves each side made. */
export function tallies(review) {
  const sides = ["black", "white"].map((color) =>
    h("span", { class: "row" }, h("span", {}, colorName(color)), tally(review, color)),
  );
  return h("div", { class: "spread small" }, sides);
}

function tally(review, color) {
  const moves = [...review.byPly.values()].filter((move) => move.color === color);
  return BAD.map((grade) => {
    const count = moves.filter((move) => move.grade === grade).length;
    return h("span", { class: `grade ${grade}`, title: t(`grade.${grade}`) }, `${GRADE_SIGNS[grade]} ${count}`);
  });
}

/** Whose turning points are shown: a button for each side, with the name of who played it. */
export function sideButtons(shown, nameOf, choose) {
  const button = (side) => {
    const onclick = () => choose(side);
    const props = { type: "button", "data-key": `side-${side}`, "aria-pressed": String(side === shown), onclick };
    return h("button", props, [colorName(side), nameOf(side)].filter(Boolean).join(" · "));
  };
  return h("div", { class: "row", role: "group", "aria-label": t("player") }, ["black", "white"].map(button));
}

/** A move with its grade and its reasons. `lineButton(fact)` follows a reason, `buttons` stand below. */
export function whyCard(move, { chosen, lineButton = () => null, buttons }) {
  const reasons = move.facts.filter((fact) => has(`fact.${fact.kind}`));
  const items = reasons.map((fact) => h("li", {}, factText(fact, move), lineButton(fact)));
  return h(
    "article",
    { class: `card why${chosen ? " chosen" : ""}`, "data-ply": move.ply },
    h(
      "header",
      {},
      gradeSign(gradeOf(move)),
      h("span", {}, `${move.ply}. ${colorName(move.color)} ${moveText(move.move).toUpperCase()}`),
      h("span", { class: "muted small" }, gradeText(move)),
    ),
    items.length ? h("ul", {}, items) : null,
    move.best === move.move ? null : h("p", { class: "small" }, betterText(move)),
    buttons,
  );
}
