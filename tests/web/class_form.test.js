import assert from "node:assert/strict";
import { test } from "node:test";

process.env.TZ = "Europe/Warsaw";
const { toLocal, valuesOf } = await import("../../orchard/web/class/assignment_values.js");

const FIELDS = {
  name: "First bots",
  opens: "",
  closes: "2026-12-01T18:00",
  text: "",
  references: " random \n\nlevel:3\n",
  packages: "",
  daily: "5",
  grade_references: "60",
  grade_rank: "40",
  grade_rating: "",
};

test("a date is meant in the reader's time zone, in winter and in summer", () => {
  assert.equal(valuesOf(FIELDS).closes, Date.UTC(2026, 11, 1, 17) / 1000);
  assert.equal(toLocal(Date.UTC(2026, 11, 1, 17) / 1000), "2026-12-01T18:00");
  assert.equal(toLocal(Date.UTC(2026, 6, 1, 17) / 1000), "2026-07-01T19:00");
  assert.equal(valuesOf(FIELDS).opens, null);
  assert.equal(toLocal(null), "");
});

test("a list has a line for each, and parts of the grade without points are left out", () => {
  const values = valuesOf(FIELDS);
  assert.deepEqual(values.references, ["random", "level:3"]);
  assert.deepEqual(values.packages, []);
  assert.deepEqual(values.grade, { references: 60, rank: 40 });
  assert.equal(values.daily, 5);
  assert.equal(values.engines, false);
});

test("the game and its rules are said once, when the assignment is made", () => {
  assert.equal("game" in valuesOf(FIELDS), false);
  const made = valuesOf({ ...FIELDS, game: "any", seconds_per_move: "0.5", memory_mb: "512", engines: "on" });
  assert.equal(made.game, "any");
  assert.deepEqual(made.rules, { seconds_per_move: 0.5, memory_mb: 512 });
  assert.equal(made.engines, true);
});
