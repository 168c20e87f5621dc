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
