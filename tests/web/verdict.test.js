import assert from "node:assert/strict";
import { test } from "node:test";
import { verdictOf } from "../../orchard/web/js/verdict.js";

test("another try is right where it loses as little as a good move, close where it loses less than the one played", () => {
  const discs = { best_value: 6, loss: 12, unit: "discs" };
  assert.equal(verdictOf(discs, 6), "right");
  assert.equal(verdictOf(discs, 8), "right"); // better than the review had thought
  assert.equal(verdictOf(discs, 4), "right");
  assert.equal(verdictOf(discs, 3.9), "close");
  assert.equal(verdictOf(discs, -6), "again");
  assert.equal(verdictOf({ best_value: 0.6, loss: 0.3, unit: "chance" }, 0.5), "close");
  assert.equal(verdictOf({ best_value: 0.6, loss: 0.3, unit: "chance" }, 0.1), "again");
});
