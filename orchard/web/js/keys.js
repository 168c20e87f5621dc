// The list of keys, by view.

import { h, openDialog } from "./dom.js";
import { has, t } from "./i18n.js";

const KEYS = [
  [
    ["view.play"],
    [
      ["← → ↑ ↓", "keys.walk"],
      ["Enter", "keys.choose"],
      ["U", "undo"],
      ["Y", "redo"],
      ["H", "hint"],
      ["P", "keys.pass"],
      ["S", "keys.step"],
      ["R", "review"],
      ["N", "new_game"],
      ["T", "threats"],
    ],
  ],
  [
    ["view.analyse", "view.review", "view.inside"],
    [
      ["←", "step.back"],
      ["→", "step.forward"],
      ["Home", "step.first"],
      ["End", "step.last"],
      ["↑ ↓", "keys.branch"],
      ["T", "threats"],
    ],
  ],
  [
    ["view.analyse"],
    [
      ["M", "notes.mark"],
      ["A", "notes.arrow"],
    ],
  ],
  [
    ["view.learn"],
    [
      ["N", "learn.next"],
      ["R", "learn.retry"],
      ["S", "start"],
      ["1 2 3 4", "learn.pick"],
      ["Esc", "learn.all"],
    ],
  ],
  [
    ["keys.everywhere"],
    [
      ["?", "keys"],
      ["Esc", "keys.close"],
    ],
  ],
];

// The words of some views come with them.
const hasWords = ([, keys]) => keys.every(([, word]) => has(word));

export function keysDialog() {
  const dialog = h(
    "dialog",
    { class: "keys", "aria-labelledby": "keys-title" },
    h(
      "form",
      { method: "dialog" },
      h("h1", { id: "keys-title" }, t("keys")),
      KEYS.filter(hasWords).map(([places, keys]) => section(places, keys)),
      h("div", { class: "row end stays" }, h("button", { class: "primary", autofocus: true }, t("close"))),
    ),
  );
  openDialog(dialog);
}

function section(places, keys) {
  const title = places.map((place) => t(place)).join(" · ");
  const list = keys.map(([key, what]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, t(what))]);
  return h("section", {}, h("h2", {}, title), h("dl", { class: "facts" }, list));
}
