// The Review view: the curve of the game, every move graded, each side's turning points explained, and another try.

import { h, icon, refill, toast } from "./dom.js";
import { t, colorName, playerName, playerShort } from "./i18n.js";
import { shareRow } from "./share_row.js";
import { graph } from "./graph.js";
import { keepCurrentInSight, moveList } from "./moves.js";
import { StudyView } from "./study.js";
import { badMoves, gradeOf, isReviewed, startReview } from "./reviewing.js";
import { marksOf, pointsOf, sideButtons, tallies, whyCard, worstMoves } from "./review_parts.js";
import { Task } from "./task.js";
import { sidesOf } from "./words.js";
import { Later, withWords } from "./parts.js";

const BETTER = 8; // moves of a better line that are shown, if it is not a proof

export class ReviewView extends StudyView {
  constructor(app) {
    super(app, "review");
    this.graphBox = h("div", { class: "card" });
    this.cards = h("div", { class: "panel" });
    this.moves = h("div", { class: "card moves", tabindex: "0", role: "region" });
    this.files = h("div", { class: "card" });
    this.keep = new Later(async () => {
      const { KeepMistakes } = await withWords(import("./keep_mistakes.js"), "puzzles");
      return new KeepMistakes(app);
    });
    this.panel.append(this.graphBox, this.cards, this.keep.element, this.moves, this.files);
    this.side = null; // whose turning points are shown; null: one's own
    this.task = new Task(this);
    this.steps.before(this.task.element);
  }

  show() {
    this.board.setGame(this.facts);
    const { app, tree } = this;
    if (!isReviewed(tree)) startReview(app, tree);
    this.review = tree.review;
    this.review.changed = () => this.#later();
    this.onStep();
  }

  hide() {
    this.task.end();
    this.review?.stop(); // which does nothing where it is done
    this.review = null;
  }

  #later() {
    this.pending ??= requestAnimationFrame(() => {
      this.pending = null;
      if (this.app.view === this) this.draw();
    });
  }

  onStep() {
    const { frame, view } = this.tree.current;
    this.board.show(frame, { legal: this.task.isOpen ? view.legal : {} });
    this.task.draw();
    this.draw();
  }

  onSquare({ name, legal }) {
    if (legal) this.task.choose(name);
  }

  draw() {
    const { tree } = this;
    const { review } = tree;
    const nodes = review?.nodes ?? [];
    this.drawHead();
    const jump = (ply) => this.jump(ply ? nodes[ply - 1] : tree.root);
    const now = Math.min(tree.current.ply, nodes.length);
    const course = nodes.length ? graph(pointsOf(review), nodes.length, now, jump) : null;
    refill(this.graphBox, course, this.#state(review, nodes));
    refill(this.cards, this.#cardList(review));
    this.#drawKeep(review);
    this.moves.setAttribute("aria-label", t("moves"));
    const list = moveList(tree, (node) => this.jump(node), { grades: true, branches: true });
    refill(this.moves, list);
    keepCurrentInSight(this.moves);
    refill(this.files, shareRow(this.app));
  }

  // How far the review is; at its end, how many bad moves each side made.
  #state(review, nodes) {
    if (!nodes.length) return h("p", { class: "small muted" }, t("review.empty"));
    if (review.failed) return h("p", { class: "small" }, review.failed);
    if (!review.done) {
      const judged = review.byPly.size;
      return h(
        "div",
        { class: "spread small muted" },
        h("span", {}, t("review.running", { n: judged, of: nodes.length })),
        h("progress", { value: judged, max: nodes.length, "aria-label": t("progress") }),
      );
    }
    return tallies(review);
  }

  // The move that is shown, and those that cost most.
  #cardList(review) {
    if (!review?.nodes.length) return [];
    const here = review.nodes.indexOf(this.tree.current) + 1;
    const current = here ? review.byPly.get(here) : null;
    const side = this.#shownSide;
    const worst = worstMoves(review, side);
    const cards = worst.map((move) => this.#card(move, review, move === current));
    const choose = (other) => {
      this.side = other;
      this.draw();
    };
    const sides = sideButtons(side, (color) => this.#nameOf(color), choose);
    cards.unshift(h("h2", {}, this.#turningText(side)), sides);
    if (current && !worst.includes(current) && !this.task.isOpen) cards.unshift(this.#card(current, review, true));
    if (review.done && !worst.length) cards.push(h("p", { class: "card" }, t("review.clean")));
    return cards;
  }

  get #shownSide() {
    return this.side ?? sidesOf({ seats: this.app.seats })[0];
  }

  // A person's own mistakes may be kept; of a game from elsewhere, those of the side that is shown.
  #drawKeep(review) {
    const side = this.#shownSide;
    const isOwn = Boolean(this.tree.names) || this.app.seats[side] === "human";
    const count = review?.done && isOwn ? badMoves(review, side).length : 0;
    if (!count && !this.keep.part) return;
    this.keep.use((part) => part.draw(this.tree, review, side, count));
  }

  #turningText(side) {
    const name = this.#nameOf(side);
    if (name === playerName("human")) return t("review.turning_yours");
    return t("review.turning", { who: name || colorName(side) });
  }

  // Who played a side; "" where a game from elsewhere does not say.
  #nameOf(side) {
    return this.tree.names ? this.tree.names[side] : playerShort(this.app.seats[side]);
  }

  #card(move, review, chosen) {
    const node = review.nodes[move.ply - 1];
    const lineButton = (fact) => this.#lineButton(fact, node);
    return whyCard(move, { chosen, lineButton, buttons: this.#cardButtons(move, node) });
  }

  #cardButtons(move, node) {
    const button = (key, sign, text, onclick) =>
      h("button", { type: "button", "data-key": `${key}-${move.ply}`, onclick }, icon(sign), text);
    const show = () => {
      this.jump(node);
      this.board.mark(marksOf(move));
      this.lookAtBoard();
    };
    const better = () => this.#showOnBoard(node.parent, move.best_wins_in ? move.line : move.line.slice(0, BETTER));
    const again = () => this.#tryBetter(move, node.parent);
    const isForced = gradeOf(move) === "forced"; // there is nothing else to try
    return h(
      "div",
      { class: "row" },
      button("show", "go", t("show_move"), show),
      move.best === move.move ? null : button("better", "forward", t("show_better"), better),
      isForced ? null : button("again", "undo", t("try_from_here"), again),
    );
  }

  // A reason with a line can be played through on the board.
  #lineButton(fact, node) {
    if (!fact.line?.length) return null;
    const onclick = () => this.#showOnBoard(fact.after ? node : node.parent, fact.line);
    const props = { type: "button", class: "show-line", "data-key": `${fact.kind}-${node.ply}`, onclick };
    return h("button", props, t("show_line"));
  }

  #showOnBoard(node, line) {
    this.showLine(node, line);
    this.lookAtBoard();
  }

  // The board waits for a better move, where there is one; else the game goes on from there.
  async #tryBetter(move, node) {
    if (move.best === move.move) {
      this.tryAgain(node);
      return;
    }
    try {
      await this.app.viewOf(node);
      this.task.start(move, node);
      this.jump(node);
      this.lookAtBoard();
    } catch (error) {
      toast(this.app.errorText(error));
    }
  }

  tryAgain(node) {
    this.seatPerson(node.frame.to_move);
    this.playFrom(node);
  }
}
