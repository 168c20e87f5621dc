// One opening, played from memory: the page plays the other side, and says what should have come. Once in a while the
// other side leaves the line; then any good answer is right, and the line goes on from where it was left.

import { announce, dots, h, isAbort, refill, toast, wait } from "./dom.js";
import { t, colorName, number } from "./i18n.js";
import { ConfirmTap } from "./confirm_tap.js";
import { startFrame } from "./games.js";
import { worth } from "./study.js";
import { other, short } from "./tree.js";

const PACE_MS = 600; // before the other side's move
const SECONDS = 0.6; // for what the engine thinks of a wrong move
const LEAVES = 0.25; // how often the other side leaves the line, at most once on the way
const GOES_ON = ["wrong", "answered", "missed"];
const COLORS = ["black", "white"];

export class OpeningPage {
  #view;
  #stop = new AbortController();
  #side;
  #moves = "";
  #accepted = [];
  #wrong = []; // the moves before, and what was played
  #left = ""; // the moves to where the other side left the line
  #state = "busy"; // asked, wrong, left, answered, missed, over
  #said = "";
  #engine = ""; // what it thinks of a wrong move
  #position = null;
  #title = h("h1", {});
  #card = h("div", { class: "card lesson" });
  board = h("orchard-board");
  element = h(
    "div",
    { class: "stage lesson-stage" },
    h("div", { class: "board-side" }, h("div", { class: "aim" }, this.#title), this.board),
    h("div", { class: "panel" }, this.#card),
  );

  constructor(view, game, { moves, name }, color = "black") {
    this.#view = view;
    this.#side = COLORS.includes(color) ? color : "black";
    Object.assign(this, { app: view.app, game, line: moves, name, facts: view.app.factsOf(game) });
    this.board.setGame(this.facts);
    this.board.show(startFrame(this.facts));
    new ConfirmTap(this, this.board);
    this.board.addEventListener("square", ({ detail }) => this.#square(detail));
    this.#begin();
  }

  get keys() {
    return {
      n: () => this.#goOn(),
      r: () => this.#begin(),
      Escape: () => this.#view.open(),
    };
  }

  stop() {
    this.#stop.abort();
  }

  // What ConfirmTap asks of the app: a setting, and who is to move.
  recall = (key) => this.app.recall(key);

  get tree() {
    return { current: { frame: this.#position } };
  }

  // ---------------------------------------------------------------- the line

  #begin() {
    this.#stop.abort();
    this.#stop = new AbortController();
    this.#moves = this.#said = this.#engine = this.#left = "";
    this.#wrong = [];
    return this.#step();
  }

  // What goes wrong is said, unless the page was left.
  async #guarded(act) {
    const { signal } = this.#stop;
    try {
      await act(signal);
    } catch (error) {
      if (!isAbort(error)) toast(this.app.errorText(error));
    }
  }

  // Ask what comes next; play it where it is the other side's.
  #step() {
    this.#state = "busy";
    return this.#guarded(async (signal) => {
      const ask = { game: this.game, moves: this.#moves, line: this.line };
      const { view, accepted } = await this.app.connection.ask("opening_step", ask, { signal });
      this.#position = view;
      this.#accepted = accepted;
      const isMine = view.to_move === this.#side;
      this.board.show(view, { legal: isMine && accepted.length ? view.legal : {}, still: !this.#moves });
      if (!accepted.length) {
        await this.#finish(signal);
      } else if (isMine) {
        this.#state = "asked";
        this.draw();
      } else {
        this.draw();
        await wait(this.app.recall("pace") ?? PACE_MS, signal);
        if (!(await this.#leaves(signal))) await this.#play(accepted[Math.floor(Math.random() * accepted.length)]);
      }
    });
  }

  // Whether the other side leaves the line here, with a move that is to be answered.
  async #leaves(signal) {
    if (this.#left || Math.random() >= LEAVES) return false;
    const { connection } = this.app;
    const { move } = await connection.ask("opening_leave", { game: this.game, moves: this.#moves }, { signal });
    const moves = this.#moves + short(move ?? "");
    const view = move && (await connection.ask("view", { game: this.game, moves }, { signal }));
    if (view?.to_move !== this.#side || view.over) return false;
    this.#left = moves;
    this.#state = "left";
    this.#position = view;
    this.#said = "";
    this.board.show(view, { legal: view.legal });
    announce(this.#question);
    this.draw();
    return true;
  }

  #answer(name) {
    this.#state = "busy";
    return this.#guarded(async (signal) => {
      const profile = this.app.recall("profile");
      const ask = { game: this.game, moves: this.#left, move: name, ...(profile && { profile }) };
      const found = await this.app.connection.ask("opening_answer", ask, { signal });
      const [right] = found.accepted;
      const worthOf = (value) => worth(value, found.unit);
      const fill = { move: name.toUpperCase(), right: right.toUpperCase() };
      const key = found.right ? "opening.left_right" : "opening.left_wrong";
      this.#said = t(key, { ...fill, value: worthOf(found.value), best: worthOf(found.best) });
      this.#engine = found.new ? t("opening.kept", { n: number(found.new) }) : "";
      this.#state = found.right ? "answered" : "missed";
      this.board.show(this.#position, { legal: {} });
      this.board.mark({ rings: [name], ...(!found.right && { ghost: { name: right, color: this.#side } }) });
      announce(this.#said);
      this.draw();
    });
  }

  #play(move) {
    this.#moves += short(move);
    return this.#step();
  }

  #square({ name, legal }) {
    if (!["asked", "left"].includes(this.#state)) return;
    if (legal && this.#state === "left") this.#answer(name);
    else if (!legal) toast(t("illegal", { move: name.toUpperCase() }));
    else if (this.#accepted.includes(name)) this.#right(name);
    else this.#miss(name);
  }

  #right(name) {
    this.#said = t("learn.right");
    this.#play(name);
  }

  async #miss(name) {
    const [right] = this.#accepted;
    this.#state = "wrong";
    this.#wrong.push({ moves: this.#moves, played: name });
    const fill = { move: name.toUpperCase(), right: right.toUpperCase() };
    this.#said = t("opening.wrong", fill);
    this.#engine = null; // it is being asked
    announce(this.#said);
    this.board.show(this.#position, { legal: {} });
    this.board.mark({ rings: [name], ghost: { name: right, color: this.#side } });
    this.draw();
    await this.#guarded(async (signal) => {
      const place = { game: this.game, moves: this.#moves };
      const found = await this.app.connection.ask("analyse", { ...place, seconds: SECONDS }, { signal });
      const worthOf = (move) => {
        const entry = found.moves.find((one) => one.move === move);
        return worth(entry?.value, found.unit, entry?.exact);
      };
      this.#engine = t("opening.engine", { ...fill, value: worthOf(name), best: worthOf(right) });
    });
    this.#engine ??= "";
    if (this.#state === "wrong") this.draw();
  }

  // With the move of the line; or back to the line, where the other side had left it.
  #goOn() {
    const { length } = this.#accepted;
    if (!GOES_ON.includes(this.#state)) return;
    const isMine = this.#state === "wrong";
    this.#said = this.#engine = "";
    this.#play(this.#accepted[isMine ? 0 : Math.floor(Math.random() * length)]);
  }

  async #finish(signal) {
    const { game, line } = this;
    const n = this.#wrong.length;
    this.#state = "over";
    const name = this.name || this.#position.opening_name || t("learn.openings");
    this.#said = n ? t("opening.missed", { name, n: number(n) }) : t("opening.done", { name });
    const profile = this.app.recall("profile");
    if (!n) this.#view.learned.mark("opening", game, line);
    announce(this.#said);
    this.draw();
    if (!profile) return;
    const ask = { game, profile, line, finished: true, wrong: this.#wrong };
    const kept = await this.app.connection.ask("opening_done", ask, { signal });
    if (kept.new) this.#engine = t("opening.kept", { n: number(kept.new) });
    this.draw();
  }

  // ---------------------------------------------------------------- drawing

  draw() {
    this.#title.textContent = this.name || t("opening.any");
    const isWrong = this.#state === "wrong";
    const who = colorName(this.#side);
    const isMissed = isWrong || this.#state === "missed" || (this.#state === "over" && this.#wrong.length > 0);
    refill(
      this.#card,
      h("p", { class: "muted small" }, t("opening.you_play", { who })),
      ["asked", "busy", "left"].includes(this.#state) &&
        h("p", { class: "sentence", "aria-live": "polite" }, this.#question),
      this.#said && h("p", { class: `verdict ${isMissed ? "wrong" : "right"}`, role: "status" }, this.#said),
      isWrong && this.#engine === null && h("p", { class: "small muted" }, dots(), t("opening.thinking")),
      this.#engine && h("p", { class: "small engine" }, this.#engine),
      h("div", { class: "row" }, this.#buttons()),
    );
  }

  get #question() {
    const theirs = colorName(other(this.#side));
    if (this.#state === "left")
      return t("opening.left_by", { who: theirs, move: this.#left.slice(this.#moves.length).toUpperCase() });
    return this.#state === "asked"
      ? t("opening.ask", { who: colorName(this.#side) })
      : t("opening.replies", { who: theirs });
  }

  #buttons() {
    const button = (key, text, onclick, props = {}) =>
      h("button", { type: "button", "data-key": key, onclick, ...props }, text);
    const primary = { class: "primary" };
    const swap = () => {
      this.#side = other(this.#side);
      this.#begin();
    };
    return [
      GOES_ON.includes(this.#state) &&
        button("go_on", t("opening.go_on"), () => this.#goOn(), { ...primary, "aria-keyshortcuts": "N" }),
      this.#state === "over" && button("again", t("drill.again"), () => this.#begin(), primary),
      button("swap", t("opening.swap"), swap, { class: "quiet" }),
      button("all", t("learn.all"), () => this.#view.open(), { class: "quiet" }),
    ];
  }
}
