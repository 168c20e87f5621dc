// The Review view: the curve of the game, every move graded, the worst three explained, and another try.

import { h, icon, refill } from "./dom.js";
import { t, colorName, percent, signed } from "./i18n.js";
import { graph } from "./graph.js";
import { GRADE_SIGNS, keepCurrentInSight, moveList, moveText } from "./moves.js";
import { StudyView, isAbort, stopped, worth } from "./study.js";
import { provedNoun } from "./proof.js";

const BAD = new Set(["inaccuracy", "mistake", "blunder"]);

export class ReviewView extends StudyView {
  constructor(app) {
    super(app, "review");
    this.graphBox = h("div", { class: "card" });
    this.cards = h("div", { class: "panel" });
    this.moves = h("div", { class: "card moves", tabindex: "0", role: "region" });
    this.panel.append(this.graphBox, this.cards, this.moves);
    this.run = null;
  }

  show() {
    this.board.setGame(this.app.factsOf(this.tree.game));
    const nodes = this.#toJudge();
    if (!this.tree.review || this.tree.review.nodes.at(-1) !== nodes.at(-1)) this.start(nodes);
    this.onStep();
  }

  hide() {
    this.run?.abort(stopped());
    this.run = null;
  }

  // The line that one looks at; if it was only shown as a better one, the game itself.
  #toJudge() {
    const { tree } = this;
    const line = tree.line();
    if (!line.some((node) => node.imagined)) return line;
    return tree.live?.end.path() ?? tree.review?.nodes ?? line;
  }

  async start(nodes) {
    this.hide();
    const tree = this.tree;
    const review = (tree.review = { nodes, byPly: new Map(), done: false, by: "", final: null, failed: null });
    if (!nodes.length) return;
    const run = (this.run = new AbortController());
    const take = (move) => {
      review.byPly.set(move.ply, move);
      nodes[move.ply - 1].grade = move.grade;
    };
    try {
      const seconds = Math.max(0.08, Math.min(0.3, 14 / nodes.length));
      const result = await this.app.connection.ask(
        "review",
        { ...tree.place(nodes.at(-1)), seconds_per_move: seconds },
        { signal: run.signal, onUpdate: (move) => (take(move), this.#later()) },
      );
      result.moves.forEach(take);
      Object.assign(review, { done: true, by: result.by, final: result.final_value, worst: result.worst });
    } catch (error) {
      if (!isAbort(error)) review.failed = this.app.errorText(error);
      else if (tree.review === review) tree.review = null;
    }
    if (tree === this.tree && this.app.view === this) this.onStep();
  }

  #later() {
    this.pending ??= requestAnimationFrame(() => {
      this.pending = null;
      if (this.app.view === this) this.draw();
    });
  }

  async onStep() {
    const { tree } = this;
    const node = tree.current;
    this.board.show(node.frame, {});
    this.draw();
  }

  draw() {
    const { tree } = this;
    const { review } = tree;
    this.drawHead();
    const nodes = review?.nodes ?? [];
    const points = nodes.map((node, n) => {
      const found = review.byPly.get(n + 1);
      return {
        ply: n,
        value: found?.black_value ?? null,
        unit: found?.unit,
        move: moveText(node.move),
        bad: BAD.has(found?.grade) ? found.grade : null,
      };
    });
    if (review?.done) points.push({ ply: nodes.length, value: review.final, unit: points[0]?.unit });
    const jump = (ply) => this.jump(ply ? nodes[ply - 1] : tree.root);
    refill(
      this.graphBox,
      graph(points, nodes.length, Math.min(tree.current.ply, nodes.length), jump),
      this.#state(review, nodes),
    );
    refill(this.cards, ...this.#cardList(review));
    this.moves.setAttribute("aria-label", t("moves"));
    refill(
      this.moves,
      moveList(tree, (node) => this.jump(node), { grades: true, branches: true }),
    );
    keepCurrentInSight(this.moves);
  }

  #state(review, nodes) {
    if (!nodes.length) return h("p", { class: "small muted" }, t("review.empty"));
    if (review.failed) return h("p", { class: "small" }, review.failed);
    if (!review.done)
      return h(
        "div",
        { class: "spread small muted" },
        h("span", {}, t("review.running", { n: review.byPly.size, of: nodes.length })),
        h("progress", { value: review.byPly.size, max: nodes.length, "aria-label": t("progress") }),
      );
    const tally = (color) =>
      ["blunder", "mistake", "inaccuracy"].map((grade) => {
        const n = [...review.byPly.values()].filter((move) => move.color === color && move.grade === grade).length;
        return h("span", { class: `grade ${grade}`, title: t(`grade.${grade}`) }, `${GRADE_SIGNS[grade]} ${n}`);
      });
    return h(
      "div",
      { class: "spread small" },
      ["black", "white"].map((color) => h("span", { class: "row" }, h("span", {}, colorName(color)), tally(color))),
    );
  }

  #cardList(review) {
    if (!review) return [];
    const found = [];
    const here = review.nodes.indexOf(this.tree.current) + 1;
    const current = here ? review.byPly.get(here) : null;
    const bad = [...review.byPly.values()]
      .filter((move) => BAD.has(move.grade))
      .sort((a, b) => b.loss - a.loss)
      .slice(0, 3);
    if (current && !bad.includes(current) && current.grade) found.push(this.#card(current, review, true));
    if (bad.length) found.push(h("h2", {}, t("review.worst")));
    found.push(...bad.map((move) => this.#card(move, review, move === current)));
    if (review.done && !bad.length) found.push(h("p", { class: "card" }, t("review.clean")));
    return found;
  }

  #card(move, review, chosen) {
    const node = review.nodes[move.ply - 1];
    const loss =
      move.unit === "discs"
        ? t("lost_discs", { n: signed(-move.loss, 1) })
        : t("lost_chance", { n: percent(move.loss) });
    const same = move.best === move.move;
    return h(
      "article",
      { class: `card why${chosen ? " chosen" : ""}`, "data-ply": move.ply },
      h(
        "header",
        {},
        h("span", { class: `grade ${move.grade}` }, GRADE_SIGNS[move.grade]),
        h("span", {}, `${move.ply}. ${colorName(move.color)} ${moveText(move.move).toUpperCase()}`),
        h("span", { class: "muted small" }, `${t(`grade.${move.grade}`)}${move.loss > 0.005 ? " · " + loss : ""}`),
      ),
      move.facts.length
        ? h(
            "ul",
            {},
            move.facts.map((fact) => h("li", {}, factText(fact, move), this.#lineButton(fact, node))),
          )
        : null,
      same
        ? null
        : h(
            "p",
            { class: "small" },
            t("better_was", {
              move: moveText(move.best).toUpperCase(),
              worth: move.best_wins_in ? provedNoun(move.best_wins_in) : worth(move.best_value, move.unit, move.exact),
              played: move.played_wins_in ? provedNoun(move.played_wins_in) : worth(move.played_value, move.unit),
            }),
          ),
      h(
        "div",
        { class: "row" },
        h(
          "button",
          { type: "button", "data-key": `show-${move.ply}`, onclick: () => (this.jump(node), this.lookAtBoard()) },
          icon("go"),
          t("show_move"),
        ),
        same
          ? null
          : h(
              "button",
              {
                type: "button",
                "data-key": `better-${move.ply}`,
                onclick: () => (
                  this.showLine(node.parent, move.best_wins_in ? move.line : move.line.slice(0, 8)),
                  this.lookAtBoard()
                ),
              },
              icon("forward"),
              t("show_better"),
            ),
        h(
          "button",
          { type: "button", "data-key": `again-${move.ply}`, onclick: () => this.tryAgain(node.parent) },
          icon("undo"),
          t("try_from_here"),
        ),
      ),
    );
  }

  // A reason with a line can be played through on the board.
  #lineButton(fact, node) {
    if (!fact.line?.length) return null;
    return h(
      "button",
      {
        type: "button",
        class: "show-line",
        "data-key": `${fact.kind}-${node.ply}`,
        onclick: () => (this.showLine(fact.after ? node : node.parent, fact.line), this.lookAtBoard()),
      },
      t("show_line"),
    );
  }

  tryAgain(node) {
    this.seatPerson(node.frame.to_move);
    this.playFrom(node);
  }
}

function factText(fact, move) {
  const squares = fact.squares.map((name) => name.toUpperCase());
  return t(`fact.${fact.kind}`, {
    squares: squares.join(", "),
    first: squares[0] ?? "",
    second: squares[1] ?? "",
    who: colorName(move.color),
    other: colorName(move.color === "black" ? "white" : "black"),
    line: lineText(fact.line ?? []),
    ...fact.numbers,
  });
}

const LONGEST = 9;
const lineText = (line) =>
  line
    .slice(0, LONGEST)
    .map((name) => name.toUpperCase())
    .join(" ") + (line.length > LONGEST ? " …" : "");
