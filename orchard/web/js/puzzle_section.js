// The way from Learn to the puzzles of a game, which have a view of their own, and to one's mistakes that are due.

import { h, refill } from "./dom.js";
import { t, number } from "./i18n.js";

export class PuzzleSection {
  element = h("section", { class: "card" });

  constructor(view) {
    this.view = view;
  }

  draw(game) {
    this.element.hidden = !this.view.app.factsOf(game).puzzles;
    if (this.element.hidden) return;
    this.#refill(game, 0);
    this.#askWhatIsDue(game);
  }

  async #askWhatIsDue(game) {
    const { app } = this.view;
    const profile = app.recall("profile");
    if (!profile) return;
    const asked = app.connection.ask("mistakes_due", { game, profile, limit: 1 });
    const { count } = await asked.catch(() => ({ count: 0 }));
    if (count && this.view.game === game && app.recall("profile") === profile) this.#refill(game, count);
  }

  #refill(game, due) {
    const way = (key, address, text) => h("a", { class: "button", href: address, "data-key": key }, text);
    refill(
      this.element,
      h("h2", {}, t("learn.puzzles")),
      h("p", { class: "muted small" }, t("learn.puzzles.about")),
      h(
        "div",
        { class: "row ways" },
        way("puzzles", `#puzzles/${game}`, t("learn.puzzles.open")),
        due > 0 && way("due", `#puzzles/${game}/due`, t("learn.due", { n: number(due) })),
      ),
    );
  }

  page() {
    return null; // its entries are no pages of Learn
  }
}
