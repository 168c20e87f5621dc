// What can be changed about a search that is gone through step by step: the player's own options, the seed, the order of
// the root's moves, and switches, with the number of positions that each takes.

import { h, refill, select } from "./dom.js";
import { t, number } from "./i18n.js";
import { moveText } from "./moves.js";
import { barsOf, moved, optionsOf, specOf, switchesOf, variantsOf } from "./settings.js";

export class ThinkSettings {
  element = h("details", { class: "settings" });
  #values = {}; // of options, by name, where they are not the default
  #seed = 0;
  #order = null; // the root's moves, where they are not in the engine's order
  #counts = new Map(); // positions, by what was searched
  #bars = null;
  #player = null;
  #picked = null;

  /**
   * @param {() => void} onChange searches again
   * @param {(spec: string) => Promise<number>} count how many positions a player visits here
   * @param {() => void} redraw
   * @param {(error: Error) => void} say what went wrong
   */
  constructor(onChange, count, redraw, say) {
    Object.assign(this, { onChange, count, redraw, say });
  }

  /** Another position or player: what was counted and ordered is of the one before. */
  reset(player) {
    if (player?.name !== this.#player?.name) this.#values = {};
    this.#player = player;
    this.#order = this.#bars = this.#picked = null;
    this.#counts.clear();
  }

  /** The player as it is asked for. */
  spec(name) {
    return specOf(name, this.#values);
  }

  /** What else goes with the question. */
  get asked() {
    return { seed: this.#seed, ...(this.#order ? { order: this.#order } : {}) };
  }

  #change(key, value, option) {
    if (String(value) === String(option.default)) delete this.#values[key];
    else this.#values[key] = value;
    this.#order = this.#bars = null;
    this.onChange();
  }

  /** What is known of a search, to be changed: its kind, its moves in their order, its number of positions. */
  draw(trace, depth) {
    const { name, options = [] } = this.#player ?? {};
    if (!name) return null; // a level plays with its own
    const key = `${this.spec(name)} ${depth}`;
    if (!this.#order) this.#counts.set(key, trace.nodes);
    const fields = optionsOf(options, trace).map((option) => this.#field(option));
    if (trace.kind === "playouts")
      fields.push(this.#number("seed", t("option.seed"), this.#seed, { min: "0", step: "1" }));
    const switches = switchesOf(options).map((option) => this.#switch(option));
    refill(
      this.element,
      h("summary", {}, t("think.settings")),
      h("div", { class: "pair" }, fields),
      switches.length > 0 && h("div", { class: "row switches" }, switches),
      switches.length > 0 && this.#compare(name),
      trace.kind === "plies" && this.#orderBox(trace, this.#counts.get(key)),
    );
    return this.element;
  }

  #value = ({ name, default: otherwise }) => this.#values[name] ?? otherwise;

  #field(option) {
    const label = t(`option.${option.name}`);
    if (option.choices?.length)
      return select(option.name, label, this.#value(option), option.choices.map((one) => [one, one || t("option.own")]), (value) => this.#change(option.name, value, option)); // prettier-ignore
    return this.#number(option.name, label, this.#value(option), { min: "0", step: "any" }, option);
  }

  #number(key, label, value, more, option) {
    const onchange = ({ target }) => {
      if (!target.value || !target.checkValidity()) return;
      if (option) this.#change(key, Number(target.value), option);
      else {
        this.#seed = Number(target.value);
        this.onChange();
      }
    };
    const props = { type: "number", value: String(value), "data-key": `set-${key}`, onchange, ...more };
    return h("label", { class: "field" }, label, h("input", props));
  }

  #switch(option) {
    const { name, on, off } = option;
    const isOn = String(this.#value(option)) !== String(off);
    const onchange = ({ target }) => this.#change(name, target.checked ? on : off, option);
    const box = h("input", { type: "checkbox", checked: isOn, "data-key": `set-${name}`, onchange });
    return h("label", { class: "small" }, box, t(`option.${name}`));
  }

  // ---------------------------------------------------------------- each switch with its number of positions

  #compare(name) {
    if (this.#bars) return bars(this.#bars);
    const start = () => this.#count(name);
    return h("button", { type: "button", "data-key": "compare", onclick: start }, t("think.compare"));
  }

  async #count(name) {
    const rows = [];
    this.#bars = rows;
    try {
      for (const { spec, says } of variantsOf(name, this.#player.options, this.#values)) {
        const nodes = await this.count(spec);
        if (this.#bars !== rows) return;
        rows.push({ label: says.map((key) => t(`option.${key}`)).join(" + "), nodes });
        this.redraw();
      }
    } catch (error) {
      this.say(error);
    }
  }

  // ---------------------------------------------------------------- the order of the root's moves

  #orderBox(trace, engine) {
    const tried = [...new Set(trace.steps.filter(({ parent }) => parent === 0).map(({ move }) => move))];
    const order = this.#order ?? tried;
    if (order.length < 2) return null;
    const move = (from, to) => {
      if (to < 0 || to >= order.length || from === to) return;
      this.#picked = order[from];
      this.#order = moved(order, from, to);
      this.onChange();
    };
    const items = order.map((one, at) => this.#orderItem(one, at, move));
    const picked = order.indexOf(this.#picked);
    const shift = (key, by) =>
      h("button", { type: "button", "data-key": key, disabled: !(picked + by in order) || picked < 0, onclick: () => move(picked, picked + by) }, t(`think.${key}`)); // prettier-ignore
    const rows = [{ label: t("think.engine_order"), nodes: engine }];
    if (this.#order) rows.push({ label: t("think.your_order"), nodes: trace.nodes });
    return h(
      "div",
      { class: "order" },
      h("h3", {}, t("think.order_title")),
      h("p", { class: "small muted" }, t("think.order_how")),
      h("ol", { class: "row" }, items),
      h("div", { class: "row" }, shift("earlier", -1), shift("later", 1)),
      bars(rows),
    );
  }

  #orderItem(one, at, move) {
    const keys = { ArrowLeft: -1, ArrowRight: 1 };
    const isPicked = one === this.#picked;
    const pick = () => {
      this.#picked = isPicked ? null : one;
      this.redraw();
    };
    const button = h(
      "button",
      {
        type: "button",
        "data-key": `order-${one}`,
        "aria-pressed": String(isPicked),
        draggable: "true",
        onclick: pick,
        onkeydown: (event) => {
          if (!(event.key in keys)) return;
          event.preventDefault();
          event.stopPropagation();
          move(at, at + keys[event.key]);
        },
        ondragstart: (event) => event.dataTransfer.setData("text/plain", String(at)),
        ondragover: (event) => event.preventDefault(),
        ondrop: (event) => {
          event.preventDefault();
          move(Number(event.dataTransfer.getData("text/plain")), at);
        },
      },
      moveText(one),
    );
    return h("li", {}, button);
  }
}

function bars(rows) {
  const items = barsOf(rows).map(({ label, nodes, share }) =>
    h(
      "li",
      {},
      h("span", {}, label),
      h("span", { class: "bar", "aria-hidden": "true", vars: { "--share": `${100 * share}%` } }, h("i")),
      h("b", { class: "num" }, number(nodes)),
    ),
  );
  return h("ol", { class: "counts small" }, items);
}
