// A game replayed: the board, time and processor time of every move, and what one's own bot printed.

import "../js/board.js";
import { h, icon, refill } from "../js/dom.js";
import { colorName, number } from "../js/i18n.js";
import { get } from "./api.js";
import { c, card, chip, grid, row, seconds, sheet } from "./parts.js";

const STEPS = { first: -Infinity, back: -1, forward: 1, last: Infinity };

export async function page(app, id) {
  const game = await get(`games/${encodeURIComponent(id)}`);
  const asked = new URLSearchParams({ game: game.game, start: game.start, moves: game.transcript });
  const [facts, { frames }] = await Promise.all([get(`boards/${encodeURIComponent(game.game)}`), get(`line?${asked}`)]);
  const before = frames.length - 1 - game.moves.length; // moves of the opening
  const board = h("orchard-board");
  const moves = h("div", { class: "replay-moves" });
  const status = h("p", { class: "row", "aria-live": "polite" });
  let now = frames.length - 1;

  function show(ply) {
    now = Math.max(0, Math.min(frames.length - 1, ply));
    board.show(frames[now], { still: true });
    const frame = frames[now];
    const counts = facts.margin ? ` · ${colorName("black")} ${frame.black}, ${colorName("white")} ${frame.white}` : "";
    status.textContent = `${c("move.n", { n: now, of: frames.length - 1 })} ${frame.move ?? ""}${counts}`;
    const place = moves.querySelector(".scroller")?.scrollTop ?? 0;
    refill(moves, moveTable(game, frames, before, now, show));
    const list = moves.querySelector(".scroller");
    list.scrollTop = place;
    const current = moves.querySelector("tr.current");
    if (current) list.scrollTop += Math.min(0, current.offsetTop - list.scrollTop - 40);
    if (current && current.offsetTop + 40 > list.scrollTop + list.clientHeight)
      list.scrollTop = current.offsetTop - list.clientHeight + 60;
  }

  const steps = Object.entries(STEPS).map(([name, by]) =>
    h(
      "button",
      { type: "button", class: "icon", "aria-label": c(`step.${name}`), onclick: () => show(now + by) },
      icon(name),
    ),
  );
  board.setGame(facts);
  show(now);
  return sheet(
    `${game.black.name} – ${game.white.name}`,
    about(app, game),
    h(
      "div",
      { class: "replay" },
      card("", board, h("div", { class: "row middle" }, steps), status),
      card(c("moves"), moves),
    ),
    ...Object.entries(game.output).map(([color, text]) => outputCard(game, color, text)),
    game.fault && faultCard(game),
  );
}

function about(app, game) {
  const result = game.winner ? c("won", { color: colorName(game.winner) }) : c("draw");
  const query = new URLSearchParams({ pb: game.black.name, pw: game.white.name });
  if (game.start) query.set("s", game.start);
  const studio = `${app.me.studio.replace(/\/$/, "")}/#review/${game.game}/${game.transcript}?${query}`;
  const speed = game.speed === null ? "" : ` · ${c("speed", { speed: number(game.speed, 2) })}`;
  return card(
    "",
    h("div", { class: "row" }, result, chip(c(`verdict.${game.verdict}`), game.fault ? "bad" : "")),
    h("p", { class: "muted" }, `${game.id} · ${c("worker")}: ${game.worker || "–"}${speed}`),
    game.again > 0 && h("p", { class: "muted" }, c("played_again", { n: game.again })),
    h(
      "div",
      { class: "row" },
      h("a", { class: "button", href: studio, target: "_blank", rel: "noopener noreferrer" }, c("review_in_studio")),
      h("a", { class: "button", href: `/api/games/${game.id}`, download: `${game.id}.json` }, c("download")),
      h("a", { class: "button", href: `#assignment/${game.assignment}/games` }, c("tab.games")),
    ),
  );
}

function moveTable(game, frames, before, now, show) {
  const rows = frames.slice(1).map((frame, at) => {
    const move = game.moves[at - before];
    const button = h(
      "button",
      { type: "button", class: "link", "data-key": `ply ${at + 1}`, onclick: () => show(at + 1) },
      frame.move === "pass" ? c("pass") : frame.move,
    );
    const made = row(
      String(at + 1),
      h("th", { scope: "row" }, colorName(frames[at].to_move)),
      button,
      move ? seconds(move.seconds) : c("opening"),
      move ? seconds(game.processor[at - before]) : "",
      move?.refused.length ? chip(c("refused_moves", { moves: move.refused.join(" ") }), "bad") : "",
    );
    made.classList.toggle("current", at + 1 === now);
    return made;
  });
  return grid(c("moves"), ["", c("color"), c("move"), c("time"), c("processor"), ""], rows);
}

const outputCard = (game, color, text) =>
  card(
    c("output.of", { name: game[color].name, color: colorName(color) }),
    text ? h("pre", { tabindex: "0", "aria-label": c("output") }, text) : h("p", { class: "muted" }, c("output.none")),
  );

function faultCard(game) {
  const { fault } = game;
  const output = [fault.traceback, fault.stderr].filter(Boolean).join("\n");
  return card(
    c("fault.of", { name: game[fault.player].name }),
    h("p", {}, fault.reason || c("fault.hidden")),
    output && h("pre", { tabindex: "0", "aria-label": c("output") }, output),
    fault.command && h("p", {}, c("fault.command"), " ", h("code", {}, fault.command)),
  );
}
