// The window of a pruning search as a ruler: what can still come out, between what each side has for sure.

import { h } from "./dom.js";
import { t, number } from "./i18n.js";
import { placeOn, windowAt } from "./measures.js";
import { amount, name } from "./steps.js";

const end = (value) => (Number.isFinite(value) ? amount(value) : value < 0 ? "−∞" : "∞");

/** Low and high end in words. */
export function windowText({ low, high }) {
  const range = t("think.from_to", { low: end(low), high: end(high) });
  return low < high ? range : t("think.closed", { range });
}

/** A ruler for a node; thin, it says nothing more than its ends. */
export function ruler(node, reach, isThin) {
  const open = windowAt(node);
  const percent = (value) => `${(100 * placeOn(reach, value)).toFixed(1)}%`;
  const isClosed = open.low >= open.high;
  const [from, to] = isClosed ? [open.high, open.low] : [open.low, open.high];
  const words = [node.move && name(node.move), windowText(open)].filter(Boolean).join(": ");
  const look = ["ruler", isThin && "thin", isClosed && "closed"].filter(Boolean).join(" ");
  const props = { class: look, role: "img", "aria-label": words, title: words };
  return h("div", { ...props, vars: { "--from": percent(from), "--to": percent(to) } }, h("i"));
}

/** The ruler of the current node, what it is a ruler of, and its scale. */
export function rulerBlock(node, reach, who) {
  const marks = [-reach, 0, reach].map((value) => h("span", {}, amount(value)));
  const head = h("p", { class: "small" }, t("think.open_window", { who }), " ", h("b", {}, windowText(windowAt(node))));
  return h("div", { class: "window" }, head, ruler(node, reach), h("p", { class: "small muted scale" }, marks));
}

/** What was visited and saved so far, beside minimax. */
export function savedLine({ visited, saved, isCounted }) {
  const said = { n: number(visited), saved: number(saved), all: number(visited + saved) };
  const share = `${(100 * visited) / Math.max(1, visited + saved)}%`;
  return h(
    "div",
    { class: "saved" },
    h("p", { class: "small" }, t(isCounted ? "think.saved" : "think.saved_least", said)),
    h("div", { class: "bar", "aria-hidden": "true", vars: { "--share": share } }, h("i")),
  );
}
