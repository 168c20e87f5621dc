// A search step by step: the tree after any number of steps, and each step in words. No DOM here.

import { t, colorName, number } from "./i18n.js";
import { other } from "./tree.js";

/**
 * @typedef {object} Grown a node as far as the search knows it at a step
 * @property {number} id
 * @property {string?} move
 * @property {Grown?} parent
 * @property {number} ply
 * @property {number} visits
 * @property {number} total      of rewards, in a search by playouts
 * @property {number?} value     as the side sees it that played the move
 * @property {string?} bound
 * @property {number?} prior
 * @property {{alpha: number?, beta: number?}?} window
 * @property {string[]} unsearched
 * @property {Grown?} best       the best child so far
 * @property {Grown[]} children  in the order they were met
 */

const newNode = (id, move, parent, more = {}) => ({
  id,
  move,
  parent,
  ply: parent ? parent.ply + 1 : 0,
  visits: 0,
  total: 0,
  value: null,
  bound: null,
  prior: null,
  window: null,
  unsearched: [],
  best: null,
  children: [],
  ...more,
});

/** The tree of a search as it grows: after `at` steps, with the node that the last of them is about. */
export class Growth {
  constructor({ steps }) {
    this.steps = steps;
    this.#plant();
  }

  #plant() {
    this.at = 0;
    this.nodes = new Map([[0, newNode(0, null, null)]]);
    this.focus = this.root;
  }

  get root() {
    return this.nodes.get(0);
  }

  /** Take steps until there are `count`; from the first again, if there were more. */
  to(count) {
    if (count < this.at) this.#plant();
    for (; this.at < Math.min(count, this.steps.length); this.at += 1) {
      const step = this.steps[this.at];
      this.focus = (TAKE[step.kind] ?? stay)(this.nodes, step) ?? this.root;
    }
    return this;
  }
}

/** The tree after the first `count` steps. */
export const grow = (trace, count) => new Growth(trace).to(count);

const stay = (nodes, step) => nodes.get(step.node);

// How each kind of step changes the tree; gives the node that it is about.
const TAKE = {
  depth(nodes) {
    nodes.clear();
    nodes.set(0, newNode(0, null, null, { visits: 1 }));
    return nodes.get(0);
  },
  visit: meet,
  leaf: (nodes, step) => judge(meet(nodes, step), step),
  end: (nodes, step) => judge(meet(nodes, step), step),
  below: (nodes, step) => judge(meet(nodes, step), step),
  known: (nodes, step) => judge(nodes.get(step.node), step),
  back: (nodes, step) => judge(nodes.get(step.node), step),
  order(nodes, step) {
    const node = nodes.get(step.node);
    count(node, step.nodes ?? 0);
    return node;
  },
  cut(nodes, step) {
    const node = nodes.get(step.node);
    node.unsearched = step.moves;
    return node;
  },
  select: (nodes, step) => nodes.get(step.path.at(-1)),
  expand(nodes, step) {
    const parent = nodes.get(step.parent ?? 0);
    step.moves.forEach((move, n) => {
      const node = newNode(step.node + n, move, parent, { prior: step.prior?.[n] ?? null });
      nodes.set(node.id, node);
      parent.children.push(node);
    });
    return step.moves.length === 1 ? nodes.get(step.node) : parent;
  },
  back_up(nodes, step) {
    nodes.get(0).isSampled = true; // a search by visits, not by plies
    step.path.forEach((id, ply) => {
      const node = nodes.get(id);
      node.visits += 1;
      node.total += ply % 2 ? step.value : step.complement;
      node.value = node.total / node.visits;
    });
    return nodes.get(step.path.at(-1));
  },
  told(nodes, step) {
    const isNew = !nodes.has(step.node);
    const node = isNew ? newNode(step.node, step.move, nodes.get(step.parent)) : nodes.get(step.node);
    if (isNew) {
      nodes.set(node.id, node);
      node.parent.children.push(node);
      count(node, 1);
    }
    const { alpha = null, beta = null, visits = node.visits } = step;
    node.visits = visits;
    node.isCounted ||= "visits" in step;
    if (alpha !== null || beta !== null) node.window = { alpha, beta };
    if (!("value" in step)) return node;
    judge(node, step);
    const known = (child) => child.value ?? -Infinity;
    if (node.parent) node.parent.best = node.parent.children.reduce((a, b) => (known(b) > known(a) ? b : a));
    return node;
  },
  play: (nodes, step) => nodes.get(0).children.find((child) => child.move === step.move),
};

function meet(nodes, step) {
  const parent = nodes.get(step.parent);
  const again = parent.children.find((child) => child.move === step.move);
  const window = { alpha: step.alpha ?? null, beta: step.beta ?? null };
  const node = newNode(step.node, step.move, parent, { visits: again?.visits ?? 0, window });
  nodes.set(node.id, node);
  parent.children = [...parent.children.filter((child) => child !== again), node];
  count(node, step.nodes ?? 1);
  return node;
}

function count(node, visits) {
  for (let at = node; at; at = at.parent) at.visits += visits;
}

function judge(node, step) {
  node.value = step.value;
  node.bound = step.bound;
  if (step.best && node.parent) node.parent.best = node;
  return node;
}

