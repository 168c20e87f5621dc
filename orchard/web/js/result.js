// The end of a game, told kindly below the board, with what one may want next.

import { h, icon, refill } from "./dom.js";
import { t, colorName, duration, number } from "./i18n.js";
import { badMoves, isReviewed, startReview } from "./reviewing.js";
import { sidesOf } from "./words.js";

const LEVELS = 10;

/** Docked below the board while the end of a game is shown. */
export class Result {
  #play;
  element = h("section", { class: "card result", "aria-labelledby": "result-title", hidden: true });

  constructor(play) {
    this.#play = play;
  }

  draw() {
    const { tree } = this.#play;
    this.element.hidden = !(this.#play.over && tree.results?.has(tree.current));
    if (this.element.hidden) return;
    const view = tree.current.view ?? tree.current.frame;
    const times = { black: duration(tree.used("black")), white: duration(tree.used("white")), moves: tree.current.ply };
    refill(
      this.element,
      h(
        "header",
        {},
        h("h2", { id: "result-title" }, this.#play.resultText(view)),
        h("p", { class: "muted small" }, t("result.times", times)),
      ),
      h("div", { class: "row" }, this.#buttons(view)),
    );
  }

  #buttons(view) {
    const play = this.#play;
    const button = (value, text, onclick, more = {}) => h("button", { type: "button", value, onclick, ...more }, text);
    const level = this.#nextLevel(view);
    return [
      button("again", t("play_again"), () => play.restart(), { class: "primary" }),
      button("review", [icon("review"), this.#reviewText()], () => play.app.go("review")),
      level && button("level", t("try_level", { n: number(level) }), () => play.restart({ level })),
      button("swap", t("swap_sides"), () => play.restart({ swap: true })),
    ];
  }

  /** The side of the one person who plays against a player; null where there is none. */
  get #own() {
    const { human, friends } = this.#play;
    return human && !friends ? sidesOf(this.#play)[0] : null;
  }

  // A level higher after a win, a level lower after a loss; null where there is no such one.
  #nextLevel(view) {
    const { ending, seats } = this.#play;
    const winner = ending ? ending.winner : view.winner;
    const level = Number(/^level:(\d+)$/.exec(Object.values(seats).find((seat) => seat !== "human"))?.[1]);
    if (!this.#own || !level || winner === null) return null;
    const next = winner === this.#own ? level + 1 : level - 1;
    return next >= 1 && next <= LEVELS ? next : null;
  }

  /** Count one's own mistakes, so that they can be offered. */
  count() {
    const { app, tree } = this.#play;
    if (!this.#own || !tree.mainLine().length) return;
    const drawn = () => tree === this.#play.tree && app.view === this.#play && this.draw();
    if (isReviewed(tree)) tree.review.changed = drawn;
    else startReview(app, tree, drawn);
  }

  #reviewText() {
    const { tree } = this.#play;
    if (!this.#own || !tree.review?.done || !isReviewed(tree)) return t("review");
    const n = badMoves(tree.review, this.#own).length;
    return n ? t("result.mistakes", { n: number(n) }) : t("result.no_mistakes");
  }
}
