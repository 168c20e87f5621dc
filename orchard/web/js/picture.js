// Small still boards: of games that are watched, and one of each game to choose from.

import { h } from "./dom.js";
import { colorsOf, gridPath, squareOf } from "./games.js";

const WIDEST = 9; // of a thumbnail, in squares

/** The whole board with the stones of a frame, and a dot on the last move. */
export function picture(facts, frame) {
  const last = frame.move && frame.move !== "pass" ? squareOf(facts, frame.move) : null;
  return drawn(facts, frame.stones, last, { x: 0, y: 0, width: facts.width, height: facts.height });
}

/** A game at a glance: its board, or the middle of a large one. */
export function thumbnail(facts, { stones = facts.sample, move = null } = {}) {
  const width = Math.min(facts.width, WIDEST);
  const height = Math.min(facts.height, WIDEST);
  const x = Math.floor((facts.width - width) / 2);
  const y = Math.floor((facts.height - height) / 2);
  return drawn(facts, stones, move && squareOf(facts, move), { x, y, width, height });
}

function drawn(facts, stones, last, { x, y, width, height }) {
  return h(
    "svg",
    {
      class: "picture",
      viewBox: `${x} ${y} ${width} ${height}`,
      "aria-hidden": "true",
      vars: { ...colorsOf(facts), "aspect-ratio": `${width} / ${height}` },
    },
    h("rect", { x, y, width, height }),
    h("path", { d: gridPath(facts) }),
    [...stones].map((stone, square) => stoneAt(facts, stone, square, square === last)),
  );
}

function stoneAt({ width }, stone, square, isLast) {
  if (stone === "-") return [];
  const cx = (square % width) + 0.5;
  const cy = Math.floor(square / width) + 0.5;
  const disc = h("circle", { cx, cy, r: 0.42, class: stone === "X" ? "black" : "white" });
  return isLast ? [disc, h("circle", { cx, cy, r: 0.14, class: "last" })] : [disc];
}
