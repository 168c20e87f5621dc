import assert from "node:assert/strict";
import { test } from "node:test";
import * as download from "../../orchard/web/js/download.js";
import * as share from "../../orchard/web/js/share.js";
import { GameTree } from "../../orchard/web/js/tree.js";
import { Swap2 } from "../../orchard/web/js/swap2.js";
import { addMoves, factsOf, frame, speak } from "./helpers.js";

speak("en");

const SEATS = { black: "human", white: "level:2" };

function branched() {
  const tree = new GameTree("game:9", "", frame());
  addMoves(tree, tree.root, "f5", "d6", "c3");
  addMoves(tree, tree.root.child("f5"), "f4", "pass");
  tree.current = tree.root.child("f5").child("d6").child("c3");
  return tree;
}

test("branches stand in brackets after the move that they replace", () => {
  assert.equal(share.movesText(branched()), "f5d6(f4--)c3");
});

test("moves are read as one list for each way through the tree", () => {
  assert.deepEqual(share.readMoves("f5d6(f4--)c3"), [
    ["f5", "d6", "c3"],
    ["f5", "f4", "--"],
  ]);
  assert.deepEqual(share.readMoves("a1(b1(c1))d1"), [["a1", "d1"], ["b1"], ["c1"]]);
  assert.deepEqual(share.readMoves(""), [[]]);
  assert.deepEqual(share.readMoves("a1)))b1"), [["a1", "b1"]]); // brackets that close nothing are survived
});

test("what is no move is named", () => {
  assert.equal(share.unreadable("f5d6(f4--)c3"), "");
  assert.equal(share.unreadable("f5<b>d6"), "<b>");
});

test("an address says the view, the game, the moves, who sits where and where one looks", () => {
  const tree = branched();
  assert.equal(share.addressOf("play", tree, SEATS), "#play/game:9/f5d6(f4--)c3?b=human&w=level:2");
  tree.current = tree.root.child("f5");
  assert.equal(share.addressOf("review", tree, SEATS), "#review/game:9/f5d6(f4--)c3?b=human&w=level:2&at=1");
});

test("an address with a set-up, an opening, an end and a clock is read as it was written", () => {
  const tree = branched();
  tree.start = "-----XO----- X";
  tree.swap2 = new Swap2(true, "white");
  tree.ending = { node: tree.root.child("f5"), winner: "white", reason: "time" };
  tree.usedBefore = { black: 12.5, white: 3 };
  tree.live = { node: tree.root, end: tree.current };
  const asked = share.readAddress(share.addressOf("play", tree, SEATS, { minutes: 5, seconds: 2 }));
  assert.equal(asked.start, tree.start);
  assert.equal(asked.opening, "5w");
  assert.deepEqual([asked.minutes, asked.seconds], [5, 2]);
  const again = branched();
  share.restore(again, asked);
  assert.deepEqual(again.usedBefore, { black: 12.5, white: 3 });
  assert.equal(again.ending.winner, "white");
  assert.equal(again.ending.node, again.root.child("f5"));
  assert.equal(again.live.node, again.root);
});

test("an address that somebody made up is read as far as it makes sense", () => {
  const asked = share.readAddress("#play/game/%E0%A4%A?m=-3&t=999999&e=x:y:z&u=a:b&at=nowhere");
  assert.equal(asked.moves, "%E0%A4%A"); // what cannot be decoded stays as it is
  assert.deepEqual([asked.minutes, asked.seconds, asked.ending, asked.used], [0, 60, null, null]);
  const tree = branched();
  share.restore(tree, asked);
  assert.equal(tree.current.move, "c3");
  share.restore(tree, { ...asked, ending: [null, "b", "nonsense", "1"] });
  assert.equal(tree.ending, null);
});

test("a giant run of empty squares in an address stays small", () => {
  assert.equal(share.readAddress("#play/game/?s=.999999999.").start.length, 400);
});

test("a seat is a person or a player, and nothing that holds spaces or markup", () => {
  for (const spec of ["human", "level:3", "sage", "kite:depth=3,threats=no"]) assert.ok(share.isSeat(spec), spec);
  for (const spec of ["", null, "A", "x y", "<b>", "file:/etc/passwd"]) assert.ok(!share.isSeat(spec), String(spec));
});

test("a picture shows what is on the board, any other file the whole game", () => {
  const tree = branched();
  tree.prefer(tree.root.child("f5").child("d6").child("c3"));
  tree.prefer(tree.root.child("f5"));
  assert.deepEqual(download.downloadOf(tree, "png"), { game: "game:9", start: "", moves: "f5", format: "svg" });
  const whole = { game: "game:9", start: "", moves: "f5d6c3" };
  assert.deepEqual(download.downloadOf(tree, "ggf"), { ...whole, format: "ggf" });
  assert.deepEqual(download.downloadOf(tree, "sgf"), { ...whole, format: "sgf", ways: share.movesText(tree) });
  assert.ok(share.movesText(tree).includes("("));
});

test("a file of a game that somebody resigned says who won", () => {
  const tree = branched();
  tree.prefer(tree.root.child("f5").child("d6").child("c3"));
  tree.ending = { node: tree.current, winner: "white", reason: "resign" };
  const { winner, verdict } = download.downloadOf(tree, "ggf");
  assert.deepEqual([winner, verdict], ["white", "resign"]);
  assert.equal(download.downloadOf(tree, "sgf").winner, "white");
});

test("files are offered in the formats that can hold the game, and named as the server names them", () => {
  assert.deepEqual(download.fileKinds(factsOf({ files: ["sgf"] })), ["svg", "png", "transcript", "sgf"]);
  assert.equal(download.fileName('attachment; filename="orchard-x.svg"', "png"), "orchard-x.png");
  assert.equal(download.fileName('attachment; filename="orchard-x.sgf"', "sgf"), "orchard-x.sgf");
  assert.equal(download.fileName(null, "sgf"), "orchard.sgf");
  const both = "attachment; filename=\"x.sgf\"; filename*=UTF-8''x_%E9%BB%91.sgf";
  assert.equal(download.fileName(both, "sgf"), "x_黑.sgf");
});
