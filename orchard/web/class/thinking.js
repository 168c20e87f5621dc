// What a bot said it thought of its next move: values on the board, the rest as text.

import { h, refill } from "../js/dom.js";
import { number } from "../js/i18n.js";
import { c, check } from "./parts.js";

export class Thinking {
  values = new Map();

  constructor(game, changed) {
    this.game = game;
    const isThere = Object.values(game.thinking).some((told) => Object.keys(told).length);
    this.words = h("div", { class: "thinking", "aria-live": "polite" });
    this.onBoard = check("thinking", c("thinking.show"), true);
    this.onBoard.addEventListener("change", changed);
    this.element = h("div", { hidden: !isThere }, this.onBoard, this.words);
  }

  /** @param {number} move its number in the game @param {string} color whose move it is */
  draw(move, color) {
    const told = this.game.thinking[color]?.[move];
    const isShown = this.onBoard.querySelector("input").checked;
    this.values = isShown ? marksOf(told?.values ?? {}) : new Map();
    const facts = told && [
      told.depth !== undefined && c("thinking.depth", { n: number(told.depth) }),
      told.nodes !== undefined && c("thinking.nodes", { n: number(told.nodes) }),
    ];
    refill(
      this.words,
      told && h("h3", {}, c("thinking", { name: this.game[color].name })),
      facts?.some(Boolean) && h("p", {}, facts.filter(Boolean).join(" · ")),
      told?.line && h("p", {}, c("thinking.line", { moves: told.line.join(" ") })),
      told?.note && h("p", { class: "text" }, told.note),
      told?.dropped && h("p", { class: "muted small" }, c("thinking.dropped", { what: told.dropped })),
    );
  }
}

/** Values as the board marks them: the best one stands out, and large ones are written short. */
export function marksOf(values) {
  const entries = Object.entries(values);
  const best = Math.max(...entries.map(([, value]) => value));
  return new Map(entries.map(([name, value]) => [name, { text: short(value), top: value === best }]));
}

// A number that fits onto a square.
function short(value) {
  const size = Math.abs(value);
  if (size >= 10_000) return value.toExponential(0).replace("+", "");
  return Number.isInteger(value) || size >= 100 ? number(Math.round(value)) : number(value, size < 1 ? 2 : 1);
}
