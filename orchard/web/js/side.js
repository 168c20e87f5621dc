// Two or three searches of one position side by side, in step: what each looks at, finds and costs.

import { h, refill, select } from "./dom.js";
import { t, colorName, number, playerName } from "./i18n.js";
import { moveText } from "./moves.js";
import { Pace } from "./pace.js";
import { stepRow } from "./step_row.js";
import { amount, grow, pathTo, sentence } from "./steps.js";

const HELPED = ["alphabeta:ordering=yes", "alphabeta:history=yes", "alphabeta:table=16"];
const DEPTHS = [1, 2, 3, 4];
const SIZES = [50, 200, 600];
const ROWS = 8;
const SPEED = 4; // steps a second

export class SideBySide {
  constructor(view, signal) {
    Object.assign(this, { view, signal });
    this.element = h("div", { class: "side" });
    this.at = 0;
    this.pace = new Pace(this.element, () => this.#tick());
    this.toMove = view.tree.current.frame.to_move;
    const names = this.#names();
    this.players = ["minimax", "alphabeta", "uct"].filter((name) => names.includes(name));
    this.depth = view.facts.width > 8 ? 2 : 3;
    this.size = 200;
  }

  // The players of this game whose steps can be followed, and alpha-beta with one help each.
  #names() {
    const { app, facts } = this.view;
    const known = facts.players.filter((name) => app.players.find((entry) => entry.name === name)?.shows_steps);
    return known.flatMap((name) => (name === "alphabeta" ? [name, ...HELPED] : [name]));
  }

  async load() {
    this.stop();
    refill(
      this.element,
      h("h2", {}, t("side.title")),
      this.#choices(),
      h("p", { class: "small muted" }, t("think.loading")),
    );
    const { view, signal } = this;
    const measure = { search_depth: this.depth, playouts: this.size };
    const ask = { ...view.tree.place(), players: this.players.filter(Boolean), ...measure };
    const { searches } = await view.app.connection.ask("compare", ask, { signal });
    this.searches = searches;
    this.most = Math.max(...searches.map(({ steps }) => steps.length));
    this.go(this.most);
  }

  stop() {
    this.pace.stop();
  }

  toggle() {
    if (this.pace.isRunning) {
      this.stop();
    } else {
      if (this.at >= this.most) this.at = 0;
      this.pace.start(SPEED);
    }
    this.draw();
  }

  #tick() {
    if (this.at >= this.most) return false;
    this.go(this.at + 1);
    return true;
  }

  go(step) {
    this.at = Math.max(1, Math.min(this.most, step));
    if (this.at === this.most) this.stop();
    this.draw();
  }

  draw() {
    const lanes = this.searches.map((search) => this.#lane(search));
    refill(
      this.element,
      h("h2", {}, t("side.title")),
      this.#choices(),
      this.#controls(),
      h("div", { class: "lanes" }, lanes),
    );
  }

  // ---------------------------------------------------------------- what is compared

  #choices() {
    const names = this.#names();
    const again = () => this.load().catch((error) => this.view.tools.failed(error));
    const pick = (n) => {
      const others = n < 2 ? [] : [["", t("side.nobody")]];
      const entries = [...names.map((name) => [name, wayName(name)]), ...others];
      return select(`way${n}`, t("side.way", { n: number(n + 1) }), this.players[n] ?? "", entries, (value) => {
        this.players[n] = value;
        again();
      });
    };
    const measure = (key, label, values) =>
      select(key, label, this[key], values.map((n) => [n, key === "depth" ? t("depth_n", { n }) : number(n)]), (value) => {
        this[key] = Number(value);
        again();
      }); // prettier-ignore
    return h(
      "div",
      { class: "row choices" },
      [0, 1, 2].map(pick),
      measure("depth", t("inside.depth"), DEPTHS),
      measure("size", t("inside.playouts"), SIZES),
    );
  }

  #controls() {
    const [go, forward, toggle] = [(step) => this.go(step), () => this.go(this.at + 1), () => this.toggle()];
    return stepRow({ at: this.at, all: this.most, isRunning: this.pace.isRunning, go, forward, toggle });
  }

  // ---------------------------------------------------------------- one search

  #lane(search) {
    const step = Math.min(this.at, search.steps.length);
    const grown = grow(search, step);
    const isDone = step === search.steps.length;
    const words = sentence(search.steps[step - 1], grown, this.toMove);
    const show = () => this.view.showPath(pathTo(grown.focus).slice(1).map((node) => node.move)); // prettier-ignore
    const name = wayName(search.player);
    return h(
      "section",
      { class: isDone ? "lane done" : "lane", "aria-label": name },
      h("h3", {}, name),
      this.#facts(search, grown, isDone),
      h("p", { class: "sentence small" }, words),
      h(
        "button",
        { type: "button", class: "quiet", "data-key": `show${search.player}`, onclick: show },
        t("side.show"),
      ),
      h("ol", {}, this.#moves(search, grown)),
    );
  }

  // Positions so far, and at the end what was found and how long it took.
  #facts(search, { root }, isDone) {
    const most = Math.max(...this.searches.map(({ nodes }) => nodes));
    const nodes = isDone ? search.nodes : Math.min(root.visits, search.nodes);
    const row = (label, text) => [h("dt", {}, label), h("dd", { class: "num" }, text)];
    const unit = t(search.kind === "playouts" ? "inside.playouts" : "inside.searched");
    return h(
      "dl",
      { vars: { "--share": `${(100 * nodes) / Math.max(1, most)}%` } },
      row(unit, number(nodes)),
      h("dd", { class: "bar", "aria-hidden": "true" }),
      row(t("inside.best"), isDone ? moveText(search.move) : "…"),
      row(t("inside.value"), isDone ? `${amount(search.value)} (${colorName(this.toMove)})` : "…"),
      row(t("inside.time"), isDone ? t("side.ms", { n: number(search.seconds * 1000, 1) }) : "…"),
    );
  }

  #moves(search, { root }) {
    const worth = (node) => (search.kind === "playouts" ? node.visits : (node.value ?? -Infinity));
    const ranked = [...root.children].sort((a, b) => worth(b) - worth(a)).slice(0, ROWS);
    return ranked.map((node) => {
      const sign = { lower: "≥ ", upper: "≤ " }[node.bound] ?? "";
      const value = node.value === null ? "…" : sign + amount(node.value);
      const isBest = search.kind === "playouts" ? node === ranked[0] : root.best === node;
      const visits = search.kind === "playouts" ? ` · ${number(node.visits)}` : "";
      return h(
        "li",
        { class: isBest ? "best" : null },
        h("b", {}, moveText(node.move)),
        h("span", { class: "num" }, value + visits),
      );
    });
  }
}

// "Alpha-beta + ordering": what `orchard compare` calls alphabeta+ordering.
function wayName(spec) {
  const [name, settings] = spec.split(":");
  const help = settings?.split("=")[0];
  return HELPED.includes(spec) ? `${playerName(name)} + ${t(`side.${help}`)}` : playerName(spec);
}
