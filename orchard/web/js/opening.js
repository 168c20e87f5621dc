// How a swap2 opening is played in the Play view: what a person is asked, what a player says.

import { announce, h, toast, wait } from "./dom.js";
import { t, colorName } from "./i18n.js";
import { Swap2 } from "./swap2.js";

export class Opening extends Swap2 {
  /** The choices of whose turn it is: a colour or, where they are still to come, two more stones. */
  choices(play) {
    const button = (value, text) =>
      h("button", { type: "button", "data-swap2": value, onclick: () => this.choose(play, value) }, text);
    const colors = ["black", "white"].map((color) => button(color, colorName(color)));
    return h("span", { class: "row swap2-choice" }, colors, this.more ? null : button("more", t("swap2.more")));
  }

  /** A player's part: stones, or a colour. */
  async answer(play, node, player, signal) {
    const { app, tree } = play;
    const limits = player.startsWith("level:") ? {} : { seconds: app.seconds };
    const said = await app.connection.ask("swap2", { ...tree.place(node), player, ...limits }, { signal });
    await wait(play.pace, signal);
    if (said.takes) {
      this.choose(play, said.takes);
      return;
    }
    if (node.ply) this.more = true;
    const place = tree.place(node);
    const line = await app.connection.ask("line", { ...place, moves: place.moves + said.stones.join("") }, { signal });
    for (const frame of line.frames.slice(node.ply + 1)) tree.playAt(tree.add(tree.current, frame.move, frame));
    announce(said.stones.map((name) => name.toUpperCase()).join(", "));
    play.draw();
    app.changed();
    play.turn();
  }

  /** The side whose turn it is takes a colour, or decides to put two more stones. */
  choose(play, choice) {
    const { app, tree } = play;
    const { current } = tree;
    if (tree.swap2 !== this || !this.choosing(current.ply)) return;
    const seat = this.seat(current.ply);
    const who = play.nameOf(seat);
    const byHand = play.status.element.contains(document.activeElement);
    if (choice === "more") {
      this.more = true;
      toast(t("swap2.puts_two", { who }), 3.5);
    } else {
      if (this.take(seat, choice)) app.seats = { black: play.seats.white, white: play.seats.black };
      toast(t("swap2.takes", { who, color: colorName(choice) }), 3.5);
    }
    play.status.forget();
    play.draw(true);
    app.changed();
    play.turn();
    if (byHand) play.board.focusBoard();
  }
}
