// How a game is played: three pictures and a few words.

import { h, openDialog } from "./dom.js";
import { t, gameName } from "./i18n.js";
import { thumbnail } from "./picture.js";
import { howToKey } from "./howto.js";

export function howToDialog(facts) {
  const dialog = h(
    "dialog",
    { class: "how-to", "aria-labelledby": "how-title" },
    h(
      "form",
      { method: "dialog" },
      h("h1", { id: "how-title" }, gameName(facts.base, facts)),
      h(
        "div",
        { class: "pictures" },
        facts.pictures.map((frame) => thumbnail(facts, frame)),
      ),
      h("p", {}, t(howToKey(facts))),
      h(
        "div",
        { class: "row end stays" },
        h("a", { class: "button", href: `#learn/${facts.base}` }, t("view.learn")),
        h("button", { class: "primary", autofocus: true }, t("close")),
      ),
    ),
  );
  openDialog(dialog);
}
