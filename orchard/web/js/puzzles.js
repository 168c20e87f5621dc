// <orchard-puzzles game=…>: one task, a board, hints step by step, and the line that proves the answer.

import { announce, h, icon, refill, toast } from "./dom.js";
import { t, colorName, has, number } from "./i18n.js";
import { areaOf } from "./games.js";
import { short, treeOf } from "./tree.js";

const HINTS = ["area", "reason", "move"];

/** Where tasks come from: puzzles of the server, the next one of about the strength of the profile. */
export class PuzzleSource {
  constructor(app, { kind = "", theme = "" } = {}) {
    Object.assign(this, { app, kind, theme });
  }

  get profile() {
    return this.app.recall("profile");
  }

  async next(game) {
    const { kind, theme, profile } = this;
    const found = await this.app.connection.ask("puzzle", { game, kind, theme, ...(profile && { profile }) });
    this.kinds = found.kinds;
    return found.puzzle;
  }

  tryMove(game, { id }, move) {
    return this.app.connection.ask("puzzle_try", { game, puzzle: id, move });
  }

  /** Keep how it went; what there is to say of it, as a function, since the language may change. */
  async done(game, { id }, attempt) {
    if (!this.profile) return null;
    const asked = {
      game,
      puzzle: id,
      profile: this.profile,
      attempt: crypto.randomUUID?.() ?? String(Math.random()),
      ...attempt,
    };
    const { rating, low, high } = await this.app.connection.ask("puzzle_done", asked);
    return () => t("puzzle.you", { n: number(rating), low: number(low), high: number(high) });
  }

  taskOf(puzzle) {
    return t(`puzzle.task.${puzzle.kind}`, { n: number(puzzle.number) });
  }

  /** What is said where there is no task. */
  get none() {
    return t("puzzle.none");
  }
}

export class Puzzles extends HTMLElement {
  #puzzle = null;
  #frames = null; // of a line that is shown, and where in it
  #at = 0;
  #tries = 0;
  #hints = 0;
  #state = "none"; // asking, wrong, solved, given_up
  #answer = null; // what the server said of the last move
  #text = null; // what is said of it, in the language of the moment
  #news = null;
  #step = 0;

  /** @param app what views share; @param {PuzzleSource} source */
  begin(app, source) {
    Object.assign(this, { app, source });
    if (!this.board) this.#make();
    return this.next();
  }

  get game() {
    return this.getAttribute("game");
  }

  get facts() {
    return this.app.factsOf(this.game);
  }

  #make() {
    this.board = h("orchard-board");
    this.board.addEventListener("square", ({ detail }) => detail.legal && this.#try(detail.name));
    this.steps = h("div", { class: "row steps", role: "group" });
    this.task = h("p", { class: "task", "aria-live": "polite" });
    this.card = h("div", { class: "card puzzle" });
    this.replaceChildren(this.task, this.board, this.steps, this.card);
  }

  /** Another task. */
  async next() {
    const mine = ++this.#step;
    try {
      const puzzle = await this.source.next(this.game);
      const view = puzzle && (await this.app.connection.ask("view", { game: this.game, start: puzzle.position }));
      if (mine !== this.#step) return;
      Object.assign(this, { view });
      this.#puzzle = puzzle;
      this.#tries = this.#hints = 0;
      this.#news = null;
      this.#ask();
    } catch (error) {
      toast(this.app.errorText(error));
    }
    this.onchange?.();
  }

  // The task as it is asked.
  #ask() {
    this.#state = this.#puzzle ? "asking" : "none";
    this.#frames = null;
    this.#text = null;
    this.board.hidden = !this.#puzzle;
    if (this.#puzzle) {
      this.board.setGame(this.facts);
      this.board.show(this.view, { legal: this.view.legal, still: true });
    }
    this.draw();
  }

