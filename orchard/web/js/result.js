// The end of a game, told kindly, with what one may want next.

import { h, openDialog, toast } from "./dom.js";
import { t, duration, colorName } from "./i18n.js";
import { post } from "./connection.js";

const sidesOf = (play) => (!play.friends && play.seats.white === "human" ? ["white", "black"] : ["black", "white"]); // one's own first

export function resultText(play, view) {
  const { ending } = play;
  const winner = ending ? ending.winner : view.winner;
  const one = play.human && !play.friends;
  const discs = play.app.factsOf(play.tree.game).passes;
  const score = discs
    ? sidesOf(play)
        .map((color) => view[color])
        .join("–")
    : "";
  if (winner === null) return t("result.draw", { score });
  const by = ending ? t(`result.by_${ending.reason}`) : !discs ? t("result.five") : one ? score : t("counts", view);
  if (one) return t(play.seats[winner] === "human" ? "result.you_won" : "result.you_lost", { by });
  return t("result.won", { who: play.nameOf(winner), by });
}

// A game that was really played goes into the database, so that the Arena's list has it too: every end of it once.
export async function keepGame({ app, tree, seats, ending }) {
  const place = tree.place();
  const end = ending ? { winner: ending.winner, verdict: ending.reason } : {};
  const key = JSON.stringify([place, end]);
  tree.kept ??= new Set();
  if (!place.moves || tree.kept.has(key)) return;
  tree.kept.add(key);
  const seconds = tree.current.path().map((node) => Math.max(0, Math.min(1e6, node.seconds ?? 0)));
  const game = { ...place, black: seats.black, white: seats.white, seconds, ...tree.swap2?.kept, ...end };
  await post("database/games", game).catch((error) => toast(app.errorText(error)));
}

export function resultDialog(play, view, text) {
  const discs = play.app.factsOf(play.tree.game).passes;
  const [first, second] = sidesOf(play);
  const used = (color) => play.tree.used(color);
  const side = (color) => [
    h("span", { class: `stone ${color}`, role: "img", "aria-label": colorName(color) }),
    discs ? h("span", { class: "num" }, String(view[color])) : null,
  ];
  const dialog = h(
    "dialog",
    { class: "result-dialog", "aria-labelledby": "result-title" },
    h(
      "form",
      { method: "dialog", class: "result" },
      h("h1", { id: "result-title" }, text),
      discs
        ? h(
            "div",
            { class: "final" },
            side(first),
            h("span", { class: "muted", "aria-hidden": "true" }, "–"),
            side(second).reverse(),
          )
        : null,
      h(
        "p",
        { class: "muted small" },
        t("result.times", {
          black: duration(used("black")),
          white: duration(used("white")),
          moves: play.tree.current.ply,
        }),
      ),
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
    else if (dialog.returnValue === "review") play.app.go("review");
  });
}
