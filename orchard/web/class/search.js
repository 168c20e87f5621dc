// What one's own bot searched before a move, step by step as the studio shows a search. A worker asks the bot for it.

import { h, refill } from "../js/dom.js";
import { withStyles, withWords } from "../js/parts.js";
import { get, problemText, send } from "./api.js";
import { action, c } from "./parts.js";

const LOOK_MS = 1500;

export class SearchPart {
  #ply = -1; // of the search that is asked for or shown
  #stepper = null;

  constructor(replay) {
    this.replay = replay;
    this.element = h("div", { class: "searched", "aria-live": "polite" });
  }

  /** The game is shown at a move: offer the search of the next one, where a bot of one's own made it. */
  draw() {
    const { game, now, frames, isGame } = this.replay;
    if (!isGame || now === this.#ply) return; // a line of the search, or where it began
    this.stop();
    this.#ply = -1;
    const { to_move: color } = frames[now];
    const isOwn =
      now < frames.length - 1 && now >= this.replay.before && game.thinking[color] && !game[color].reference;
    refill(this.element, isOwn && action(c("search.ask"), () => this.#ask(now), { "data-key": "search" }));
  }

  stop() {
    this.#stepper?.stop();
    this.#stepper = null;
  }

  async #ask(ply) {
    const path = `${this.replay.path}/searches/${ply}`;
    this.#ply = ply;
    let told = await send("POST", path, {});
    refill(this.element, h("p", { role: "status" }, c("search.waiting")));
    while (!told.search && told.state !== "failed") {
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      if (this.#ply !== ply || !this.element.isConnected) return;
      told = await get(path);
    }
    if (this.#ply !== ply) return;
    if (told.search?.steps) await this.#show(ply, told.search);
    else refill(this.element, h("p", {}, c("search.none")), h("p", { class: "muted small" }, told.search?.problem));
  }

  async #show(ply, trace) {
    const module = withWords(import("../js/think.js"), "inside");
    const { Stepper } = await withStyles(module, "moves", "think");
    const show = (path) => this.replay.showPath(ply, path);
    const say = (error) => refill(this.element, h("p", { class: "problem" }, problemText(error)));
    this.#stepper = new Stepper(show, async () => trace, say);
    refill(this.element, this.#stepper.element);
    await this.#stepper.load(this.replay.frames[ply].to_move);
  }
}
