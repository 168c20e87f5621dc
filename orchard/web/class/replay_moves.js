// The moves of a replay: who, what, how long, how much processor time, what was refused, and the grade.

import { h } from "../js/dom.js";
import { colorName } from "../js/i18n.js";
import { c, chip, grid, row, seconds } from "./parts.js";

export function moveTable(replay) {
  const { game, frames, before, now, review } = replay;
  const rows = frames.slice(1).map((frame, at) => {
    const move = game.moves[at - before];
    const button = h(
      "button",
      { type: "button", class: "link", "data-key": `ply ${at + 1}`, onclick: () => replay.show(at + 1) },
      frame.move === "pass" ? c("pass") : frame.move,
    );
    const made = row(
      String(at + 1),
      h("th", { scope: "row" }, colorName(frames[at].to_move)),
      button,
      review.sign(at + 1) ?? "",
      move ? seconds(move.seconds) : c("opening"),
      move ? seconds(game.processor[at - before]) : "",
      move?.refused.length ? chip(c("refused_moves", { moves: move.refused.join(" ") }), "bad") : "",
    );
    made.classList.toggle("current", replay.isGame && at + 1 === now);
    return made;
  });
  return grid(c("moves"), ["", c("color"), c("move"), "", c("time"), c("processor"), ""], rows);
}
