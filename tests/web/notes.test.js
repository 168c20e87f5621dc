import assert from "node:assert/strict";
import { test } from "node:test";
import { draw, noteOf, setComment, wipe } from "../../orchard/web/js/note_edits.js";
import { addressOf, readAddress, restore } from "../../orchard/web/js/share.js";
import { GameTree } from "../../orchard/web/js/tree.js";
import { addMoves, frame } from "./helpers.js";

function branched() {
  const tree = new GameTree("game", "", frame());
  addMoves(tree, tree.root, "f5", "d6");
  addMoves(tree, tree.root.child("f5"), "f4");
  return tree;
}

test("comments, marks and arrows travel with the address, on branches too", () => {
  const tree = branched();
  const main = tree.root.child("f5").child("d6");
  const branch = tree.root.child("f5").child("f4");
  setComment(tree.root, "Zaczynamy: 50 % & więcej? #1\n中文");
  draw(main, "c3", "c3");
  draw(branch, "a1", "h8");
  const again = branched();
  restore(again, readAddress(addressOf("analyse", tree)));
  const [root, f5, d6, f4] = again.nodes();
  assert.equal(noteOf(root).text, "Zaczynamy: 50 % & więcej? #1\n中文");
  assert.equal(f5.note ?? null, null);
  assert.deepEqual(noteOf(d6).marks, ["c3"]);
  assert.deepEqual(noteOf(f4).arrows, [["a1", "h8"]]);
});

test("to draw the same again takes it away, and nothing is left in the address", () => {
  const tree = branched();
  const before = addressOf("analyse", tree);
  for (let n = 0; n < 2; n++) {
    draw(tree.root, "c3", "d3");
    draw(tree.root, "e3", "e3");
  }
  assert.equal(addressOf("analyse", tree), before);
  draw(tree.root, "c3", "d3");
  draw(tree.root, "d3", "c3");
  assert.equal(noteOf(tree.root).arrows.length, 2);
  wipe(tree.root);
  assert.equal(addressOf("analyse", tree), before);
});

test("notes that cannot be read are left out", () => {
  const tree = branched();
  const bad = ["n=99:a1:x", "n=x", "n=0:zz9.c3.a1-.<b>:hello", "n=1:a1.q:", `n=2::${"long ".repeat(400)}`];
  restore(tree, readAddress(`#analyse/game/f5d6(f4)?${bad.join("&")}`));
  const [root, f5, d6] = tree.nodes();
  assert.equal(root.note ?? null, null);
  assert.deepEqual(noteOf(f5).marks, ["a1"]);
  assert.equal(noteOf(d6).text.length, 1000);
});

test("a branch is taken out of the tree with all that follows; the game played stays", () => {
  const tree = branched();
  const [, f5, d6, f4] = tree.nodes();
  addMoves(tree, f4, "e3");
  tree.prefer(f4.children[0]);
  tree.remove(f4);
  assert.deepEqual(tree.nodes(), [tree.root, f5, d6]);
  assert.equal(tree.current, f5);
  assert.equal(tree.next(), d6);
});

test("where a removed branch was being played, the game goes on before it", () => {
  const tree = branched();
  const f5 = tree.root.child("f5");
  const f4 = f5.child("f4");
  tree.browseTo(f4);
  tree.ending = { node: f4, winner: "black", reason: "resign" };
  tree.remove(f4);
  assert.equal(tree.live, null);
  assert.equal(tree.ending, null);
});
