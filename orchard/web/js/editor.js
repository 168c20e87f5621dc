// Setting up a position in Analyse: stones painted on the board by clicks and drags, the rest beside it.

import { h, refill, select, toast } from "./dom.js";
import { t, colorName } from "./i18n.js";
import { baseOf, startFrame } from "./games.js";
import { GameTree, treeOf } from "./tree.js";
import { mirrored, rotated } from "./symmetry.js";

export class Editor {
  /**
   * @param view the Analyse view, on whose board and in whose panel the position is set up
   * @param {(tree: GameTree?) => void} end called with the new game, or with nothing
   */
  constructor(view, end) {
    const { tree } = view;
    this.view = view;
    this.end = end;
    this.from = tree.current; // the node that was shown
    this.game = tree.game;
    this.stones = [...tree.current.frame.stones];
    this.choice = { brush: "X", to_move: tree.current.frame.to_move };
    this.painting = null; // what a pressed pointer leaves on the squares it comes over
    this.listening = new AbortController();
    this.#listen(view.board);
  }

  #listen(board) {
    const { signal } = this.listening;
    const cellAt = ({ clientX, clientY }) => document.elementFromPoint(clientX, clientY)?.closest("main .cell");
    const begin = (event) => {
      const name = event.target.closest(".cell")?.dataset.square;
      if (!name || event.button) return;
      event.preventDefault();
      event.stopPropagation();
      const { brush } = this.choice;
      this.painting = this.stones[board.squareOf(name)] === brush ? "-" : brush;
      this.#paint(name);
    };
    const go = (event) => this.painting && this.#paint(cellAt(event)?.dataset.square);
    const end = () => {
      this.painting = null;
    };
    board.classList.add("painting");
    board.addEventListener("pointerdown", begin, { capture: true, signal });
    board.addEventListener("click", (event) => event.stopPropagation(), { capture: true, signal });
    addEventListener("pointermove", go, { signal });
    for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, end, { signal });
  }

  /** The board is another view's again. */
  close() {
    this.listening.abort();
    this.view.board.classList.remove("painting");
  }

  #paint(name) {
    if (!name) return;
    const square = this.view.board.squareOf(name);
    if (this.stones[square] === this.painting) return;
    this.stones[square] = this.painting;
    this.draw();
  }

  #turn(how) {
    this.stones = how(this.stones, this.view.app.factsOf(this.game));
    this.draw();
  }

  /** The keyboard's way. */
  put(name) {
    const square = this.view.board.squareOf(name);
    const { brush } = this.choice;
    this.stones[square] = this.stones[square] === brush ? "-" : brush;
    this.draw();
  }

  #clear() {
    const { width, height } = this.view.app.factsOf(this.game);
    this.stones = Array(width * height).fill("-");
    this.draw();
  }

  #change(game) {
    this.game = game;
    this.#clear();
  }

  #choose(key, value) {
    this.choice[key] = value;
    this.draw();
  }

  draw() {
    const { view } = this;
    view.drawTitle(this.game);
    view.board.setGame(view.app.factsOf(this.game));
    const frame = { move: null, stones: this.stones.join(""), to_move: this.choice.to_move };
    view.board.show({ ...frame, flipped: [], winning_line: [] }, { legal: {}, still: true });
    refill(view.engine, h("div", { class: "opponent-fields" }, this.#fields()));
  }

  #fields() {
    const games = this.view.app.games.list.map(({ name }) => [name, this.view.app.nameOfGame(name)]);
    const colors = ["black", "white"].map((color) => [color, colorName(color)]);
    const stones = [
      ["X", colorName("black")],
      ["O", colorName("white")],
      ["-", t("board.empty")],
    ];
    const button = (text, onclick, more = {}) => h("button", { type: "button", onclick, ...more }, text);
    return [
      h("h2", {}, t("setup")),
      h("p", { class: "small muted" }, t("setup.how")),
      select("game", t("game"), baseOf(this.game), games, (game) => this.#change(game)),
      this.#segments("brush", t("setup.stone"), stones),
      this.#segments("to_move", t("setup.turn"), colors),
      h(
        "div",
        { class: "row" },
        button(t("setup.clear"), () => this.#clear()),
        button(t("setup.rotate"), () => this.#turn(rotated)),
        button(t("setup.mirror"), () => this.#turn(mirrored)),
      ),
      h(
        "div",
        { class: "row end" },
        button(t("cancel"), () => this.end(null), { class: "quiet" }),
        button(t("setup.start"), () => this.#fresh()),
        button(t("done"), () => this.#use(), { class: "primary" }),
      ),
    ];
  }

  #segments(key, legend, entries) {
    const radios = entries.map(([value, text]) => {
      const props = { type: "radio", name: `edit-${key}`, value, checked: this.choice[key] === value };
      const input = h("input", { ...props, onchange: () => this.#choose(key, value) });
      return h("label", {}, input, h("span", {}, text));
    });
    return h("fieldset", {}, h("legend", {}, legend), h("div", { class: "segments" }, radios));
  }

  #fresh() {
    const facts = this.view.app.factsOf(this.game);
    this.end(new GameTree(facts.name, "", startFrame(facts)));
  }

  async #use() {
    const { app } = this.view;
    const start = `${this.stones.join("")} ${this.choice.to_move === "black" ? "X" : "O"}`;
    try {
      const line = await app.connection.ask("line", { game: this.game, start, moves: "" });
      this.end(treeOf(this.game, start, line));
    } catch (error) {
      toast(app.errorText(error), 5);
    }
  }
}
