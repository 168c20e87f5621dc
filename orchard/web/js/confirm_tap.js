// On points too small for a finger, the first tap shows the stone and a second tap on it plays.

import { toast } from "./dom.js";
import { t } from "./i18n.js";

const SMALL_PX = 32;

export class ConfirmTap {
  #app;
  #board;
  #isTouch = false;
  #picked = null; // the cell that was tapped once

  constructor(app, board) {
    this.#app = app;
    this.#board = board;
    board.addEventListener("pointerdown", ({ pointerType }) => (this.#isTouch = pointerType === "touch"), true);
    board.addEventListener("click", (event) => this.#tap(event), true);
  }

  /** Another position is shown. */
  clear() {
    this.#picked?.classList.remove("picked", "black", "white");
    this.#picked = null;
  }

  #isWanted(cell) {
    const isOn = this.#app.recall("confirm") ?? true;
    return isOn && this.#isTouch && cell?.matches(".legal") && cell.offsetWidth < SMALL_PX;
  }

  #tap(event) {
    const cell = event.target.closest(".cell");
    if (!this.#isWanted(cell)) return;
    const isAgain = cell === this.#picked;
    this.clear();
    if (isAgain) return; // the board plays it
    event.stopPropagation();
    this.#picked = cell;
    cell.classList.add("picked", this.#app.tree.current.frame.to_move);
    toast(t("tap_again", { move: cell.dataset.square.toUpperCase() }), 2);
  }
}
