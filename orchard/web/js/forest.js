// Draws a search tree: a circle per position, with visits and value beside it. Circles and lines are as large as the
// share of the visits where the search decides by these; where it decides by value, only the line it would play is.

import { h, table } from "./dom.js";
import { t, number, percent, signed } from "./i18n.js";
import { decidesByValue, inChances, layout, perDepth, principal, rootValue } from "./layout.js";
import { moveText } from "./moves.js";

const LABEL = 130; // how wide a label may be
const LETTER = 6.5; // how wide a letter of its second line is, about

/** @param {Set<string>} opened the paths of nodes whose children are all drawn; `onOpen` wants one more of them */
export function forest(tree, onChoose, opened, onOpen) {
  const { entries, width, height } = layout(tree, opened);
  const main = principal(entries);
  const chances = inChances(tree);
  const total = Math.max(1, tree.visits);
  const byValue = decidesByValue(entries);
  const share = (entry) => {
    if (byValue) return main.has(entry) ? 0.5 : 0.1;
    return Math.sqrt(Math.min(1, entry.node.visits / total));
  };
  const edges = entries.filter((entry) => entry.parent).map((entry) => edge(entry, share(entry), main.has(entry)));
  const dots = entries.map((entry) =>
    dot(entry, 5 + 15 * share(entry), main.has(entry), valueText(entry, chances), onChoose),
  );
  const mores = entries
    .filter((entry) => entry.hidden > 0)
    .map((entry) => more(entry, 5 + 15 * share(entry), factsText(entry, valueText(entry, chances)), onOpen));
  const props = { width, height, viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": t("inside.tree") };
  return h("svg", props, edges, dots, mores);
}

function edge({ x, y, parent }, share, isMain) {
  const bend = (parent.x + x) / 2;
  return h("path", {
    d: `M${parent.x} ${parent.y}C${bend} ${parent.y} ${bend} ${y} ${x} ${y}`,
    fill: "none",
    class: isMain ? "edge main" : "edge",
    "stroke-width": (1 + 7 * share).toFixed(1),
  });
}

function dot(entry, radius, isMain, value, onChoose) {
  const { node, path, x, y } = entry;
  const name = node.move ? moveText(node.move) : t("inside.root");
  const cut = node.cut ? ` ✂${node.unsearched.length || ""}` : "";
  const words = [name, t("inside.visits", { n: number(node.visits) }), value, node.cut ? t("inside.cut") : ""];
  const kind = ["node", isMain && "main", node.cut && "cut"].filter(Boolean).join(" ");
  return h(
    "g",
    pressed(kind, path.join(" "), () => onChoose(path)),
    h("title", {}, words.filter(Boolean).join(", ")),
    h("rect", { x, y: y - 17, width: LABEL, height: 34, class: "hit" }), // so that all of the label can be clicked
    h("circle", { cx: x, cy: y, r: radius.toFixed(1) }),
    h("text", { x: x + radius + 5, y: y - 5, class: "move" }, name + cut),
    h("text", { x: x + radius + 5, y: y + 14, class: "fact" }, factsText(entry, value)),
  );
}

// "5 more ▸" after a label: the children that are not drawn.
function more({ x, y, path, hidden }, radius, facts, onOpen) {
  const left = x + radius + 5 + facts.length * LETTER + 8;
  const text = t("inside.more", { n: number(hidden) });
  return h(
    "g",
    pressed("more", `more ${path.join(" ")}`, () => onOpen(path.join(" "))),
    h("rect", { x: left - 3, y: y - 2, width: text.length * LETTER + 8, height: 24, class: "hit" }),
    h("text", { x: left, y: y + 14, class: "fact" }, text),
  );
}

function pressed(kind, key, press) {
  const onkeydown = (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    press();
  };
  return { class: kind, tabindex: "0", role: "button", "data-key": key, onclick: press, onkeydown };
}

// How often a node was visited, and what it is worth.
const factsText = ({ node }, value) => [`${number(node.visits)}×`, value].filter(Boolean).join(" · ");

function valueText(entry, chances) {
  const found = rootValue(entry, chances);
  if (!found) return "";
  if (chances) return found.sign + percent(found.value);
  const digits = Math.abs(found.value) >= 10 ? 0 : 2;
  return found.sign + signed(found.value, digits);
}

/** What stands beside the circles, and what the colours mean. `who`: the side that the values are for. */
export function legend(tree, who) {
  const texts = [
    t(inChances(tree) ? "inside.legend_chances" : "inside.legend_values", { who }),
    t("inside.legend_line"),
  ];
  if (nodesOf(tree).some((node) => node.cut)) texts.push(t("inside.legend_cut"));
  return texts.join(" ");
}

const nodesOf = (node) => [node, ...node.children.flatMap(nodesOf)];

/** The numbers of every level as a table; without the work where that of a position is not the sum of those below. */
export function depthCounts(tree, addsUp) {
  const levels = perDepth(tree);
  const hasCuts = levels.some((row) => row.cuts);
  const heads = [t("inside.ply"), t("inside.nodes")];
  if (addsUp) heads.push(t("inside.work"));
  if (hasCuts) heads.push(t("inside.cuts"), t("inside.skipped"));
  const rows = levels.map((row, depth) => {
    const values = [depth, row.nodes, ...(addsUp ? [row.visits] : []), ...(hasCuts ? [row.cuts, row.unsearched] : [])];
    return h(
      "tr",
      {},
      values.map((value) => h("td", { class: "num" }, number(value))),
    );
  });
  return table(heads, rows);
}
