// Another try at a bad move of a review: find a better one on the board, and be told whether it is.

import { dots, h, isAbort, refill, stopped } from "./dom.js";
import { t } from "./i18n.js";
import { moveText } from "./moves.js";
import { other, short } from "./tree.js";
import { verdictOf } from "./verdict.js";

const SECONDS = 0.6;

export class Task {
  #review;
  #run = null;
  #text = "";
  element = h("div", { class: "card task", role: "status", hidden: true });
  move = null; // the move of the review that is to be bettered
  node = null; // where it was played

  constructor(review) {
    this.#review = review;
  }

  /** Whether the board waits for a move now. */
  get isOpen() {
    return this.node !== null && this.node === this.#review.tree.current;
  }

  start(move, node) {
    this.move = move;
    this.node = node;
    this.#say(t("task.find", { move: nameOf(move.move) }));
  }

  end() {
    this.#run?.abort(stopped());
    this.node = null;
    this.element.hidden = true;
  }

  draw() {
    this.element.hidden = !this.isOpen;
    if (!this.element.hidden) this.#say(this.#text);
  }

  async choose(name) {
    const played = nameOf(this.move.move);
    const move = nameOf(name);
    if (name === this.move.move) {
      this.#tell("same", name, { move });
      return;
    }
    this.#run?.abort(stopped());
    const run = new AbortController();
    this.#run = run;
    this.#say(t("task.checking", { move }), true);
    try {
      const right = name === this.move.best;
      const verdict = right ? "right" : verdictOf(this.move, await this.#worth(name, run.signal));
      if (this.isOpen && this.#run === run) this.#tell(verdict, name, { move, played });
    } catch (error) {
      if (!isAbort(error)) this.#say(this.#review.app.errorText(error));
    }
  }

  // What a move is worth for the side that plays it: of the position after it, for the other side, turned round.
  async #worth(name, signal) {
    const { app, tree } = this.#review;
    const { connection } = app;
    const before = tree.place(this.node);
    const place = { ...before, moves: before.moves + short(name) };
    const { color, unit } = this.move;
    const view = await connection.ask("view", place, { signal });
    if (view.over && unit === "discs") return color === "black" ? view.score : -view.score;
    if (view.over) return view.winner === null ? 0.5 : Number(view.winner === color);
    const { value } = await connection.ask("analyse", { ...place, seconds: SECONDS, every_move: false }, { signal });
    const mine = view.to_move === other(color);
    if (unit === "discs") return mine ? -value : value;
    return mine ? 1 - value : value;
  }

  #tell(verdict, name, words) {
    const { board } = this.#review;
    if (verdict === "right") board.mark({ ghost: { name, color: this.move.color } });
    else board.mark({ rings: [name] });
    this.#say(t(`task.${verdict}`, words));
  }

  #say(text, busy = false) {
    this.#text = text;
    this.element.hidden = false;
    const { best, color } = this.move;
    const show = () => this.#review.board.mark({ ghost: { name: best, color } });
    const button = (key, words, onclick) => h("button", { type: "button", "data-key": key, onclick }, words);
    refill(
      this.element,
      h("p", {}, busy && dots(), h("b", {}, text)),
      h(
        "div",
        { class: "row" },
        button("task-show", t("hint.show"), show),
        button("task-play", t("play_from_here"), () => this.#review.tryAgain(this.node)),
      ),
    );
  }
}

const nameOf = (move) => moveText(move).toUpperCase();
