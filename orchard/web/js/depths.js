// A search that deepens, depth by depth: what each found and cost, as a table that fills while it searches.

import { h } from "./dom.js";
import { t, has, number, percent, duration } from "./i18n.js";
import { moveText } from "./moves.js";

// `chances`: values are winning chances and not discs.
export function depthTable(depths, chances, onChoose) {
  const most = Math.max(1, ...depths.map((row) => row.nodes));
  const cuts = depths.some((row) => row.cuts);
  const table = depths.some((row) => row.table_cuts);
  const value = (row) =>
    row.value === null ? "" : chances ? percent(row.value) : number(row.value, 2).replace("-", "−");
  const columns = [
    ["at"],
    ["searched"],
    ["branching", "wide"],
    ["best"],
    ["value"],
    ["time", "wide"],
    ...(cuts ? [["cuts"], ["first", "wide"]] : []),
    ...(table ? [["table", "wide"]] : []),
  ];
  const why = (name) => (has(`inside.${name}.why`) ? t(`inside.${name}.why`) : null);
  const last = depths.at(-1);
  return [
    h("h2", {}, t("inside.depths")),
    h(
      "div",
      { class: "forest-like" },
      h(
        "table",
        { class: "depths" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            columns.map(([name, kind]) =>
              h("th", { scope: "col", class: kind, title: why(name) }, t(`inside.${name}`)),
            ),
          ),
        ),
        h(
          "tbody",
          {},
          depths.map((row) =>
            h(
              "tr",
              { class: row === last ? "last" : null },
              h(
                "th",
                { scope: "row", class: "num" },
                number(row.depth),
                row.exact && h("span", { class: "exact", title: t("inside.exact") }, " ", t("inside.end")),
              ),
              h(
                "td",
                { class: "num work", vars: { "--share": `${(100 * row.nodes) / most}%` } },
                h("span", {}, number(row.nodes)),
              ),
              h("td", { class: "num wide" }, row.branching === null ? "" : `×${number(row.branching, 1)}`),
              h(
                "td",
                {},
                h(
                  "button",
                  {
                    type: "button",
                    class: "link",
                    "data-key": `depth-${row.depth}`,
                    "aria-label": t("inside.show", { line: row.line.map(moveText).join(" ") }),
                    onclick: () => onChoose(row.line),
                  },
                  moveText(row.move),
                ),
              ),
              h("td", { class: "num" }, value(row)),
              h(
                "td",
                { class: "num wide" },
                row.seconds < 0.1
                  ? `${number(row.seconds * 1000, row.seconds < 0.01 ? 1 : 0)} ms`
                  : duration(row.seconds),
              ),
              cuts && [
                h("td", { class: "num" }, number(row.cuts)),
                h("td", { class: "num wide" }, row.cuts ? percent(row.first_cuts / row.cuts) : ""),
              ],
              table && h("td", { class: "num wide" }, number(row.table_cuts)),
            ),
          ),
        ),
      ),
    ),
    last &&
      h(
        "div",
        { class: "line" },
        h("span", { class: "small muted" }, t("inside.line", { n: number(last.depth) })),
        h(
          "ol",
          {},
          last.line.map((move, n) =>
            h(
              "li",
              {},
              h(
                "button",
                {
                  type: "button",
                  class: "link",
                  "data-key": `line-${n}`,
                  onclick: () => onChoose(last.line.slice(0, n + 1)),
                },
                moveText(move),
              ),
            ),
          ),
        ),
      ),
  ];
}
