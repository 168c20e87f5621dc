import assert from "node:assert/strict";
import { test } from "node:test";
import { evaluationOf } from "../../orchard/web/js/ahead.js";
import { speak } from "./helpers.js";

speak("en");

test("the bar is black's share, whoever is to move", () => {
  const chance = { value: 0.8, unit: "chance", wins_in: null };
  assert.deepEqual(evaluationOf(chance, "black"), { share: 0.8, text: "Black: 80%" });
  const turned = evaluationOf(chance, "white");
  assert.ok(Math.abs(turned.share - 0.2) < 1e-9);
  assert.equal(turned.text, "White: 80%");
});

test("points fill the bar less and less, an even position half of it", () => {
  const of = (value, toMove = "black") => evaluationOf({ value, unit: "discs" }, toMove);
  assert.equal(of(0).share, 0.5);
  assert.ok(of(4).share > 0.55 && of(12).share > of(4).share && of(64).share < 1);
  assert.equal(of(4, "white").text, "White: +4");
  assert.equal(of(-3.5, "white").text, "Black: +3.5");
});

test("a proved win is said, and a position without a value draws nothing", () => {
  assert.equal(evaluationOf({ value: 1, unit: "chance", wins_in: 3 }, "white").text, "White wins in 3");
  assert.equal(evaluationOf({ value: 0, unit: "chance", wins_in: -3 }, "white").text, "Black wins in 3");
  assert.equal(evaluationOf({ value: null, unit: "discs" }, "black"), null);
});
