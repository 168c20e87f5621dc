import assert from "node:assert/strict";
import { test } from "node:test";
import { grow, sentence } from "../../orchard/web/js/steps.js";
import { readTrace, treeOfTrace } from "../../orchard/web/js/trace_file.js";
import { speak } from "./helpers.js";

speak("en");

// a bot: a1 is entered with a window, its answer b2 is judged twice, then c3 is found better than a1
const TOLD = {
  player: "file:bot.py",
  kind: "told",
  game: "tic_tac_toe",
  text: "--------- X",
  steps: [
    { kind: "told", node: 1, parent: 0, move: "a1", alpha: -1, beta: 1 },
    { kind: "told", node: 2, parent: 1, move: "b2", value: 0.5, bound: "exact", visits: 3 },
    { kind: "told", node: 1, value: -0.5, bound: "exact", visits: 4 },
    { kind: "told", node: 3, parent: 0, move: "c3", value: 0.25, bound: "exact" },
    { kind: "told", node: 0, value: 0.25, bound: "exact" },
    { kind: "play", node: 0, move: "c3", value: 0.25, nodes: 0 },
  ],
};

const words = (n) => sentence(TOLD.steps[n - 1], grow(TOLD, n), "black");

test("what a bot tells becomes a tree, its best child by value", () => {
  const { root, focus } = grow(TOLD, 4);
  assert.deepEqual(
    root.children.map(({ move, value, visits }) => [move, value, visits]),
    [
      ["a1", -0.5, 4],
      ["c3", 0.25, 1],
    ],
  );
  assert.equal(root.best, focus);
  assert.equal(grow(TOLD, 3).root.best.move, "a1");
  const drawn = treeOfTrace(TOLD);
  assert.deepEqual(
    drawn.children.map(({ move, children }) => [move, children.length]),
    [
      ["c3", 0],
      ["a1", 1],
    ],
  );
});

test("what a bot tells is said", () => {
  assert.equal(words(1), "Black tries A1. The window is −1 to 1.");
  assert.equal(words(2), "White tries B2. B2 is worth 0.50 to White. Visited 3 times so far.");
  assert.equal(words(3), "A1 is worth −0.50 to Black. Visited 4 times so far.");
  assert.equal(words(5), "The best move is worth 0.25 to Black.");
});

test("a trace is read from text, and what is none is refused", () => {
  assert.deepEqual(readTrace(JSON.stringify({ ...TOLD, more: 1 })), { ...TOLD, c: null }); // what it needs, no more
  const [first, ...rest] = TOLD.steps;
  const changed = (step) => JSON.stringify({ ...TOLD, steps: [{ ...first, ...step }, ...rest] });
  for (const text of [
    "",
    "[]",
    "null",
    "{",
    JSON.stringify({ ...TOLD, kind: "other" }),
    JSON.stringify({ ...TOLD, game: 7 }),
    JSON.stringify({ ...TOLD, steps: [] }),
    JSON.stringify({ ...TOLD, steps: Array(20_001).fill(first) }),
    changed({ kind: "constructor" }),
    changed({ move: "<b>" }),
    changed({ parent: 9 }),
    changed({ value: "much" }),
    changed({ moves: "a1" }),
    changed({ path: [{}] }),
    changed({ chance: 7 }),
    changed({ played: ["a1"] }),
  ])
    assert.equal(readTrace(text), null, text.slice(0, 80));
});
