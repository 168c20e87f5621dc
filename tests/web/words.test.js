import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import * as i18n from "../../orchard/web/js/i18n.js";
import { describe, errorText, portrait, resultText, strength } from "../../orchard/web/js/words.js";
import { hintText } from "../../orchard/web/js/hint_words.js";
import { factsOf, speak } from "./helpers.js";

const games = { of: (name) => (name === "game" ? factsOf() : undefined) };
const PLAYERS = [{ name: "other", summary: "Plays anything." }];

speak("en");
afterEach(() => speak("en"));

test("a text is filled in, and a key without a text shows itself", () => {
  assert.equal(i18n.t("played", { who: "Black", move: "A1" }), "Black: A1");
  assert.equal(i18n.t("no.such.key"), "no.such.key");
  assert.equal(i18n.said("no.such.key", "else"), "else");
});

test("numbers are written as the reader writes them", () => {
  assert.equal(i18n.number(1234567), "1,234,567");
  assert.equal(i18n.signed(-2.5, 1), "−2.5");
  assert.equal(i18n.signed(0), "±0");
  assert.equal(i18n.percent(0.125), "13%");
  assert.equal(i18n.duration(9.94), "9.9 s");
  assert.equal(i18n.duration(61.9), "1:01");
  speak("pl");
  assert.equal(i18n.number(0.5, 1), "0,5");
});

test("the language wished for first and known is taken, Chinese by its script", () => {
  const choose = (languages, kept = null) => {
    globalThis.localStorage = { getItem: () => kept };
    Object.defineProperty(globalThis, "navigator", { value: { languages }, configurable: true });
    return i18n.preferredLanguage();
  };
  assert.equal(choose(["fr", "pl-PL", "en"]), "pl");
  assert.equal(choose(["zh-TW"]), "zh-Hant");
  assert.equal(choose(["zh-CN", "en"]), "zh-Hans");
  assert.equal(choose(["fr"]), "en");
  assert.equal(choose(["fr"], "zh-Hans"), "zh-Hans");
});

test("a game without words of its own is shown in the server's", () => {
  assert.equal(i18n.gameName("game", factsOf()), "Some Game");
  assert.equal(i18n.gameAim(factsOf()), "Three in a row wins");
  assert.equal(i18n.gameName("forgotten", undefined), "forgotten");
  speak("zh-Hans");
  assert.equal(i18n.gameName("gomoku:9", factsOf({ base: "gomoku" })), "五子棋 9×9");
});

test("a board is named by its size, a set of rules by its name", () => {
  assert.equal(i18n.optionName("9"), "9×9");
  assert.equal(i18n.optionName("15:strict"), "15×15 · strict");
});

test("players and levels have names, also with their settings", () => {
  assert.equal(i18n.playerName("human"), "You");
  assert.equal(i18n.playerName("level:3"), "Seedling · level 3");
  assert.equal(i18n.playerShort("level:3"), "Seedling 3");
  assert.equal(i18n.playerName("uct:playouts=50"), "UCT (playouts=50)");
  assert.equal(i18n.playerName("strange"), "strange");
});

test("a level says how it thinks and what it overlooks, a player its summary", () => {
  const level = (player, options, overlooks = 0) => [{ player, options, overlooks, plays: player }];
  assert.equal(
    describe("level:1", level("uct", { playouts: 2000 }), PLAYERS),
    "Tree search with 2,000 random games a move",
  );
  assert.match(describe("level:1", level("kite", { depth: 1 }, 0.8), PLAYERS), /^Sees threats, depth 1; overlooks 80%/);
  const blind = describe("level:1", level("kite", { depth: 1, threats: "no" }, 0.8), PLAYERS);
  assert.match(blind, /^Does not look for threats, depth 1; overlooks 80%/);
  assert.equal(describe("level:1", level("other", {}), PLAYERS), "Plays anything");
  assert.equal(describe("other", [], PLAYERS), "Plays anything.");
  assert.equal(describe("level:9", level("uct", {}), PLAYERS), "");
  assert.equal(describe("human", [], PLAYERS), "");
  assert.equal(strength(null), "Strength: not rated yet");
  assert.equal(strength({ elo: 0, low: -161, high: 161 }), ""); // the first level is what others are measured by
});

