import assert from "node:assert/strict";
import { test } from "node:test";
import { curves, placeOn, prunes, reachOf, savings, windowAt, wouldPlay } from "../../orchard/web/js/measures.js";
import { grow } from "../../orchard/web/js/steps.js";
import { traceWithACut } from "./helpers.js";

const PLIES = traceWithACut(["d1", "e1"], { saved: 7 });

const at = (count, id) => windowAt(grow(PLIES, count).nodes.get(id));

test("a window is open until something is known, and narrows with what is", () => {
  assert.deepEqual(at(1, 0), { low: -Infinity, high: Infinity });
  assert.deepEqual(at(4, 0), { low: 2, high: Infinity }); // black has 2 with a1
});

test("below, a window is that of the side at the root: at white's nodes what is found lowers its high end", () => {
  assert.deepEqual(at(3, 1), { low: -Infinity, high: 2 }); // white holds black to 2 after a1
  assert.deepEqual(at(5, 3), { low: 2, high: Infinity }); // black has 2 elsewhere
});

test("where the window is closed the search cuts", () => {
  const { low, high } = at(6, 3); // white's c1 holds black to -3, and black has 2 elsewhere
  assert.ok(high <= low);
  assert.equal(high, -3);
});

test("a search without windows does not prune", () => {
  assert.ok(prunes(PLIES));
  assert.ok(!prunes({ steps: [{ kind: "depth" }, { kind: "leaf", value: 1 }] }));
});

test("a ruler reaches as far as most values, and what is beyond it stands at its end", () => {
  const values = [1, -2, 3, 4, -5, 6, 7, 8, 9, 20000].map((value) => ({ value }));
  assert.equal(reachOf({ steps: values }), 9);
  assert.deepEqual([-18, -9, 0, 4.5, 20000].map((value) => placeOn(9, value)), [0, 0, 0.5, 0.75, 1]); // prettier-ignore
  assert.equal(reachOf({ steps: [] }), 1);
});

test("what was visited and saved is counted step by step", () => {
  const sums = savings(PLIES);
  assert.equal(sums.length, PLIES.steps.length + 1);
  assert.deepEqual(sums[6], { visited: 5, saved: 0, isCounted: true });
  assert.deepEqual(sums[7], { visited: 5, saved: 7, isCounted: true });
  assert.equal(sums.at(-1).visited, PLIES.steps.at(-1).nodes);
});

test("what could not be counted is known to be missing, and a search that begins anew counts anew", () => {
  const hidden = { kind: "below", node: 1, parent: 0, move: "a1", value: 1, nodes: 40 };
  const sums = savings({ steps: [{ kind: "depth" }, hidden, { kind: "depth" }] });
  assert.deepEqual(sums[2], { visited: 41, saved: 0, isCounted: false });
  assert.deepEqual(sums[3], { visited: 1, saved: 0, isCounted: true });
});

const playout = (node, value, move) => ({ kind: "back_up", path: [0, node], value, complement: 1 - value, move });
const PLAYOUTS = {
  steps: [
    { kind: "expand", node: 1, parent: 0, moves: ["a1", "b1"] },
    playout(1, 0, "a1"),
    playout(2, 1, "b1"),
    playout(2, 0),
    playout(2, 1),
  ],
};

test("the move to play is the one that the last change named", () => {
  assert.deepEqual([1, 2, 3, 5].map((count) => wouldPlay(PLAYOUTS, count)), [null, "a1", "b1", "b1"]); // prettier-ignore
});

test("curves tell the share of the visits and the mean after each playout, the most visited first", () => {
  const [first, second] = curves(PLAYOUTS);
  assert.deepEqual([first.move, second.move], ["b1", "a1"]);
  assert.deepEqual(first.points.map(({ share }) => share), [0, 1 / 2, 2 / 3, 3 / 4]); // prettier-ignore
  assert.deepEqual(first.points.map(({ mean }) => mean), [null, 1, 1 / 2, 2 / 3]); // prettier-ignore
  assert.deepEqual(second.points.at(-1), { step: 5, playouts: 4, share: 1 / 4, mean: 0 });
});
