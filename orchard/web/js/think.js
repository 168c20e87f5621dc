// A search step by step: a slider over its steps, each in words, and the moves along the line it is looking at.

import { h, icon, isAbort, refill } from "./dom.js";
import { t, colorName, number } from "./i18n.js";
import { moveText } from "./moves.js";
import { curvesBox } from "./curves.js";
import { curves, prunes, reachOf, savings, windowAt, wouldPlay } from "./measures.js";
import { Pace } from "./pace.js";
import { Predict } from "./predict.js";
import { ruler, rulerBlock, savedLine, windowText } from "./ruler.js";
import { stepRow } from "./step_row.js";
import { Growth, amount, name, pathTo, pull, sentence } from "./steps.js";
import { other } from "./tree.js";

const SPEEDS = [1, 3, 10, 40]; // steps a second
const ROWS = 14; // moves in a column; the others are counted

export class Stepper {
  /**
   * @param {(path: string[]) => void} onShow puts the position after these moves on the board
   * @param {(path: string[], moves: string[]) => void} onRun plays moves on the board, after those of a path
   * @param {(trace: object) => Element[]} more what else is shown, below
   */
  constructor(onShow, fetchTrace, say, onRun = null, more = () => []) {
    Object.assign(this, { onShow, fetchTrace, say, onRun, more });
    this.element = h("div", { class: "card think" });
    this.predict = new Predict(
      (key) => this.#redraw(key),
      () => this.go(this.at + 1),
    );
    this.trace = null;
    this.at = 0;
    this.speed = SPEEDS[1];
    this.pace = new Pace(this.element, () => this.#tick());
  }

  /** Fetch the steps of a search and begin with the first; those of before may stay until they are there. */
  async load(toMove, keepOnScreen = false) {
    this.stop();
    this.toMove = toMove;
    if (!keepOnScreen) {
      this.trace = null;
      refill(this.element, h("p", { class: "small muted" }, t("think.loading")));
    }
    try {
      this.trace = await this.fetchTrace();
      this.#measure();
      this.predict.reset(this.trace, toMove);
      this.go(1);
    } catch (error) {
      if (!keepOnScreen) refill(this.element);
      if (!isAbort(error)) this.say(error);
    }
  }

  // What is the same for all steps, or is looked up at each.
  #measure() {
    const { trace } = this;
    const isPlies = trace.kind === "plies";
    this.growth = new Growth(trace);
    this.reach = isPlies && prunes(trace) ? reachOf(trace) : null;
    this.savings = this.reach !== null && trace.steps.some(({ saved }) => saved !== undefined) ? savings(trace) : null;
    this.curves = isPlies ? null : curves(trace);
  }

