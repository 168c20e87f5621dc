// The swap2 opening: three stones, then a colour or two more stones and the other's choice of colour.
// Until a colour is chosen the first player sits at black and the second at white.

import { t, colorName } from "./i18n.js";

const FIRST = 3;
const ALL = 5;
const isFirst = (seat) => seat === "black";

export class Swap2 {
  constructor(more = false, first = null) {
    this.more = more; // whether the second player puts two more stones
    this.first = first; // the colour that the first player came to play; null until one is chosen
  }

  static read(text) {
    const found = /^([35])([bw]?)$/.exec(text ?? "");
    return found && new this(found[1] === "5", { b: "black", w: "white" }[found[2]] ?? null);
  }

  write() {
    return `${this.length}${this.first?.[0] ?? ""}`;
  }

  get done() {
    return this.first !== null;
  }

  get length() {
    return this.more ? ALL : FIRST;
  }

  get kept() {
    return this.done ? { swap2: { first: this.first, stones: this.length } } : {};
  }

  // The seat that acts after this number of stones; null in an opening that is over.
  seat(ply) {
    if (this.done) return null;
    return ply < FIRST || ply >= ALL ? "black" : "white";
  }

  choosing(ply) {
    return !this.done && ply === this.length;
  }

  // The seat takes a colour; whether the two players change places.
  take(seat, color) {
    const changed = seat !== color;
    this.first = changed ? "white" : "black";
    return changed;
  }

  // Going back among the first stones takes the decision for two more stones back.
  backTo(ply) {
    if (!this.done && ply <= FIRST) this.more = false;
  }

  role(seat) {
    return t(isFirst(seat) ? "swap2.first" : "swap2.second");
  }

  // What is asked of the side whose turn it is, in words.
  prompt(ply, toMove, friends) {
    const what = this.choosing(ply)
      ? t(this.more ? "swap2.choose" : "swap2.choose_or_place")
      : `${t(ply < FIRST ? "swap2.place3" : "swap2.place2")} ${t("swap2.now", { color: colorName(toMove) })}`;
    return friends ? `${this.role(this.seat(ply))} · ${what}` : what;
  }
}
