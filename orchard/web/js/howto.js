// How a game is played: three pictures and a few words, for a game that has them.

import { h, openDialog } from "./dom.js";
import { t, gameName, has } from "./i18n.js";
import { thumbnail } from "./picture.js";

/** A chip that opens the rules of the game on a board; `gameShown` says which that is. */
export function howToChip(app, gameShown) {
  const open = () => howToDialog(app.games.of(app.factsOf(gameShown()).base));
  const chip = h("button", { type: "button", class: "chip how-to", onclick: open });
  const draw = () => {
    const facts = app.factsOf(gameShown());
    chip.textContent = t("how_to_play");
    chip.hidden = !(facts.pictures.length && has(keyOf(facts)));
  };
  return { chip, draw };
}

const keyOf = ({ base }) => `game.${base}.how`;

function howToDialog(facts) {
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
      h("p", {}, t(keyOf(facts))),
      h("div", { class: "row end stays" }, h("button", { class: "primary", autofocus: true }, t("close"))),
    ),
  );
  openDialog(dialog);
}
