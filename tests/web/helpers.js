// What the tests of the page's modules share: small boards, frames, and the English words.

import { readFileSync } from "node:fs";
import { useWords } from "../../orchard/web/js/i18n.js";

const locales = new URL("../../orchard/web/locales/", import.meta.url);

/** Speak a language, as the page does after it has fetched its words. */
export function speak(code) {
  const read = (path) => JSON.parse(readFileSync(new URL(`${path}.json`, locales), "utf-8"));
  useWords(code, { ...read(code), ...read(`inside/${code}`) });
}

/** The facts of a game with as little as a test needs. */
export function factsOf(more = {}) {
  const width = more.width ?? 3;
  const height = more.height ?? width;
  return {
    name: "game",
    base: "game",
    title: "Some Game",
    aim: "three in a row wins",
    width,
    height,
    columns: "abcdefghijklmnopqrst".slice(0, width),
    row_one_at_top: true,
    stones_on: "cells",
    colors: { ground: "#111111", line: "#222222", frame: "#333333", ink: "#444444" },
    start: "-".repeat(width * height),
    options: [],
    opening_rules: [],
    margin: false,
    files: [],
    ...more,
  };
}

/** A frame with nothing on it but who is to move. */
export const frame = (toMove = "black", more = {}) => ({ stones: "---------", to_move: toMove, over: false, ...more });

/** Add moves one after another below a node, the sides in turn; the last node. */
export function addMoves(tree, node, ...moves) {
  let at = node;
  for (const move of moves) {
    at = tree.add(at, move, frame(at.frame.to_move === "black" ? "white" : "black"));
  }
  return at;
}

// black to move: a1 is worth 2; at b1 white has an answer that holds black to -3, so its other answers are skipped
export function traceWithACut(skipped, more = {}) {
  return {
    kind: "plies",
    steps: [
      { kind: "depth", node: 0, depth: 2 },
      { kind: "visit", node: 1, parent: 0, move: "a1", depth: 1 },
      { kind: "leaf", node: 2, parent: 1, move: "c1", depth: 0, value: -2, bound: "exact", best: true },
      { kind: "back", node: 1, value: 2, bound: "exact", best: true },
      { kind: "visit", node: 3, parent: 0, move: "b1", depth: 1, alpha: 2, alpha_from: 1 },
      { kind: "leaf", node: 4, parent: 3, move: "c1", value: 3, bound: "lower", best: true, beta: -2, beta_from: 1 },
      { kind: "cut", node: 3, move: "c1", moves: skipped, value: -3, alpha: 2, alpha_from: 1, ...more },
      { kind: "back", node: 3, value: -3, bound: "upper", best: false },
      { kind: "back", node: 0, value: 2, bound: "exact" },
      { kind: "play", node: 0, move: "a1", value: 2, nodes: 5 },
    ],
  };
}
