// The dialog for the looks of boards and discs. A choice is seen at once, on the board behind it too.

import { h, openDialog } from "./dom.js";
import { t } from "./i18n.js";
import { LOOKS, lookOf, useLooks } from "./looks.js";
import { thumbnail } from "./picture.js";

export function looksDialog(app) {
  const facts = app.factsOf(app.tree.game);
  const dialog = h(
    "dialog",
    { class: "looks", "aria-labelledby": "looks-title" },
    h(
      "form",
      { method: "dialog" },
      h("h1", { id: "looks-title" }, t("looks")),
      Object.keys(LOOKS).map((part) => choices(app, part, facts)),
      confirmation(app),
      h("div", { class: "row end stays" }, h("button", { class: "primary" }, t("close"))),
    ),
  );
  openDialog(dialog);
}

function choices(app, part, facts) {
  const chosen = lookOf(app, part);
  const cards = LOOKS[part].map((look) => {
    const change = () => {
      app.remember(part, look);
      useLooks(app);
    };
    const props = { type: "radio", name: `look-${part}`, value: look, checked: look === chosen, onchange: change };
    const sample = thumbnail(facts);
    sample.setAttribute(`data-${part}`, look);
    return h(
      "label",
      {},
      h("input", props),
      h("div", { class: "pick" }, sample, h("b", {}, t(`looks.${part}.${look}`))),
    );
  });
  return h("fieldset", {}, h("legend", {}, t(`looks.${part}`)), h("div", { class: "game-cards" }, cards));
}

function confirmation(app) {
  const change = ({ target }) => app.remember("confirm", target.checked);
  const box = h("input", {
    type: "checkbox",
    name: "confirm",
    checked: app.recall("confirm") ?? true,
    onchange: change,
  });
  return h("label", { class: "row" }, box, t("confirm_tap"));
}
