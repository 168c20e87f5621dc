// The end of a game, told kindly, with what one may want next.

import { h, openDialog, toast } from "./dom.js";
import { t, duration, colorName } from "./i18n.js";
import { post } from "./connection.js";
import { ownerOf } from "./owner.js";
import { sidesOf } from "./words.js";

/** A game that was really played goes into the database, so that the Arena's list has it too: every end of it once. */
export async function keepGame({ app, tree, seats, ending }) {
  const place = tree.place();
  const end = ending ? { winner: ending.winner, verdict: ending.reason } : {};
  const key = JSON.stringify([place, end]);
  tree.kept ??= new Set();
  if (!place.moves || tree.kept.has(key)) return;
  tree.kept.add(key);
  const seconds = tree.current.path().map((node) => Math.max(0, Math.min(1e6, node.seconds ?? 0)));
  const game = { ...place, black: seats.black, white: seats.white, seconds, ...tree.swap2?.kept, ...end };
  if (Object.values(seats).includes("human")) game.owner = ownerOf(app);
  await post("database/games", game).catch((error) => toast(app.errorText(error)));
}

export function resultDialog(play, view, text) {
  const { tree, app } = play;
  const times = {
    black: duration(tree.used("black")),
    white: duration(tree.used("white")),
    moves: tree.current.ply,
  };
  const dialog = h(
    "dialog",
    { class: "result-dialog", "aria-labelledby": "result-title" },
    h(
      "form",
      { method: "dialog", class: "result" },
      h("h1", { id: "result-title" }, text),
      app.factsOf(tree.game).margin ? finalCounts(sidesOf(play), view) : null,
      h("p", { class: "muted small" }, t("result.times", times)),
      h(
        "div",
        { class: "row" },
        h("button", { class: "primary", value: "again", autofocus: true }, t("play_again")),
        h("button", { value: "swap" }, t("swap_sides")),
        h("button", { value: "review" }, t("review")),
        h("button", { class: "quiet", value: "close" }, t("close")),
      ),
    ),
  );
  openDialog(dialog).addEventListener("close", () => {
    if (dialog.returnValue === "again") play.restart();
    else if (dialog.returnValue === "swap") play.restart(true);
    else if (dialog.returnValue === "review") app.go("review");
  });
}

function finalCounts([first, second], view) {
  const stone = (color) => h("span", { class: `stone ${color}`, role: "img", "aria-label": colorName(color) });
  const count = (color) => h("span", { class: "num" }, String(view[color]));
  const dash = h("span", { class: "muted", "aria-hidden": "true" }, "–");
  return h("div", { class: "final" }, stone(first), count(first), dash, count(second), stone(second));
}
