// The buttons under the seats in Play.

import { h, icon } from "./dom.js";
import { t } from "./i18n.js";

export function actionButtons(play) {
  const { tree, human } = play;
  return [
    button("undo", t("undo"), () => play.undo(), Boolean(play.undoTarget()), "U"),
    button("redo", t("redo"), () => play.redo(), Boolean(tree.next()), "Y"),
    human ? button("hint", t("hint"), () => play.hint(), play.mayHint, "H") : pauseButton(play),
    button("resign", t("resign"), () => play.resign(), !play.over && human && tree.seatAt()),
    wideButton("new", "add", t("new_game"), () => play.newGame(), { class: "primary wide", "aria-keyshortcuts": "N" }),
    wideButton("review", "review", t("review"), () => play.app.go("review"), {
      class: "wide",
      disabled: !tree.root.children.length,
      "aria-keyshortcuts": "R",
    }),
  ];
}

function pauseButton(play) {
  const [name, text] = play.paused ? ["go", t("resume")] : ["pause", t("pause")];
  return button(name, text, () => play.togglePause(), !play.over, "P");
}

function button(name, text, onclick, enabled, key) {
  const props = {
    type: "button",
    "data-action": name,
    onclick,
    disabled: !enabled,
    title: key ? `${text} (${key})` : text,
    "aria-keyshortcuts": key,
  };
  return h("button", props, icon(name), h("span", {}, text));
}

function wideButton(action, sign, text, onclick, more) {
  return h("button", { type: "button", "data-action": action, onclick, ...more }, icon(sign), text);
}
