// The threat overlay of Gomoku: where each side could make a five, a four or an open three now. The server counts.

import { h, icon } from "./dom.js";
import { t, colorName } from "./i18n.js";

const SIGNS = { five: "5", open_four: "4", four: "4", three: "3" };

const badge = (side, kind) =>
  h("span", { class: `threat ${side} ${kind}`, "aria-hidden": "true" }, h("i", {}, SIGNS[kind]));

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

  get on() {
    return this.app.recall("threats") === true;
  }

  toggle = () => {
    if (this.button.hidden) return;
    this.app.remember("threats", !this.on);
    this.show(this.node);
  };

  // Draw the overlay for a node of the tree; off, in another game, or without a node, nothing but the button.
  async show(node) {
    const { tree } = this.app;
    const gomoku = tree.game.split(":")[0] === "gomoku";
    this.node = node;
    this.button.hidden = !gomoku;
    this.button.setAttribute("aria-pressed", String(this.on));
    this.button.replaceChildren(icon("threats"), h("span", {}, t("threats")));
    this.button.title = `${t("threats.how")} (T)`;
    this.button.setAttribute("aria-label", t("threats"));
    this.legend.hidden = !gomoku || !this.on;
    this.#drawLegend();
    if (!gomoku || !this.on || !node || node.frame.over) return this.board.threats(new Map());
    try {
      node.threats ??= await this.app.connection.ask("threats", tree.place(node));
      if (this.node === node && this.on) this.board.threats(marks(node.threats));
    } catch (error) {
      if (this.node === node) this.legend.replaceChildren(h("li", {}, this.app.errorText(error)));
    }
  }

  // While the board shows no node of the game.
  rest() {
    this.node = null;
    this.button.hidden = this.legend.hidden = true;
    this.board.threats(new Map());
  }

  #drawLegend() {
    this.legend.setAttribute("aria-label", t("threats"));
    this.legend.replaceChildren(
      ...["black", "white"].map((side) => h("li", {}, h("span", { class: `stone ${side}` }), colorName(side))),
      ...Object.keys(SIGNS).map((kind) => h("li", {}, badge("black", kind), t(`threat.${kind}`))),
    );
  }
}

// Map of point -> the badges on it and what a screen reader says.
function marks(found) {
  const all = new Map();
  for (const side of ["black", "white"]) {
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
