// The tree of openings: how named lines and saved games go on from a position, what each move is worth, and how the
// games with it ended.

import { h, isAbort, refill, table, toast } from "./dom.js";
import { t, colorName, number } from "./i18n.js";
import { ConfirmTap } from "./confirm_tap.js";
import { startFrame } from "./games.js";
import { preparing } from "./searching.js";
import { worth } from "./study.js";

const SECONDS = 0.5; // for what Orchard thinks of the moves

/** The key of what the tree shows: without named openings, what one's own games went on with. */
export const aboutTree = (openings) => (openings.length ? "learn.tree.about" : "learn.tree.own");

export class OpeningTree {
  #view;
  #stop = new AbortController();
  #moves; // the way to the position, move by move
  #rows = null; // what the server says of the next moves
  #found = null; // what Orchard thinks of them
  #counted = null; // how many of the games saved since are counted in
  #position = null;
  #title = h("h1", {});
  #card = h("div", { class: "card lesson opening-tree" });
  board = h("orchard-board");
  element = h(
    "div",
    { class: "stage lesson-stage" },
    h("div", { class: "board-side" }, h("div", { class: "aim" }, this.#title), this.board),
    h("div", { class: "panel" }, this.#card),
  );

  constructor(view, game, openings) {
    this.#view = view;
    this.#moves = [];
    Object.assign(this, { app: view.app, game, openings });
    const facts = view.app.factsOf(game);
    this.board.setGame(facts);
    this.board.show(startFrame(facts));
    new ConfirmTap(this, this.board);
    this.board.addEventListener("square", ({ detail }) => detail.legal && this.#go([...this.#moves, detail.name]));
    this.#go([]);
  }

  get keys() {
    return { ArrowLeft: () => this.#back(), Escape: () => this.#view.open() };
  }

  stop() {
    this.#stop.abort();
  }

  // What ConfirmTap asks of the app: a setting, and who is to move.
  recall = (key) => this.app.recall(key);

  get tree() {
    return { current: { frame: this.#position } };
  }

  #back() {
    if (this.#moves.length) this.#go(this.#moves.slice(0, -1));
  }

  async #go(moves) {
    this.#stop.abort();
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    this.#moves = moves;
    this.#rows = this.#found = this.#counted = null;
    const { connection } = this.app;
    const place = { game: this.game, moves: moves.join("") };
    const failed = (error) => isAbort(error) || toast(this.app.errorText(error));
    const take = (answer) => this.#take(answer, place, signal).catch(failed);
    try {
      this.#position = await connection.ask("view", place, { signal });
      this.#showBoard();
      take(await connection.ask("opening_tree", place, { signal, onUpdate: take }));
    } catch (error) {
      failed(error);
    }
  }

  // What the games say that are counted so far; the moves are valued as soon as there are any.
  async #take({ branches, done, of }, place, signal) {
    this.#counted = of > done ? { done, of } : null;
    if (!branches) return this.draw();
    this.#rows = branches;
    this.#showBoard();
    const valued = new Set(this.#found?.moves.map(({ move }) => move));
    if (branches.every(({ move }) => valued.has(move))) return;
    this.#found = await this.#valued(place, signal);
    this.draw();
  }

  // What the opening book says of the moves; Orchard thinks about those that it does not know.
  async #valued(place, signal) {
    const { connection } = this.app;
    const { book } = await connection.ask("book", place, { signal });
    const known = new Map(book?.moves.map((entry) => [entry.move, entry]));
    if (this.#rows.every(({ move }) => known.has(move))) return book;
    const found = await connection.ask("analyse", { ...place, seconds: SECONDS }, { signal });
    return { ...found, moves: found.moves.map((entry) => known.get(entry.move) ?? entry) };
  }

  // Only what goes on may be played.
  #showBoard() {
    const known = (this.#rows ?? []).map(({ move }) => [move, this.#position.legal[move]]);
    this.board.show(this.#position, { legal: Object.fromEntries(known), still: !this.#moves.length });
    this.draw();
  }

  draw() {
    const { opening_name: name, to_move: who } = this.#position ?? {};
    this.#title.textContent = name || t("learn.tree");
    const line = this.openings.find(({ moves }) => moves === this.#moves.join(""));
    const button = (key, text, onclick, props) =>
      h("button", { type: "button", "data-key": key, onclick, ...props }, text);
    refill(
      this.#card,
      h(
        "p",
        { class: "muted small" },
        this.#moves.map((move) => move.toUpperCase()).join(" ") || t(aboutTree(this.openings)),
      ),
      who && h("p", { class: "sentence" }, t("turn_of", { who: colorName(who) })),
      this.#rows && (this.#rows.length ? this.#table() : h("p", { class: "muted small" }, t("tree.none"))),
      this.#counted && preparing(this.#counted),
      h(
        "div",
        { class: "row" },
        line &&
          button("practise", t("tree.practise"), () => this.#view.open(`opening-${line.moves}`), { class: "primary" }),
        button("back", t("tree.back"), () => this.#back(), { disabled: !this.#moves.length }),
        button("all", t("learn.all"), () => this.#view.open(), { class: "quiet" }),
      ),
    );
  }

  #table() {
    const heads = [t("moves"), t("opening"), t("tree.value"), t("tree.games"), t("result")];
    const rows = this.#rows.map(({ move, name, lines, results }) => {
      const go = () => this.#go([...this.#moves, move]);
      const entry = this.#found?.moves.find((one) => one.move === move);
      const about = name || (lines ? t("tree.lines", { n: number(lines) }) : "–");
      const { games, black, draws, white } = results;
      const ended = { black: number(black), draws: number(draws), white: number(white) };
      return h(
        "tr",
        {},
        h(
          "td",
          {},
          h("button", { type: "button", class: "quiet", "data-move": move, onclick: go }, move.toUpperCase()),
        ),
        h("td", {}, about),
        h("td", { class: "num value" }, this.#found ? worth(entry?.value, this.#found.unit, entry?.exact) : "…"),
        h("td", { class: "num" }, number(games)),
        h("td", { class: "num" }, games ? t("tree.results", ended) : "–"),
      );
    });
    return [
      h("div", { class: "forest-like" }, table(heads, rows, { class: "games" })),
      h("p", { class: "muted small" }, t("tree.results.about")),
    ];
  }
}
