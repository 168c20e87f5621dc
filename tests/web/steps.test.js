import assert from "node:assert/strict";
import { test } from "node:test";
import { grow, pathTo, pull, sentence } from "../../orchard/web/js/steps.js";
import { speak, traceWithACut } from "./helpers.js";

speak("en");

const PLIES = traceWithACut(["d1"]);

const PLAYOUTS = {
  kind: "playouts",
  c: 0.5,
  steps: [
    { kind: "select", node: 0, path: [0] },
    { kind: "expand", node: 1, parent: 0, moves: ["a1"] },
    { kind: "playout", node: 1, value: 1 },
    { kind: "back_up", node: 1, path: [0, 1], value: 1, complement: 0 },
    { kind: "select", node: 1, path: [0, 1] },
    { kind: "expand", node: 2, parent: 1, moves: ["b1"] },
    { kind: "playout", node: 2, value: 0 },
    { kind: "back_up", node: 2, path: [0, 1, 2], value: 0, complement: 1 },
    { kind: "play", node: 0, move: "a1", value: 0.5, nodes: 2 },
  ],
};

const words = (trace, n, toMove = "black") => sentence(trace.steps[n - 1], grow(trace, n), toMove);

test("the tree grows with every step, and the step is about one of its nodes", () => {
  const { root, focus } = grow(PLIES, 3);
  assert.deepEqual([root.visits, focus.move, focus.value], [3, "c1", -2]);
  assert.deepEqual(
    pathTo(focus).map(({ move }) => move),
    [null, "a1", "c1"],
  );
  const whole = grow(PLIES, PLIES.steps.length);
  assert.equal(whole.root.visits, 5);
  assert.equal(whole.root.best.move, "a1");
  assert.deepEqual(whole.nodes.get(3).unsearched, ["d1"]);
  assert.equal(whole.focus.move, "a1"); // what is played
});

test("a search that begins anew forgets the tree before it", () => {
  const twice = { ...PLIES, steps: [...PLIES.steps.slice(0, 3), PLIES.steps[0]] };
  assert.deepEqual([grow(twice, 4).root.visits, grow(twice, 4).root.children.length], [1, 0]);
});

test("a playout is counted in every node of its path, with the reward of the side that moved there", () => {
  const { root, nodes } = grow(PLAYOUTS, 8);
  assert.deepEqual([root.visits, nodes.get(1).visits, nodes.get(2).visits], [2, 2, 1]);
  assert.deepEqual([nodes.get(1).value, nodes.get(2).value], [0.5, 1]);
});

test("what draws a search to a move is its mean and a bonus for having been tried little", () => {
  const { nodes } = grow(PLAYOUTS, 8);
  const { mean, bonus } = pull(nodes.get(1), 0.5);
  assert.equal(mean, 0.5);
  assert.ok(Math.abs(bonus - 0.5 * Math.sqrt(Math.log(2))) < 1e-12); // 0.5 * sqrt(2 * ln 2 / 2)
  assert.equal(pull(grow(PLAYOUTS, 2).nodes.get(1), 0.5).bonus, Infinity);
});

test("steps are said in words", () => {
  assert.equal(words(PLIES, 2), "Black tries A1.");
  assert.equal(words(PLIES, 3), "White tries C1: −2 by the evaluation. The best so far.");
  assert.equal(words(PLIES, 5), "Black tries B1. Black already has 2 with A1.");
  assert.equal(
    words(PLIES, 7),
    "White can answer C1, which holds Black to −3. Black already has 2 with A1, so the replies not looked at (1) cannot matter. B1 would need more than 2 after C1.",
  );
  assert.equal(words(PLIES, 8), "B1 is worth at most −3 to Black. Not better.");
  assert.equal(words(PLIES, 9), "The best move is worth 2 to Black.");
  assert.equal(words(PLIES, 10, "white"), "White plays A1, worth 2, after 5 positions.");
  assert.equal(words(PLAYOUTS, 5), "Select: A1.");
  assert.equal(words(PLAYOUTS, 6), "Expand: B1 added to the tree.");
  assert.equal(words(PLAYOUTS, 9), "Black plays A1, worth 0.50, after 2 visits.");
});
