// How a swap2 opening is played in the Play view: what a person is asked, what a player says.

import { announce, h, toast, wait } from "./dom.js";
import { t, colorName } from "./i18n.js";

/** The choices of whose turn it is: a colour or, where they are still to come, two more stones. */
export function openingChoices(swap2, choose) {
  const button = (value, text) =>
    h("button", { type: "button", "data-swap2": value, onclick: () => choose(value) }, text);
  const colors = ["black", "white"].map((color) => button(color, colorName(color)));
  return h("span", { class: "row swap2-choice" }, colors, swap2.more ? null : button("more", t("swap2.more")));
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

// The side whose turn it is takes a colour, or decides to put two more stones.
export function takeColor(view, choice) {
  const { app, tree } = view;
  const { swap2, current } = tree;
  if (!swap2?.choosing(current.ply)) return;
  const seat = swap2.seat(current.ply);
  const who = view.nameOf(seat);
  const byHand = view.status.element.contains(document.activeElement);
  if (choice === "more") {
    swap2.more = true;
    toast(t("swap2.puts_two", { who }), 3.5);
  } else {
    if (swap2.take(seat, choice)) app.seats = { black: view.seats.white, white: view.seats.black };
    toast(t("swap2.takes", { who, color: colorName(choice) }), 3.5);
  }
  view.status.forget();
  view.draw(true);
  app.changed();
  view.turn();
  if (byHand) view.board.focusBoard();
}
