// Rings and arrows over a board, in units of a square.

import { h } from "./dom.js";
import { squareOf } from "./games.js";

/** Draw rings around squares, and arrows between pairs of them, into an SVG layer; what was there before goes. */
export function drawShapes(layer, facts, rings, arrows) {
  const at = (name) => {
    const square = squareOf(facts, name);
    return [(square % facts.width) + 0.5, Math.floor(square / facts.width) + 0.5];
  };
  const shapes = [...rings.map((name) => ring(at(name))), ...arrows.map(([from, to]) => arrow(at(from), at(to)))];
  layer.setAttribute("viewBox", `0 0 ${facts.width} ${facts.height}`);
  layer.replaceChildren(...shapes.flat());
}

function ring([x, y]) {
  return ["casing", "ink"].map((kind) => h("circle", { class: kind, cx: x, cy: y, r: 0.42 }));
}

// A line with a head that ends in the middle of its square.
function arrow([x1, y1], [x2, y2]) {
  const length = Math.hypot(x2 - x1, y2 - y1);
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  const [bx, by] = [x2 - 0.4 * dx, y2 - 0.4 * dy];
  const head = `M${x2} ${y2}L${bx - 0.22 * dy} ${by + 0.22 * dx}L${bx + 0.22 * dy} ${by - 0.22 * dx}Z`;
  const d = `M${x1 + 0.15 * dx} ${y1 + 0.15 * dy}L${bx} ${by}${head}`;
  return ["casing", "ink"].map((kind) => h("path", { class: kind, d }));
}
