// What an analysis has found: values on the board, and the best moves with the lines that follow them.

import { h } from "./dom.js";
import { t, colorName, number, percent, playerName } from "./i18n.js";
import { moveText } from "./moves.js";
import { worth } from "./study.js";
import { provedShort, provedSide, provedText } from "./proof.js";
import { barShares } from "./bars.js";

const LINES = 6; // moves listed beside the board, where all of them have a value
const FEW = 12; // values on a board where nearly every point is legal

/** Map of square -> the value of the move there. `roomy`: where values are few, and stand apart. */
export function boardValues(found, roomy) {
  const values = new Map();
  for (const entry of found.moves.slice(0, roomy ? undefined : FEW)) {
    if (entry.value === null || entry.move === "pass") continue;
    values.set(entry.move, { ...valueOf(entry, found.unit, roomy), top: entry.move === found.best });
  }
  return values;
}

/** The best moves as a list of buttons, below what the position is worth. `analyse`: the view. */
export function foundLines(analyse, found, toMove) {
  const value = worth(found.value, found.unit, found.exact);
  const title = found.wins_in
    ? provedSide(found.wins_in, toMove)
    : t("played", { who: colorName(toMove), move: value });
  const how = found.exact ? t("exact") : t("depth_n", { n: found.depth });
  const work = {
    by: playerName(found.by.split(":")[0]),
    nodes: number(found.nodes),
    seconds: number(found.seconds, 1),
  };
  const listed = found.moves.slice(0, analyse.settings.lines ?? LINES);
  const shares = barShares(listed, found.unit);
  return [
    h("div", { class: "spread" }, h("h2", {}, title), h("span", { class: "chip" }, found.wins_in ? t("proof") : how)),
    h(
      "div",
      { class: "lines" },
      listed.map((entry, n) => lineButton(analyse, entry, found, shares[n])),
    ),
    h("p", { class: "small muted num" }, t("engine.work", work)),
  ];
}

// A move with its value and the line that follows.
function lineButton(analyse, entry, found, share) {
  const own = entry.line.length ? entry.line : [entry.move];
  const line = entry.move === found.best ? found.line : own;
  const proved = entry.wins_in;
  const value = proved ? provedShort(proved) : boundedWorth(entry, found.unit);
  const bar = h("i", { vars: { width: `${Math.round(share * 100)}%` } });
  return h(
    "button",
    { type: "button", onclick: () => analyse.showLine(analyse.tree.current, line) },
    h("b", {}, moveText(entry.move)),
    h("span", { class: "value num", "aria-label": proved ? provedText(proved) : null }, value),
    h("span", { class: "bar", "aria-hidden": "true" }, bar),
    h("span", { class: "line" }, line.slice(1).map(moveText).join(" ")),
  );
}

// A value as it stands on a square.
function valueOf(entry, unit, roomy) {
  if (entry.wins_in) return { text: provedShort(entry.wins_in), words: provedText(entry.wins_in), exact: true };
  const chance = roomy ? percent(entry.value) : number(entry.value * 100);
  const text = unit === "discs" ? worth(Math.round(entry.value), unit) : chance;
  return { text: entry.bound === "upper" ? `≤${text}` : text, exact: entry.exact };
}

// A value as it stands beside a move: "at most", where that is all that is known.
function boundedWorth({ value, bound, exact }, unit) {
  const text = worth(value, unit, exact);
  return bound === "upper" ? t("at_most", { value: text }) : text;
}
