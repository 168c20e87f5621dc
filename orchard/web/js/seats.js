// The two boxes beside the board in Play: who sits where, how many stones, how much time.

import { h } from "./dom.js";
import { t, colorName, duration } from "./i18n.js";

const SHORT_S = 20; // a clock that is about to run out

export class SeatBoxes {
  #boxes = { black: seatBox("black"), white: seatBox("white") };

  get element() {
    return h("div", { class: "card seats" }, this.#boxes.black.box, this.#boxes.white.box);
  }

  /** @param {"black"|"white"} color and what stands in its box: name, sub, count, and whether it is its turn */
  show(color, { name, sub, count, turn }) {
    const box = this.#boxes[color];
    box.stone.setAttribute("aria-label", colorName(color));
    box.name.textContent = name;
    box.sub.textContent = sub;
    box.sub.title = sub;
    box.count.textContent = count;
    box.box.classList.toggle("turn", turn);
  }

  /** The time of a side; `left` is null where there is no clock. */
  showTime(color, used, left) {
    const { time } = this.#boxes[color];
    time.textContent = duration(left === null ? used : Math.max(0, left));
    time.classList.toggle("short", left !== null && left < SHORT_S);
    time.title = left === null ? t("time_used") : t("time_left");
  }
}

function seatBox(color) {
  const parts = {
    stone: h("span", { class: `stone ${color}`, role: "img" }),
    name: h("div", { class: "name" }),
    sub: h("div", { class: "sub" }),
    time: h("div", { class: "time num" }),
    count: h("div", { class: "count num" }),
  };
  const who = h("div", { class: "who" }, parts.name, parts.sub);
  return { ...parts, box: h("div", { class: "seat" }, parts.stone, who, parts.time, parts.count) };
}
