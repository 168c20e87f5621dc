// The games of an assignment, newest first, with files of all of them.

import { h, refill } from "../js/dom.js";
import { colorName, number, signed } from "../js/i18n.js";
import { get } from "./api.js";
import { action, c, card, check, chip, choice, grid, row } from "./parts.js";

const AT_ONCE = 50;
const VERDICTS = ["normal", "resign", "time", "illegal", "crash", "memory", "protocol"];
const named = (verdict) => [verdict, c(`verdict.${verdict}`)];

/** @param {string} [entrant] and [against]: only the games of these two */
export async function tab(app, one, board, entrant, against) {
  const place = h("div", {});
  const more = action(c("more"), () => load(), { hidden: true });
  const own = app.me.person.team;
  let rows = [];
  let both = ""; // the two whose games these are
  let filter = entrant ? `&${new URLSearchParams({ entrant, against })}` : "";

  async function load() {
    const { total, games } = await get(`assignments/${one.id}/games?limit=${AT_ONCE}&offset=${rows.length}${filter}`);
    rows.push(...games.map((game) => rowOf(game, board)));
    if (entrant && games.length) both ||= [games[0].black, games[0].white].map(({ name }) => name).join(" – ");
    more.hidden = rows.length >= total || !games.length;
    const heads = [c("game.when"), colorName("black"), colorName("white"), c("result"), c("verdict")];
    refill(
      place,
      h("p", { class: "muted" }, c("games.n", { n: number(total) })),
      grid(c("tab.games"), heads, rows, c("games.none")),
    );
  }

  const onchange = () => {
    const chosen = new URLSearchParams(entrant ? { entrant, against } : {});
    if (mine && mine.querySelector("input").checked) chosen.set("team", own);
    if (verdict.querySelector("select").value) chosen.set("verdict", verdict.querySelector("select").value);
    filter = `&${chosen}`;
    rows = [];
    load().catch(() => {});
  };
  const mine = own !== null && !entrant && check("mine", c("games.mine"));
  const verdict = choice("verdict", c("verdict"), "", [["", c("games.all")], ...VERDICTS.map(named)]);
  for (const control of [mine, verdict]) if (control) control.addEventListener("change", onchange);
  await load();
  const files = board.game_files.map((kind) =>
    h("a", { class: "button", href: `/api/assignments/${one.id}/games.${kind}`, download: true }, kind.toUpperCase()),
  );
  const all = entrant && h("a", { class: "button", href: `#assignment/${one.id}/games` }, c("games.all"));
  return card(
    both || c("tab.games"),
    h("div", { class: "row" }, verdict, mine),
    all,
    place,
    more,
    h("div", { class: "row" }, files),
  );
}

function rowOf(game, board) {
  const time = new Date(game.started).toLocaleString(document.documentElement.lang, {
    dateStyle: "short",
    timeStyle: "medium",
  });
  const won = game.winner ? c("won", { color: colorName(game.winner) }) : c("draw");
  const result = board.margin && game.winner ? `${won} · ${signed(Math.abs(game.score))}` : won;
  const isNormal = game.verdict === "normal" || game.verdict === "resign";
  return row(
    h("th", { scope: "row" }, h("a", { href: `#game/${game.id}` }, time)),
    game.black.name,
    game.white.name,
    result,
    chip(c(`verdict.${game.verdict}`), isNormal ? "" : "bad"),
  );
}
