// One lesson: a sentence, and a board on which it is answered.

import { announce, h, icon, isAbort, refill, toast, wait } from "./dom.js";
import { t, has, number } from "./i18n.js";
import { ConfirmTap } from "./confirm_tap.js";
import { LessonWalk, lessonKey } from "./lesson_walk.js";
import { drawShapes } from "./shapes.js";

const PACE_MS = 800; // between moves that are shown
const STRONGEST = "level:10";
const PUNISHED = ["best", "holds", "safe"]; // claims under which every wrong move is worse at once
const HELP_AFTER = 2; // wrong answers, before the answer is offered

export class LessonPage {
  #view;
  #walk;
  #stop = new AbortController(); // of what is shown or asked for the step
  #position = null; // the server's view of what is on the board
  #moves = ""; // that were played in this step
  #side = "black"; // the learner's
  #said = null; // {kind, text} after an answer
  #wrong = 0;
  #isBusy = false;
  #layer = h("svg", { class: "drawings", "aria-hidden": "true" });
  #title = h("h1", {});
  #card = h("div", { class: "card lesson" });
  board = h("orchard-board");
  element = h(
    "div",
    { class: "stage lesson-stage" },
    h("div", { class: "board-side" }, h("div", { class: "aim" }, this.#title), this.board),
    h("div", { class: "panel" }, this.#card),
  );

  constructor(view, game, lesson, following) {
    this.#view = view;
    this.#walk = new LessonWalk(lesson);
    Object.assign(this, { app: view.app, game, lesson, following });
    this.facts = view.app.factsOf(game);
    this.board.setGame(this.facts);
    new ConfirmTap(this, this.board);
    this.board.addEventListener("square", ({ detail }) => this.#square(detail));
    this.#begin();
  }

  get keys() {
    const back = () => this.#view.open();
    return { n: () => this.#walk.isSolved && this.#next(), r: () => this.#again(), Escape: back };
  }

  stop() {
    this.#stop.abort();
  }

  // What ConfirmTap asks of the app: a setting, and who is to move.
  recall = (key) => this.app.recall(key);

  get tree() {
    return { current: { frame: this.#position } };
  }

  get #step() {
    return this.#walk.step;
  }

  #key(...more) {
    return lessonKey(this.game, this.lesson.name, ...more);
  }

  get #pace() {
    return this.app.recall("pace") ?? PACE_MS;
  }

  // ---------------------------------------------------------------- a step

  // Ask the server for the position of the step, and show how it came about.
  async #begin() {
    this.#stop.abort();
    this.#stop = new AbortController();
    this.#said = null;
    this.#moves = "";
    this.#position = null;
    this.draw();
    await this.#guarded(async (signal) => {
      const { kind, rings, arrows } = this.#step;
      const { frames, view } = await this.#line("", signal);
      await this.#play(kind === "show" ? frames : frames.slice(-1), signal);
      this.#position = view;
      this.#side = view.to_move;
      this.#showBoard();
      this.#draw(rings, arrows);
      if (kind === "play") await this.#passIfNeeded(signal);
    });
    this.draw();
  }

  // What goes wrong is said, unless the step was left.
  async #guarded(act) {
    const { signal } = this.#stop;
    this.#isBusy = true;
    try {
      await act(signal);
    } catch (error) {
      if (!isAbort(error)) toast(this.app.errorText(error));
    }
    if (!signal.aborted) this.#isBusy = false;
  }

