// A trace from a file, as `orchard think … --json` writes it: of a player here, or of one's own bot. It may hold anything.

import { grow } from "./steps.js";

const MOST_STEPS = 20_000;
const MOVE = /^(pass|[a-t]\d{1,2})$/;

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isMove = (value) => value === undefined || value === null || MOVE.test(value);
const isNumber = (value) => value === undefined || value === null || Number.isFinite(value);
const isListOf = (value, isOne) => value === undefined || (Array.isArray(value) && value.every(isOne));
const NUMBERS = "node parent depth value complement alpha beta alpha_from beta_from nodes visits saved".split(" ");
const KINDS = "depth visit leaf end below known order back cut select expand playout back_up rest told play".split(" ");

function isStep(step) {
  return (
    isObject(step) &&
    KINDS.includes(step.kind) &&
    isMove(step.move) &&
    NUMBERS.every((name) => isNumber(step[name])) &&
    isListOf(step.moves, (move) => MOVE.test(move)) &&
    isListOf(step.path, Number.isInteger) &&
    isListOf(step.chance, Number.isInteger) &&
    (step.played === undefined || typeof step.played === "string") &&
    isListOf(step.prior, Number.isFinite)
  );
}

/** The trace that a text holds; null where it holds none. */
export function readTrace(text) {
  try {
    const { kind, game, text: board, player, steps, c = null } = JSON.parse(text);
    const isPlain = [game, board, player].every((word) => typeof word === "string" && word.length < 1000);
    const isWhole = isPlain && ["plies", "playouts", "told"].includes(kind) && isNumber(c);
    if (!isWhole || !Array.isArray(steps) || !steps.length || steps.length > MOST_STEPS) return null;
    if (!steps.every(isStep)) return null;
    const read = { player, kind, game, text: board, c, steps };
    grow(read, steps.length); // its nodes hang together
    return read;
  } catch {
    return null;
  }
}

/** The tree that the steps build, as the server sends trees. */
export function treeOfTrace(trace) {
  const shown = (node) => ({
    move: node.move,
    visits: node.visits,
    value: node.value,
    bound: node.bound === "exact" ? null : node.bound,
    cut: node.unsearched.length > 0,
    unsearched: node.unsearched,
    best: node.best?.move ?? null,
    children: [...node.children].sort((a, b) => (b === node.best) - (a === node.best)).map(shown),
  });
  return shown(grow(trace, trace.steps.length).root);
}
