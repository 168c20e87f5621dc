import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import * as games from "../../orchard/web/js/games.js";
import { factsOf } from "./helpers.js";

const wide = factsOf({ width: 7, height: 6, row_one_at_top: false });
const square = factsOf({ width: 8, row_one_at_top: true });
const realFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = realFetch;
});

test("squares are counted from the top left, wherever row 1 is", () => {
  assert.equal(games.squareName(wide, 0), "a6");
  assert.equal(games.squareName(wide, 41), "g1");
  assert.equal(games.squareOf(wide, "a1"), 35);
  assert.equal(games.squareName(square, 0), "a1");
  assert.equal(games.squareOf(square, "h8"), 63);
  for (const facts of [wide, square]) {
    for (let n = 0; n < facts.start.length; n++) assert.equal(games.squareOf(facts, games.squareName(facts, n)), n);
  }
});

test("two figures in a row number are read", () => {
  const large = factsOf({ width: 15, row_one_at_top: false });
  assert.equal(games.squareOf(large, "a15"), 0);
  assert.equal(games.squareOf(large, "o1"), 224);
});

test("keys stay on a board that is wider than high", () => {
  const go = (name, key) => games.squareName(wide, games.squareAfterKey(wide, games.squareOf(wide, name), key));
  assert.equal(go("a1", "ArrowLeft"), "a1");
  assert.equal(go("a1", "ArrowDown"), "a1");
  assert.equal(go("a1", "ArrowUp"), "a2");
  assert.equal(go("g6", "ArrowRight"), "g6");
  assert.equal(go("g6", "ArrowUp"), "g6");
  assert.equal(go("c3", "Home"), "a3");
  assert.equal(go("c3", "End"), "g3");
  assert.equal(go("c3", "PageUp"), "c6");
  assert.equal(go("c3", "PageDown"), "c1");
  assert.equal(games.squareAfterKey(wide, 0, "x"), null);
});

test("distance is counted in steps of a king", () => {
  const between = (a, b) => games.distance(wide, games.squareOf(wide, a), games.squareOf(wide, b));
  assert.equal(between("a1", "a1"), 0);
  assert.equal(between("a1", "g6"), 6);
  assert.equal(between("c2", "d6"), 4);
});

test("stars stand in the middle, on large boards four from the edges, and nowhere between points", () => {
  assert.deepEqual(games.starPoints({ width: 9, height: 9 }), [[4, 4]]);
  assert.equal(games.starPoints({ width: 15, height: 15 }).length, 9);
  assert.equal(games.starPoints({ width: 6, height: 6 }).length, 0);
  assert.equal(games.starPoints({ width: 19, height: 19 })[0].join(), "3,3");
});

test("a grid has a line on every side of a cell, and through every crossing", () => {
  const strokes = (facts) => games.gridPath(facts).match(/M/g).length;
  assert.equal(strokes({ width: 7, height: 6, stones_on: "cells" }), 8 + 7);
  assert.equal(strokes({ width: 7, height: 6, stones_on: "crossings" }), 7 + 6);
});

test("a board's colours go to CSS by name", () => {
  assert.deepEqual(games.colorsOf(square)["--board-ground"], "#111111");
  assert.equal(Object.keys(games.colorsOf(square)).length, 4);
});

test("the picture before the first move counts the stones that stand there", () => {
  const frame = games.startFrame({ start: "-XO-O---X" });
  assert.deepEqual([frame.black, frame.white, frame.to_move], [2, 2, "black"]);
});

test("a board that was never asked for has the facts of its game, and is asked for once", async () => {
  const asked = [];
  globalThis.fetch = async (address) => {
    asked.push(address);
    return { ok: true, json: async () => factsOf({ name: "game:9", width: 9 }) };
  };
  const all = new games.Games([factsOf(), factsOf({ name: "other", base: "other" })]);
  assert.equal(all.first.name, "game");
  assert.equal(all.of("game:9").width, 3);
  assert.equal((await all.ask("game:9")).width, 9);
  await all.ask("game:9");
  assert.equal(all.of("game:9").width, 9);
  assert.deepEqual(asked, ["/api/games/game%3A9"]);
  assert.equal(all.of("unheard of"), undefined);
});

test("a game that the server does not have is an error with its code", async () => {
  globalThis.fetch = async () => ({ ok: false, json: async () => ({ error: "unknown_game", message: "no game" }) });
  const all = new games.Games([factsOf()]);
  await assert.rejects(all.ask("chess"), (error) => error.code === "unknown_game" && error.message === "no game");
});

test("a square is in one of nine parts of its board", () => {
  const part = (name) => games.areaOf(square, games.squareOf(square, name));
  assert.deepEqual(["a1", "d1", "h1"].map(part), ["top_left", "top", "top_right"]);
  assert.deepEqual(["b4", "d4", "g5"].map(part), ["left", "middle", "right"]);
  assert.deepEqual(["c8", "e7", "g7"].map(part), ["bottom_left", "bottom", "bottom_right"]);
  assert.equal(games.areaOf(wide, games.squareOf(wide, "d1")), "bottom");
});