  #place(moves) {
    const { start, moves: before } = this.#step;
    return { game: this.game, start, moves: `${before} ${moves}`.trim() };
  }

  #line(moves, signal) {
    return this.app.connection.ask("line", this.#place(moves), { signal });
  }

  async #play(frames, signal) {
    for (const [n, frame] of frames.entries()) {
      if (n) await wait(this.#pace, signal);
      this.board.show(frame, { still: n === 0 });
      this.#draw([], []);
    }
  }

  #draw(rings, arrows) {
    drawShapes(this.#layer, this.facts, rings, arrows);
    this.board.querySelector(".cells").append(this.#layer);
    this.board.notes(new Map(rings.map((name) => [name, [t("board.ringed")]])));
  }

  // The board, with the moves that may be chosen now: not where these are the question.
  #showBoard() {
    const { kind } = this.#step;
    const isOpen = (kind === "choose" || kind === "play") && !this.#walk.isSolved && this.#said?.kind !== "wrong";
    this.board.show(this.#position, { legal: isOpen ? this.#position.legal : {} });
    this.board.mark({ rings: this.#walk.tapped });
  }

  // ---------------------------------------------------------------- answers

  #square({ name, legal }) {
    const { kind } = this.#step;
    if (this.#isBusy || this.#walk.isSolved || !this.#position) return;
    if (kind === "tap") this.#tap(name);
    else if (this.#said?.kind === "wrong") this.#again();
    else if (!legal) toast(t("illegal", { move: name.toUpperCase() }));
    else if (kind === "choose") this.#choose(name);
    else if (kind === "play") this.#reply(name);
  }

  #tap(name) {
    const verdict = this.#walk.answer(name);
    const square = name.toUpperCase();
    if (verdict === "right") this.#say("right", this.#praise());
    else if (verdict === "more") this.#say("more", t("learn.more", { n: number(this.#walk.missing) }));
    else this.#say("no", this.#wordsOr("wrong", t("learn.not_this", { square })));
    this.board.mark({ rings: this.#walk.tapped });
  }

  async #choose(name) {
    const isRight = this.#walk.answer(name) === "right";
    const before = this.#position;
    await this.#guarded(async (signal) => {
      const line = isRight ? name : `${name} ${this.#step.refuted[name] ?? ""}`;
      const { frames, view } = await this.#line(line, signal);
      const from = frames.findLastIndex(({ stones }) => stones === before.stones);
      if (isRight) this.#say("right", this.#praise());
      else this.#blame(name);
      await this.#play(frames.slice(from), signal);
      this.board.show(view, { still: true });
      if (!isRight && !(name in this.#step.refuted)) await this.#punish(name, view, signal);
    });
    this.draw();
  }

  // Where every wrong move loses, the strongest level shows how.
  async #punish(name, { over }, signal) {
    if (over || !PUNISHED.includes(this.#step.claim)) return;
    const ask = { ...this.#place(name), player: STRONGEST, seconds: 1 };
    const { view } = await this.app.connection.ask("move", ask, { signal });
    this.board.show(view);
  }

  #blame(name) {
    this.#wrong += 1;
    const said = has(this.#key(this.#walk.number, name)) ? name : "wrong";
    this.#say("wrong", this.#wordsOr(said, t("learn.wrong")));
  }

  #praise() {
    return this.#wordsOr("right", t("learn.right"));
  }

  #wordsOr(what, otherwise) {
    const key = this.#key(this.#walk.number, what);
    return has(key) ? t(key) : otherwise;
  }

  // A move against a level, and its reply, until enough has been played.
  async #reply(move) {
    await this.#guarded(async (signal) => {
      const ask = { ...this.#place(this.#moves), player: `level:${this.#step.level}`, play: move };
      const onUpdate = ({ played }) => played && this.board.show(played);
      const { choice, played, view } = await this.app.connection.ask("move", ask, { signal, onUpdate });
      this.#moves += ` ${move}${choice ? ` ${choice.move}` : ""}`;
      this.board.show(played);
      await wait(this.#pace / 2, signal);
      this.#position = view;
      if (view.over || this.#moves.trim().split(" ").length >= this.#step.plies) {
        this.#walk.solve();
        this.#say("right", this.#ending(view));
      }
      this.#showBoard();
      await this.#passIfNeeded(signal);
    });
    this.draw();
  }

  // How the moves against a level went: that they were played, or how the game ended.
  #ending({ over, winner }) {
    if (!over) return t("learn.played");
    return t(winner === null ? "learn.played.drawn" : winner === this.#side ? "learn.played.won" : "learn.played.lost");
  }

  async #passIfNeeded() {
    if (this.#position.must_pass && !this.#walk.isSolved) await this.#reply("pass");
  }

  #say(kind, text) {
    this.#said = { kind, text };
    announce(text);
    this.draw();
    this.#card.lastElementChild.scrollIntoView({ block: "nearest" });
  }

  // ---------------------------------------------------------------- moving on

  #next() {
    if (!this.#walk.isLast) {
      this.#walk.next();
      this.#wrong = 0;
      this.#begin();
      return;
    }
    this.#view.open(this.following);
  }

  #back() {
    this.#walk.back();
    this.#begin();
  }

  #again() {
    this.#walk.again();
    this.#begin();
  }

  #reveal() {
    this.#walk.again();
    this.#begin().then(() => this.board.mark({ hint: this.#step.accepted[0] }));
  }

  draw() {
    const { number: at, lesson, isSolved, isLast, step } = this.#walk;
    this.#title.textContent = t(this.#key());
    if (isSolved && isLast) this.#view.learned.mark("lesson", this.game, this.lesson.name);
    refill(
      this.#card,
      h("p", { class: "muted small num" }, t("learn.step", { n: number(at), all: number(lesson.steps.length) })),
      h("p", { class: "sentence" }, t(this.#key(at))),
      step.kind !== "show" &&
        !this.#said &&
        h("p", { class: "muted small" }, t(`learn.how.${step.kind}`, { n: number(step.level) })),
      h("p", { class: `verdict ${this.#said?.kind ?? ""}`, role: "status" }, this.#said?.text ?? ""),
      h("div", { class: "row" }, this.#buttons(step, isSolved, isLast, at)),
    );
  }

  #buttons(step, isSolved, isLast, at) {
    const button = (key, text, onclick, props = {}) =>
      h("button", { type: "button", "data-key": key, onclick, ...props }, text);
    const forward = isLast ? t(this.following ? "learn.next_lesson" : "learn.finish") : t("learn.next");
    const isStuck = this.#wrong >= HELP_AFTER && this.#said?.kind === "wrong";
    return [
      isSolved &&
        button("next", [forward, icon("forward")], () => this.#next(), { class: "primary", "aria-keyshortcuts": "N" }),
      this.#said?.kind === "wrong" &&
        button("retry", t("learn.retry"), () => this.#again(), { class: "primary", "aria-keyshortcuts": "R" }),
      isStuck && button("reveal", t("learn.reveal"), () => this.#reveal()),
      step.kind === "play" && isSolved && button("retry", t("learn.retry"), () => this.#again()),
      at > 1 && button("back", t("learn.back"), () => this.#back(), { class: "quiet" }),
      button("all", t("learn.all"), () => this.#view.open(), { class: "quiet" }),
    ].filter(Boolean);
  }
}
