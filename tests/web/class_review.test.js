// The review of a class game: nobody is graded for moves of the opening.

import assert from "node:assert/strict";
import test from "node:test";

import { playedBy } from "../../orchard/web/class/played.js";

test("moves of the opening keep their values and lose their grades", () => {
  const moves = [
    { ply: 1, grade: "blunder", black_value: 0.5 },
    { ply: 2, grade: "best", black_value: 0.25 },
    { ply: 3, grade: "mistake", black_value: 0.75 },
  ];
  const played = playedBy(moves, 2);
  assert.deepEqual(
    [1, 2, 3].map((ply) => [played.get(ply).grade, played.get(ply).black_value]),
    [
      [null, 0.5],
      [null, 0.25],
      ["mistake", 0.75],
    ],
  );
});
