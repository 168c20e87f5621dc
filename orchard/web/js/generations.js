// Weights over the generations of a training: curves, and on the board those of the generation that is chosen.

import { h, refill } from "./dom.js";
import { t, number } from "./i18n.js";
import { amount } from "./steps.js";

const [WIDTH, HEIGHT, EDGE] = [300, 110, 6];

export class GenerationsBox {
  element = h("div", { class: "card generations" });

  /** @param {import("./board.js").Board} board on which the weights are shown */
  constructor(board, { kinds, squares, weights }) {
    Object.assign(this, { board, kinds, squares, weights });
    this.at = weights.length - 1;
    this.draw();
  }

  draw() {
    const last = this.weights.length - 1;
    const now = t("story.generation", { n: number(this.at), all: number(last) });
    const choose = ({ target }) => {
      this.at = Number(target.value);
      this.draw();
      this.show();
    };
    const show = () => {
      this.show();
      this.board.scrollIntoView({ block: "nearest" });
    };
    const slider = h("input", {
      type: "range",
      min: "0",
      max: String(last),
      value: String(this.at),
      "data-key": "generation",
      "aria-label": t("story.generations"),
      "aria-valuetext": now,
      oninput: choose,
    });
    const names = this.kinds.map(
      (kind, n) =>
      h("li", {}, h("i", { class: `swatch k${n}` }), `${t(`story.kind.${kind}`)} `, h("b", { class: "num" }, amount(this.weights[this.at][n]))), // prettier-ignore
    );
    refill(
      this.element,
      h("h3", {}, t("story.generations")),
      this.#curves(),
      h("p", { class: "row" }, slider, h("span", { class: "small muted num" }, now)),
      h("ol", { class: "row small" }, names),
      h("button", { type: "button", "data-key": "heat", onclick: show }, t("story.on_board")),
    );
  }

  #curves() {
    const all = this.weights.flat();
    const [low, high] = [Math.min(...all), Math.max(...all)];
    const x = (n) => EDGE + ((WIDTH - 2 * EDGE) * n) / (this.weights.length - 1);
    const y = (value) => HEIGHT - EDGE - ((HEIGHT - 2 * EDGE) * (value - low)) / (high - low);
    const lines = this.kinds.map((kind, n) => {
      const points = this.weights.map((row, at) => `${x(at).toFixed(1)},${y(row[n]).toFixed(1)}`).join(" ");
      return h("polyline", { class: `k${n}`, points });
    });
    const corner = this.weights.map((row) => amount(row[0])).join(", ");
    const words = `${t("story.generations")}: ${t(`story.kind.${this.kinds[0]}`)} ${corner}`;
    return h(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": words },
      h("line", { class: "axis", x1: 0, x2: WIDTH, y1: y(0), y2: y(0) }),
      h("line", { class: "axis now", x1: x(this.at), x2: x(this.at), y1: 0, y2: HEIGHT }),
      lines,
    );
  }

  /** The weights of the chosen generation, on the squares. */
  show() {
    const most = Math.max(1, ...this.weights.flat().map(Math.abs));
    const shares = new Map();
    const values = new Map();
    for (const [n, kind] of this.kinds.entries()) {
      const weight = this.weights[this.at][n];
      for (const name of this.squares[kind]) {
        shares.set(name, weight / most);
        values.set(name, { text: amount(weight) });
      }
    }
    this.board.heat(shares);
    this.board.mark({ values });
  }
}
