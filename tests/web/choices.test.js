import assert from "node:assert/strict";
import { test } from "node:test";
import { chosenGame, humanColor, newGameOf, optionsOf, playerSpec } from "../../orchard/web/js/choices.js";
import { factsOf } from "./helpers.js";

const KEPT = { mode: "level", level: 4, color: "white", minutes: "5", seconds: "2", opening: "free", option: "" };
const GRADED = { name: "graded", options: [{ name: "difficulty" }] };

test("the usual board is offered first and once, also where it is among the options", () => {
  assert.deepEqual(optionsOf(factsOf({ width: 15, options: ["9", "15", "19"] })), ["", "9", "19"]);
  assert.deepEqual(optionsOf(factsOf({ width: 7, height: 6, options: ["9"] })), ["", "9"]);
  assert.deepEqual(optionsOf(factsOf()), [""]);
});

test("a board belongs to the game that is chosen: that of another game is forgotten", () => {
  const facts = factsOf({ options: ["9"] });
  assert.equal(chosenGame({ option: "9" }, facts), "game:9");
  assert.equal(chosenGame({ option: "19" }, facts), "game");
  assert.equal(chosenGame({ option: "" }, facts), "game");
});

test("against a level the person has the colour that was chosen, and a clock", () => {
  const game = newGameOf(KEPT, factsOf({ name: "game:9" }), null);
  assert.deepEqual([game.game, game.black, game.white], ["game:9", "level:4", "human"]);
  assert.deepEqual([game.minutes, game.seconds, game.swap2], [5, 2, false]);
});

test("against a player there is no clock, and the difficulty goes with its name", () => {
  const game = newGameOf({ ...KEPT, mode: "player", color: "black", difficulty: "hard" }, factsOf(), GRADED);
  assert.deepEqual([game.black, game.white, game.minutes], ["human", "graded:difficulty=hard", 0]);
  assert.equal(playerSpec({ name: "plain", options: [] }, "hard"), "plain");
});

test("friends sit on both sides, and who is watched where they were put", () => {
  const friends = newGameOf({ ...KEPT, mode: "friend" }, factsOf(), null);
  assert.deepEqual([friends.black, friends.white, friends.minutes], ["human", "human", 5]);
  const watched = newGameOf({ ...KEPT, mode: "watch", black: "a", white: "b" }, factsOf(), null);
  assert.deepEqual([watched.black, watched.white, watched.minutes], ["a", "b", 0]);
});

test("swap2 is played only in a game that has it", () => {
  const kept = { ...KEPT, opening: "swap2" };
  assert.equal(newGameOf(kept, factsOf(), null).swap2, false);
  assert.equal(newGameOf(kept, factsOf({ opening_rules: ["swap2"] }), null).swap2, true);
});

test("either colour is left to chance", () => {
  assert.equal(humanColor("any", 0.2), "black");
  assert.equal(humanColor("any", 0.7), "white");
  assert.equal(humanColor("white", 0.2), "white");
});

test("a friend on another device is invited, and the person has the colour that was chosen", () => {
  const facts = factsOf({ opening_rules: [] });
  const kept = { ...KEPT, mode: "friend", place: "elsewhere" };
  assert.equal(newGameOf(kept, facts).elsewhere, "white");
  assert.equal(newGameOf({ ...kept, place: "here" }, facts).elsewhere, null);
  assert.equal(newGameOf({ ...kept, mode: "level" }, facts).elsewhere, null);
});