  #redraw(key) {
    this.draw();
    if (key) this.element.querySelector(`[data-key=${key}]`)?.focus();
  }

  stop() {
    this.pace.stop();
  }

  toggle() {
    if (this.pace.isRunning) {
      this.stop();
    } else {
      if (this.at >= this.trace.steps.length) this.at = 0;
      this.pace.start(this.speed);
    }
    this.draw();
  }

  #tick() {
    if (this.at >= this.trace.steps.length) return false;
    this.forward();
    return this.pace.isRunning;
  }

  /** The next step, or the question before it. */
  forward() {
    if (!this.predict.asks(this.at)) {
      this.go(this.at + 1);
      return;
    }
    this.stop();
    this.#redraw("answer0");
  }

  go(step) {
    this.predict.forget();
    this.at = Math.max(1, Math.min(this.trace.steps.length, step));
    if (this.at === this.trace.steps.length) this.stop();
    this.draw();
    this.onShow(this.path.slice(1).map((node) => node.move));
  }

  draw() {
    const { steps } = this.trace;
    const grown = this.growth.to(this.at);
    this.path = pathTo(grown.focus);
    refill(
      this.element,
      h("h2", {}, t("think.title")),
      this.#controls(steps.length),
      this.predict.toggle(),
      h("p", { class: "sentence", "aria-live": this.pace.isRunning ? "off" : "polite" }, this.#words(grown)),
      this.predict.panel(),
      ...(this.trace.kind === "playouts" ? this.#playouts() : this.#window()),
      h("div", { class: "columns", tabindex: "0", role: "group", "aria-label": t("think.line") }, this.#columns()),
      this.curves?.length ? curvesBox(this.curves, this.at) : null,
      ...this.more(this.trace),
    );
  }

  // The window of the position whose moves are being tried, and what was saved so far.
  #window() {
    if (this.reach === null) return [];
    const inside = this.path.findLast((node) => node.children.length || node.unsearched.length) ?? this.path[0];
    return [rulerBlock(inside, this.reach, colorName(this.toMove)), this.savings && savedLine(this.savings[this.at])];
  }

  // The move to play now, and the playout of this step, to be run on the board.
  #playouts() {
    const { played } = this.trace.steps[this.at - 1];
    const best = wouldPlay(this.trace, this.at);
    const moves = played?.split(" ") ?? [];
    const run = () => this.onRun(this.path.slice(1).map((node) => node.move), moves); // prettier-ignore
    const watch = h("button", { type: "button", "data-key": "watch", onclick: run }, icon("go"), t("think.watch"));
    const length = h("span", { class: "small muted" }, t("think.moves_n", { n: number(moves.length) }));
    return [
      best && h("p", { class: "small would" }, t("think.playing", { move: name(best) })),
      this.onRun && moves.length > 0 && h("p", { class: "row" }, watch, length),
      legend(),
    ];
  }

  #words(grown) {
    return sentence(this.trace.steps[this.at - 1], grown, this.toMove);
  }

  #controls(all) {
    const { isRunning } = this.pace;
    const speeds = SPEEDS.map((speed) =>
      h("option", { value: String(speed), selected: speed === this.speed }, t("think.speed", { n: number(speed) })),
    );
    const setSpeed = (event) => {
      this.speed = Number(event.target.value);
      if (isRunning) this.pace.start(this.speed);
    };
    const more = h("select", { "data-key": "speed", "aria-label": t("think.pace"), onchange: setSpeed }, speeds);
    const [go, forward, toggle] = [(step) => this.go(step), () => this.forward(), () => this.toggle()];
    return stepRow({ at: this.at, all, isRunning, go, forward, toggle, more });
  }

  // One column for each position on the line: its moves as far as they are known, the one the search is at marked.
  #columns() {
    return this.path
      .filter((node) => node.children.length || node.unsearched.length)
      .map((node) => {
        const mover = node.ply % 2 ? other(this.toMove) : this.toMove;
        const head = h("p", { class: "small muted" }, t("think.moves_of", { who: colorName(mover) }));
        const edge = this.reach !== null && [
          h("p", { class: "small muted num" }, windowText(windowAt(node))),
          ruler(node, this.reach, true),
        ];
        const shown = shownOf(node.children, this.path);
        const scale = scaleOf(node, this.trace);
        const rows = shown.map((child) => this.#row(child, scale));
        const left = node.children.length - shown.length;
        const more = left > 0 && h("li", { class: "small muted" }, t("think.more", { n: number(left) }));
        const cut = node.unsearched.map((move) => h("li", { class: "cut small" }, moveText(move)));
        return h("div", { class: "column" }, head, edge, h("ol", {}, rows, more, cut));
      });
  }

  #row(child, scale) {
    const isOn = this.path.includes(child);
    const isBest = child.parent.best === child;
    const facts = this.trace.kind === "playouts" ? playoutFacts(child) : plyFacts(child);
    const props = {
      type: "button",
      class: ["try", isOn && "on", isBest && "best"].filter(Boolean).join(" "),
      "aria-current": isOn ? "step" : null,
      "data-key": `node${child.id}`,
      onclick: () => this.onShow(pathTo(child).slice(1).map((node) => node.move)), // prettier-ignore
    };
    const bars = this.trace.kind === "playouts" && pullBars(child, this.trace.c, scale);
    return h("li", {}, h("button", props, h("b", {}, moveText(child.move)), bars, h("span", { class: "num" }, facts)));
  }
}

const plyFacts = (node) => {
  const sign = { lower: "≥ ", upper: "≤ " }[node.bound] ?? "";
  const visits = node.isCounted ? ` · ${number(node.visits)}` : ""; // of a bot that counts them
  return (node.value === null ? "…" : sign + amount(node.value)) + visits;
};

const playoutFacts = (node) => (node.visits ? `${amount(node.value)} · ${number(node.visits)}` : "0");

// The children to show: as many as fit, with the one that the search is at.
function shownOf(children, path) {
  if (children.length <= ROWS) return children;
  const on = children.find((child) => path.includes(child));
  const last = children.slice(-ROWS);
  return on && !last.includes(on) ? [on, ...last.slice(1)] : last;
}

// Mean and bonus as two bars after each other: the longest is chosen next.
function pullBars(node, c, most) {
  const { mean, bonus } = pull(node, c);
  const share = (value) => `${Math.max(0, Math.min(100, (100 * value) / most))}%`;
  const title = t("think.pull", { mean: amount(mean), bonus: bonus === Infinity ? "∞" : amount(bonus) });
  const widths = { "--mean": share(mean), "--bonus": share(bonus === Infinity ? most - mean : bonus) };
  return h("span", { class: "pull", title, vars: widths }, h("i"), h("i"));
}

function legend() {
  const mark = (key) => h("span", { class: key }, h("i"), t(`think.${key}`));
  return h("p", { class: "legend small muted row" }, mark("mean"), mark("bonus"));
}

function scaleOf(node, trace) {
  if (trace.kind !== "playouts") return 1;
  const sums = node.children.map((child) => pull(child, trace.c)).filter(({ bonus }) => bonus !== Infinity);
  return Math.max(1e-9, ...sums.map(({ mean, bonus }) => mean + bonus));
}
