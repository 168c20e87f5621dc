// Drawing on the board and writing beside it in Analyse: a right click or the drawing mode marks a square, a drag draws
// an arrow; on the keyboard M marks, and A begins and ends an arrow.

import { announce, h, icon, refill } from "./dom.js";
import { t } from "./i18n.js";
import { draw, noteOf, setComment, wipe } from "./note_edits.js";
import { drawShapes } from "./shapes.js";

const WRITTEN_MS = 400; // the address is told so long after the last letter

export class Annotations {
  #view;
  #isDrawing = false; // whether every pointer draws, and not only the right button
  #from = null; // the square where an arrow begins
  #layer = h("svg", { class: "drawings", "aria-hidden": "true" });
  #label = h("span", {});
  #text = h("textarea", { rows: "2", "data-key": "comment", maxlength: "1000" });
  #buttons = h("div", { class: "row" });
  #written = 0;
  #node = null; // whose comment stands in the field
  element = h(
    "div",
    { class: "card annotations" },
    h("label", { class: "field" }, this.#label, this.#text),
    this.#buttons,
  );

  constructor(view) {
    this.#view = view;
    this.#text.addEventListener("input", () => this.#write());
    this.#text.addEventListener("change", () => view.onNote());
    const { board } = view;
    board.addEventListener("pointerdown", (event) => this.#begin(event), true);
    addEventListener("pointerup", (event) => this.#end(event), true);
    addEventListener("pointercancel", () => this.#forget());
    board.addEventListener("contextmenu", (event) => this.#mayDraw && event.preventDefault());
    board.addEventListener("click", (event) => this.#isDrawing && event.stopPropagation(), true);
  }

  get #mayDraw() {
    return !this.#view.editor;
  }

  get #current() {
    return this.#view.tree.current;
  }

  // ---------------------------------------------------------------- by pointer and by keyboard

  #begin(event) {
    const cell = event.target.closest(".cell");
    if (!cell || !this.#mayDraw || !(event.button === 2 || this.#isDrawing)) return;
    event.preventDefault();
    event.stopPropagation();
    this.#from = cell.dataset.square;
  }

  #end({ clientX, clientY, button }) {
    if (!this.#from || !(button === 2 || this.#isDrawing)) return;
    const cell = document.elementFromPoint(clientX, clientY)?.closest(".cell");
    const from = this.#from;
    this.#forget();
    if (cell && this.#view.board.contains(cell)) this.#put(from, cell.dataset.square);
  }

  #forget() {
    this.#from = null;
  }

  #put(from, to) {
    draw(this.#current, from, to);
    this.#view.onNote();
  }

  /** Mark the square that the keyboard is on. */
  mark() {
    const square = this.#mayDraw && this.#view.board.focusedSquare;
    if (square) this.#put(square, square);
  }

  /** Begin an arrow at the square that the keyboard is on, or end it there. */
  arrow() {
    const square = this.#mayDraw && this.#view.board.focusedSquare;
    if (!square) return;
    const from = this.#from;
    this.#from = from ? null : square;
    if (from) this.#put(from, square);
    else announce(t("notes.arrow_from", { square: square.toUpperCase() }));
  }

  #write() {
    setComment(this.#current, this.#text.value);
    clearTimeout(this.#written);
    this.#written = setTimeout(() => this.#view.onNote(), WRITTEN_MS);
  }

  // ---------------------------------------------------------------- drawing

  show() {
    const node = this.#current;
    const note = noteOf(node);
    this.#label.textContent = t("notes.comment");
    if (this.#node !== node || document.activeElement !== this.#text) this.#text.value = note.text;
    if (this.#node !== node) this.#forget();
    this.#node = node;
    this.#drawButtons(note);
    this.#drawLayer(note);
  }

  hide() {
    this.#layer.remove();
    this.#setDrawing(false);
  }

  #setDrawing(on) {
    this.#isDrawing = on;
    this.#view.board.classList.toggle("drawing", on);
  }

  #drawButtons({ marks, arrows }) {
    const props = { type: "button", class: "quiet small" };
    const toggle = () => {
      this.#setDrawing(!this.#isDrawing);
      this.show();
    };
    const clear = () => {
      wipe(this.#current);
      this.#view.onNote();
    };
    const pressed = { "data-key": "draw", "aria-pressed": String(this.#isDrawing), title: t("notes.how") };
    refill(
      this.#buttons,
      h("button", { ...props, ...pressed, onclick: toggle }, icon("edit"), t("notes.draw")),
      h(
        "button",
        { ...props, onclick: clear, disabled: !marks.length && !arrows.length },
        icon("close"),
        t("notes.wipe"),
      ),
    );
  }

  #drawLayer({ marks, arrows }) {
    const { board, facts } = this.#view;
    drawShapes(this.#layer, facts, marks, arrows);
    board.querySelector(".cells").append(this.#layer);
    board.notes(wordsOf(marks, arrows));
  }
}

/** What a screen reader says of squares with drawings. */
function wordsOf(marks, arrows) {
  const words = new Map();
  const say = (name, text) => words.set(name, [...(words.get(name) ?? []), text]);
  for (const name of marks) say(name, t("notes.marked"));
  for (const [from, to] of arrows) say(from, t("notes.arrow_to", { square: to.toUpperCase() }));
  return words;
}
