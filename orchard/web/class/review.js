// The review of a game, drawn as in the studio: the curve, grades, and why the turning points turned it.

import { h, icon, refill } from "../js/dom.js";
import { t, colorName } from "../js/i18n.js";
import { withStyles } from "../js/parts.js";
import { get, send } from "./api.js";
import { action, c, card } from "./parts.js";
import { playedBy } from "./played.js";

const BETTER = 8; // moves of a better line that are shown, if it is not a proof

export class ReviewPart {
  #side = "black";
  #review = null;
  #tools = null; // modules of the studio, which come when there is something to draw

  constructor(replay) {
    this.replay = replay;
    this.element = h("div", { class: "sheet", "aria-live": "polite" });
  }

  /** Take over how far the server is with it. */
  async use({ state, review }) {
    this.state = state;
    if (review && !this.#review) {
      const nodes = this.replay.frames.slice(1);
      const byPly = playedBy(review.moves, this.replay.before);
      this.#tools = await tools();
      this.#review = { nodes, byPly, done: true, by: review.by, final: review.final_value };
    }
    this.draw();
  }

  /** The grade of a move as a sign; undefined before the review. */
  sign(ply) {
    const move = this.#moveAt(ply);
    return move && this.#tools.gradeSign(this.#tools.gradeOf(move));
  }

  // A move that a player made; those of the opening are nobody's.
  #moveAt = (ply) => (ply > this.replay.before ? this.#review?.byPly.get(ply) : undefined);

  draw() {
    if (this.#review) refill(this.element, this.#course(), this.#cards());
    else if (this.replay.extras.may.includes("review")) refill(this.element, this.#request());
  }

  // Asked for once, by anybody.
  #request() {
    const { path, use } = this.replay;
    const ask = async () => {
      await send("POST", `${path}/review`, {});
      await use(await get(`${path}/extras`));
    };
    const isUnderWay = this.state === "waiting" || this.state === "running";
    return card(
      c("review"),
      isUnderWay
        ? h("p", { role: "status" }, c("review.waiting"))
        : [
            h("p", {}, c(this.state === "failed" ? "review.failed" : "review.how")),
            h("div", { class: "row" }, action(c("review.ask"), ask)),
          ],
    );
  }

  #course() {
    const { replay } = this;
    const { graph, pointsOf, tallies } = this.#tools;
    const review = this.#review;
    const now = Math.min(replay.now, review.nodes.length);
    return card(
      c("review"),
      h("p", { class: "muted small" }, c("review.by", { name: review.by })),
      graph(pointsOf(review), review.nodes.length, now, (ply) => replay.show(ply)),
      tallies(review),
    );
  }

  #cards() {
    const { replay } = this;
    const { sideButtons, worstMoves } = this.#tools;
    const worst = worstMoves(this.#review, this.#side);
    const current = replay.isGame ? this.#moveAt(replay.now) : null;
    const shown = current && !worst.includes(current) ? [current, ...worst] : worst;
    const choose = (side) => {
      this.#side = side;
      this.draw();
    };
    return [
      h("h2", {}, t("review.turning", { who: colorName(this.#side) })),
      sideButtons(this.#side, (side) => replay.game[side].name, choose),
      ...shown.map((move) => this.#card(move, move === current)),
      !worst.length && h("p", { class: "card" }, t("review.clean")),
    ];
  }

  #card(move, chosen) {
    const { replay } = this;
    const { marksOf, whyCard } = this.#tools;
    const lookAtBoard = () => replay.board.scrollIntoView({ block: "nearest" });
    const show = () => {
      replay.show(move.ply);
      replay.board.mark(marksOf(move));
      lookAtBoard();
    };
    const better = async () => {
      await replay.showLine(move.ply, move.best_wins_in ? move.line : move.line.slice(0, BETTER));
      lookAtBoard();
    };
    const line = (fact) => async () => {
      await replay.showLine(fact.after ? move.ply + 1 : move.ply, fact.line);
      lookAtBoard();
    };
    const button = (key, sign, text, act) => action([icon(sign), text], act, { "data-key": `${key}-${move.ply}` });
    const buttons = h(
      "div",
      { class: "row" },
      button("show", "go", t("show_move"), show),
      move.best === move.move ? null : button("better", "forward", t("show_better"), better),
    );
    const lineButton = (fact) => fact.line?.length > 0 && action(t("show_line"), line(fact), { class: "show-line" });
    return whyCard(move, { chosen, lineButton, buttons });
  }
}

async function tools() {
  const modules = Promise.all([
    import("../js/graph.js"),
    import("../js/moves.js"),
    import("../js/reviewing.js"),
    import("../js/review_parts.js"),
  ]);
  return Object.assign({}, ...(await withStyles(modules, "moves", "review")));
}
