// The exercise at the end of a story: how it is answered, and what the server says of the answer.

import { h, isAbort, refill } from "./dom.js";
import { t, number } from "./i18n.js";
import { moveText } from "./moves.js";
import { verdictSays } from "./story_steps.js";

export class StoryTask {
  element = h("div", { class: "card task" });
  #verdict = null;

  /**
   * @param story as the server lists it
   * @param {(answer: string) => Promise<{right, hint, says}>} check asks the server
   * @param {{replies: string[], most: number, order: () => string}} given what can be chosen from
   * @param {() => void} onRight
   */
  constructor(story, check, given, onRight) {
    Object.assign(this, { story, check, given, onRight });
    this.draw();
  }

  draw() {
    const { name, task } = this.story;
    const says = {
      below: number(task.below ?? 0),
      to: moveText(task.to ?? "").toUpperCase(),
      most: number(this.given.most),
    };
    const verdict = this.#verdict;
    refill(
      this.element,
      h("h2", {}, t("story.exercise")),
      h("p", {}, t(`story.${name}.task`, says)),
      this.#answers(task.kind),
      h(
        "p",
        { class: verdict?.right ? "verdict right" : "verdict", role: "status" },
        verdict && h("b", {}, t(verdict.right ? "ask.right" : "story.not_yet"), " "),
        verdict && t(`story.${name}.${verdict.hint}`, verdictSays(verdict.says)),
      ),
    );
  }

  // A move on the board needs nothing here.
  #answers(kind) {
    if (kind === "cutting_reply") {
      const button = (move) =>
        h("button", { type: "button", "data-key": `reply-${move}`, onclick: () => this.answer(move) }, moveText(move));
      return h("div", { class: "row" }, this.given.replies.map(button));
    }
    if (kind === "fewer_nodes")
      return h(
        "button",
        { type: "button", class: "primary", "data-key": "check", onclick: () => this.answer(this.given.order()) },
        t("story.check"),
      );
    if (kind === "best_move") return null;
    const input = h("input", {
      type: "number",
      min: kind === "generation" ? "0" : "1",
      max: String(this.given.most),
      required: true,
      name: "answer",
      value: this.typed ?? "",
      oninput: ({ target }) => (this.typed = target.value),
    });
    const submit = (event) => {
      event.preventDefault();
      this.answer(input.value);
    };
    return h(
      "form",
      { class: "row", onsubmit: submit },
      h("label", { class: "field" }, t(`story.number.${kind}`), input),
      h("button", { type: "submit", class: "primary", "data-key": "check" }, t("story.check")),
    );
  }

  async answer(text) {
    try {
      this.#verdict = await this.check(text);
    } catch (error) {
      if (!isAbort(error)) throw error;
      return;
    }
    this.draw();
    this.element.lastElementChild.scrollIntoView({ block: "nearest" }); // on a phone the board may fill the screen
    if (this.#verdict.right) this.onRight();
  }
}
