// One drill: questions about positions, as many as can be answered in a minute.

import { announce, dots, h, icon, isAbort, refill, toast, wait } from "./dom.js";
import { t, colorName, has, number } from "./i18n.js";
import { startFrame } from "./games.js";

const SECONDS = 60;
const AT_ONCE = 8; // questions that are asked for together
const SHOWN_MS = 1400; // how long a right answer is shown to who gave a wrong one

export class DrillPage {
  #view;
  #stop = new AbortController();
  #questions = []; // that wait
  #coming = null; // the promise of more of them
  #question = null;
  #position = null; // of a question that is played out
  #moves = "";
  #tapped = new Set();
  #state = "ready"; // then "asked", "busy" and "over"
  #score = { right: 0, all: 0 };
  #isBest = false;
  #began = 0; // when the first question was asked
  #said = null;
  #title = h("h1", {});
  #clock = h("span", { class: "drill-clock num", role: "timer" });
  #card = h("div", { class: "card lesson" });
  board = h("orchard-board");
  element = h(
    "div",
    { class: "stage lesson-stage" },
    h("div", { class: "board-side" }, h("div", { class: "aim" }, this.#title, this.#clock), this.board),
    h("div", { class: "panel" }, this.#card),
  );

  constructor(view, game, name) {
    this.#view = view;
    Object.assign(this, { app: view.app, game, name, facts: view.app.factsOf(game) });
    this.board.setGame(this.facts);
    this.board.classList.toggle("unnamed", name === "coordinates");
    this.board.addEventListener("square", ({ detail }) => this.#square(detail));
    this.board.show(startFrame(this.facts));
  }

  /** The numbers choose an answer. */
  get keys() {
    const options = this.#question?.options ?? [];
    const picks = options.map((option, n) => [keyOf(options, n), () => this.#pick(option)]);
    return { ...Object.fromEntries(picks), s: () => this.#isIdle && this.#start(), Escape: () => this.#view.open() };
  }

  stop() {
    this.#stop.abort();
  }

  get #isIdle() {
    return this.#state === "ready" || this.#state === "over";
  }

  // ---------------------------------------------------------------- time

  async #start() {
    this.#stop.abort();
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    this.#score = { right: 0, all: 0 };
    this.#questions = [];
    this.#coming = null;
    this.#state = "busy";
    this.#said = null;
    this.#question = null;
    this.draw();
    try {
      await this.#fetch(signal);
      this.#began = performance.now();
      this.#ask(signal);
      while (this.#left > 0) {
        this.#tick();
        await wait(100, signal);
      }
      this.#finish();
    } catch (error) {
      if (isAbort(error)) return;
      this.#state = "ready";
      toast(this.app.errorText(error));
      this.draw();
    }
  }

  get #left() {
    const all = this.app.recall("drill_seconds") ?? SECONDS;
    return Math.max(0, all - (performance.now() - this.#began) / 1000);
  }

  #tick() {
    const left = Math.ceil(this.#left);
    const text = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    if (this.#clock.textContent !== text) this.#clock.textContent = text;
  }

  #finish() {
    this.#stop.abort();
    this.#state = "over";
    this.#isBest = this.#view.learned.mark("drill", this.game, this.name, this.#score.right);
    this.#clock.textContent = "";
    this.draw();
    announce(this.#result());
  }

  // ---------------------------------------------------------------- questions

  // More questions, before they are needed.
  #fetch(signal) {
    this.#coming ??= this.app.connection
      .ask(
        "drill",
        { game: this.game, drill: this.name, count: AT_ONCE, seed: Math.floor(Math.random() * 2 ** 31) },
        { signal },
      )
      .then(({ questions }) => this.#questions.push(...questions))
      .finally(() => (this.#coming = null));
    return this.#coming;
  }

  async #ask(signal) {
    if (!this.#questions.length) await this.#fetch(signal);
    if (this.#questions.length < AT_ONCE / 2) this.#fetch(signal).catch(() => {});
    const question = this.#questions.shift();
    this.#tapped.clear();
    this.#said = null;
    this.#moves = "";
    this.#question = question;
    const [stones, side] = question.text.split(" ");
    const frame = { ...startFrame(this.facts), stones, to_move: side === "X" ? "black" : "white" };
    this.#position = question.answer === "play" ? await this.#viewOf(question, signal) : frame;
    this.#show();
    this.#state = "asked";
    this.draw();
  }

  #viewOf(question, signal) {
    return this.app.connection.ask("view", { game: this.game, start: question.text }, { signal });
  }

  #show() {
    const { legal = {} } = this.#position;
    this.board.show(this.#position, { legal, still: !this.#moves });
    const isMarked = this.#question.square && this.name !== "coordinates";
    this.board.mark({ rings: isMarked ? [this.#question.square] : [...this.#tapped] });
  }

  #square({ name, legal }) {
    if (this.#state !== "asked") return;
    const { answer, accepted } = this.#question;
    if (answer === "square") {
      this.#judge(accepted.includes(name), accepted);
    } else if (answer === "tap") {
      if (!accepted.includes(name)) {
        this.#judge(false, accepted);
        return;
      }
      this.#tapped.add(name);
      this.board.mark({ rings: [...this.#tapped] });
      if (this.#tapped.size === accepted.length) this.#judge(true, accepted);
    } else if (answer === "play" && legal) {
      this.#play(name);
    }
  }

  #pick(option) {
    if (this.#state !== "asked" || !this.#question?.options.length) return;
    this.#judge(this.#question.accepted.includes(option), []);
  }

  // The game goes on to its end against the player of the question; nothing of the score may be lost.
  async #play(move) {
    const { signal } = this.#stop;
    this.#state = "busy";
    try {
      const place = { game: this.game, start: this.#question.text, moves: this.#moves.trim() };
      const ask = { ...place, player: this.#question.player, play: move };
      const { choice, view } = await this.app.connection.ask("move", ask, { signal });
      this.#moves += ` ${move}${choice ? ` ${choice.move}` : ""}`;
      this.#position = view;
      this.#show();
      this.#state = "asked";
      if (view.over) {
        const score = this.#question.who === "black" ? view.score : -view.score;
        this.#judge(score >= this.#question.score, []);
      } else if (view.must_pass || view.to_move !== this.#question.who) {
        await this.#play("pass");
      }
    } catch (error) {
      if (!isAbort(error)) toast(this.app.errorText(error));
    }
  }

  async #judge(isRight, squares) {
    const { signal } = this.#stop;
    this.#state = "busy";
    this.#score.all += 1;
    if (isRight) this.#score.right += 1;
    this.#said = { kind: isRight ? "right" : "wrong", text: isRight ? t("drill.right") : this.#rightAnswer() };
    announce(this.#said.text);
    if (!isRight && squares.length) this.board.mark({ rings: squares });
    this.draw();
    try {
      await wait(isRight ? 150 : (this.app.recall("pace") ?? SHOWN_MS), signal);
      await this.#ask(signal);
    } catch (error) {
      if (!isAbort(error)) toast(this.app.errorText(error));
    }
  }

  #rightAnswer() {
    const { accepted, answer } = this.#question;
    if (answer === "play") return t("drill.lost_score");
    const said = accepted.map((one) => this.#label(one));
    return t("drill.wrong", { answer: said.join(" ") });
  }

  // ---------------------------------------------------------------- drawing

  #label(option) {
    if (option === "black" || option === "white") return colorName(option);
    return has(`drill.answer.${option}`) ? t(`drill.answer.${option}`) : option.toUpperCase();
  }

  #sentence() {
    const { who, square, what, score } = this.#question;
    const fill = { who: colorName(who), square: square.toUpperCase(), what: what && t(`threat.${what}`) };
    const signed = score > 0 ? "win" : score < 0 ? "loss" : "draw";
    if (this.name === "last") return t(`drill.last.${signed}`, { who: fill.who, n: number(Math.abs(score)) });
    return t(`drill.${this.name}.ask`, fill);
  }

  #result() {
    const { right, all } = this.#score;
    return t("drill.result", { n: number(right), all: number(all) });
  }

  draw() {
    this.#title.textContent = t(`drill.${this.name}`);
    const isAsked = this.#question && !this.#isIdle;
    refill(this.#card, isAsked ? this.#asked() : this.#idle(), h("div", { class: "row" }, this.#ways()));
  }

  #asked() {
    const { options } = this.#question;
    const buttons = options.map((option, n) => {
      const key = keyOf(options, n);
      return h(
        "button",
        {
          type: "button",
          "data-key": `pick-${option}`,
          "aria-keyshortcuts": key,
          onclick: () => this.#pick(option),
        },
        key !== option && h("kbd", { "aria-hidden": "true" }, key),
        this.#label(option),
      );
    });
    return [
      h("p", { class: "muted small num" }, this.#result()),
      h("p", { class: "sentence", "aria-live": "polite" }, this.#sentence()),
      buttons.length > 0 && h("div", { class: "row picks" }, buttons),
      h("p", { class: `verdict ${this.#said?.kind ?? ""}` }, this.#said?.text ?? ""),
    ];
  }

  #idle() {
    const kept = this.#view.learned.best("drill", this.game, this.name);
    return [
      h("p", { class: "sentence" }, this.#state === "over" ? this.#result() : t(`drill.${this.name}.about`)),
      this.#state === "busy" && h("p", { role: "status" }, dots(), t("drill.coming")),
      this.#state === "over" && this.#isBest && h("p", { class: "verdict right" }, t("drill.new_best")),
      kept > 0 && h("p", { class: "muted small num" }, t("drill.best", { n: number(kept) })),
    ];
  }

  #ways() {
    const again = t(this.#state === "over" ? "drill.again" : "start");
    const start = {
      type: "button",
      class: "primary",
      "data-key": "start",
      "aria-keyshortcuts": "S",
      onclick: () => this.#start(),
    };
    const all = { type: "button", class: "quiet", "data-key": "all", onclick: () => this.#view.open() };
    const isComing = this.#state === "busy" && !this.#question; // the keyboard stays where it is
    const isShown = this.#isIdle || isComing;
    return [
      isShown && h("button", { ...start, disabled: isComing }, icon("go"), again),
      h("button", all, t("learn.all")),
    ].filter(Boolean);
  }
}

// The key of an answer: itself where all are digits, else its place.
const keyOf = (options, n) => (options.every((option) => /^[0-9]$/.test(option)) ? options[n] : String(n + 1));
