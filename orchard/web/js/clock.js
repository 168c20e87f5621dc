// The clocks of the Play view: whose time runs, how much each side has used, and who has none left.

import { hasClock, timeLeft } from "./timing.js";

export class Clock {
  #play;
  #timed = null; // whose turn is timed: the node, and since when

  constructor(play) {
    this.#play = play;
    setInterval(() => this.show(), 250);
    addEventListener("pagehide", () => this.#leavePage());
  }

  start(node) {
    this.#timed = { node, since: performance.now() };
  }

  stop() {
    this.#keep();
    this.#timed = null;
  }

  // A person's time stays with the position when its clock stops.
  #keep() {
    if (!this.#timed) return;
    const { node, since } = this.#timed;
    this.#timed.since = performance.now();
    if (this.#play.isPersonAt(node)) node.spent += (this.#timed.since - since) / 1000;
  }

  // The address keeps the clock.
  #leavePage() {
    const { app } = this.#play;
    if (app.view !== this.#play || !hasClock(app)) return;
    this.#keep();
    app.changed();
  }

  /** Show both clocks; who has no time left has lost. */
  show() {
    const { tree, app, room, seatBoxes } = this.#play;
    if (!tree || app.view !== this.#play) return;
    const toMove = tree.current.frame.to_move;
    const isRunning = this.#timed?.node === tree.current && !this.#play.over;
    const running = isRunning ? (performance.now() - this.#timed.since) / 1000 : 0;
    for (const color of ["black", "white"]) {
      const used = tree.used(color) + (toMove === color ? running : 0);
      const left = room ? room.timeLeft(color) : timeLeft(app, tree, color, toMove === color ? running : 0);
      seatBoxes.showTime(color, used, left);
      if (room && left !== null && left <= 0) room.checkTime(this.#play);
      else if (left !== null && left <= 0 && running && toMove === color) this.#play.end(color, "time");
    }
  }
}
