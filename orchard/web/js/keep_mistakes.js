// Below a review: one press keeps its mistakes, to be practised until they are known.

import { dots, h, refill, toast } from "./dom.js";
import { t, number } from "./i18n.js";

export class KeepMistakes {
  #app;
  #told = new WeakMap(); // by review: for each side what became of it
  #asked = null; // the review and the side that are shown
  #name = h("input", { type: "text", maxlength: "60", "data-key": "keep-name" }); // kept, since it may be half written
  element = h("section", { class: "card keep" });

  constructor(app) {
    this.#app = app;
  }

  /** Offer the bad moves of a side; `place` is the end of the game. */
  draw(review, side, count, place) {
    this.#asked = { review, side, count, place };
    const told = this.#told.get(review)?.[side];
    this.element.hidden = !count;
    refill(this.element, told ? this.#answer(told) : this.#offer(count));
  }

  #offer(count) {
    this.#name.setAttribute("aria-label", t("profile.name"));
    this.#name.placeholder = t("profile.name");
    const text = count === 1 ? t("keep.one") : t("keep.many", { n: number(count) });
    const press = (event) => {
      event.preventDefault();
      this.#keep();
    };
    const form = h(
      "form",
      { class: "row", onsubmit: press },
      !this.#app.recall("profile") && this.#name,
      h("button", { class: "primary", "data-key": "keep" }, text),
    );
    return [h("p", { class: "small muted" }, t("keep.about")), form];
  }

  #answer({ isBusy, fresh, profile }) {
    if (isBusy) return [h("p", { class: "small", role: "status" }, dots(), t("keep.busy"))];
    const text = fresh ? t("keep.kept", { name: profile, n: number(fresh) }) : t("keep.known");
    const practise = () => {
      this.#app.learning = { game: this.#asked.place.game, page: "due" };
      this.#app.go("puzzles");
    };
    const now = h("button", { type: "button", "data-key": "keep-now", onclick: practise }, t("keep.now"));
    return [h("p", { role: "status" }, text), h("div", { class: "row" }, now)];
  }

  async #keep() {
    const { review, side, place } = this.#asked;
    const known = this.#app.recall("profile");
    const profile = known || this.#name.value.trim();
    if (!profile) {
      this.#name.focus();
      return;
    }
    const tell = (what) => {
      this.#told.set(review, { ...this.#told.get(review), [side]: what });
      const { count } = this.#asked;
      if (this.#asked.review === review) this.draw(review, this.#asked.side, count, place);
    };
    tell({ isBusy: true });
    try {
      if (!known) {
        await this.#app.connection.ask("profile_new", { profile });
        this.#app.remember("profile", profile);
      }
      const { new: fresh } = await this.#app.connection.ask("mistakes_add", { ...place, color: side, profile });
      tell({ fresh, profile });
    } catch (error) {
      tell(null);
      toast(this.#app.errorText(error), 5);
    }
  }
}
