// The way from Learn to the puzzles of a game, which have a view of their own.

import { h, refill } from "./dom.js";
import { t } from "./i18n.js";

export class PuzzleSection {
  element = h("section", { class: "card" });

  constructor(view) {
    this.view = view;
  }

  draw(game) {
    this.element.hidden = !this.view.app.factsOf(game).puzzles;
    refill(
      this.element,
      h("h2", {}, t("learn.puzzles")),
      h("p", { class: "muted small" }, t("learn.puzzles.about")),
      h("a", { class: "button", href: `#puzzles/${game}`, "data-key": "puzzles" }, t("learn.puzzles.open")),
    );
  }

  page() {
    return null; // its entries are no pages of Learn
  }
}
