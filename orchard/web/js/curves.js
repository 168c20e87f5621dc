// Visits and means of the root's moves over the playouts, as curves up to the current step.

import { h } from "./dom.js";
import { t } from "./i18n.js";
import { moveText } from "./moves.js";
import { amount } from "./steps.js";

const WIDTH = 300;
const HEIGHT = 90;
const EDGE = 4;

/** @param {ReturnType<import("./measures.js").curves>} lines */
export function curvesBox(lines, step) {
  const most = Math.max(1, ...lines.map(({ points }) => points.at(-1)?.playouts ?? 1));
  const x = (playouts) => EDGE + ((WIDTH - 2 * EDGE) * playouts) / most;
  const names = lines.map(({ move }, n) => h("li", {}, h("i", { class: `swatch c${n}` }), moveText(move)));
  return h(
    "div",
    { class: "curves" },
    h("h3", {}, t("think.curves")),
    h("ol", { class: "row small" }, names),
    picture(t("think.shares"), lines, step, x, "share"),
    picture(t("think.means"), lines, step, x, "mean"),
  );
}

function picture(label, lines, step, x, key) {
  const values = lines.flatMap(({ points }) => points.map((point) => point[key])).filter((value) => value !== null);
  const [low, high] = [Math.min(0, ...values), Math.max(key === "share" ? 1e-9 : 1, ...values)];
  const y = (value) => HEIGHT - EDGE - ((HEIGHT - 2 * EDGE) * (value - low)) / (high - low);
  const shown = lines.map(({ move, points }, n) => {
    const drawn = points.filter((point) => point[key] !== null && point.step <= step);
    const line = drawn.map((point) => `${x(point.playouts).toFixed(1)},${y(point[key]).toFixed(1)}`).join(" ");
    const now = drawn.at(-1);
    return {
      element: line && h("polyline", { class: `c${n}`, points: line }),
      text: now && `${move} ${amount(now[key])}`,
    };
  });
  const words = [label, ...shown.map(({ text }) => text).filter(Boolean)].join(" · ");
  const props = { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": words };
  const axis = h("line", { class: "axis", x1: 0, x2: WIDTH, y1: y(low), y2: y(low) });
  const box = h("svg", props, axis, shown.map(({ element }) => element).filter(Boolean));
  return h("figure", {}, box, h("figcaption", { class: "small muted" }, label, ` · ${amount(low)} … ${amount(high)}`));
}
