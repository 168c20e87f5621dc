// Below a review: one press keeps its mistakes, to be practised until they are known; one box, those of every review.

import { dots, h, refill, toast } from "./dom.js";
import { t, number } from "./i18n.js";
import { countMoves, keepAll, keepMistakes, keepsAll } from "./keeping.js";

export class KeepMistakes {
  #app;
  #asked = null; // the tree, its review and the side that are shown
  #name = h("input", { type: "text", maxlength: "60", "data-key": "keep-name" });
  #button = h("button", { class: "primary", "data-key": "keep" });
  #form = h("form", { class: "row", onsubmit: (event) => this.#press(event) }, this.#name, this.#button);
  #told = h("div", { class: "keep-told" });
  #every = h("div", {});
  // Its parts stay in their places: a name may be half written, the button pressed, while it is drawn again.
  element = h("section", { class: "card keep" }, this.#told, this.#form, this.#every);

  constructor(app) {
    this.#app = app;
  }

  /** Offer the bad moves of a side. */
  draw(tree, review, side, count) {
    this.#asked = { tree, review, side };
    const profile = this.#app.recall("profile");
    const told = review?.kept[side];
    this.element.hidden = !count;
    this.#form.hidden = Boolean(told);
    this.#name.hidden = Boolean(profile);
    this.#name.setAttribute("aria-label", t("profile.name"));
    this.#name.placeholder = t("profile.name");
    this.#button.textContent = count === 1 ? t("keep.one") : t("keep.many", { n: number(count) });
    refill(this.#told, told ? this.#answer(told) : h("p", { class: "small muted" }, t("keep.about")));
    refill(this.#every, profile && !told?.isBusy && this.#box(profile));
  }

  #answer({ isBusy, fresh, profile }) {
    if (isBusy) return [h("p", { class: "small", role: "status" }, dots(), t("keep.busy"))];
    const text = fresh ? t("keep.kept", { name: profile, n: number(fresh) }) : t("keep.known");
    const practise = () => {
      this.#app.learning = { game: this.#asked.tree.game, page: "due" };
      this.#app.go("puzzles");
    };
    const now = h("button", { type: "button", "data-key": "keep-now", onclick: practise }, t("keep.now"));
    return [h("p", { role: "status" }, text), h("div", { class: "row" }, now)];
  }

  #box(profile) {
    const onchange = ({ target }) => keepAll(this.#app, profile, target.checked);
    const checked = keepsAll(this.#app, profile);
    const box = h("input", { type: "checkbox", checked, "data-key": "keep-every", onchange });
    return h("label", { class: "small" }, box, t("keep.every"));
  }

  async #press(event) {
    event.preventDefault();
    const { tree, review, side } = this.#asked;
    const known = this.#app.recall("profile");
    const profile = known || this.#name.value.trim();
    if (!profile) {
      this.#name.focus();
      return;
    }
    try {
      if (!known) {
        await this.#app.connection.ask("profile_new", { profile });
        this.#app.remember("profile", profile);
      }
      await keepMistakes(this.#app, tree, review, side, profile);
      if (document.activeElement === document.body) this.#told.querySelector("button")?.focus({ preventScroll: true });
      await countMoves(this.#app, tree, review, side, profile);
    } catch (error) {
      toast(this.#app.errorText(error), 5);
    }
  }
}
