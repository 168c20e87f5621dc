// What a player sees in the position on the board: its own numbers, on squares as a heat map, of features as a table.

import { h, refill, table } from "./dom.js";
import { t, said } from "./i18n.js";
import { amount } from "./steps.js";

export class Sees {
  #body = h("div", {});
  #isShown = false;
  element = h("details", { class: "sees" }, h("summary", {}), this.#body);

  /**
   * @param {import("./board.js").Board} board
   * @param {() => void} onOpen asks for the numbers of the position on the board
   */
  constructor(board, onOpen) {
    this.board = board;
    this.element.addEventListener("toggle", () => (this.isOpen ? onOpen() : this.clear()));
  }

  get isOpen() {
    return this.element.open;
  }

  clear() {
    if (!this.#isShown) return;
    this.#isShown = false;
    this.board.heat(new Map());
    this.board.mark({});
    refill(this.#body);
  }

  label() {
    this.element.firstElementChild.textContent = t("sees.title");
    return this.element;
  }

  /** @param {{name, squares?, ours?, theirs?, our_weight?, their_weight?, worth?}[]} sights */
  show(sights) {
    const maps = sights.filter(({ squares }) => squares);
    const features = sights.filter(({ squares }) => !squares);
    this.#isShown = true;
    this.#onBoard(maps);
    refill(
      this.#body,
      maps.map(({ name }) => h("p", { class: "small" }, said(`sees.${name}.how`, name))),
      features.length > 0 && featureTable(features),
      sights.length === 0 && h("p", { class: "small muted" }, t("sees.nothing")),
    );
  }

  // Colour by the first map; the numbers of the last, which may be of fewer squares.
  #onBoard(maps) {
    if (!maps.length) return;
    const { squares } = maps[0];
    const most = Math.max(1, ...Object.values(squares).map((value) => Math.sqrt(Math.abs(value))));
    const share = (value) => (Math.sign(value) * Math.sqrt(Math.abs(value))) / most; // small ones can be told apart, too
    this.board.heat(new Map(Object.entries(squares).map(([name, value]) => [name, share(value)])));
    const shown = Object.entries(maps.at(-1).squares).map(([name, value]) => [name, { text: amount(value) }]);
    this.board.mark({ values: new Map(shown) });
  }
}

function featureTable(features) {
  const number = (value) => h("td", { class: "num" }, value === null ? "–" : amount(value));
  const times = (value, weight) =>
    h("td", { class: "num" }, value === null ? "–" : `${amount(value)} × ${amount(weight)}`);
  const rows = features.map(({ name, ours, theirs, our_weight: mine, their_weight: yours, worth }) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, said(`sees.${name}`, name)),
      times(ours, mine),
      times(theirs, yours),
      number(worth),
    ),
  );
  const sum = features.reduce((total, { worth }) => total + worth, 0);
  const last = h("tr", { class: "sum" }, h("th", { scope: "row" }, t("sees.sum")), h("td"), h("td"), number(sum));
  return table([t("sees.feature"), t("sees.ours"), t("sees.theirs"), t("sees.worth")], [...rows, last]);
}
