// What stands around the board of a replay: the result, what a bot printed, how it failed, and its repeats.

import { h, refill } from "../js/dom.js";
import { colorName, number } from "../js/i18n.js";
import { get, send } from "./api.js";
import { action, c, card, chip, when } from "./parts.js";

/** How the game ended, where it was played, and what can be asked for. */
export function about({ game, extras, path, use }) {
  const result = game.winner ? c("won", { color: colorName(game.winner) }) : c("draw");
  const speed = game.speed === null ? "" : ` · ${c("speed", { speed: number(game.speed, 2) })}`;
  const repeat = async () => {
    await send("POST", `${path}/repeat`, {});
    await use(await get(`${path}/extras`));
  };
  const mayRepeat = extras.may.includes("repeat");
  return [
    h("div", { class: "row" }, result, chip(c(`verdict.${game.verdict}`), game.fault ? "bad" : "")),
    h("p", { class: "muted" }, `${game.id} · ${c("worker")}: ${game.worker || "–"}${speed}`),
    game.again > 0 && h("p", { class: "muted" }, c("played_again", { n: game.again })),
    h(
      "div",
      { class: "row" },
      mayRepeat && action(c("repeat"), repeat, { title: c("repeat.how") }),
      extras.may.includes("bundle") &&
        h("a", { class: "button", href: `/api/${path}/bundle`, download: true }, c("bundle")),
      h("a", { class: "button", href: `/api/${path}`, download: `${game.id}.json` }, c("download")),
      h("a", { class: "button", href: `#assignment/${game.assignment}/games` }, c("tab.games")),
    ),
    mayRepeat && h("p", { class: "muted small" }, c("repeat.how")),
  ];
}

/** The same game played again, and how each compares with the first; or the first where this one is a repeat. */
export class Repeats {
  element = h("div", { class: "sheet", "aria-live": "polite" });

  draw({ repeats, repeat_of: first }) {
    const link = (id, text) => h("a", { href: `#game/${id}` }, text);
    if (first) {
      refill(
        this.element,
        card("", h("p", {}, c("repeat.this"), " ", compared(first)), h("p", {}, link(first.id, c("repeat.first")))),
      );
      return;
    }
    const items = repeats.map((one) =>
      one.state === "done"
        ? h("li", {}, link(one.id, when(one.made)), " · ", compared(one))
        : h("li", {}, when(one.made), " ", chip(c(`job.${one.state}`), one.state === "failed" ? "bad" : "wait")),
    );
    refill(this.element, items.length > 0 && card(c("repeat.list"), h("ul", { class: "links" }, items)));
  }
}

const compared = ({ differs_at: at, same_end: isSame }) =>
  at === null ? c(isSame ? "repeat.same" : "repeat.other_end") : c("repeat.differs", { n: at });

/** What one's own bot printed while it chose a move; nothing where it did not. */
export function printedAt(game, move, color) {
  const text = game.printed[color]?.[move];
  return (
    text && [
      h("h3", {}, c("output.at", { name: game[color].name })),
      h("pre", { tabindex: "0", "aria-label": c("output") }, text),
    ]
  );
}

export const outputCards = (game) =>
  Object.entries(game.output).map(([color, text]) =>
    card(
      c("output.of", { name: game[color].name, color: colorName(color) }),
      text
        ? h("pre", { tabindex: "0", "aria-label": c("output") }, text)
        : h("p", { class: "muted" }, c("output.none")),
    ),
  );

export function faultCard(game) {
  const { fault } = game;
  const output = [fault.traceback, fault.stderr].filter(Boolean).join("\n");
  return card(
    c("fault.of", { name: game[fault.player].name }),
    h("p", {}, fault.reason || c("fault.hidden")),
    output && h("pre", { tabindex: "0", "aria-label": c("output") }, output),
    fault.command && h("p", {}, c("fault.command"), " ", h("code", {}, fault.command)),
  );
}
