import assert from "node:assert/strict";
import { test } from "node:test";
import { Swap2 } from "../../orchard/web/js/swap2.js";
import { speak } from "./helpers.js";

speak("en");

test("an opening is written in an address and read again", () => {
  for (const text of ["3", "3b", "3w", "5", "5b", "5w"]) assert.equal(Swap2.read(text).write(), text);
  for (const text of ["4", "3x", "", null, "35b"]) assert.equal(Swap2.read(text), null);
});

test("the first player puts three stones, the second chooses, after five the first", () => {
  const opening = new Swap2();
  assert.deepEqual([0, 1, 2].map((ply) => opening.seat(ply)), ["black", "black", "black"]); // prettier-ignore
  assert.equal(opening.seat(3), "white");
  assert.ok(opening.choosing(3));
  opening.more = true;
  assert.ok(!opening.choosing(3));
  assert.deepEqual([opening.seat(3), opening.seat(4), opening.seat(5)], ["white", "white", "black"]);
  assert.ok(opening.choosing(5));
});

test("who takes the other's colour changes places with the other", () => {
  const second = new Swap2();
  assert.equal(second.take("white", "white"), false); // the second player stays at white
  assert.equal(second.first, "black");
  const changed = new Swap2();
  assert.equal(changed.take("white", "black"), true);
  assert.equal(changed.first, "white"); // the first player came to play white
  assert.ok(changed.done);
  assert.equal(changed.seat(3), null);
});

test("going back among the first stones takes the decision for two more back, until a colour is chosen", () => {
  const opening = new Swap2(true);
  opening.backTo(4);
  assert.equal(opening.more, true);
  opening.backTo(3);
  assert.equal(opening.more, false);
  const done = new Swap2(true, "black");
  done.backTo(0);
  assert.equal(done.more, true);
});

test("a finished opening is kept with its stones, an open one is not", () => {
  assert.deepEqual(new Swap2().kept, {});
  assert.deepEqual(new Swap2(true, "white").kept, { swap2: { first: "white", stones: 5 } });
});

test("what is asked says whose part it is where two people share a screen", () => {
  const opening = new Swap2();
  assert.equal(opening.prompt(1, "white", false), "Place three stones: black, white, black. Now: White");
  assert.equal(opening.prompt(3, "white", true), "Second player · Choose: black, white, or place two more.");
  opening.more = true;
  assert.equal(opening.prompt(3, "white", true), "Second player · Place two stones: white, black. Now: White");
  assert.equal(opening.prompt(5, "white", true), "First player · Choose: black or white.");
});
