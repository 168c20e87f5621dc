import assert from "node:assert/strict";
import { test } from "node:test";
import { barShares } from "../../orchard/web/js/bars.js";

const of = (...values) => values.map((value) => ({ value }));

test("bars of chances are drawn against the best one, however small it is", () => {
  assert.deepEqual(barShares(of(0.08, 0.04, 0), "chance"), [1, 0.5, 0]);
  assert.deepEqual(barShares(of(0, 0), "chance"), [0, 0]);
});

test("bars of points show how far behind the best a move is", () => {
  assert.deepEqual(barShares(of(2, 0, -6), "discs"), [1, 0.75, 0]);
  assert.deepEqual(barShares(of(20, 0, -20), "discs"), [1, 0.5, 0]);
});

test("a move without a value has an empty bar", () => {
  assert.deepEqual(barShares(of(3, null), "discs"), [1, 0]);
});
