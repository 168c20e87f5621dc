import assert from "node:assert/strict";
import { test } from "node:test";
import { decidesByValue, inChances, layout, perDepth, principal, rootValue } from "../../orchard/web/js/layout.js";

const node = (move, visits, children = [], more = {}) => ({
  move,
  visits,
  children,
  value: null,
  bound: null,
  cut: false,
  unsearched: [],
  best: null,
  ...more,
});

test("children are drawn as the search ranks them, six at most, and the rest is counted", () => {
  const children = [5, 80, 1, 3, 2, 9, 4, 7].map((visits, n) => node(`a${n}`, visits));
  const { entries } = layout(node(null, 111, children, { best: "a0" }));
  assert.deepEqual(
    entries.slice(1).map((entry) => entry.node.visits),
    [5, 80, 1, 3, 2, 9],
  );
  assert.equal(entries[0].hidden, 2);
});

test("what the search would play is drawn even if the tree knows nothing of it", () => {
  const first = node("a1", 9, [node("b1", 0), node("b2", 0)], { best: "b1" });
  const paths = layout(node(null, 10, [first], { best: "a1" })).entries.map(({ path }) => path.join(" "));
  assert.deepEqual(paths, ["", "a1", "a1 b1"]);
});

test("a node stands beside its first child, every line in a row of its own", () => {
  const tree = node(null, 10, [node("a1", 6, [node("b1", 4), node("b2", 2)]), node("c1", 4)]);
  const { entries, height } = layout(tree);
  const at = Object.fromEntries(entries.map((entry) => [entry.path.join(" "), entry]));
  assert.equal(at[""].y, at["a1"].y);
  assert.equal(at["a1"].y, at["a1 b1"].y);
  const rows = [at["a1 b1"].y, at["a1 b2"].y, at["c1"].y];
  assert.deepEqual(rows, [...rows].sort((a, b) => a - b)); // prettier-ignore
  assert.equal(new Set(rows).size, 3);
  assert.ok(height > Math.max(...rows));
  assert.ok(at["a1 b1"].x > at["a1"].x && at["a1"].x > at[""].x);
});

test("the principal line goes from the root along what the search would play, however often it was visited", () => {
  const second = node("a1", 6, [node("b2", 1), node("b1", 5)], { best: "b2" });
  const tree = node(null, 10, [second, node("c1", 14)], { best: "a1" });
  const main = [...principal(layout(tree).entries)].map((entry) => entry.path.join(" "));
  assert.deepEqual(main, ["", "a1", "a1 b2"]);
});

test("a search that keeps bounds decides by value, another by visits", () => {
  const { entries } = layout(node(null, 10, [node("a1", 6), node("c1", 4)]));
  assert.equal(decidesByValue(entries), false);
  const bounded = node(null, 10, [node("a1", 6, [], { bound: "exact" })]);
  assert.equal(decidesByValue(layout(bounded).entries), true);
});

test("values are chances when all lie between 0 and 1 and one is not 0", () => {
  const tree = (...values) => node(null, 1, values.map((value) => node("a1", 1, [], { value }))); // prettier-ignore
  assert.equal(inChances(tree(0.2, 0.9)), true);
  assert.equal(inChances(tree(0, 0)), false);
  assert.equal(inChances(tree(0.5, -0.5)), false);
  assert.equal(inChances(tree(0.5, 3)), false);
});

test("a value is turned for the side to move at the root, and its bound with it", () => {
  const entry = (depth, value, bound) => ({ node: node("a1", 1, [], { value, bound }), depth });
  assert.deepEqual(rootValue(entry(1, 4, "lower"), false), { value: 4, sign: "≥" });
  assert.deepEqual(rootValue(entry(2, 4, "lower"), false), { value: -4, sign: "≤" });
  assert.deepEqual(rootValue(entry(2, 0.75, "upper"), true), { value: 0.25, sign: "≥" });
  assert.equal(rootValue(entry(0, 4, null), false), null);
  assert.equal(rootValue(entry(1, null, null), false), null);
});

test("every level is counted: positions, visits, cuts and moves not looked at", () => {
  const cut = { cut: true, unsearched: ["c1", "d1"] };
  const tree = node(null, 7, [node("a1", 4, [node("b1", 3, [], cut)]), node("a2", 3)]);
  assert.deepEqual(perDepth(tree), [
    { nodes: 1, visits: 7, cuts: 0, unsearched: 0 },
    { nodes: 2, visits: 7, cuts: 0, unsearched: 0 },
    { nodes: 1, visits: 3, cuts: 1, unsearched: 2 },
  ]);
});

test("a node that was opened shows all its children, also those that were never visited", () => {
  const children = [5, 80, 1, 3, 2, 9, 4, 0].map((visits, n) => node(`a${n}`, visits, n ? [] : [node("b1", 0)]));
  const tree = node(null, 111, children, { best: "a0" });
  const { entries } = layout(tree, new Set(["", "a0"]));
  assert.equal(entries.length, 1 + 8 + 1);
  assert.ok(entries.every(({ hidden }) => hidden === 0));
});
