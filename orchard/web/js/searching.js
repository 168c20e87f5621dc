// Which of the saved games had the position on the board, what was played in it, and how they ended.

import { h, icon, isAbort, refill, stopped, table } from "./dom.js";
import { t, colorName, number, percent } from "./i18n.js";
import { moveText } from "./moves.js";
import { picture } from "./picture.js";

/** How many of the games that were saved since have been looked through. */
export const preparing = ({ done, of }) => [
  h("p", { class: "small muted" }, t("library.preparing", { n: number(done), of: number(of) })),
  h("progress", { value: done, max: of, "aria-label": t("progress") }),
];

export class SearchCard {
  /** @param {import("./database.js").GameList} games draws the games that were found, and opens them */
  constructor(app, games) {
    this.app = app;
    this.games = games;
    this.head = h("div", { class: "panel" });
    this.found = h("div", { class: "panel", role: "status" });
    this.element = h("section", { class: "card position-search" }, this.head, this.found);
    this.run = null;
  }

  show() {
    const { tree } = this.app;
    const frame = tree.current.frame;
    const start = () => this.search();
    refill(
      this.head,
      h("h2", {}, t("library.position")),
      h("p", { class: "small muted" }, t("library.position_how")),
      h("figure", {}, picture(this.app.factsOf(tree.game), frame)),
      h("p", { class: "small" }, frame.over ? t("over") : t("turn_of", { who: colorName(frame.to_move) })),
      h(
        "div",
        { class: "row" },
        h(
          "button",
          { type: "button", class: "primary", "data-key": "search", onclick: start },
          icon("go"),
          t("library.search"),
        ),
      ),
    );
    if (this.shown !== tree.current) this.found.replaceChildren();
  }

  hide() {
    this.run?.abort(stopped());
    this.run = null;
  }

  async search() {
    this.hide();
    this.run = new AbortController();
    const { signal } = this.run;
    const { tree } = this.app;
    this.shown = tree.current;
    try {
      let known;
      const onUpdate = (update) => this.#draw((known = { ...known, ...update }), preparing(update));
      this.#draw(await this.app.connection.ask("search", tree.place(), { signal, onUpdate }));
    } catch (error) {
      if (!isAbort(error)) refill(this.found, h("p", { class: "small" }, this.app.errorText(error)));
    }
  }

  #draw({ total, moves, games }, progress) {
    refill(
      this.found,
      progress,
      total === undefined ? null : h("p", { class: "small" }, t("library.found", { n: number(total) })),
      moves?.length ? this.#moves(moves) : null,
      games?.length ? this.games.table(games) : null,
    );
  }

  #moves(moves) {
    const won = (color) => t("won", { who: colorName(color) });
    const heads = [t("library.move"), t("library.games"), won("black"), t("draw"), won("white")];
    const rows = moves.map(({ move, games, black, draws, white }) => {
      const share = (n) => percent(n / games);
      const name = move ? moveText(move).toUpperCase() : t("library.end");
      return h(
        "tr",
        {},
        [name, number(games), share(black), share(draws), share(white)].map((text) => h("td", { class: "num" }, text)),
      );
    });
    return h("div", { class: "forest-like" }, table(heads, rows, { class: "next-moves" }));
  }
}
