import assert from "node:assert/strict";
import { test } from "node:test";
import { along, countOf, movesIn, openAll, pathOf, pathsTo, visible, within } from "../../orchard/web/js/outline.js";

const leaf = (move, hidden = 0) => ({ move, hidden });
const tree = () => ({
  move: null,
  open: true,
  children: [
    { move: "a1", open: true, children: [leaf("b2"), leaf("c3", 4)] },
    { move: "b2", open: false, children: [leaf("a1")] },
  ],
});

test("a node stands beside its first child, and what is closed is not visible", () => {
  const { entries, rows, depth } = visible(tree());
  assert.deepEqual(
    entries.map(({ node, row, last, depth: at }) => [node.move, at, row, last]),
    [
      [null, 0, 0, 2],
      ["a1", 1, 0, 1],
      ["b2", 2, 0, 0],
      ["c3", 2, 1, 1],
      ["b2", 1, 2, 2],
    ],
  );
  assert.deepEqual([rows, depth], [3, 2]);
  assert.deepEqual(pathOf(entries[3]), ["a1", "c3"]);
});

test("only what crosses the rows in sight is drawn", () => {
  const { entries } = visible(tree());
  const moves = (first, last) => within(entries, first, last).map(({ node }) => node.move);
  assert.deepEqual(moves(2, 9), [null, "b2"]);
  assert.deepEqual(moves(1, 1), [null, "a1", "c3"]);
});

test("moves and sequences are found", () => {
  assert.deepEqual(pathsTo(tree(), "a1"), [["a1"], ["b2", "a1"]]);
  assert.deepEqual(along(tree(), ["a1", "c3", "b2"]).length, 3); // the last is not loaded
  assert.deepEqual(movesIn("A1, b2c3"), ["a1", "b2", "c3"]);
  assert.deepEqual(movesIn("d10 pass"), ["d10", "pass"]);
  assert.equal(movesIn("hello"), null);
  assert.equal(movesIn(" "), null);
});

test("all of it can be opened and closed", () => {
  const root = tree();
  openAll(root);
  assert.equal(visible(root).entries.length, countOf(root));
  openAll(root, false);
  assert.equal(visible(root).entries.length, 1);
});
