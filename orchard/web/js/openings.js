// The openings of a game: their tree, and those that have names, to be played from memory; first those that one's own
// games have left.

import { h, refill, select } from "./dom.js";
import { t, colorName, number } from "./i18n.js";
import { OpeningPage } from "./opening_page.js";
import { aboutTree, OpeningTree } from "./opening_tree.js";

const PREFIX = "opening-"; // of their addresses: no lesson is called so
const ANY = "any";
const TREE = "tree";

export class OpeningList {
  #left = new Map(); // by game: where own games left the lines
  element = h("section", { class: "card openings" });

  constructor(view) {
    this.view = view;
  }

  draw(game, { openings }) {
    this.#refill(game, openings);
    if (openings.length) this.#askWhatWasLeft(game, openings);
  }

  // Own games are those of this browser; who has not played yet has none.
  async #askWhatWasLeft(game, openings) {
    const { app } = this.view;
    const owner = app.recall("browser");
    if (!owner) return;
    const { left } = await app.connection.ask("openings_left", { game, owner }).catch(() => ({ left: [] }));
    this.#left.set(game, left);
    if (left.length && this.view.game === game) this.#refill(game, openings);
  }

  #refill(game, openings) {
    const byHeart = openings.filter(({ moves }) => this.view.learned.isDone("opening", game, moves)).length;
    const left = (this.#left.get(game) ?? []).map((row) => this.#leftEntry(game, row));
    const tree = this.#entry(game, TREE, t("learn.tree"), t(aboutTree(openings)));
    if (!openings.length) {
      refill(this.element, h("h2", {}, t("learn.openings.none")), h("ul", {}, tree));
      return;
    }
    const any = this.#entry(game, ANY, t("opening.any"), t("opening.any.about"));
    const names = openings.map(({ moves, name }) => [moves, this.#nameOf(game, moves, name)]);
    const choose = (moves) => moves && this.view.open(PREFIX + moves);
    refill(
      this.element,
      h("h2", {}, t("learn.openings")),
      h("p", { class: "muted small" }, t("learn.openings.about")),
      h("p", { class: "muted small num" }, t("opening.known", { n: number(byHeart), all: number(openings.length) })),
      h("ul", {}, tree, any, left),
      select("opening", t("opening.choose"), "", [["", "…"], ...names], choose),
    );
  }

  #nameOf(game, moves, name) {
    return this.view.learned.isDone("opening", game, moves) ? `${name} ✓` : name;
  }

  #leftEntry(game, { line, name, color, played, games }) {
    const fill = { move: played.toUpperCase(), who: colorName(color), n: number(games) };
    return this.#entry(game, `${line}-${color}`, name, t("opening.left", fill));
  }

  #entry(game, address, name, text) {
    const open = (event) => {
      event.preventDefault();
      this.view.open(PREFIX + address);
    };
    const props = { href: `#learn/${game}/${PREFIX}${address}`, "data-key": PREFIX + address, onclick: open };
    return h("li", {}, h("a", props, h("b", {}, name), h("span", { class: "muted small" }, text)));
  }

  page(game, { openings }, page) {
    const [line, color] = page.startsWith(PREFIX) ? page.slice(PREFIX.length).split("-") : [];
    if (line === TREE) return new OpeningTree(this.view, game, openings);
    const found = line === ANY ? { moves: ANY, name: "" } : openings.find(({ moves }) => moves === line);
    return found && openings.length ? new OpeningPage(this.view, game, found, color) : null;
  }
}
