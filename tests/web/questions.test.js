import assert from "node:assert/strict";
import { test } from "node:test";
import { questionsOf } from "../../orchard/web/js/questions.js";
import { speak } from "./helpers.js";

speak("en");

const leaf = (node, parent, move, value, more = {}) => ({
  kind: "leaf",
  node,
  parent,
  move,
  value,
  bound: "exact",
  ...more,
});

// black to move: a1 is worth 2, the smaller of 2 and 5; at b1 white's first answer leaves black 4, the second holds it to -3
const PLIES = {
  kind: "plies",
  steps: [
    { kind: "depth", node: 0, depth: 2 },
    { kind: "visit", node: 1, parent: 0, move: "a1", depth: 1 },
    leaf(2, 1, "c1", -5, { best: true }),
    leaf(3, 1, "d1", -2, { best: true }),
    { kind: "back", node: 1, value: 2, bound: "exact", best: true },
    { kind: "visit", node: 4, parent: 0, move: "b1", depth: 1, alpha: 2, alpha_from: 1 },
    leaf(5, 4, "c1", -4, { best: true, beta: -2, beta_from: 1 }),
    leaf(6, 4, "d1", 3, { best: true, bound: "lower", beta: -2, beta_from: 1 }),
    { kind: "cut", node: 4, move: "d1", moves: ["e1"], value: -3, alpha: 2, alpha_from: 1 },
    { kind: "back", node: 4, value: -3, bound: "upper", best: false },
    { kind: "back", node: 0, value: 2, bound: "exact" },
    { kind: "play", node: 0, move: "a1", value: 2, nodes: 7 },
  ],
};

const answer = ({ answers, right }) => answers[right];

test("it is asked what value goes up, and the mover takes its largest", () => {
  const [first] = questionsOf(PLIES, "black").filter(({ kind }) => kind === "value");
  assert.equal(first.at, 4); // the fifth step tells
  assert.deepEqual(first.answers, ["−5", "−2"]);
  assert.equal(answer(first), "−2");
  assert.equal(first.why, "White takes the largest: −2 with D1.");
});

test("it is asked whether the rest is skipped, where it is and where it is not", () => {
  const cuts = questionsOf(PLIES, "black").filter(({ kind }) => kind === "cut");
  assert.deepEqual(
    cuts.map((question) => [question.at, answer(question)]),
    [
      [7, "No"],
      [8, "Yes"],
    ],
  );
  assert.equal(cuts[0].text, "White can hold Black to 4 with C1. Will the other replies be skipped?");
  assert.equal(cuts[0].why, "Black has only 2 elsewhere, less than 4: the other replies still matter.");
  assert.match(cuts[1].why, /^White can answer D1, which holds Black to −3\./);
});

// two moves, each visited; then the playouts that the formula and chance choose
const back = (node, value) => ({ kind: "back_up", node, path: [0, node], value, complement: 1 - value });
const PLAYOUTS = {
  kind: "playouts",
  c: 0.5,
  steps: [
    { kind: "select", node: 0, path: [0] },
    { kind: "expand", node: 1, parent: 0, moves: ["a1", "b1"] },
    back(1, 1),
    { kind: "select", node: 2, path: [0, 2] }, // b1 was never tried: nothing to predict
    back(2, 0),
    { kind: "select", node: 1, path: [0, 1] },
    back(1, 1),
    { kind: "select", node: 2, path: [0, 2], chance: [2] },
    back(2, 0),
  ],
};

test("it is asked which move is visited next, but not where one is untried or chance decides", () => {
  const questions = questionsOf(PLAYOUTS, "black");
  assert.deepEqual(questions.map(({ at, kind }) => [at, kind]), [[5, "next"]]); // prettier-ignore
  assert.deepEqual(questions[0].answers, ["A1", "B1"]);
  assert.equal(answer(questions[0]), "A1");
  // 0.5 * sqrt(2 ln 2 / 1) = 0.589
  assert.equal(questions[0].why, "A1 has the largest sum of mean and bonus. A1: 1 + 0.59 = 1.59 · B1: 0 + 0.59 = 0.59");
});

test("a long search asks a dozen questions, and the same again", () => {
  const steps = [...PLAYOUTS.steps];
  for (let n = 0; n < 400; n += 1) steps.push({ kind: "select", node: 1, path: [0, 1] }, back(1, 1));
  const long = { ...PLAYOUTS, steps };
  const questions = questionsOf(long, "black");
  assert.equal(questions.length, 12);
  assert.deepEqual(questions, questionsOf(long, "black"));
  for (const { answers, right } of questions) assert.ok(answers.length >= 2 && answers.length <= 5 && answers[right]);
});
