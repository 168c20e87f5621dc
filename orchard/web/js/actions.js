// The buttons under the seats in Play.

import { h, icon, select } from "./dom.js";
import { t } from "./i18n.js";

export function actionButtons(play) {
  const { tree, human } = play;
  return [
    button("undo", t("undo"), () => play.undo(), Boolean(play.undoTarget()), "U"),
    button("redo", t("redo"), () => play.redo(), Boolean(tree.next()), "Y"),
    human ? button("hint", t("hint"), () => play.hint(), play.mayHint, "H") : pauseButton(play),
    human
      ? button("resign", t("resign"), () => play.resign(), !play.over && tree.seatAt())
      : button("forward", t("single_step"), () => play.singleStep(), !play.over, "S"),
    wideButton("new", "add", t("new_game"), () => play.newGame(), { class: "primary wide", "aria-keyshortcuts": "N" }),
    wideButton("review", "review", t("review"), () => play.app.go("review"), {
      class: "wide",
      disabled: !tree.root.children.length,
      "aria-keyshortcuts": "R",
    }),
    human ? null : speedField(play.app),
  ];
}

// The shortest time that a move of a game being watched takes, in milliseconds.
const SPEEDS = [
  [2500, "speed.slow"],
  [1000, "speed.medium"],
  [420, "speed.normal"],
  [0, "speed.fast"],
];

function speedField(app) {
  const entries = SPEEDS.map(([pace, name]) => [pace, t(name)]);
  const change = (pace) => app.remember("speed", Number(pace));
  return select("speed", t("speed"), app.recall("speed") ?? 420, entries, change);
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
