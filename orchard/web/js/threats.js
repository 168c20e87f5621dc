// The threat overlay, in games that have one: where each side could make a five, a four or an open three now. The
// server counts.

import { h, icon } from "./dom.js";
import { t, colorName } from "./i18n.js";

const SIGNS = { five: "5", open_four: "4", four: "4", three: "3" };
const SIDES = ["black", "white"];

export class ThreatOverlay {
  constructor(app, board) {
    this.app = app;
    this.board = board;
    this.button = h("button", {
      type: "button",
      class: "threat-toggle",
      "aria-keyshortcuts": "T",
      onclick: () => this.toggle(),
    });
    this.legend = h("ul", { class: "threat-legend small" });
    this.node = null;
  }

  get element() {
    return this.button;
  }

  get on() {
    return this.app.recall("threats") === true;
  }

  toggle() {
    if (this.button.hidden) return;
    this.app.remember("threats", !this.on);
    this.show(this.node);
  }

  /** Draw the overlay for a node of the tree; off, in a game without threats, or without a node, only the button. */
  async show(node) {
    const { tree } = this.app;
    const { threats: known } = this.app.factsOf(tree.game);
    this.node = node;
    this.#drawButton(known);
    this.#drawLegend(known);
    if (!known || !this.on || !node || node.frame.over) {
      this.board.threats(new Map());
      return;
    }
    try {
      node.threats ??= await this.app.connection.ask("threats", tree.place(node));
      if (this.node === node && this.on) this.board.threats(marks(node.threats));
    } catch (error) {
      if (this.node === node) this.legend.replaceChildren(h("li", {}, this.app.errorText(error)));
    }
  }

  /** While the board shows no node of the game. */
  rest() {
    this.node = null;
    this.button.hidden = true;
    this.legend.hidden = true;
    this.board.threats(new Map());
  }

  #drawButton(known) {
    this.button.hidden = !known;
    this.button.setAttribute("aria-pressed", String(this.on));
    this.button.setAttribute("aria-label", t("threats"));
    this.button.title = `${t("threats.how")} (T)`;
    this.button.replaceChildren(icon("threats"), h("span", {}, t("threats")));
  }

  #drawLegend(known) {
    this.legend.hidden = !known || !this.on;
    this.legend.setAttribute("aria-label", t("threats"));
    const sides = SIDES.map((side) => h("li", {}, h("span", { class: `stone ${side}` }), colorName(side)));
    const kinds = Object.keys(SIGNS).map((kind) => h("li", {}, badge("black", kind), t(`threat.${kind}`)));
    this.legend.replaceChildren(...sides, ...kinds);
  }
}

function badge(side, kind) {
  return h("span", { class: `threat ${side} ${kind}`, "aria-hidden": "true" }, h("i", { "data-sign": SIGNS[kind] }));
}

/** Map of point -> the badges on it and what a screen reader says. */
function marks(found) {
  const all = new Map();
  for (const side of SIDES) {
    for (const [kind, points] of Object.entries(found[side])) {
      for (const name of points) {
        const mark = all.get(name) ?? { badges: [], words: [] };
        mark.badges.push(badge(side, kind));
        mark.words.push(`${colorName(side)}: ${t(`threat.${kind}`)}`);
        all.set(name, mark);
      }
    }
  }
  return all;
}
