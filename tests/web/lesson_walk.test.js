import assert from "node:assert/strict";
import { test } from "node:test";
import { LessonWalk } from "../../orchard/web/js/lesson_walk.js";

const step = (kind, ...accepted) => ({ kind, accepted });
const walkOf = (...steps) => new LessonWalk({ name: "one", steps });

test("a step that only shows something needs no answer", () => {
  const walk = walkOf(step("show"), step("choose", "c4"));
  assert.ok(walk.isSolved);
  walk.next();
  assert.ok(!walk.isSolved);
  assert.deepEqual([walk.number, walk.isLast], [2, true]);
});

test("every square is to be tapped once, in any order, and a wrong one changes nothing", () => {
  const walk = walkOf(step("tap", "c4", "d3", "e6"));
  assert.equal(walk.answer("d3"), "more");
  assert.equal(walk.answer("d3"), "more");
  assert.equal(walk.answer("a1"), "wrong");
  assert.deepEqual([walk.tapped, walk.missing, walk.isSolved], [["d3"], 2, false]);
  assert.equal(walk.answer("e6"), "more");
  assert.equal(walk.answer("c4"), "right");
  assert.ok(walk.isSolved);
});

test("one of the accepted moves is enough, and after a wrong one the step can be tried again", () => {
  const walk = walkOf(step("show"), step("choose", "f8", "j8"));
  walk.next();
  assert.equal(walk.answer("a1"), "wrong");
  assert.ok(!walk.isSolved);
  walk.again();
  assert.equal(walk.answer("j8"), "right");
  assert.ok(walk.isSolved);
});

test("one can go back, and not beyond either end", () => {
  const walk = walkOf(step("show"), step("show"));
  walk.back();
  assert.equal(walk.number, 1);
  walk.next();
  walk.next();
  assert.equal(walk.number, 2);
  walk.back();
  assert.equal(walk.number, 1);
});
