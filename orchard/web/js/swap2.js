// The swap2 opening of Gomoku: three stones, then a colour or two more stones and the other's choice of colour.
// Until a colour is chosen the first player sits at black and the second at white.

import { announce, h, toast, wait } from "./dom.js";
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
    return found && new Swap2(found[1] === "5", { b: "black", w: "white" }[found[2]] ?? null);
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

  // The seat that acts after so many stones; null in an opening that is over.
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

  // What the one whose turn it is shall do, in words.
  prompt(ply, toMove, friends) {
    const what = this.choosing(ply)
      ? t(this.more ? "swap2.choose" : "swap2.choose_or_place")
      : `${t(ply < FIRST ? "swap2.place3" : "swap2.place2")} ${t("swap2.now", { color: colorName(toMove) })}`;
    return friends ? `${this.role(this.seat(ply))} · ${what}` : what;
  }

  buttons(choose) {
    const button = (value, text) =>
      h("button", { type: "button", "data-swap2": value, onclick: () => choose(value) }, text);
    const colors = ["black", "white"].map((color) => button(color, colorName(color)));
    return h("span", { class: "row swap2-choice" }, colors, this.more ? null : button("more", t("swap2.more")));
  }
}

// A player's part: stones, or a colour. `view` is the Play view.
export async function openingMove(view, node, player, signal) {
  const { app, tree } = view;
  const limits = player.startsWith("level:") ? {} : { seconds: app.seconds };
  const said = await app.connection.ask("swap2", { ...tree.place(node), player, ...limits }, { signal });
  await wait(view.pace, signal);
  if (said.takes) return takeColor(view, said.takes);
  if (node.ply) tree.swap2.more = true;
  const place = tree.place(node);
  const line = await app.connection.ask("line", { ...place, moves: place.moves + said.stones.join("") }, { signal });
  for (const frame of line.frames.slice(node.ply + 1)) tree.playAt(tree.add(tree.current, frame.move, frame));
  announce(said.stones.map((name) => name.toUpperCase()).join(", "));
  view.draw();
  app.changed();
  view.turn();
}

// Whoever's turn it is takes a colour, or decides to put two more stones.
export function takeColor(view, choice) {
  const { app, tree } = view;
  const { swap2, current } = tree;
  if (!swap2?.choosing(current.ply)) return;
  const seat = swap2.seat(current.ply);
  const who = view.nameOf(seat);
  const byHand = view.status.contains(document.activeElement);
  if (choice === "more") {
    swap2.more = true;
    toast(t("swap2.puts_two", { who }), 3.5);
  } else {
    if (swap2.take(seat, choice)) app.seats = { black: view.seats.white, white: view.seats.black };
    toast(t("swap2.takes", { who, color: colorName(choice) }), 3.5);
  }
  view.said = null;
  view.draw(true);
  app.changed();
  view.turn();
  if (byHand) view.board.focusBoard();
}
