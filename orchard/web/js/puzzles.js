// <orchard-puzzles game=…>: one task, a board, hints step by step, and the line that proves the answer.

import { announce, h, icon, refill, toast, wait } from "./dom.js";
import { t, colorName, has, number } from "./i18n.js";
import { ConfirmTap } from "./confirm_tap.js";
import { areaOf } from "./games.js";
import { short, treeOf } from "./tree.js";
import { resultText } from "./words.js";

const HINTS = ["area", "reason", "move"];
const PACE_MS = 700; // between the moves of a line
const SECONDS = 0.5; // for the engine's answer, where nothing is forced
const LONGEST = 6; // moves of such an answer

export class Puzzles extends HTMLElement {
  #puzzle = null;
  #frames = null; // of a line that is shown, and where in it
  #at = 0;
  #tries = 0;
  #hints = 0;
  #state = "none"; // asking, judging, wrong, solved, given_up
  #answer = null; // what the server said of the last move
  #text = null; // what is said of it, in the language of the moment
  #news = null;
  #step = 0;
  #playing = 0; // the line that is being played, counted

  /** @param app what views share; @param {import("./puzzle_source.js").PuzzleSource} source */
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

  // What ConfirmTap asks of the app: a setting, and who is to move.
  recall(key) {
    return this.app.recall(key);
  }

  get tree() {
    return { current: { frame: this.view } };
  }

