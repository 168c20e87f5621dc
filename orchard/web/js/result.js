// The end of a game, told kindly, with what one may want next.

import { h, openDialog } from "./dom.js";
import { t, duration, colorName } from "./i18n.js";

export function resultDialog(play, view, text) {
  const discs = play.app.factsOf(play.tree.game).passes;
  const used = (color) => play.tree.current.path().reduce((sum, node) => sum + (node.mover === color ? node.seconds ?? 0 : 0), 0);
  const side = (color) => [h("span", { class: `stone ${color}`, role: "img", "aria-label": colorName(color) }), discs ? h("span", { class: "num" }, String(view[color])) : null];
  const dialog = h("dialog", { class: "result-dialog", "aria-labelledby": "result-title" },
    h("form", { method: "dialog", class: "result" },
      h("h1", { id: "result-title" }, text),
      discs ? h("div", { class: "final" }, side("black"), h("span", { class: "muted", "aria-hidden": "true" }, "–"), side("white").reverse()) : null,
      h("p", { class: "muted small" }, t("result.times", { black: duration(used("black")), white: duration(used("white")), moves: play.tree.current.ply })),
      h("div", { class: "row" },
        h("button", { class: "primary", value: "again", autofocus: true }, t("play_again")),
        h("button", { value: "swap" }, t("swap_sides")),
        h("button", { value: "review" }, t("review")),
        h("button", { class: "quiet", value: "close" }, t("close")))));
  openDialog(dialog).addEventListener("close", () => {
    if (dialog.returnValue === "again") play.restart();
    else if (dialog.returnValue === "swap") play.restart(true);
    else if (dialog.returnValue === "review") play.app.go("review");
  });
}
