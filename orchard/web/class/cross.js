// The cross table: wins, draws and losses of each two.

import { h } from "../js/dom.js";
import { get } from "./api.js";
import { c, card, grid, row } from "./parts.js";
import { phaseLinks, query } from "./phases.js";

export async function tab(app, one, board, phase) {
  const { entrants, scores } = await get(`assignments/${one.id}/crosstable${query(phase)}`);
  const cells = new Map();
  for (const [first, second, wins, draws, losses] of scores) {
    cells.set(`${first} ${second}`, [wins, draws, losses]);
    cells.set(`${second} ${first}`, [losses, draws, wins]);
  }
  const rows = entrants.map((entrant, at) =>
    row(
      h("th", { scope: "row" }, `${at + 1}. ${entrant.name}`),
      ...entrants.map((opponent, other) =>
        cellOf(cells.get(`${at} ${other}`), at === other, gamesOf(one.id, entrant, opponent)),
      ),
    ),
  );
  const heads = ["", ...entrants.map((none, at) => String(at + 1))];
  return card(
    c("tab.cross"),
    phaseLinks(one, "cross", phase),
    h("p", { class: "muted" }, c("cross.how")),
    grid(c("tab.cross"), heads, rows, c("standings.none")),
  );
}

const gamesOf = (id, ...both) =>
  [`#assignment/${id}/games`, ...both.map(({ entrant }) => encodeURIComponent(entrant))].join("/");

function cellOf(score, isSame, games) {
  if (isSame) return h("td", { class: "same" }, "·");
  if (!score) return h("td", {}, "");
  const [wins, draws, losses] = score;
  const kind = wins > losses ? "ahead" : wins < losses ? "behind" : "";
  return h("td", { class: `num ${kind}` }, h("a", { href: games }, `${wins}–${draws}–${losses}`));
}
