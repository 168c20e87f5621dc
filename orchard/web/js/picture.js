// A small still board, for games that are only watched.

import { h } from "./dom.js";

const GROUND = { reversi: "#2e7d4f", reversed_reversi: "#6a4c93", gomoku: "#e3b873" };

export function picture(facts, frame) {
  const n = facts.width;
  const crossings = facts.stones_on === "crossings";
  const half = crossings ? 0.5 : 0;
  let grid = "";
  for (let i = 0; i < n + (crossings ? 0 : 1); i++)
    grid += `M${i + half} ${half}V${n - half}M${half} ${i + half}H${n - half}`;
  const stones = [];
  for (const [square, stone] of [...frame.stones].entries()) {
    if (stone === "-") continue;
    const [cx, cy] = [(square % n) + 0.5, Math.floor(square / n) + 0.5];
    stones.push(h("circle", { cx, cy, r: 0.42, fill: stone === "X" ? "#151a18" : "#fff" }));
    if (
      frame.move &&
      `${facts.columns[square % n]}${facts.row_one_at_top ? Math.floor(square / n) + 1 : n - Math.floor(square / n)}` ===
        frame.move
    )
      stones.push(h("circle", { cx, cy, r: 0.14, fill: "#ff5a3c" }));
  }
  return h(
    "svg",
    { class: "picture", viewBox: `0 0 ${n} ${n}`, "aria-hidden": "true" },
    h("rect", { width: n, height: n, fill: GROUND[facts.name.split(":")[0]] }),
    h("path", { d: grid, stroke: "#0006", "stroke-width": 0.03, fill: "none" }),
    stones,
  );
}
