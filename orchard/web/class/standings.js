// The standings, live: rating with its interval, points, faults and grade.

import { h, refill } from "../js/dom.js";
import { number, percent, signed } from "../js/i18n.js";
import { get } from "./api.js";
import { c, card, chip, grid, repeatedly, row, when } from "./parts.js";
import { phaseLinks, query } from "./phases.js";

const LOOK_MS = 10000;

export async function tab(app, one, board, phase) {
  const place = h("div", {});
  const path = `assignments/${one.id}/standings`;
  let drawn = "";

  async function draw() {
    const table = await get(`${path}${query(phase)}`);
    const now = JSON.stringify(table);
    if (now === drawn) return;
    drawn = now;
    const span = spanOf(table.rows);
    const isFinal = table.phase === "final";
    const heads = [c("place"), c("team"), "Elo", c("interval"), c("games"), isFinal && c("points"), c("score")];
    refill(
      place,
      h(
        "p",
        { class: "muted" },
        c(`phase.${table.phase}`, { games: number(table.games), time: when(table.made || null) }),
        table.seed !== undefined && ` · ${c("seed", { seed: table.seed })}`,
      ),
      grid(
        c("tab.standings"),
        [...heads, c("faults"), c("grade")].filter((head) => head !== false),
        table.rows.map((entry) => rowOf(entry, span, isFinal, app.me.person.team)),
        c("standings.none"),
      ),
    );
  }

  await draw();
  const links = ["csv", "json", "html"].map((kind) =>
    h("a", { class: "button", href: `/api/${path}.${kind}${query(phase)}`, download: true }, kind.toUpperCase()),
  );
  const grades = h(
    "a",
    { class: "button", href: `/api/assignments/${one.id}/grades.csv${query(phase)}`, download: true },
    c("grades"),
  );
  if (app.may("people.see")) links.push(grades);
  const element = card(
    c("tab.standings"),
    phaseLinks(one, "standings", phase),
    place,
    h("div", { class: "row" }, links),
  );
  return { element, stop: repeatedly(LOOK_MS, draw) };
}

function rowOf(entry, span, isFinal, ownTeam) {
  const faults = Object.entries(entry.faults).map(([kind, count]) => `${c(`verdict.${kind}`)} ${number(count)}`);
  const cells = [
    entry.place ?? "",
    h(
      "th",
      { scope: "row" },
      entry.name,
      " ",
      entry.reference ? chip(c("reference")) : entry.team === ownTeam ? chip(c("own"), "good") : null,
    ),
    entry.elo === null ? "–" : signed(entry.elo),
    entry.elo === null ? "" : interval(entry, span),
    number(entry.games),
    isFinal && number(entry.points ?? 0, 1),
    entry.score === null ? "" : percent(entry.score),
    faults.join(", "),
    entry.grade === null ? "" : number(entry.grade, 1),
  ];
  const made = row(...cells.filter((cell) => cell !== false));
  made.classList.toggle("own", entry.team !== null && entry.team === ownTeam);
  return made;
}

function spanOf(rows) {
  const ends = rows.filter(({ elo }) => elo !== null).flatMap(({ low, high }) => [low, high]);
  return { low: Math.min(...ends, -1), high: Math.max(...ends, 1) };
}

// From the lower to the upper end of the interval, on the scale of the whole table.
function interval({ elo, low, high }, span) {
  const at = (value) => `${(100 * (value - span.low)) / (span.high - span.low)}%`;
  const text = `${signed(low)} … ${signed(high)}`;
  const bar = h(
    "span",
    { class: "interval", "aria-hidden": "true" },
    h("i", { vars: { "--from": at(low), "--to": at(high) } }),
    h("b", { vars: { "--from": at(elo) } }),
  );
  return h("div", { class: "with-interval" }, bar, h("small", { class: "num" }, text));
}
