import assert from "node:assert/strict";
import { test } from "node:test";
import { codeOf, lineOf } from "../../orchard/web/js/pseudocode.js";
import { firstStep, saidOf, verdictSays } from "../../orchard/web/js/story_steps.js";
import { speak, traceWithACut } from "./helpers.js";

speak("en");
const { steps } = traceWithACut(["d1"]);
const lit = (story, step) => codeOf(story)[lineOf(story, step)]?.trim();

test("each kind of step of a search by plies lights its line", () => {
  const lines = steps.map((step) => lit("alphabeta", step));
  assert.deepEqual(lines, [
    "def alphabeta(pos, depth, alpha, beta):", // depth
    "depth - 1, -beta, -max(alpha, best))", // visit
    "if depth == 0: return evaluate(pos)", // leaf
    "best = max(best, value)", // back
    "depth - 1, -beta, -max(alpha, best))", // visit
    "if depth == 0: return evaluate(pos)", // leaf
    "if best >= beta: break  # a cut", // cut
    "best = max(best, value)", // back
    "return best", // back at the root
    "play the move with the best value", // play
  ]);
  assert.equal(lit("minimax", { kind: "visit", node: 3 }), "depth - 1)");
  assert.equal(lit("minimax", { kind: "end", node: 3 }), "if is_over(pos): return result(pos)");
  assert.equal(lit("ordering", { kind: "known", node: 3 }), "if pos in table: return table[pos]");
  assert.equal(lit("ordering", { kind: "order", node: 3 }), "moves = best_guess_first(legal_moves(pos))");
  assert.equal(lit("greedy", { kind: "leaf", node: 1 }), "value = evaluate(after(pos, move))");
  assert.equal(lit("learning", { kind: "leaf", node: 1 }), "value = weights under own discs");
});

test("the four phases of a playout light four lines", () => {
  const phases = ["select", "expand", "playout", "back_up"].map((kind) => lineOf("uct", { kind, node: 0 }));
  assert.equal(new Set(phases).size, 4);
  assert.deepEqual(
    phases,
    [...phases].sort((one, two) => one - two),
  ); // from top to bottom
  assert.equal(lit("uct", { kind: "playout", node: 1 }), "result = random_game(child)");
});

test("a kind of step that a story does not know lights nothing", () => {
  assert.equal(lineOf("minimax", { kind: "select", node: 0 }), null);
  assert.equal(lineOf("nothing", { kind: "leaf", node: 0 }), null);
  assert.deepEqual(codeOf("nothing"), []);
});

test("a page begins with the step it names", () => {
  const trace = { steps };
  assert.equal(firstStep(trace, ""), 1);
  assert.equal(firstStep(trace, "cut"), 7);
  assert.equal(firstStep(trace, "last"), 10);
  assert.equal(firstStep(trace, "order"), 1); // there is none
});

test("words name what the search has found, and wait for it", () => {
  const page = { says: { best: "A4" } };
  assert.deepEqual(saidOf(page, null), { move: "…", value: "…", nodes: "…", best: "A4" });
  const found = saidOf(page, { move: "b5", value: -4, nodes: 1700 });
  assert.deepEqual(found, { move: "B5", value: "−4", nodes: "1,700", best: "A4" });
  assert.deepEqual(verdictSays({ n: 1042, move: "E2", value: -14 }), { n: "1,042", move: "E2", value: "−14" });
});
