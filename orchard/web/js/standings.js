// How a match or league stands: the table, and the ratings with their intervals.

import { h, table } from "./dom.js";
import { t, number, playerShort, signed } from "./i18n.js";

const MOST_COLUMNS = 6; // with more players there is no room for who beat whom
const ROW = 26;

export function standings(league) {
  const others = league.table.length <= MOST_COLUMNS ? league.table : [];
  const names = others.map((row) => playerShort(row.player));
  const heads = [t("player"), "Elo", t("arena.points"), t("arena.played"), ...names];
  const rows = league.table.map((row) => {
    const results = others.map((other) =>
      other === row ? "·" : resultBetween(league.pairings, row.player, other.player),
    );
    const cells = [eloText(row), row.games ? `${number(row.score * 100)}%` : "–", number(row.games), ...results];
    return h(
      "tr",
      {},
      h("th", { scope: "row" }, playerShort(row.player)),
      cells.map((text) => h("td", { class: "num" }, text)),
    );
  });
  return h(
    "div",
    { class: "forest-like", tabindex: "0", role: "group", "aria-label": t("arena.ratings") },
    table(heads, rows),
    others.length ? h("p", { class: "small muted" }, t("arena.cross")) : null,
  );
}

function eloText({ elo, low, high }) {
  return elo === null ? "–" : `${signed(elo)} ±${number(Math.max(high - elo, elo - low))}`;
}

// Wins, draws and losses of one player against another; "" where they have not met.
function resultBetween(pairings, one, two) {
  for (const { players, wins, draws, losses } of pairings) {
    if (players[0] === one && players[1] === two) return `${wins}–${draws}–${losses}`;
    if (players[1] === one && players[0] === two) return `${losses}–${draws}–${wins}`;
  }
  return "";
}

/** Ratings with their 95 % intervals, side by side. */
export function ratingPlot(rows) {
  const low = Math.min(...rows.map((row) => row.low));
  const high = Math.max(...rows.map((row) => row.high));
  const bottom = rows.length * ROW;
  const x = (value) => 150 + ((value - low) / Math.max(1, high - low)) * 240;
  const zero = low < 0 && high > 0 ? h("path", { class: "axis", d: `M${x(0)} 0V${bottom}` }) : null;
  const label = (value, anchor) => h("text", { x: x(value), y: bottom + 14, "text-anchor": anchor }, signed(value));
  return h(
    "svg",
    { viewBox: `0 0 420 ${bottom + 22}`, class: "ratings", role: "img", "aria-label": t("arena.ratings") },
    zero,
    rows.map((row, n) => ratingRow(row, n * ROW + ROW / 2, x)),
    label(low, "start"),
    label(high, "end"),
  );
}

function ratingRow({ player, elo, low, high }, y, x) {
  return [
    h("text", { x: 142, y: y + 5, "text-anchor": "end" }, playerShort(player)),
    h("path", { class: "interval", d: `M${x(low)} ${y}H${x(high)}` }),
    h("circle", { cx: x(elo), cy: y, r: 5 }, h("title", {}, `${player}: ${elo} (${low} – ${high})`)),
  ];
}
