// Draws a search tree: a circle per position, as large as its share of the work, with visits and value beside it.

import { h } from "./dom.js";
import { t, number } from "./i18n.js";
import { moveText } from "./moves.js";

const WIDEST = [6, 3, 2, 2]; // children drawn at each depth, the most visited first
const COLUMN = 178;
const ROW = 40;

export function forest(tree, onChoose) {
  const nodes = [];
  let rows = 0;
  const lay = (node, depth, path, parent, rank) => {
    const entry = { node, depth, path, parent, y: 0 };
    nodes.push(entry);
    const shown = [...node.children]
      .sort((a, b) => b.visits - a.visits)
      .slice(0, Math.max(depth < WIDEST.length ? 1 : 0, (WIDEST[depth] ?? 0) - (depth ? rank : 0)))
      .filter((child) => child.visits > 0 || depth === 0);
    entry.hidden = node.children.length - shown.length;
    const below = shown.map((child, n) => lay(child, depth + 1, [...path, child.move], entry, Math.max(n, rank)));
    entry.y = below.length ? below[0].y : rows++ * ROW + ROW / 2 + 3;
    return entry;
  };
  lay(tree, 0, [], null, 0);
  const deepest = Math.max(...nodes.map((entry) => entry.depth));
  const width = (deepest + 1) * COLUMN + 20;
  const height = Math.max(rows * ROW + 6, 60);
  const total = Math.max(1, tree.visits);
  const x = (entry) => 26 + entry.depth * COLUMN;
  const size = (entry) => 5 + 15 * Math.sqrt(entry.node.visits / total);
  const principal = new Set();
  for (let entry = nodes[0]; entry;) {
    principal.add(entry);
    const below = nodes.filter((other) => other.parent === entry);
    entry = below.sort((a, b) => b.node.visits - a.node.visits)[0];
  }
  const chances = inChances(tree);
  const edges = nodes
    .filter((entry) => entry.parent)
    .map((entry) => {
      const [x1, x2] = [x(entry.parent), x(entry)];
      const bend = (x1 + x2) / 2;
      return h("path", {
        d: `M${x1} ${entry.parent.y}C${bend} ${entry.parent.y} ${bend} ${entry.y} ${x2} ${entry.y}`,
        fill: "none",
        class: principal.has(entry) ? "edge main" : "edge",
        "stroke-width": (1 + 7 * Math.sqrt(entry.node.visits / total)).toFixed(1),
      });
    });
  const dots = nodes.map((entry) => {
    const { node } = entry;
    const name = node.move ? moveText(node.move) : t("inside.root");
    const value = valueText(entry, chances);
    const cut = node.cut ? ` ✂${node.unsearched.length || ""}` : "";
    const choose = () => onChoose(entry.path);
    return h(
      "g",
      {
        class: `node${principal.has(entry) ? " main" : ""}${node.cut ? " cut" : ""}`,
        tabindex: "0",
        role: "button",
        "data-key": entry.path.join(" "),
        onclick: choose,
        onkeydown: (event) => (event.key === "Enter" || event.key === " ") && (event.preventDefault(), choose()),
      },
      h(
        "title",
        {},
        `${name}, ${t("inside.visits", { n: number(node.visits) })}${value}${node.cut ? ", " + t("inside.cut") : ""}`,
      ),
      h("circle", { cx: x(entry), cy: entry.y, r: size(entry).toFixed(1) }),
      h("text", { x: x(entry) + size(entry) + 5, y: entry.y - 2, class: "move" }, name + cut),
      h(
        "text",
        { x: x(entry) + size(entry) + 5, y: entry.y + 12, class: "fact" },
        `${number(node.visits)}${value ? " ·" + value : ""}${entry.hidden > 0 ? ` · +${entry.hidden}` : ""}`,
      ),
    );
  });
  return h(
    "svg",
    { width, height, viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": t("inside.tree") },
    edges,
    dots,
  );
}

// A value as the side to move at the root sees it; the server sends each as the side sees it that played the move.
function valueText({ node, depth }, chances) {
  if (node.value === null || depth === 0) return "";
  const theirs = depth % 2 === 0;
  const value = theirs ? (chances ? 1 - node.value : -node.value) : node.value;
  const sign = { lower: theirs ? "≤" : "≥", upper: theirs ? "≥" : "≤" }[node.bound] ?? "";
  return ` ${sign}${number(value, Math.abs(value) >= 10 ? 0 : 2).replace("-", "−")}`;
}

// Whether the values are winning chances, 0 to 1, and not differences, which are below 0 for one of the sides.
function inChances(tree) {
  const values = [];
  const walk = (node) => (values.push(node.value ?? 0), node.children.forEach(walk));
  tree.children.forEach(walk);
  return values.some((value) => value !== 0) && values.every((value) => value >= 0 && value <= 1);
}

// How many positions were looked at on each level of the part of the tree that was sent.
export function perDepth(tree) {
  const rows = [];
  const walk = (node, depth) => {
    const row = (rows[depth] ??= { nodes: 0, visits: 0, cuts: 0, unsearched: 0 });
    row.nodes++;
    row.visits += node.visits;
    row.cuts += node.cut ? 1 : 0;
    row.unsearched += node.unsearched.length;
    node.children.forEach((child) => walk(child, depth + 1));
  };
  walk(tree, 0);
  const cuts = rows.some((row) => row.cuts);
  const head = [
    t("inside.ply"),
    t("inside.nodes"),
    t("inside.work"),
    ...(cuts ? [t("inside.cuts"), t("inside.skipped")] : []),
  ];
  return h(
    "table",
    {},
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        head.map((text) => h("th", { scope: "col" }, text)),
      ),
    ),
    h(
      "tbody",
      {},
      rows.map((row, depth) =>
        h(
          "tr",
          {},
          [depth, row.nodes, row.visits, ...(cuts ? [row.cuts, row.unsearched] : [])].map((value) =>
            h("td", { class: "num" }, number(value)),
          ),
        ),
      ),
    ),
  );
}
