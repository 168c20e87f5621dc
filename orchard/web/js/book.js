// What the opening book says of the position in Analyse: its moves with their values, and the openings they lead to.

import { h, refill } from "./dom.js";
import { t } from "./i18n.js";
import { moveText } from "./moves.js";
import { worth } from "./study.js";

export class BookMoves {
  element = h("div", { class: "book", hidden: true });

  /** @param {import("./analyse.js").AnalyseView} analyse */
  constructor(analyse) {
    this.analyse = analyse;
  }

  /** Show what is known of the position that the view shows; nothing where it is not in the book. */
  async show() {
    const { app, tree } = this.analyse;
    const node = tree.current;
    const { book } = await app.connection.ask("book", tree.place(node)).catch(() => ({ book: null }));
    if (node !== this.analyse.tree.current || this.analyse.editor) return;
    this.element.hidden = !book;
    if (book) this.#draw(book);
  }

  rest() {
    this.element.hidden = true;
  }

  #draw({ depth, unit, moves }) {
    const chip = h("span", { class: "chip" }, t("depth_n", { n: depth }));
    const rows = h("tbody", {}, ...moves.map((entry) => this.#row(entry, unit)));
    refill(this.element, h("div", { class: "spread" }, h("h3", {}, t("book.title")), chip), h("table", {}, rows));
  }

  // A move into the book, or one that was only searched before it was played.
  #row({ move, value, depth, in_book: inBook, name }, unit) {
    const show = () => this.analyse.showLine(this.analyse.tree.current, [move]);
    const how = inBook ? t("depth_n", { n: depth }) : t("book.searched");
    return h(
      "tr",
      {},
      h("td", {}, h("button", { type: "button", onclick: show }, moveText(move))),
      h("td", { class: "num" }, worth(value, unit)),
      h("td", { class: "small muted" }, how),
      h("td", { class: "small" }, name ?? ""),
    );
  }
}
