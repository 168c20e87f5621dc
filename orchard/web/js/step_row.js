// The buttons and the slider by which one goes through steps: first, back, play, forward, last.

import { h, icon } from "./dom.js";
import { t, number } from "./i18n.js";

/**
 * @param {number} at the step that is shown, of `all`
 * @param {boolean} isRunning whether it goes on by itself
 * @param {(step: number) => void} go
 * @param {() => void} forward
 * @param {() => void} toggle starts and stops it
 * @param {Element?} more what stands before the slider
 */
export function stepRow({ at, all, isRunning, go, forward, toggle, more = null }) {
  const button = (name, text, onclick, disabled = false) =>
    h(
      "button",
      { type: "button", class: "icon", "data-key": name, "aria-label": text, title: text, disabled, onclick },
      icon(name),
    );
  const [isFirst, isLast] = [at <= 1, at >= all];
  const place = t("think.of", { n: number(at), all: number(all) });
  const slider = h("input", {
    type: "range",
    min: "1",
    max: String(all),
    value: String(at),
    "data-key": "slider",
    "aria-label": t("think.step"),
    "aria-valuetext": place,
    oninput: (event) => go(Number(event.target.value)),
  });
  return h(
    "div",
    { class: "row stepper" },
    button("first", t("step.first"), () => go(1), isFirst),
    button("back", t("step.back"), () => go(at - 1), isFirst),
    button(isRunning ? "pause" : "go", t(isRunning ? "think.pause" : "think.run"), toggle),
    button("forward", t("step.forward"), forward, isLast),
    button("last", t("step.last"), () => go(all), isLast),
    more,
    slider,
    h("span", { class: "small muted num" }, place),
  );
}
