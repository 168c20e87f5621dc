// Step by step in Look inside: the stepper with what can be changed about the search and what the player sees, and the
// board that follows.

import { isAbort, stopped } from "./dom.js";
import { runOnBoard } from "./playout_run.js";
import { Sees } from "./sees.js";
import { Stepper } from "./think.js";
import { ThinkSettings } from "./think_settings.js";
import { short } from "./tree.js";

const MOST_TRACED = 1000; // playouts that are gone through step by step
const DEEPEST_TRACED = 4; // plies

export class Thinking {
  /** @param {import("./inside.js").InsideView} view */
  constructor(view) {
    this.view = view;
    this.path = [];
    this.stepper = new Stepper(
      (path) => this.#show(path),
      () => this.#trace(),
      (error) => this.#say(error),
      (path, moves) => this.#runOnBoard(path, moves),
      (trace) => this.#more(trace),
    );
    this.settings = new ThinkSettings(
      () => this.stepper.load(this.stepper.toMove, true),
      (spec) => this.#count(spec),
      () => this.stepper.draw(),
      (error) => this.#say(error),
    );
    this.sees = new Sees(view.board, () => this.#see());
    this.element = this.stepper.element;
  }

  async open() {
    this.element.hidden = false;
    this.settings.reset(this.view.isLevel ? null : this.view.searcher());
    await this.stepper.load(this.view.tree.current.frame.to_move);
  }

  close() {
    this.running?.abort(stopped());
    this.stepper.stop();
    this.sees.clear();
    this.element.hidden = true;
  }

  #say(error) {
    if (!isAbort(error)) this.view.status.say(this.view.app.errorText(error));
  }

  #ask(name, ask, signal = this.view.run.signal) {
    return this.view.app.connection.ask(name, { ...this.view.tree.place(), ...ask }, { signal });
  }

  // A level plays with its own options.
  get #spec() {
    const { player, isLevel } = this.view;
    return isLevel ? player : this.settings.spec(player);
  }

  // How deep a search by plies is gone through.
  get #depth() {
    const { search_depth: depth } = this.view.limits();
    return depth && Math.min(depth, this.view.facts.width > 8 ? 2 : DEEPEST_TRACED);
  }

  #trace() {
    const { playouts } = this.view.limits();
    const ask = { player: this.#spec, ...this.settings.asked };
    if (playouts) ask.playouts = Math.min(playouts, MOST_TRACED);
    if (this.#depth) ask.search_depth = this.#depth;
    return this.#ask("trace", ask);
  }

  async #count(player) {
    const { choice } = await this.#ask("move", { player, depth: this.#depth, seed: 0 });
    return choice.nodes;
  }

  #more(trace) {
    const parts = [this.settings.draw(trace, this.#depth)];
    if (this.view.searcher()?.shows_numbers) parts.unshift(this.sees.label());
    return parts;
  }

  // ---------------------------------------------------------------- on the board

  async #show(path) {
    this.running?.abort(stopped());
    this.path = path;
    await this.view.showPath(path, false);
    if (path === this.path && this.sees.isOpen && !this.stepper.pace.isRunning) await this.#see();
  }

  async #see() {
    const { path } = this;
    const moves = this.view.tree.place().moves + path.map(short).join("");
    try {
      const { sees } = await this.#ask("sees", { moves, player: this.#spec });
      if (path === this.path && this.sees.isOpen) this.sees.show(sees);
    } catch (error) {
      this.#say(error);
    }
  }

  // A playout, move by move, after the moves of a path; another step or a second playout ends it.
  async #runOnBoard(path, moves) {
    this.running?.abort(stopped());
    this.running = new AbortController();
    const { view } = this;
    view.lookAtBoard();
    try {
      await runOnBoard(view.app, view.board, view.tree.place(), path, moves, this.running.signal);
    } catch (error) {
      this.#say(error);
    }
  }
}
