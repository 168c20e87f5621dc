// Draws a large tree: only what is in sight is in the document, so that thousands of open nodes stay smooth.

import { h } from "./dom.js";
import { t } from "./i18n.js";
import { moveText } from "./moves.js";
import { along, hasMore, pathOf, visible, within } from "./outline.js";

const ROW = 26;
const COLUMN = 104;
const LEFT = 14;
const BESIDE = 22; // of the line to a first child, after its parent's label
const RADIUS = 6;
const MARGIN = 4; // rows drawn above and below what is in sight

let trees = 0;

export class BigTree {
  /**
   * @param {object} ways
   * @param {(path: string[], look: boolean) => void} ways.onShow  puts a position on the board
   * @param {(node: object, path: string[]) => Promise} ways.load  fetches the children of a node
   * @param {(node: object, depth: number) => {kind: string, facts: string, words: string}} ways.describe
   * @param {string} ways.label
   */
  constructor(root, ways) {
    Object.assign(this, { root, ways });
    this.id = `tree${(trees += 1)}`;
    this.active = root;
    this.found = new Set();
    const onkeydown = (event) => this.#key(event);
    const onpointerdown = (event) => this.#grab(event);
    this.svg = h("svg", { role: "tree", tabindex: "0", "aria-label": ways.label, "data-key": "tree", onkeydown });
    this.element = h("div", { class: "big", onscroll: () => this.#scrolled(), onpointerdown }, this.svg);
    this.update();
  }

  /** After a change of what is open. */
  update() {
    Object.assign(this, visible(this.root));
    this.entryOf = new Map(this.entries.map((entry) => [entry.node, entry]));
    if (!this.entryOf.has(this.active)) this.active = this.root;
    const [width, height] = [(this.depth + 1) * COLUMN + 60, this.rows * ROW + 8];
    for (const [name, value] of Object.entries({ width, height, viewBox: `0 0 ${width} ${height}` }))
      this.svg.setAttribute(name, value);
    this.#draw();
  }

  // ---------------------------------------------------------------- drawing

  #scrolled() {
    const [top, bottom] = this.#sight();
    if (top < this.drawn[0] || bottom > this.drawn[1]) this.#fill();
  }

  // The first and the last row in sight.
  #sight() {
    const top = Math.floor(this.element.scrollTop / ROW);
    const last = top + Math.ceil((this.element.clientHeight || 600) / ROW);
    return [Math.max(0, top), Math.min(this.rows - 1, last)];
  }

  #draw() {
    this.items = new Map(); // what stands in the document, by entry
    this.lines = h("path", { class: "lines" });
    this.svg.replaceChildren(h("g", { "aria-hidden": "true" }, this.lines));
    this.#fill();
    this.svg.setAttribute("aria-activedescendant", this.#idOf(this.entryOf.get(this.active)));
  }

  // Put in what has come into sight, take out what has left it.
  #fill() {
    const [top, bottom] = this.#sight();
    this.drawn = [Math.max(0, top - MARGIN), Math.min(this.rows - 1, bottom + MARGIN)];
    const shown = within(this.entries, ...this.drawn);
    const active = this.entryOf.get(this.active);
    const [first, last] = this.drawn;
    const isIn = ({ row }) => row >= first && row <= last;
    const nodes = new Set(shown.filter(isIn)).add(active); // the keyboard's place is always there
    for (const [entry, item] of this.items) {
      if (nodes.has(entry)) continue;
      item.remove();
      this.items.delete(entry);
    }
    for (const entry of nodes) if (!this.items.has(entry)) this.items.set(entry, this.#node(entry));
    this.svg.append(...[...nodes].map((entry) => this.items.get(entry)).filter((item) => !item.isConnected));
    this.lines.setAttribute("d", shown.map((entry) => linesOf(entry, first, last)).join(""));
  }

