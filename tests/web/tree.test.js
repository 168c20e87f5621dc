import assert from "node:assert/strict";
import { test } from "node:test";
import { GameTree, afterMove, afterPass, treeOf } from "../../orchard/web/js/tree.js";
import { squareOf } from "../../orchard/web/js/games.js";
import { Swap2 } from "../../orchard/web/js/swap2.js";
import { addMoves, factsOf, frame } from "./helpers.js";

const newTree = () => new GameTree("game", "", frame());
const moves = (nodes) => nodes.map((node) => node.move).join(" ");

test("a place names the moves as transcripts do, a pass as two dashes", () => {
  const tree = newTree();
  const last = addMoves(tree, tree.root, "a1", "pass", "b2");
  assert.deepEqual(tree.place(last), { game: "game", start: "", moves: "a1--b2" });
});

test("a move that is there already is not added twice, and is preferred from then on", () => {
  const tree = newTree();
  const first = addMoves(tree, tree.root, "a1");
  const second = addMoves(tree, tree.root, "b1");
  assert.equal(tree.next(tree.root), second);
  assert.equal(tree.add(tree.root, "a1", frame("white")), first);
  assert.equal(tree.root.children.length, 2);
  assert.equal(tree.next(tree.root), first);
});

test("the line leads from the start through what is shown to the end of the preferred moves", () => {
  const tree = newTree();
  addMoves(tree, tree.root, "a1", "b1", "c1");
  const other = addMoves(tree, tree.root.child("a1"), "a2", "a3");
  tree.prefer(tree.root.child("a1"));
  assert.equal(moves(tree.line()), "a1 a2 a3");
  assert.equal(tree.last(), other);
  tree.prefer(tree.root.child("a1").child("b1"));
  assert.equal(moves(tree.line()), "a1 b1 c1");
});

test("a line that is only shown is not where the game goes on", () => {
  const tree = newTree();
  const played = addMoves(tree, tree.root, "a1", "b1");
  tree.playAt(played);
  const shown = addMoves(tree, tree.root.child("a1"), "c3");
  shown.imagined = true;
  tree.prefer(shown);
  assert.equal(tree.current, shown);
  tree.backToPlay();
  assert.equal(tree.current, played);
  assert.equal(played.preferred, null);
});

test("to play on at a shown line makes it a part of the game", () => {
  const tree = newTree();
  const shown = addMoves(tree, tree.root, "a1");
  shown.imagined = true;
  tree.playAt(shown);
  assert.equal(shown.imagined, false);
  assert.equal(tree.toAnswer, shown);
  tree.browseTo(tree.root);
  assert.equal(tree.toAnswer, null);
});

test("time used is the seconds of a side's own moves, with what was used before and what runs now", () => {
  const tree = newTree();
  const last = addMoves(tree, tree.root, "a1", "b1");
  tree.root.child("a1").seconds = 3;
  last.seconds = 5;
  last.spent = 2; // black is to move again
  tree.usedBefore = { black: 10, white: 20 };
  assert.equal(tree.used("black", last), 10 + 3 + 2);
  assert.equal(tree.used("white", last), 20 + 5);
});

test("the seat that acts is the side to move, and in a swap2 opening the one whose part it is", () => {
  const tree = newTree();
  const third = addMoves(tree, tree.root, "a1", "b1", "c1");
  assert.equal(tree.seatAt(third), "white");
  tree.swap2 = new Swap2();
  assert.equal(tree.seatAt(tree.root.child("a1")), "black"); // the first player puts all three stones
  assert.equal(tree.seatAt(third), "white"); // the second chooses
});

test("a line of the server becomes a tree whose last node knows its legal moves", () => {
  const view = { ...frame("black"), move: "b1", legal: { c1: [] } };
  const line = { frames: [frame(), { ...frame("white"), move: "a1" }, { ...frame(), move: "b1" }], view };
  const tree = treeOf("game", "", line);
  assert.equal(tree.current.move, "b1");
  assert.equal(tree.current.view, view);
  assert.equal(tree.root.view, null);
  assert.equal(tree.current.mover, "white");
  const single = treeOf("game", "", { frames: [frame()], view: { ...frame(), legal: {} } });
  assert.ok(single.root.view);
});

test("a move puts a stone, turns what the server said, and hands the turn over", () => {
  const facts = factsOf({ width: 3 });
  const view = { stones: "XO------O", to_move: "black", legal: { c1: ["b1"] } };
  const after = afterMove(view, "c1", (name) => squareOf(facts, name));
  assert.equal(after.stones, "XXX-----O");
  assert.deepEqual([after.black, after.white, after.to_move], [3, 1, "white"]);
  assert.deepEqual(after.flipped, ["b1"]);
  assert.equal(view.stones, "XO------O");
});

test("a pass changes nothing but the side to move", () => {
  const view = { stones: "XO-", to_move: "white", legal: {}, must_pass: true, black: 1, white: 1 };
  const after = afterPass(view);
  assert.equal(after.to_move, "black");
  assert.equal(after.stones, "XO-");
  assert.equal(after.move, "pass");
  assert.ok(!("legal" in after));
});

test("the game played is the main line until another is promoted, whatever one looks at", () => {
  const tree = newTree();
  tree.playAt(addMoves(tree, tree.root, "a1", "b1", "c1"));
  const shown = addMoves(tree, tree.root.child("a1"), "c3");
  shown.imagined = true;
  const tried = addMoves(tree, tree.root.child("a1"), "b3", "c2");
  tree.prefer(tried);
  assert.equal(moves(tree.mainLine()), "a1 b1 c1");
  tree.promote(tried);
  assert.equal(moves(tree.mainLine()), "a1 b3 c2");
  tree.playAt(shown); // to play on at a line makes it the game
  assert.equal(moves(tree.mainLine()), "a1 c3");
});

test("forward follows the game, and within a branch the branch", () => {
  const tree = newTree();
  const played = addMoves(tree, tree.root, "a1", "b1", "c1");
  tree.playAt(played);
  const tried = addMoves(tree, tree.root.child("a1"), "b3", "c2");
  tree.prefer(tried); // looked at last
  tree.prefer(tree.root.child("a1"));
  assert.equal(tree.forward().move, "b1");
  assert.equal(tree.end(), played);
  tree.prefer(tree.root.child("a1").child("b3"));
  assert.equal(tree.forward().move, "c2");
  assert.equal(tree.end(), tried);
  assert.equal(tree.forward(played), null);
  tree.prefer(tree.root);
  assert.equal(tree.forward().move, "a1");
  assert.equal(newTree().forward(), null);
});
