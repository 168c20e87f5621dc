// Predict, then reveal: a question before some steps, with answers to choose from, its explanation, and the score.

import { h } from "./dom.js";
import { t, number } from "./i18n.js";
import { questionsOf } from "./questions.js";

export class Predict {
  on = false;
  #questions = null; // of the search, found when they are first wanted
  #done = new Set();
  #asked = null;
  #answer = null; // the number of the answer that was given
  #score = { right: 0, all: 0 };

  constructor(onChange, onReveal) {
    Object.assign(this, { onChange, onReveal });
  }

  /** Another search: nothing has been asked yet. */
  reset(trace, toMove) {
    this.questions = () => (this.#questions ??= questionsOf(trace, toMove));
    this.#questions = null;
    this.#done = new Set();
    this.#score = { right: 0, all: 0 };
    this.forget();
  }

  forget() {
    this.#asked = null;
    this.#answer = null;
  }

  /** Whether there is a question before the step after `at`; if so it is asked now. */
  asks(at) {
    if (!this.on || this.#done.has(at)) return false;
    this.#asked = this.questions().find((question) => question.at === at) ?? null;
    return this.#asked !== null;
  }

  #choose(n) {
    this.#answer = n;
    this.#score.all += 1;
    if (n === this.#asked.right) this.#score.right += 1;
    this.onChange("go_on");
  }

  #reveal() {
    this.#done.add(this.#asked.at);
    this.forget();
    this.onReveal();
  }

  /** The switch, and how many answers were right. */
  toggle() {
    const change = (event) => {
      this.on = event.target.checked;
      this.forget();
      this.onChange();
    };
    const box = h("input", { type: "checkbox", checked: this.on, "data-key": "predict", onchange: change });
    const { right, all } = this.#score;
    const score = all > 0 && h("b", { class: "num" }, t("ask.score", { n: number(right), all: number(all) }));
    return h("p", { class: "row small" }, h("label", { class: "check" }, box, t("ask.predict")), score);
  }

  /** The question, or what the right answer was; null where nothing is asked. */
  panel() {
    if (!this.#asked) return null;
    const { text, answers, right, why } = this.#asked;
    const button = (key, label, onclick, more = {}) =>
      h("button", { type: "button", "data-key": key, onclick, ...more }, label);
    const isOpen = this.#answer === null;
    const verdict = this.#answer === right ? t("ask.right") : t("ask.wrong", { answer: answers[right] });
    const below = isOpen
      ? [
          answers.map((label, n) => button(`answer${n}`, label, () => this.#choose(n))),
          button("skip", t("ask.skip"), () => this.#reveal(), { class: "link" }),
        ]
      : button("go_on", t("ask.go_on"), () => this.#reveal(), { class: "primary" });
    return h(
      "div",
      { class: "question", role: "group", "aria-live": "polite" },
      h("p", {}, h("b", {}, text)),
      !isOpen && h("p", {}, h("b", {}, verdict), " ", why),
      h("div", { class: "row" }, below),
    );
  }
}