  #make() {
    this.board = h("orchard-board");
    new ConfirmTap(this, this.board);
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
    this.#playing++;
    this.#frames = null;
    this.#text = null;
    this.board.hidden = !this.#puzzle;
    if (this.#puzzle) {
      this.board.setGame(this.facts);
      this.board.show(this.view, { legal: this.view.legal, still: true });
    }
    this.draw();
  }

  #try(move) {
    return this.#judged(async (isLatest) => {
      this.#tries++;
      const answer = await this.source.tryMove(this.game, this.#puzzle, move);
      const line = isLatest() && (await this.#continued(answer.line));
      if (!isLatest()) return;
      this.#answer = { ...answer, line };
      if (answer.right) await this.#end("solved", line);
      else await this.#wrong(move);
    });
  }

  // While an answer is judged there is no other: a second click is no second try.
  async #judged(act) {
    if (this.#state !== "asking") return;
    const mine = ++this.#step;
    this.#state = "judging";
    try {
      await act(() => mine === this.#step);
    } catch (error) {
      if (mine === this.#step && this.#state === "judging") this.#state = "asking";
      toast(this.app.errorText(error));
    }
  }

  async #wrong(move) {
    this.#state = "wrong";
    const { line } = this.#answer;
    const fill = { move: move.toUpperCase(), reply: line[1]?.toUpperCase() };
    this.#text = () => t(line.length > 1 ? "puzzle.refuted" : "puzzle.wrong", fill);
    announce(this.#text());
    await this.#playLine(line);
  }

  // It is solved, or given up: the line that proves it can be played through.
  async #end(state, line) {
    const mine = this.#step;
    this.#state = state;
    this.#text = () => t(`puzzle.${state}`, { move: line[0].toUpperCase() });
    announce(this.#text());
    this.#playLine(line).catch((error) => toast(this.app.errorText(error)));
    const attempt = { solved: state === "solved", tries: Math.max(1, this.#tries), hints: this.#hints };
    try {
      const news = await this.source.done(this.game, this.#puzzle, attempt);
      if (mine === this.#step) this.#news = news; // else it is about the puzzle before
    } catch (error) {
      toast(this.app.errorText(error));
    }
    this.draw();
    this.onchange?.();
  }

  #giveUp() {
    return this.#judged(async (isLatest) => {
      const answer = await this.source.tryMove(this.game, this.#puzzle, this.#puzzle.accepted[0]);
      const line = isLatest() && (await this.#continued(answer.solution ?? answer.line));
      if (!isLatest()) return;
      this.#answer = { ...answer, line };
      await this.#end("given_up", line);
    });
  }

  #hint() {
    if (this.#state !== "asking") return;
    const [move] = this.#puzzle.accepted;
    const reason = this.#reason;
    let kind = HINTS[Math.min(this.#hints, 2)];
    if (kind === "reason" && !reason) kind = "move";
    this.#hints = HINTS.indexOf(kind) + 1;
    const area = areaOf(this.facts, this.board.squareOf(move));
    this.board.mark(kind === "move" ? { hint: move } : { area });
    const why = () => (kind === "reason" ? t(reason) : "");
    this.#text = () =>
      kind === "move"
        ? t("hint.found", { move: move.toUpperCase() })
        : t("hint.look", { area: t(`area.${area}`), why: why() }).trim();
    announce(this.#text());
    this.draw();
  }

  // The key of what speaks for the solution; null where it is to be remembered, not found.
  get #reason() {
    const { tags, opening } = this.#puzzle;
    const known = tags.find((tag) => has(`because.${tag}`));
    return known ? `because.${known}` : opening ? null : "puzzle.no_rule";
  }

  // ---------------------------------------------------------------- lines

  #place(line) {
    return { game: this.game, start: this.#puzzle.position, moves: line.map(short).join("") };
  }

  // A line of one move goes on with what the engine would play, so that every move is answered on the board.
  async #continued(line) {
    if (line.length > 1) return line;
    const place = this.#place(line);
    const { over } = await this.app.connection.ask("view", place);
    if (over) return line;
    const answer = await this.app.connection.ask("analyse", { ...place, every_move: false, seconds: SECONDS });
    return [...line, ...answer.line.slice(0, LONGEST)];
  }

  // Play a line on the board, both sides' moves, until one steps through it or goes elsewhere.
  async #playLine(line) {
    const mine = ++this.#playing;
    const { frames } = await this.app.connection.ask("line", this.#place(line));
    if (mine !== this.#playing) return;
    this.#frames = frames;
    for (let at = 1; at < frames.length && mine === this.#playing; at++) {
      this.#show(at);
      await wait(this.app.recall("pace") ?? PACE_MS);
    }
  }

  #go(at) {
    this.#playing++;
    this.#show(at);
  }

  #show(at) {
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
      this.#ended && h("p", { class: "small ended" }, this.#ended),
      this.#news && h("p", { class: "small num" }, this.#news()),
      h("div", { class: "row" }, this.#buttons()),
    );
  }

  // How the game ends, where the line that is shown comes to its end.
  get #ended() {
    const frame = this.#frames?.[this.#at];
    return frame?.over ? resultText({ seats: {}, nameOf: colorName }, frame, this.facts) : null;
  }

  #buttons() {
    const button = (key, label, onclick, more = {}) =>
      h("button", { type: "button", "data-key": key, onclick, ...more }, label);
    const primary = { class: "primary" };
    const analyse = button("analyse", t("view.analyse"), () => this.#analyse());
    const next = button("next", t("puzzle.next"), () => this.next(), primary);
    const again = () => this.#playLine(this.#answer.line);
    const isOpen = this.#state === "asking" || this.#state === "judging";
    const shown = this.#state === "solved" || this.#state === "given_up" ? [next] : [];
    if (isOpen) {
      const last = this.#hints >= HINTS.length;
      shown.push(button("hint", t("puzzle.hint"), () => this.#hint(), { disabled: last }));
      shown.push(button("give_up", t("puzzle.give_up"), () => this.#giveUp()));
    }
    if (this.#state === "wrong") {
      shown.push(button("again", t("puzzle.again"), () => this.#ask(), primary));
      if (this.#answer.line.length > 1) shown.push(button("why_not", t("puzzle.why_not"), again));
    } else if (this.#frames?.length > 2) {
      shown.push(button("replay", t("puzzle.replay"), again));
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
    h: () => this.#hints < HINTS.length && this.#hint(),
  };
}

customElements.define("orchard-puzzles", Puzzles);
