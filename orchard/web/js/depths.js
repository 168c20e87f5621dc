// A search that deepens, depth by depth: what each found and cost, as a table that fills while it searches.

import { h } from "./dom.js";
import { t, duration, number, percent, said } from "./i18n.js";
import { moveText } from "./moves.js";

/** @param {boolean} chances whether values are winning chances, and not points */
export function depthTable(depths, chances, onChoose) {
  const most = Math.max(1, ...depths.map((row) => row.nodes));
  const columns = columnsOf(depths);
  const last = depths.at(-1);
  const heads = columns.map(([name, kind]) =>
    h("th", { scope: "col", class: kind, title: said(`inside.${name}.why`, null) }, t(`inside.${name}`)),
  );
  const rows = depths.map((row) => {
    const cells = columns.map(([name, kind]) => CELLS[name](row, { kind, most, chances, onChoose }));
    return h("tr", { class: row === last ? "last" : null }, cells);
  });
  const table = h("table", { class: "depths" }, h("thead", {}, h("tr", {}, heads)), h("tbody", {}, rows));
  return [h("h2", {}, t("inside.depths")), h("div", { class: "forest-like" }, table), last && expected(last, onChoose)];
}

// Names of columns; "wide" are those that a phone has no room for.
function columnsOf(depths) {
  const columns = [["at"], ["searched"], ["branching", "wide"], ["best"], ["value"], ["time", "wide"]];
  if (depths.some((row) => row.cuts)) columns.push(["cuts"], ["first", "wide"]);
  if (depths.some((row) => row.table_cuts)) columns.push(["table", "wide"]);
  return columns;
}

const cell = (kind, text) => h("td", { class: ["num", kind].filter(Boolean).join(" ") }, text);

const CELLS = {
  at: (row) => {
    const end = h("span", { class: "exact", title: t("inside.exact") }, " ", t("inside.end"));
    return h("th", { scope: "row", class: "num" }, number(row.depth), row.exact && end);
  },
  searched: (row, { most }) => {
    const vars = { "--share": `${(100 * row.nodes) / most}%` };
    return h("td", { class: "num work", vars }, h("span", {}, number(row.nodes)));
  },
  branching: (row, { kind }) => cell(kind, row.branching === null ? "" : `×${number(row.branching, 1)}`),
  best: (row, { onChoose }) => {
    const label = t("inside.show", { line: row.line.map(moveText).join(" ") });
    const props = { type: "button", class: "link", "data-key": `depth-${row.depth}`, "aria-label": label };
    return h("td", {}, h("button", { ...props, onclick: () => onChoose(row.line) }, moveText(row.move)));
  },
  value: (row, { chances }) => cell("", valueText(row.value, chances)),
  time: (row, { kind }) => cell(kind, timeText(row.seconds)),
  cuts: (row) => cell("", number(row.cuts)),
  first: (row, { kind }) => cell(kind, row.cuts ? percent(row.first_cuts / row.cuts) : ""),
  table: (row, { kind }) => cell(kind, number(row.table_cuts)),
};

function valueText(value, chances) {
  if (value === null) return "";
  return chances ? percent(value) : number(value, 2).replace("-", "−");
}

function timeText(seconds) {
  if (seconds >= 0.1) return duration(seconds);
  return `${number(seconds * 1000, seconds < 0.01 ? 1 : 0)} ms`;
}

// The line that the deepest search expects; each move shows the position after it.
function expected({ depth, line }, onChoose) {
  const moves = line.map((move, n) => {
    const props = { type: "button", class: "link", "data-key": `line-${n}` };
    return h("li", {}, h("button", { ...props, onclick: () => onChoose(line.slice(0, n + 1)) }, moveText(move)));
  });
  const title = h("span", { class: "small muted" }, t("inside.line", { n: number(depth) }));
  return h("div", { class: "line" }, title, h("ol", {}, moves));
}