test("a level says in plain words how often it errs, its habits, and how far it looks", () => {
  const level = (options, more = {}) => [{ options, weak_moves: null, habits: [], seconds: null, ...more }];
  const eager = level({ depth: "1" }, { weak_moves: 0.62, habits: ["many_discs"] });
  assert.equal(
    portrait("level:1", eager, []),
    "About 6 of 10 moves are weak; likes to turn many discs; looks at its own move only",
  );
  assert.equal(portrait("level:1", level({ playouts: "2000" }), []), "Tries 2,000 games in its head before each move");
  const best = level({}, { weak_moves: 0.02, seconds: 2 });
  assert.match(portrait("level:1", best, []), /^Hardly ever plays a weak move; thinks for up to 2 s/);
  assert.equal(portrait("other", [], PLAYERS), "Plays anything.");
  assert.equal(portrait("human", [], PLAYERS), "");
});

test("an error is said in the reader's words, else in English to those who read it", () => {
  const known = { code: "transcript", message: "move 2 (f5): …" };
  known.reason = { kind: "at_move", about: { n: 2, move: "f5" }, cause: { kind: "occupied", about: { move: "f5" } } };
  assert.equal(errorText(known, games), "Cannot read these moves: move 2, f5: f5 is occupied");
  const unknown = { code: "strange", message: "the reason" };
  assert.equal(errorText(unknown, games), "That did not work: the reason");
  const named = { code: "option", message: "", reason: { kind: "other_game", about: { player: "uct", game: "game" } } };
  assert.match(errorText(named, games), /UCT does not play Some Game/);
  speak("pl");
  assert.ok(!errorText(unknown, games).includes("the reason"));
});

test("the result is told to who played: the score, how a line was made, or why the game ended", () => {
  const person = { seats: { black: "level:1", white: "human" }, human: true, friends: false, ending: null };
  const watched = { ...person, human: false, nameOf: (color) => color };
  const points = factsOf({ margin: true });
  assert.equal(resultText(person, { winner: "white", black: 20, white: 44 }, points), "You won, 44–20");
  assert.equal(resultText(watched, { winner: "white", black: 20, white: 44 }, points), "white won, Black 20, White 44");
  assert.equal(resultText(person, { winner: null, black: 32, white: 32 }, points), "A draw 32–32");
  const lines = factsOf({ base: "gomoku" });
  assert.equal(resultText(person, { winner: "black", black: 5, white: 4 }, lines), "You lost, five in a row");
  assert.equal(resultText(person, { winner: "white", black: 3, white: 3 }, factsOf()), "You won");
  assert.equal(resultText(person, { winner: null, black: 3, white: 3 }, factsOf()), "A draw");
  const resigned = { ...person, ending: { winner: "white", reason: "resign" } };
  assert.equal(resultText(resigned, { winner: null, black: 3, white: 3 }, points), "You won, by resignation");
});

test("a hint says what a move is worth as people do", () => {
  const discs = factsOf({ margin: true });
  const found = (more) => ({ best: "e8", value: 3.2, unit: "discs", exact: false, wins_in: null, ...more });
  assert.equal(hintText(found(), "black", discs), "Try E8: you would win by about 3 discs");
  assert.equal(hintText(found({ exact: true }), "black", discs), "Try E8: you win by 3 discs");
  assert.equal(hintText(found({ value: -14 }), "black", discs), "Try E8: you would lose by about 14 discs");
  assert.equal(hintText(found({ value: 0.3 }), "black", discs), "Try E8: it would be about even");
  assert.equal(hintText(found({ value: 1.2 }), "black", discs), "Try E8: it would be about even"); // not "1 discs"
  const lost = found({ value: -14, exact: true });
  assert.equal(hintText(lost, "black", discs), "White already wins; E8 loses least, by 14 discs");
  const chance = { unit: "chance", value: 0.62 };
  assert.equal(hintText(found(chance), "black", factsOf()), "Try E8: your winning chances are about 62%");
  assert.equal(hintText(found({ ...chance, wins_in: 3 }), "black", factsOf()), "Try E8: you win in 3");
  assert.equal(hintText(found({ ...chance, wins_in: -3 }), "black", factsOf()), "White already wins; E8 holds longest");
  assert.equal(hintText(found({ value: null }), "black", discs), "Try E8");
});

test("where the fewest discs win, a hint with a count and a draw say so", () => {
  const facts = { base: "reversed_reversi", aim: "fewest discs win", odd_aim: true, margin: true };
  const found = { best: "e8", value: 14, unit: "discs", exact: false, wins_in: null };
  assert.equal(hintText(found, "black", facts), "Try E8: you would win by about 14 discs · Fewest discs win");
});

test("a score where the fewest discs win says so", () => {
  const play = { seats: { black: "human", white: "level:2" }, human: true, friends: false, ending: null };
  const facts = { base: "reversed_reversi", aim: "fewest discs win", odd_aim: true, margin: true };
  const text = resultText(play, { winner: "white", black: 40, white: 24 }, facts);
  assert.equal(text, "You lost, 40–24 · Fewest discs win");
});
