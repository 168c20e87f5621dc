// One opening, played from memory: the page plays the other side, and says what should have come.

import { announce, dots, h, isAbort, refill, toast, wait } from "./dom.js";
import { t, colorName, number } from "./i18n.js";
import { ConfirmTap } from "./confirm_tap.js";
import { startFrame } from "./games.js";
import { worth } from "./study.js";
import { other, short } from "./tree.js";

const PACE_MS = 600; // before the other side's move
const SECONDS = 0.6; // for what the engine thinks of a wrong move
const COLORS = ["black", "white"];

export class OpeningPage {
  #view;
  #stop = new AbortController();
  #side;
  #moves = "";
  #accepted = [];
  #wrong = []; // the moves before, and what was played
  #state = "busy"; // asked, wrong, over
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
      n: () => this.#state === "wrong" && this.#goOn(),
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
    this.#moves = this.#said = this.#engine = "";
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
        await this.#play(accepted[Math.floor(Math.random() * accepted.length)]);
      }
    });
  }

  #play(move) {
    this.#moves += short(move);
    return this.#step();
  }

  #square({ name, legal }) {
    if (this.#state !== "asked") return;
    if (!legal) toast(t("illegal", { move: name.toUpperCase() }));
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

  #goOn() {
    this.#said = this.#engine = "";
    this.#play(this.#accepted[0]);
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
    const question = t(this.#state === "asked" ? "opening.ask" : "opening.replies", {
      who: this.#state === "asked" ? who : colorName(other(this.#side)),
    });
    const isMissed = isWrong || (this.#state === "over" && this.#wrong.length > 0);
    refill(
      this.#card,
      h("p", { class: "muted small" }, t("opening.you_play", { who })),
      ["asked", "busy"].includes(this.#state) && h("p", { class: "sentence", "aria-live": "polite" }, question),
      this.#said && h("p", { class: `verdict ${isMissed ? "wrong" : "right"}`, role: "status" }, this.#said),
      isWrong && this.#engine === null && h("p", { class: "small muted" }, dots(), t("opening.thinking")),
      this.#engine && h("p", { class: "small engine" }, this.#engine),
      h("div", { class: "row" }, this.#buttons(isWrong)),
    );
  }

  #buttons(isWrong) {
    const button = (key, text, onclick, props = {}) =>
      h("button", { type: "button", "data-key": key, onclick, ...props }, text);
    const primary = { class: "primary" };
    const swap = () => {
      this.#side = other(this.#side);
      this.#begin();
    };
    return [
      isWrong && button("go_on", t("opening.go_on"), () => this.#goOn(), { ...primary, "aria-keyshortcuts": "N" }),
      this.#state === "over" && button("again", t("drill.again"), () => this.#begin(), primary),
      button("swap", t("opening.swap"), swap, { class: "quiet" }),
      button("all", t("learn.all"), () => this.#view.open(), { class: "quiet" }),
    ];
  }
}
