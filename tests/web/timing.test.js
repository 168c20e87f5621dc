import assert from "node:assert/strict";
import { test } from "node:test";
import { CLOCKS, NO_CLOCK, readClock, thinkingTime, timeLeft } from "../../orchard/web/js/timing.js";
import { addressOf, readAddress, restore } from "../../orchard/web/js/share.js";
import { GameTree } from "../../orchard/web/js/tree.js";
import { Swap2 } from "../../orchard/web/js/swap2.js";
import { addMoves, frame } from "./helpers.js";

function played(...seconds) {
  const tree = new GameTree("game", "", frame());
  let node = tree.root;
  seconds.forEach((used, n) => {
    node = addMoves(tree, node, `a${n + 1}`);
    node.seconds = used;
  });
  tree.browseTo(node);
  return tree;
}

test("a clock is read as it is usually written", () => {
  assert.deepEqual(readClock("5"), { minutes: 5, increment: 0, perMove: 0 });
  assert.deepEqual(readClock("3+2"), { minutes: 3, increment: 2, perMove: 0 });
  assert.deepEqual(readClock("10s"), { minutes: 0, increment: 0, perMove: 10 });
  for (const none of ["0", "", "x", "3+", undefined]) assert.deepEqual(readClock(none), NO_CLOCK, String(none));
  assert.equal(new Set(CLOCKS.map((text) => JSON.stringify(readClock(text)))).size, CLOCKS.length);
});

test("each move gives its side the increment, and only the side to move spends time", () => {
  const tree = played(7, 1, 3); // black 10 s in two moves, white 1 s in one
  const clock = readClock("3+2");
  assert.equal(timeLeft(clock, tree, "black", 5), 180 - 10 + 4);
  assert.equal(timeLeft(clock, tree, "white", 5), 180 - 1 + 2 - 5);
  assert.equal(timeLeft(NO_CLOCK, tree, "white", 5), null);
});

test("with seconds for each move, every move begins with all of them", () => {
  const tree = played(9, 9);
  tree.current.spent = 2;
  assert.equal(timeLeft(readClock("10s"), tree, "black", 3), 5);
  assert.equal(timeLeft(readClock("10s"), tree, "white", 3), 10);
});

test("stones of an opening without clocks earn no increment", () => {
  const tree = played(null, null, null, 4);
  tree.swap2 = new Swap2(false, "black");
  assert.equal(tree.swap2.length, 3);
  assert.equal(timeLeft(readClock("1+5"), tree, "white"), 60 + 5 - 4);
  assert.equal(timeLeft(readClock("1+5"), tree, "black"), 60);
});

for (const text of ["3+2", "10s"])
  test(`a reload gives no time back: ${text}`, () => {
    const clock = readClock(text);
    const tree = played(7, 1, 3);
    tree.current.spent = 4;
    const asked = readAddress(addressOf("play", tree, null, clock));
    const again = played(null, null, null);
    restore(again, asked);
    assert.deepEqual({ minutes: asked.minutes, increment: asked.increment, perMove: asked.perMove }, clock);
    for (const color of ["black", "white"]) assert.equal(timeLeft(clock, again, color), timeLeft(clock, tree, color));
  });

test("a level divides its time so that sixty moves of its own do not lose the game", () => {
  for (const text of CLOCKS.filter((clock) => clock !== "0")) {
    const clock = readClock(text);
    const tree = played();
    for (let n = 0; n < 120; n++) {
      const left = timeLeft(clock, tree, tree.current.frame.to_move);
      const seconds = thinkingTime(clock, tree) + 0.05; // the way to the server and back
      assert.ok(seconds < left, `${text}: ${seconds} of ${left} at ${n}`);
      const node = addMoves(tree, tree.current, `b${n + 1}`);
      node.seconds = seconds;
      tree.browseTo(node);
    }
  }
  assert.equal(thinkingTime(NO_CLOCK, played()), null);
});
