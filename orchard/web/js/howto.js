// The way to the rules of a game, for a game that explains them.

import { h } from "./dom.js";
import { t, has } from "./i18n.js";
import { forDialog } from "./parts.js";

/** A chip that opens the rules of the game on a board; `gameShown` says which that is. */
export function howToChip(app, gameShown) {
  const open = async () => {
    const facts = app.games.of(app.factsOf(gameShown()).base);
    (await forDialog(import("./howto_dialog.js")))?.howToDialog(facts);
  };
  const chip = h("button", { type: "button", class: "chip how-to", onclick: open });
  const draw = () => {
    const facts = app.factsOf(gameShown());
    chip.textContent = t("how_to_play");
    chip.hidden = !(facts.pictures.length && has(howToKey(facts)));
  };
  return { chip, draw };
}

export const howToKey = ({ base }) => `game.${base}.how`;