  async #try(move) {
    if (this.#state !== "asking") return;
    const mine = ++this.#step;
    this.#tries++;
    try {
      const answer = await this.source.tryMove(this.game, this.#puzzle, move);
      if (mine !== this.#step) return;
      this.#answer = answer;
      if (answer.right) await this.#end("solved", answer.line);
      else await this.#wrong(move);
    } catch (error) {
      toast(this.app.errorText(error));
    }
  }

  async #wrong(move) {
    this.#state = "wrong";
    this.#text = () => t("puzzle.wrong", { move: move.toUpperCase() });
    await this.#showLine(this.#answer.line.slice(0, 1), 1);
    announce(this.#text());
  }

  // It is solved, or given up: the line that proves it can be played through.
  async #end(state, line) {
    this.#state = state;
    this.#text = () => t(`puzzle.${state}`, { move: line[0].toUpperCase() });
    await this.#showLine(line, 1);
    announce(this.#text());
    const attempt = { solved: state === "solved", tries: Math.max(1, this.#tries), hints: this.#hints };
    try {
      this.#news = await this.source.done(this.game, this.#puzzle, attempt);
    } catch (error) {
      toast(this.app.errorText(error));
    }
    this.draw();
    this.onchange?.();
  }

  async #giveUp() {
    const answer = await this.source.tryMove(this.game, this.#puzzle, this.#puzzle.accepted[0]);
    await this.#end("given_up", answer.solution ?? answer.line);
  }

  #hint() {
    const [move] = this.#puzzle.accepted;
    const reason = this.#puzzle.tags.find?.((tag) => has(`because.${tag}`));
    let kind = HINTS[Math.min(this.#hints, 2)];
    if (kind === "reason" && !reason) kind = "move";
    this.#hints = HINTS.indexOf(kind) + 1;
    const area = areaOf(this.facts, this.board.squareOf(move));
    this.board.mark(kind === "move" ? { hint: move } : { area });
    const why = () => (kind === "reason" ? t(`because.${reason}`) : "");
    this.#text = () =>
      kind === "move"
        ? t("hint.found", { move: move.toUpperCase() })
        : t("hint.look", { area: t(`area.${area}`), why: why() }).trim();
    announce(this.#text());
    this.draw();
  }

  // ---------------------------------------------------------------- lines

  async #showLine(line, at) {
    const place = { game: this.game, start: this.#puzzle.position, moves: line.map(short).join("") };
    const { frames } = await this.app.connection.ask("line", place);
    this.#frames = frames;
    this.#go(at);
  }

  #go(at) {
    this.#at = Math.max(0, Math.min(at, this.#frames.length - 1));
    this.board.show(this.#frames[this.#at]);
    this.draw();
  }

  async #analyse() {
    const place = { game: this.game, start: this.#puzzle.position };
    const line = await this.app.connection.ask("line", place);
    this.app.openPasted(treeOf(this.game, this.#puzzle.position, line));
    this.app.go("analyse");
  }

  // ---------------------------------------------------------------- drawing

  draw() {
    refill(this.steps, this.#frames && this.#frames.length > 2 ? this.#stepButtons() : []);
    if (!this.#puzzle) {
      this.task.textContent = this.source.none;
      refill(this.card);
      return;
    }
    const who = colorName(this.view.to_move);
    const { rating } = this.#puzzle;
    this.task.textContent = t("puzzle.asked", { turn: t("turn_of", { who }), task: this.source.taskOf(this.#puzzle) });
    refill(
      this.card,
      rating !== undefined && h("p", { class: "small muted num" }, t("puzzle.rating", { n: number(rating) })),
      this.#text && h("p", { class: `verdict ${this.#state}` }, this.#text()),
      this.#news && h("p", { class: "small num" }, this.#news()),
      h("div", { class: "row" }, this.#buttons()),
    );
  }

  #buttons() {
    const button = (key, label, onclick, more = {}) =>
      h("button", { type: "button", "data-key": key, onclick, ...more }, label);
    const primary = { class: "primary" };
    const analyse = button("analyse", t("view.analyse"), () => this.#analyse());
    const next = button("next", t("puzzle.next"), () => this.next(), primary);
    const shown = { asking: [], wrong: [], solved: [next], given_up: [next] }[this.#state];
    if (this.#state === "asking") {
      const last = this.#hints >= HINTS.length;
      shown.push(button("hint", t("puzzle.hint"), () => this.#hint(), { disabled: last }));
      shown.push(button("give_up", t("puzzle.give_up"), () => this.#giveUp()));
    }
    if (this.#state === "wrong") {
      shown.push(button("again", t("puzzle.again"), () => this.#ask(), primary));
      if (this.#answer.line.length > 1) {
        shown.push(button("why_not", t("puzzle.why_not"), () => this.#showLine(this.#answer.line, 2)));
      }
    }
    return [...shown, analyse];
  }

  #stepButtons() {
    const last = this.#frames.length - 1;
    const ways = { first: 0, back: this.#at - 1, forward: this.#at + 1, last };
    const buttons = Object.entries(ways).map(([name, to]) => {
      const label = t(`step.${name}`);
      const stays = name === "first" || name === "back" ? this.#at === 0 : this.#at === last;
      const props = { type: "button", class: "icon", "data-key": name, "aria-label": label, title: label };
      return h("button", { ...props, disabled: stays, onclick: () => this.#go(to) }, icon(name));
    });
    return [...buttons, h("span", { class: "small muted num" }, `${number(this.#at)} / ${number(last)}`)];
  }

  keys = {
    ArrowLeft: () => this.#frames && this.#go(this.#at - 1),
    ArrowRight: () => this.#frames && this.#go(this.#at + 1),
    n: () => ["solved", "given_up"].includes(this.#state) && this.next(),
    h: () => this.#state === "asking" && this.#hints < HINTS.length && this.#hint(),
  };
}

customElements.define("orchard-puzzles", Puzzles);
