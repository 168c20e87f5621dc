import assert from "node:assert/strict";
import { test } from "node:test";
import { barsOf, moved, optionsOf, specOf, switchesOf, variantsOf } from "../../orchard/web/js/settings.js";

const ALPHABETA = [
  { name: "depth", default: 6 },
  { name: "eval", default: "" },
  { name: "scout", default: false },
  { name: "table", default: 0 },
];
const UCT = [
  { name: "c", default: 0.5 },
  { name: "epsilon", default: 0 },
  { name: "memory_mb", default: 256 },
];

test("what may be set comes from the options that a player declares", () => {
  assert.deepEqual(optionsOf(UCT, { evaluations: [] }).map(({ name }) => name), ["c", "epsilon"]); // prettier-ignore
  const [evaluation] = optionsOf(ALPHABETA, { evaluations: ["discs", "grove"] });
  assert.deepEqual(evaluation.choices, ["", "discs", "grove"]);
  assert.deepEqual(optionsOf([{ name: "iterations", default: 5 }], {}), []);
});

test("a table is switched by its size, the others by yes and no", () => {
  assert.deepEqual(
    switchesOf(ALPHABETA).map(({ name, on, off }) => [name, on, off]),
    [
      ["scout", true, false],
      ["table", 1, 0],
    ],
  );
  assert.equal(switchesOf([{ name: "table", default: 16 }])[0].on, 16);
  assert.equal(switchesOf([{ name: "table", default: false }])[0].on, true);
});

test("a player with options is written as everywhere", () => {
  assert.equal(specOf("uct", {}), "uct");
  assert.equal(specOf("uct", { c: 0.7, epsilon: 0.1 }), "uct:c=0.7,epsilon=0.1");
});

test("switches are compared: none, each alone, all", () => {
  assert.deepEqual(variantsOf("alphabeta", ALPHABETA, { eval: "discs" }), [
    { spec: "alphabeta:eval=discs,scout=false,table=0", says: ["plain"] },
    { spec: "alphabeta:eval=discs,scout=true,table=0", says: ["scout"] },
    { spec: "alphabeta:eval=discs,scout=false,table=1", says: ["table"] },
    { spec: "alphabeta:eval=discs,scout=true,table=1", says: ["everything"] },
  ]);
});

test("one entry of a list moves and the others keep their order", () => {
  assert.deepEqual(moved(["a", "b", "c", "d"], 3, 1), ["a", "d", "b", "c"]);
  assert.deepEqual(moved(["a", "b", "c", "d"], 0, 2), ["b", "c", "a", "d"]);
});

test("the largest count fills its bar", () => {
  const shares = barsOf([{ nodes: 50 }, { nodes: 200 }]).map(({ share }) => share);
  assert.deepEqual(shares, [0.25, 1]);
});