  #idOf(entry) {
    return `${this.id}-${pathOf(entry).join("-") || "root"}`;
  }

  #node(entry) {
    const { node, depth, row } = entry;
    const { kind, facts, words } = this.ways.describe(node, depth);
    const [x, y] = [LEFT + depth * COLUMN, row * ROW + ROW / 2 + 4];
    const name = node.label ?? (node.move ? moveText(node.move) : t("inside.root"));
    const isActive = node === this.active;
    const opens = hasMore(node);
    const classes = [
      "item",
      kind,
      isActive && "active",
      this.found.has(node) && "found",
      opens && !node.open && "more",
    ];
    const props = {
      role: "treeitem",
      id: this.#idOf(entry),
      class: classes.filter(Boolean).join(" "),
      "aria-level": depth + 1,
      "aria-selected": String(isActive),
      "aria-expanded": opens ? String(Boolean(node.open)) : null,
      "aria-label": [`${name} ${facts}`.trim(), words].filter(Boolean).join(", "),
      onclick: () => this.choose(entry),
    };
    return h(
      "g",
      props,
      h("rect", { x: x - 9, y: y - 12, width: COLUMN - 6, height: 24, rx: 6, class: "hit" }),
      h("circle", { cx: x, cy: y, r: RADIUS }),
      h("text", { x: x + RADIUS + 5, y: y + 4 }, `${name} ${facts}${opens && !node.open ? " ▸" : ""}`),
    );
  }

  // ---------------------------------------------------------------- choosing, opening

  /** A click: go there; on where one is, open or close. */
  choose(entry) {
    if (entry.node === this.active && hasMore(entry.node)) this.toggle(entry);
    else this.#go(entry, true);
    this.svg.focus({ preventScroll: true });
  }

  #go(entry, look = false) {
    if (!entry) return;
    this.active = entry.node;
    this.#reveal(entry);
    this.#draw();
    this.ways.onShow(pathOf(entry), look);
  }

  async toggle(entry, open = !entry.node.open) {
    const { node } = entry;
    if (open && !node.children?.length && node.hidden) await this.ways.load(node, pathOf(entry));
    node.open = open && Boolean(node.children?.length);
    this.update();
  }

  /** Open all that leads to a position, load what is missing, and go there; whether it is in the tree. */
  async goTo(path) {
    let nodes = along(this.root, path);
    for (let n = 0; n < path.length; n++) {
      const node = nodes[n];
      if (!node) return false;
      if (!node.children?.length && node.hidden) await this.ways.load(node, path.slice(0, n));
      node.open = Boolean(node.children?.length);
      nodes = along(this.root, path);
    }
    if (nodes.length <= path.length) return false;
    this.update();
    this.#go(this.entryOf.get(nodes.at(-1)));
    return true;
  }

  #reveal({ row, depth }) {
    const { element } = this;
    const [x, y] = [depth * COLUMN, row * ROW];
    if (y < element.scrollTop || y > element.scrollTop + element.clientHeight - 2 * ROW)
      element.scrollTop = Math.max(0, y - element.clientHeight / 2);
    if (x < element.scrollLeft || x > element.scrollLeft + element.clientWidth - COLUMN)
      element.scrollLeft = Math.max(0, x - element.clientWidth / 2);
  }

  // ---------------------------------------------------------------- keys and dragging

  #key(event) {
    const entry = this.entryOf.get(this.active);
    const at = this.entries.indexOf(entry);
    const { node, parent } = entry;
    const first = this.entries[at + 1];
    const keys = {
      ArrowDown: () => this.#go(this.#next(at, 1)),
      ArrowUp: () => this.#go(this.#next(at, -1)),
      ArrowRight: () => (node.open ? this.#go(first) : hasMore(node) && this.toggle(entry, true)),
      ArrowLeft: () => (node.open && node.children?.length ? this.toggle(entry, false) : this.#go(parent)),
      Home: () => this.#go(this.entries[0]),
      End: () => this.#go(this.entries.at(-1)),
      Enter: () => this.choose(entry),
      " ": () => this.choose(entry),
    };
    if (!keys[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation(); // the same keys walk the game elsewhere
    keys[event.key]();
  }

  #next(at, step) {
    return this.entries[at + step];
  }

  // Panning by the mouse; a finger scrolls by itself.
  #grab(event) {
    if (event.pointerType !== "mouse" || event.button || event.target.closest(".item")) return;
    const { element } = this;
    const move = ({ movementX, movementY }) => element.scrollBy(-movementX, -movementY);
    const stop = () => element.removeEventListener("pointermove", move);
    element.setPointerCapture(event.pointerId);
    element.addEventListener("pointermove", move);
    element.addEventListener("pointerup", stop, { once: true });
    element.addEventListener("pointercancel", stop, { once: true });
  }
}

// From a node down to its last child, and from its parent's line to itself, as far as it is in sight.
function linesOf({ depth, row, last, parent, node }, first, end) {
  const y = (at) => at * ROW + ROW / 2 + 4;
  const x = LEFT + depth * COLUMN;
  let path = "";
  if (node.open && last > row) path += `M${x} ${y(Math.max(row, first - 1))}V${y(Math.min(last, end + 1))}`;
  if (parent && row >= first && row <= end) path += `M${x - (parent.row === row ? BESIDE : COLUMN)} ${y(row)}H${x}`;
  return path;
}
