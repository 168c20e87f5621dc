// <orchard-board>: draws a position and reports which square was chosen. It knows no rules.

import { h } from "./dom.js";
import { t, colorName } from "./i18n.js";

export class Board extends HTMLElement {
  #facts = null;
  #cells = [];
  #frame = null;
  #legal = {};
  #focused = 0;
  #marks = { hint: null, values: new Map() };
  #threats = new Map();

  get facts() {
    return this.#facts;
  }

  // The game's board: how wide, where row 1 is, stones on cells or crossings.
  setGame(facts) {
    if (this.#facts?.name === facts.name && this.#cells.length) return;
    this.#facts = facts;
    this.#frame = null;
    const { width, columns, row_one_at_top: top, stones_on: on } = facts;
    const rowNumber = (row) => (top ? row + 1 : width - row);
    const labels = (kind, texts) =>
      h(
        "div",
        { class: `coords ${kind}`, "aria-hidden": "true" },
        texts.map((text) => h("span", {}, String(text))),
      );
    const numbers = [...Array(width).keys()].map(rowNumber);
    this.#cells = [];
    const rows = numbers.map((number, row) =>
      h(
        "div",
        { role: "row" },
        [...columns].map((column, at) => {
          const square = row * width + at;
          const cell = h("div", {
            class: "cell",
            role: "gridcell",
            tabindex: "-1",
            "data-square": `${column}${number}`,
          });
          this.#cells[square] = cell;
          return cell;
        }),
      ),
    );
    const grid = h(
      "div",
      { class: "cells", role: "grid", "aria-rowcount": width, "aria-colcount": width },
      on === "crossings" ? lines(width) : null,
      rows,
    );
    this.#focused = Math.floor(width / 2) * width + Math.floor(width / 2);
    this.replaceChildren(
      h(
        "div",
        { class: `frame on-${on}`, "data-game": facts.name.split(":")[0], vars: { "--n": String(width) } },
        labels("columns", [...columns]),
        labels("columns bottom", [...columns]),
        labels("rows", numbers),
        labels("rows right", numbers),
        grid,
      ),
    );
    grid.addEventListener("click", (event) => this.#choose(event.target.closest(".cell")));
    grid.addEventListener("pointerdown", (event) => event.preventDefault()); // a mouse leaves the arrow keys to the view
    grid.addEventListener("keydown", (event) => this.#key(event));
    grid.addEventListener("focusin", (event) => {
      const at = this.#cells.indexOf(event.target.closest(".cell"));
      if (at >= 0) this.#moveFocus(at, false);
    });
    this.#cells[this.#focused].tabIndex = 0;
  }

  squareOf = (name) => {
    const { width, columns, row_one_at_top: top } = this.#facts;
    const row = Number(name.slice(1));
    return (top ? row - 1 : width - row) * width + columns.indexOf(name[0]);
  };

  nameOf = (square) => this.#cells[square].dataset.square;

  // Draw a frame; `legal` are the moves that may be chosen now. Turned discs turn over unless `still`.
  show(frame, { legal = {}, still = false } = {}) {
    const before = this.#frame;
    this.#frame = frame;
    this.#legal = legal;
    this.firstElementChild.classList.toggle("still", still || !before);
    const from = frame.move && frame.move !== "pass" ? this.squareOf(frame.move) : null;
    const winning = new Set(frame.winning_line);
    for (const [square, cell] of this.#cells.entries()) {
      const stone = frame.stones[square];
      this.#draw(cell, stone, square, from, before && !still);
      const name = cell.dataset.square;
      cell.classList.toggle("legal", name in legal);
      cell.classList.toggle("last", square === from);
      cell.classList.toggle("win", winning.has(name));
    }
    if (before?.stones !== frame.stones) this.threats(new Map());
    this.mark({});
  }

  // Threats on points: Map of name -> {badges, words}.
  threats(marks) {
    this.#threats = marks;
    for (const cell of this.#cells) {
      for (const old of cell.querySelectorAll(".threat")) old.remove();
      cell.append(...(marks.get(cell.dataset.square)?.badges ?? []));
    }
    this.#label();
  }

  #draw(cell, stone, square, from, moving) {
    let disc = cell.querySelector(".disc");
    if (stone === "-") {
      disc?.remove();
      return;
    }
    const white = stone === "O";
    if (!disc) {
      disc = h(
        "span",
        { class: `disc${white ? " white" : ""}${moving && square === from ? " new" : ""}` },
        h("i", { class: "b" }),
        h("i", { class: "w" }),
      );
      cell.prepend(disc);
      return;
    }
    disc.classList.remove("new");
    if (disc.classList.contains("white") !== white) {
      const distance =
        from === null
          ? 0
          : Math.max(
              Math.abs((square % this.#facts.width) - (from % this.#facts.width)),
              Math.abs(Math.floor(square / this.#facts.width) - Math.floor(from / this.#facts.width)),
            );
      disc.style.setProperty("--wait", moving ? `${distance * 0.045}s` : "0s");
      disc.classList.toggle("white", white);
    }
  }

  // A hint, or values on squares: Map of name -> {text, top, exact, words}.
  mark({ hint = null, values = new Map() }) {
    this.#marks = { hint, values };
    for (const cell of this.#cells) {
      const name = cell.dataset.square;
      cell.classList.toggle("hint", name === hint);
      const value = values.get(name);
      cell.classList.toggle("valued", Boolean(value));
      const old = cell.querySelector(".value");
      if (!value) old?.remove();
      else {
        const label = old ?? cell.appendChild(h("span", {}));
        label.className = `value${value.top ? " best-value" : ""}${value.exact ? " exact" : ""}`;
        label.textContent = value.text;
      }
    }
    this.#label();
  }

  // Every square says its name and state.
  #label() {
    const { stones, move } = this.#frame;
    const grid = this.querySelector(".cells");
    grid.setAttribute("aria-label", t("board.label"));
    for (const [square, cell] of this.#cells.entries()) {
      const name = cell.dataset.square;
      const stone = stones[square];
      const parts = [
        name.toUpperCase(),
        stone === "X" ? colorName("black") : stone === "O" ? colorName("white") : t("board.empty"),
      ];
      if (name in this.#legal) parts.push(t("board.legal"));
      if (name === move) parts.push(t("board.last"));
      if (name === this.#marks.hint) parts.push(t("hint"));
      const value = this.#marks.values.get(name);
      if (value) parts.push(value.words ?? value.text);
      parts.push(...(this.#threats.get(name)?.words ?? []));
      const text = parts.join(", ");
      if (cell.getAttribute("aria-label") !== text) cell.setAttribute("aria-label", text);
    }
  }

  #choose(cell) {
    if (!cell) return;
    const name = cell.dataset.square;
    this.dispatchEvent(new CustomEvent("square", { detail: { name, legal: name in this.#legal } }));
  }

  #key(event) {
    const { width } = this.#facts;
    const row = Math.floor(this.#focused / width);
    const column = this.#focused % width;
    const to = {
      ArrowLeft: [row, column - 1],
      ArrowRight: [row, column + 1],
      ArrowUp: [row - 1, column],
      ArrowDown: [row + 1, column],
      Home: [row, 0],
      End: [row, width - 1],
      PageUp: [0, column],
      PageDown: [width - 1, column],
    }[event.key];
    if (to && !event.ctrlKey && !event.altKey && !event.metaKey) {
      const [r, c] = to.map((value) => Math.max(0, Math.min(width - 1, value)));
      this.#moveFocus(r * width + c, true);
    } else if (event.key === "Enter" || event.key === " ") {
      this.#choose(this.#cells[this.#focused]);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #moveFocus(square, really) {
    this.#cells[this.#focused].tabIndex = -1;
    this.#focused = square;
    this.#cells[square].tabIndex = 0;
    if (really) this.#cells[square].focus();
  }

  focusBoard() {
    this.#cells[this.#focused]?.focus({ preventScroll: true });
  }
}

// The lines and star points of a Gomoku board.
function lines(width) {
  const parts = [];
  for (let i = 0; i < width; i++) parts.push(`M.5 ${i + 0.5}H${width - 0.5}M${i + 0.5} .5V${width - 0.5}`);
  const star = (width >= 13 ? [3, (width - 1) / 2, width - 4] : [(width - 1) / 2]).filter(Number.isInteger);
  const points = star.flatMap((x) =>
    star.map((y) => h("circle", { cx: x + 0.5, cy: y + 0.5, r: 0.1, fill: "#5d3d14" })),
  );
  return h(
    "svg",
    { class: "dots", viewBox: `0 0 ${width} ${width}`, "aria-hidden": "true" },
    h("path", { d: parts.join(""), stroke: "#7a5426", "stroke-width": "0.045", fill: "none" }),
    points,
  );
}

customElements.define("orchard-board", Board);
