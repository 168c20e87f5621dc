import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { best, done, markBest, markDone } from "../../orchard/web/js/learned.js";

beforeEach(() => {
  const kept = new Map();
  globalThis.localStorage = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => kept.set(key, String(value)),
  };
});

test("a finished lesson stays finished, and no other is", () => {
  assert.equal(done("one", "corners"), false);
  markDone("one", "corners");
  assert.equal(done("one", "corners"), true);
  assert.equal(done("two", "corners"), false);
  assert.equal(done("one", "edges"), false);
});

test("only a better score of a drill is kept", () => {
  assert.equal(best("one", "legal"), 0);
  assert.equal(markBest("one", "legal", 0), false);
  assert.equal(markBest("one", "legal", 7), true);
  assert.equal(markBest("one", "legal", 7), false);
  assert.equal(markBest("one", "legal", 5), false);
  assert.equal(best("one", "legal"), 7);
});

test("what is kept is forgotten where it cannot be read", () => {
  localStorage.setItem("orchard.learned", "{");
  assert.equal(done("one", "corners"), false);
  markDone("one", "corners");
  assert.equal(done("one", "corners"), true);
});
