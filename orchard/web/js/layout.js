// Where the nodes of a search tree stand when it is drawn, and what its numbers say. No DOM here.

/**
 * @typedef {object} SearchNode a node as the server sends it
 * @property {string?} move
 * @property {number} visits
 * @property {number?} value   as the side sees it that played the move
 * @property {"lower"|"upper"|null} bound
 * @property {boolean} cut
 * @property {string[]} unsearched
 * @property {string?} best    what the search would play here
 * @property {SearchNode[]} children   as the search ranks them, the best first
 *
 * @typedef {object} Entry a node that is drawn
 * @property {SearchNode} node
 * @property {number} depth
 * @property {string[]} path   the moves that lead to it
 * @property {Entry?} parent
 * @property {Entry[]} below
 * @property {number} hidden   how many of its children are not drawn
 * @property {number} x
 * @property {number} y
 */

const WIDEST = [6, 3, 2, 2]; // children drawn at each depth, the best first
const COLUMN = 178;
const ROW = 40;
const LEFT = 26;

/**
 * Which nodes are drawn, and where: every line of play in a row of its own, a node beside its first child.
 * @param {SearchNode} tree
 * @param {Set<string>} opened the paths, as moves with spaces, of nodes whose children are all drawn
 */
export function layout(tree, opened = new Set()) {
  const entries = [];
  let rows = 0;
  // `rank`: how far the line is from the best one; of what is far away less is drawn
  const place = (node, depth, path, parent, rank) => {
    const entry = { node, depth, path, parent, below: [], hidden: 0, x: LEFT + depth * COLUMN, y: 0 };
    entries.push(entry);
    const shown = opened.has(path.join(" ")) ? node.children : childrenShown(node, depth, rank);
    entry.hidden = node.children.length - shown.length;
    entry.below = shown.map((child, n) => place(child, depth + 1, [...path, child.move], entry, Math.max(n, rank)));
    entry.y = entry.below.length ? entry.below[0].y : rows++ * ROW + ROW / 2 + 3;
    return entry;
  };
  place(tree, 0, [], null, 0);
  const deepest = Math.max(...entries.map((entry) => entry.depth));
  return { entries, width: (deepest + 1) * COLUMN + 20, height: Math.max(rows * ROW + 6, 60) };
}

function childrenShown(node, depth, rank) {
  if (depth >= WIDEST.length) return [];
  const most = Math.max(1, WIDEST[depth] - (depth ? rank : 0));
  const worked = (child) => child.visits > 0 || depth === 0 || child.move === node.best;
  return node.children.slice(0, most).filter(worked);
}

/** The entries of the line that the search would play. */
export function principal(entries) {
  const found = new Set();
  const next = (entry) => entry.below.find(({ node }) => node.move === entry.node.best);
  for (let entry = entries[0]; entry; entry = next(entry)) found.add(entry);
  return found;
}

/** Whether the search decides by values, of which it keeps bounds, and not by how often it visits. */
export const decidesByValue = (entries) => entries.some(({ node }) => node.bound);

/** Whether the values are winning chances, 0 to 1, and not differences, which are below 0 for one of the sides. */
export function inChances(tree) {
  const values = nodesBelow(tree).map((node) => node.value ?? 0);
  return values.some((value) => value !== 0) && values.every((value) => value >= 0 && value <= 1);
}

const nodesBelow = (node) => node.children.flatMap((child) => [child, ...nodesBelow(child)]);

/** A value as the side to move at the root sees it, with the sign of its bound; null where there is none. */
export function rootValue({ node, depth }, chances) {
  if (node.value === null || depth === 0) return null;
  const theirs = depth % 2 === 0;
  const turned = chances ? 1 - node.value : -node.value;
  const signs = theirs ? { lower: "≤", upper: "≥" } : { lower: "≥", upper: "≤" };
  return { value: theirs ? turned : node.value, sign: signs[node.bound] ?? "" };
}

/** How many positions were looked at on each level of the part of the tree that was sent. */
export function perDepth(tree) {
  const rows = [];
  const count = (node, depth) => {
    rows[depth] ??= { nodes: 0, visits: 0, cuts: 0, unsearched: 0 };
    const row = rows[depth];
    row.nodes++;
    row.visits += node.visits;
    row.cuts += node.cut ? 1 : 0;
    row.unsearched += node.unsearched.length;
    for (const child of node.children) count(child, depth + 1);
  };
  count(tree, 0);
  return rows;
}
