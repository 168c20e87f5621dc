// The course of a game as a curve: above the middle black is ahead, below it white. A click jumps to a move.

import { h } from "./dom.js";
import { t, colorName } from "./i18n.js";
import { worth } from "./study.js";

const WIDTH = 360;
const HEIGHT = 170;
const EDGE = 14;
const MIDDLE = HEIGHT / 2;
const LEAST_POINTS = 8; // the graph is never scaled to less than this lead

/**
 * @param points [{ply, value, unit, bad, move}] for black; value null where it is not known yet
 * @param {number} total plies of the game
 * @param {number} now   the ply that is shown
 */
export function graph(points, total, now, onJump) {
  const step = (WIDTH - 2 * EDGE) / Math.max(1, total);
  const x = (ply) => EDGE + step * ply;
  const y = heightOf(points);
  const known = points.filter((point) => typeof point.value === "number").sort((a, b) => a.ply - b.ply);
  const jump = (event) => {
    const box = event.currentTarget.getBoundingClientRect();
    const at = ((event.clientX - box.left) / box.width) * WIDTH;
    const ply = Math.round((at - EDGE) / step);
    onJump(Math.max(0, Math.min(total, ply)));
  };
  const props = { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", onclick: jump };
  const svg = h(
    "svg",
    { class: "graph", "aria-label": t("graph.label"), ...props },
    h("line", { class: "axis", x1: EDGE, x2: WIDTH - EDGE, y1: MIDDLE, y2: MIDDLE }),
    known.length > 1 ? curve(known, x, y) : null,
    known.filter((point) => point.bad).map((point) => badMove(point, x(point.ply), y(point.value))),
    h("line", { class: "now", x1: x(now), x2: x(now), y1: 4, y2: HEIGHT - 4 }),
  );
  const sides = ["black", "white"].map((color) => h("span", { class: color, "aria-hidden": "true" }, colorName(color)));
  return h("div", { class: "graph-box" }, svg, sides); // words beside the curve, which is stretched to the page
}

// Where a value stands: points by the largest lead of the game, chances by an even game in the middle.
function heightOf(points) {
  const room = MIDDLE - EDGE;
  if (!points.some((point) => point.unit === "discs")) return (value) => MIDDLE - ((value - 0.5) / 0.5) * room;
  const most = Math.max(LEAST_POINTS, ...points.map((point) => Math.abs(point.value ?? 0)));
  return (value) => MIDDLE - (value / most) * room;
}

function curve(known, x, y) {
  const line = known.map((point) => `${x(point.ply).toFixed(1)},${y(point.value).toFixed(1)}`).join(" ");
  const area = `${x(known[0].ply)},${MIDDLE} ${line} ${x(known.at(-1).ply)},${MIDDLE}`;
  return [h("polygon", { class: "area", points: area }), h("polyline", { class: "curve", points: line })];
}

function badMove(point, cx, cy) {
  const title = `${point.ply + 1}. ${point.move}: ${worth(point.value, point.unit)}`;
  return h("path", { class: `bad ${point.bad}`, d: `M${cx} ${cy}h0` }, h("title", {}, title)); // round when stretched
}
