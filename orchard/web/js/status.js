// A line that says what is going on, with a button where there is something to do.

import { dots, h } from "./dom.js";

export class Status {
  #said = null;

  constructor() {
    this.element = h("div", { class: "status", role: "status" });
  }

  /** Say it again, even if the words are the same: they may be of another language. */
  forget() {
    this.#said = null;
  }

  /**
   * @param {string} text
   * @param {boolean} options.busy whether dots move beside it
   * @param {[string, () => void]} options.button what it says and does; drawn again each time, as that may change
   */
  say(text, { busy = false, button = null } = {}) {
    const key = `${text}|${busy}|${Boolean(button)}`;
    if (this.#said === key && !button) return;
    this.#said = key;
    const press = button && h("button", { type: "button", class: "primary", onclick: button[1] }, button[0]);
    this.element.replaceChildren(...[busy && dots(), h("span", {}, text), press].filter(Boolean));
  }

  /** Say it with choices beside it; whether that is new. */
  ask(text, makeChoices) {
    if (this.#said === text) return false;
    this.#said = text;
    this.element.replaceChildren(h("span", {}, text), makeChoices());
    return true;
  }

  problem(text, retryText, retry) {
    this.forget();
    const button = h("button", { type: "button", onclick: retry }, retryText);
    this.element.replaceChildren(h("span", {}, text), button);
  }
}
