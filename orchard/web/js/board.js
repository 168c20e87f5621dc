// <orchard-board>: draws a position and reports which square was chosen. It knows no rules.

import { h } from "./dom.js";
import { t, colorName } from "./i18n.js";
import { colorsOf, distance, gridPath, middleOf, rowNumber, squareAfterKey, squareName } from "./games.js";
import { areaOf, squareOf, starPoints } from "./games.js";

const HELD_MS = 350; // a finger that stays so long on a square asks what a move there would do
const TURN_DELAY_S = 0.045; // a disc turns so much later for each square between it and the move

export class Board extends HTMLElement {
  #facts = null;
  #cells = [];
  #frame = null;
  #legal = {};
  #focused = 0;
  #marks = { hint: null, values: new Map(), rings: new Set(), ghost: null };
  #threats = new Map();
  #holding = 0;
  #held = false;
  #notes = new Map();

  /** Make the board of a game, if it is not there already. */
  setGame(facts) {
    if (this.#facts?.name === facts.name && this.#cells.length) return;
    this.#facts = facts;
    this.#frame = null;
    this.#focused = middleOf(facts);
    this.#cells = [...facts.start].map((stone, square) => cellOf(squareName(facts, square)));
    this.#cells[this.#focused].tabIndex = 0;
    const { width, height, columns, stones_on: on } = facts;
    const letters = [...columns];
    const numbers = Array.from({ length: height }, (none, row) => String(rowNumber(facts, row)));
    const frame = h(
      "div",
      { class: `frame on-${on}`, vars: { ...colorsOf(facts), "--columns": String(width), "--rows": String(height) } },
      labels("columns", letters),
      labels("columns bottom", letters),
      labels("rows", numbers),
      labels("rows right", numbers),
      this.#makeGrid(),
    );
    frame.classList.toggle("marks-legal", facts.marks_legal);
    this.style.setProperty("--tall", String(Math.max(1, height / width)));
    this.replaceChildren(frame);
  }

  #makeGrid() {
    const { width, height, stones_on: on } = this.#facts;
    const rows = Array.from({ length: height }, (none, row) =>
      h("div", { role: "row" }, this.#cells.slice(row * width, (row + 1) * width)),
    );
    const grid = h(
      "div",
      { class: "cells", role: "grid", "aria-rowcount": height, "aria-colcount": width },
      on === "crossings" ? crossings(this.#facts) : null,
      rows,
    );
    grid.addEventListener("click", (event) => this.#click(event.target.closest(".cell")));
    this.#listenForPreviews(grid);
    grid.addEventListener("pointerdown", (event) => event.preventDefault()); // the arrow keys stay with the view
    grid.addEventListener("keydown", (event) => this.#key(event));
    grid.addEventListener("focusin", (event) => this.#take(this.#cells.indexOf(event.target.closest(".cell"))));
    return grid;
  }

  // What a move would turn is shown under the pointer, under a finger that stays, and by the keyboard.
  #listenForPreviews(grid) {
    const cell = (event) => event.target.closest(".cell");
    grid.addEventListener("pointerover", (event) => event.pointerType === "mouse" && this.#preview(cell(event)));
    grid.addEventListener("pointerleave", () => this.#preview(null));
    grid.addEventListener("focusin", (event) => this.#preview(cell(event)));
    grid.addEventListener("focusout", () => this.#preview(null));
    grid.addEventListener("pointerdown", (event) => {
      this.#held = false;
      if (event.pointerType === "mouse") return;
      const square = cell(event);
      this.#holding = setTimeout(() => {
        this.#held = this.#preview(square);
      }, HELD_MS);
    });
    for (const end of ["pointerup", "pointercancel", "pointerleave"])
      grid.addEventListener(end, (event) => {
        clearTimeout(this.#holding);
        if (event.pointerType !== "mouse") this.#preview(null);
      });
    grid.addEventListener("contextmenu", (event) => this.#held && event.preventDefault());
  }

  // Ring the stones that a move would turn; whether there are any.
  #preview(cell) {
    const turned = new Set(this.#legal[cell?.dataset.square] ?? []);
    for (const one of this.#cells) one.classList.toggle("turns", turned.has(one.dataset.square));
    return turned.size > 0;
  }

  // The finger that asked for a preview does not play.
  #click(cell) {
    if (!this.#held) this.#choose(cell);
    this.#held = false;
  }

  squareOf = (name) => squareOf(this.#facts, name);

  /** Draw a frame; `legal` are the moves that may be chosen now. Turned discs turn over unless `still`. */
  show(frame, { legal = {}, still = false } = {}) {
    const before = this.#frame;
    this.#frame = frame;
    this.#legal = legal;
    this.firstElementChild.classList.toggle("still", still || !before);
    const from = frame.move && frame.move !== "pass" ? this.squareOf(frame.move) : null;
    const winning = new Set(frame.winning_line);
    for (const [square, cell] of this.#cells.entries()) {
      this.#drawStone(cell, frame.stones[square], square, from, before && !still);
      const name = cell.dataset.square;
      cell.classList.toggle("legal", name in legal);
      cell.classList.toggle("last", square === from);
      cell.classList.toggle("win", winning.has(name));
    }
    this.#preview(null);
    if (before?.stones !== frame.stones) this.threats(new Map());
    this.mark({});
  }

  #drawStone(cell, stone, square, from, moving) {
    const disc = cell.querySelector(".disc");
    if (stone === "-") {
      disc?.remove();
      return;
    }
    const white = stone === "O";
    if (!disc) {
      cell.prepend(discOf(white, moving && square === from));
      return;
    }
    disc.classList.remove("new");
    if (disc.classList.contains("white") === white) return;
    const steps = moving && from !== null ? distance(this.#facts, square, from) : 0;
    disc.style.setProperty("--wait", `${steps * TURN_DELAY_S}s`);
    disc.classList.toggle("white", white);
  }

  /** Threats on points: Map of name -> {badges, words}. */
  threats(marks) {
    this.#threats = marks;
    for (const cell of this.#cells) {
      for (const old of cell.querySelectorAll(".threat")) old.remove();
      cell.append(...(marks.get(cell.dataset.square)?.badges ?? []));
    }
    this.#label();
  }

  /**
   * Marks on squares; those of before go.
   * @param {string?} marks.hint a square to play on
   * @param {string?} marks.area a part of the board to look at, as `areaOf` names it
   * @param {Map<string, {text, top, exact, words}>} marks.values what moves are worth
   * @param {string[]} marks.rings squares that are spoken of
   * @param {{name, color}?} marks.ghost a stone that is not there
   */
  mark({ hint = null, area = null, values = new Map(), rings = [], ghost = null }) {
    this.#marks = { hint, values, rings: new Set(rings), ghost };
    for (const [square, cell] of this.#cells.entries()) {
      const name = cell.dataset.square;
      cell.classList.toggle("hint", name === hint);
      cell.classList.toggle("area", area !== null && areaOf(this.#facts, square) === area);
      cell.classList.toggle("ringed", this.#marks.rings.has(name));
      markGhost(cell, name === ghost?.name ? ghost.color : null);
      markValue(cell, values.get(name));
    }
    this.#label();
  }

  /** Squares in colour, from -1 to 1: Map of name -> share. Those of before go. */
  heat(shares) {
    for (const cell of this.#cells) {
      const share = shares.get(cell.dataset.square);
      cell.classList.toggle("heat", share !== undefined);
      cell.classList.toggle("cold", share < 0);
      cell.style.setProperty("--heat", share === undefined ? "" : `${Math.round(100 * Math.abs(share))}%`);
    }
  }

  // Every square says its name and state.
  #label() {
    this.querySelector(".cells").setAttribute("aria-label", t("board.label"));
    for (const [square, cell] of this.#cells.entries()) {
      const text = this.#wordsOf(cell.dataset.square, this.#frame.stones[square]).join(", ");
      if (cell.getAttribute("aria-label") !== text) cell.setAttribute("aria-label", text);
    }
  }

  #wordsOf(name, stone) {
    const { hint, values, rings, ghost } = this.#marks;
    const value = values.get(name);
    const content = { X: colorName("black"), O: colorName("white"), "-": t("board.empty") };
    const parts = [name.toUpperCase(), content[stone]];
    if (name in this.#legal) parts.push(t("board.legal"));
    if (name === this.#frame.move) parts.push(t("board.last"));
    if (name === hint) parts.push(t("hint"));
    if (rings.has(name)) parts.push(t("board.ringed"));
    if (name === ghost?.name) parts.push(t("board.better"));
    if (value) parts.push(value.words ?? value.text);
    return parts.concat(this.#threats.get(name)?.words ?? [], this.#notes.get(name) ?? []);
  }

  #choose(cell) {
    if (!cell) return;
    const name = cell.dataset.square;
    this.dispatchEvent(new CustomEvent("square", { detail: { name, legal: name in this.#legal } }));
  }

  #key(event) {
    const to = squareAfterKey(this.#facts, this.#focused, event.key);
    if (to !== null && !event.ctrlKey && !event.altKey && !event.metaKey) {
      this.#take(to);
      this.#cells[to].focus();
    } else if (event.key === "Enter" || event.key === " ") {
      this.#choose(this.#cells[this.#focused]);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  // The square by which the keyboard enters the board.
  #take(square) {
    if (square < 0) return;
    this.#cells[this.#focused].tabIndex = -1;
    this.#focused = square;
    this.#cells[square].tabIndex = 0;
  }

  /** What is said of squares on which a reader has drawn: Map of name -> words. */
  notes(words) {
    this.#notes = words;
    this.#label();
  }

  /** The name of the square that the keyboard is on; null where it is elsewhere. */
  get focusedSquare() {
    return this.contains(document.activeElement) ? this.#cells[this.#focused].dataset.square : null;
  }

  focusBoard() {
    this.#cells[this.#focused]?.focus({ preventScroll: true });
  }
}

const cellOf = (name) => h("div", { class: "cell", role: "gridcell", tabindex: "-1", "data-square": name });

function labels(kind, texts) {
  return h(
    "div",
    { class: `coords ${kind}`, "aria-hidden": "true" },
    texts.map((text) => h("span", {}, text)),
  );
}

function discOf(white, isNew) {
  const disc = h("span", { class: "disc" }, h("i", { class: "b" }), h("i", { class: "w" }));
  disc.classList.toggle("white", white);
  disc.classList.toggle("new", Boolean(isNew));
  return disc;
}

function markGhost(cell, color) {
  cell.querySelector(".ghost")?.remove();
  if (color) cell.append(h("span", { class: `ghost ${color}` }));
}

function markValue(cell, value) {
  const old = cell.querySelector(".value");
  cell.classList.toggle("valued", Boolean(value));
  if (!value) {
    old?.remove();
    return;
  }
  const label = old ?? cell.appendChild(h("span", {}));
  label.className = "value";
  label.classList.toggle("best-value", Boolean(value.top));
  label.classList.toggle("exact", Boolean(value.exact));
  label.textContent = value.text;
}

/** The lines of a board whose stones stand on crossings. */
function crossings(facts) {
  const stars = starPoints(facts).map(([x, y]) => h("circle", { cx: x + 0.5, cy: y + 0.5, r: 0.1 }));
  return h(
    "svg",
    { class: "lines-of-board", viewBox: `0 0 ${facts.width} ${facts.height}`, "aria-hidden": "true" },
    h("path", { d: gridPath(facts) }),
    stars,
  );
}

customElements.define("orchard-board", Board);
