// The course of a game as a curve: above the middle black is ahead, below it white. A click jumps to a move.

import { h } from "./dom.js";
import { t, colorName } from "./i18n.js";
import { worth } from "./study.js";

const WIDTH = 360;
const HEIGHT = 170;
const EDGE = 14;

// `points`: [{ply, value, unit, grade, move}] for black; value null where it is not known yet.
export function graph(points, total, now, onJump) {
  const discs = points.some((point) => point.unit === "discs");
  const most = discs ? Math.max(8, ...points.map((point) => Math.abs(point.value ?? 0))) : 0.5;
  const x = (ply) => EDGE + ((WIDTH - 2 * EDGE) * ply) / Math.max(1, total);
  const y = (value) => HEIGHT / 2 - ((discs ? value : value - 0.5) / most) * (HEIGHT / 2 - EDGE);
  const known = points
    .filter((point) => point.value !== null && point.value !== undefined)
    .sort((a, b) => a.ply - b.ply);
  const curve = known.map((point) => `${x(point.ply).toFixed(1)},${y(point.value).toFixed(1)}`);
  const middle = HEIGHT / 2;
  const jump = (event) => {
    const box = event.currentTarget.getBoundingClientRect();
    const ply = Math.round(
      (((event.clientX - box.left) / box.width) * WIDTH - EDGE) / ((WIDTH - 2 * EDGE) / Math.max(1, total)),
    );
    onJump(Math.max(0, Math.min(total, ply)));
  };
  return h(
    "svg",
    {
      class: "graph",
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      preserveAspectRatio: "none",
      role: "img",
      "aria-label": t("graph.label"),
      onclick: jump,
    },
    h("line", { class: "axis", x1: EDGE, x2: WIDTH - EDGE, y1: middle, y2: middle }),
    curve.length > 1
      ? h("polygon", {
          class: "area",
          points: `${x(known[0].ply)},${middle} ${curve.join(" ")} ${x(known.at(-1).ply)},${middle}`,
        })
      : null,
    curve.length > 1 ? h("polyline", { class: "curve", points: curve.join(" ") }) : null,
    known
      .filter((point) => point.bad)
      .map((point) =>
        h(
          "circle",
          { class: point.bad, cx: x(point.ply), cy: y(point.value), r: point.bad === "inaccuracy" ? 2.5 : 4.5 },
          h("title", {}, `${point.ply + 1}. ${point.move}: ${worth(point.value, point.unit)}`),
        ),
      ),
    h("line", { class: "now", x1: x(now), x2: x(now), y1: 4, y2: HEIGHT - 4 }),
    h("text", { x: EDGE, y: 12 }, colorName("black")),
    h("text", { x: EDGE, y: HEIGHT - 4 }, colorName("white")),
  );
}
