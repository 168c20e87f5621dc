// A large tree of which parts are open: what of it is visible, and where. No DOM here.

/**
 * @typedef {object} Branch a node of the tree
 * @property {string?} move
 * @property {Branch[]?} children
 * @property {number?} hidden     children that have not been loaded
 * @property {boolean?} open
 *
 * @typedef {object} Entry a node that is visible
 * @property {Branch} node
 * @property {number} depth
 * @property {number} row
 * @property {Entry?} parent
 * @property {number} last        the row of its last child; its own where it has none
 */

export const hasMore = (node) => (node.children?.length ?? 0) + (node.hidden ?? 0) > 0;
const shownOf = (node) => (node.open ? (node.children ?? []) : []);

/** Every visible node in the order of rows: each line of play has a row of its own, a node stands beside its first child. */
export function visible(root) {
  const entries = [];
  let row = 0;
  const place = (node, depth, parent) => {
    const entry = { node, depth, parent, row, last: row };
    entries.push(entry);
    shownOf(node).forEach((child, n) => {
      if (n) row += 1;
      entry.last = place(child, depth + 1, entry).row;
    });
    return entry;
  };
  place(root, 0, null);
  return { entries, rows: row + 1, depth: Math.max(...entries.map((entry) => entry.depth)) };
}

/** The entries of which something is to be seen between two rows: those there, and lines that cross them. */
export function within(entries, first, last) {
  return entries.filter((entry) => entry.row <= last && entry.last >= first);
}

export const pathOf = (entry) => (entry.parent ? [...pathOf(entry.parent), entry.node.move] : []);

/** The nodes along a path from the root, as far as they are loaded. */
export function along(root, path) {
  const nodes = [root];
  for (const move of path) {
    const next = nodes.at(-1).children?.find((child) => child.move === move);
    if (!next) break;
    nodes.push(next);
  }
  return nodes;
}

/** The loaded nodes below the root that one reaches by a move to this square, as paths. */
export function pathsTo(root, move) {
  const found = [];
  const walk = (node, path) => {
    for (const child of node.children ?? []) {
      const below = [...path, child.move];
      if (child.move === move) found.push(below);
      walk(child, below);
    }
  };
  walk(root, []);
  return found;
}

/** The moves in a text: "a1 b2", "a1b2"; null where it is anything else. */
export function movesIn(text) {
  const moves = text.toLowerCase().match(/pass|[a-t]\d{1,2}/g) ?? [];
  const rest = text.toLowerCase().replace(/pass|[a-t]\d{1,2}|[\s,;.]/g, "");
  return moves.length && !rest ? moves : null;
}

/** How many nodes are loaded. */
export const countOf = (node) => (node.children ?? []).reduce((sum, child) => sum + countOf(child), 1);

export function openAll(node, open = true) {
  node.open = open && Boolean(node.children?.length);
  for (const child of node.children ?? []) openAll(child, open);
}
