import assert from "node:assert/strict";
import { test } from "node:test";
import { mirrored, rotated } from "../../orchard/web/js/symmetry.js";

const SQUARE = { width: 3, height: 3 };
const WIDE = { width: 3, height: 2 };
const text = (stones) => stones.join("");

test("a quarter turn takes the top left corner to the top right", () => {
  assert.equal(text(rotated([..."X-O------"], SQUARE)), "--X-----O");
  let stones = [..."XO-O--XXO"];
  for (let n = 0; n < 4; n++) stones = rotated(stones, SQUARE);
  assert.equal(text(stones), "XO-O--XXO");
});

test("a board that is no square is turned upside down", () => {
  assert.equal(text(rotated([..."XO----"], WIDE)), "----OX");
});

test("a mirror changes left and right, row by row", () => {
  assert.equal(text(mirrored([..."XO-O--"], WIDE)), "-OX--O");
});