/** The nodes from the root down to one. */
export function pathTo(node) {
  return node ? [...pathTo(node.parent), node] : [];
}

/** What makes a search by playouts choose a child: its mean, and what it gets for having been tried little. */
export function pull(node, c) {
  const { parent, visits, prior } = node;
  if (prior !== null) {
    const mean = visits ? node.value : 1 - (parent.value ?? 0.5);
    return { mean, bonus: (c * prior * Math.sqrt(parent.visits)) / (1 + visits) };
  }
  if (!visits) return { mean: 0, bonus: Infinity };
  return { mean: node.value, bonus: c * Math.sqrt((2 * Math.log(Math.max(parent.visits, 1))) / visits) };
}

// ------------------------------------------------------------------------------------------------ in words

const LONGEST_LIST = 8;

/** A step as a sentence or two. `grown`: the tree after it; `toMove`: the side that the search is for. */
export function sentence(step, { nodes, root }, toMove) {
  const node = nodes.get(step.node) ?? root;
  const side = (ply) => colorName(ply % 2 ? toMove : other(toMove)); // who played the move into a node of that ply
  const who = side(node.ply);
  const known = (value, from) => ({ value: amount(value), move: name(nodes.get(from)?.move) });
  const bounds = { lower: "think.at_least", upper: "think.at_most" };
  const worth = bounds[step.bound] ? t(bounds[step.bound], { value: amount(step.value) }) : amount(step.value);
  const said = {
    who: !step.node && ["back", "told"].includes(step.kind) ? colorName(toMove) : who,
    opponent: side(node.ply + 1),
    move: name(step.move ?? node.move),
    value: ["leaf", "end"].includes(step.kind) ? amount(step.value) : worth,
    n: number(step.nodes ?? step.depth ?? 0),
    moves: listed(step.moves),
    line: (step.path ?? []).filter(Boolean).map((id) => name(nodes.get(id)?.move)).join(" "), // prettier-ignore
  };
  switch (step.kind) {
    case "visit":
      return visited(step, said, known);
    case "leaf":
    case "end":
    case "below":
      return join(t(`think.${step.kind}`, said), compared(step));
    case "back":
      return step.node ? join(t("think.back", said), compared(step)) : t("think.back_root", said);
    case "cut": {
      const { value: had, move: elsewhere } = known(step.alpha, step.alpha_from);
      const cut = { ...said, tried: name(node.move), value: amount(step.value), had, elsewhere };
      const saved = step.saved && t("think.saves", { n: number(step.saved) });
      return join(t("think.cut", { ...cut, n: number(step.moves.length) }), t("think.needed", cut), saved);
    }
    case "told":
      return toldOf(step, said);
    case "select":
      return join(step.path.length > 1 ? t("think.select", said) : t("think.select_root"), drawn(step, nodes));
    case "back_up":
      return join(t("think.back_up"), step.move && t("think.would", said));
    case "playout":
    case "play": {
      const key = step.kind === "play" && root.isSampled ? "play_by_visits" : step.kind;
      return t(`think.${key}`, { ...said, who: colorName(toMove), value: amount(step.value) });
    }
    default:
      return t(`think.${step.kind}`, said);
  }
}

function visited(step, said, known) {
  const { alpha = null, beta = null, alpha_from: low, beta_from: high } = step;
  if (alpha !== null && low !== undefined && low === high) {
    const { value, move } = known(alpha, low);
    return t("think.scout", { ...said, value, best: move });
  }
  const has = alpha !== null && t("think.has", { who: said.who, ...known(alpha, low) });
  const allows = beta !== null && t("think.allows", { who: said.opponent, ...known(beta, high) });
  return join(t("think.visit", said), has, allows);
}

// What a bot says of a position.
function toldOf(step, said) {
  const { alpha = null, beta = null } = step;
  const edge = (value, none) => (value === null ? none : amount(value));
  const window = { low: edge(alpha, "−∞"), high: edge(beta, "∞") };
  return join(
    step.parent !== undefined && t("think.visit", said),
    (alpha !== null || beta !== null) && t("think.window", window),
    "value" in step && t(step.node ? "think.back" : "think.back_root", said),
    "visits" in step && t("think.visited", { n: number(step.visits) }),
  );
}

function drawn({ path, chance = [] }, nodes) {
  const moves = path.filter((id) => chance.includes(id)).map((id) => name(nodes.get(id).move));
  return moves.length && t("think.chance", { moves: moves.join(" ") });
}

const compared = (step) => t(step.best ? "think.best" : "think.not_better");
const join = (...parts) => parts.filter(Boolean).join(" ");
export const name = (move) => (move === "pass" ? t("pass") : (move ?? "").toUpperCase());

function listed(moves = []) {
  const shown = moves.slice(0, LONGEST_LIST).map(name).join(" ");
  return moves.length > LONGEST_LIST ? `${shown} …` : shown;
}

/** A value with as many digits as it needs. */
export function amount(value) {
  if (value === null || value === undefined) return "–";
  const digits = Number.isInteger(value) ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return number(value, digits).replace("-", "−");
}
