// The games that were finished in this browser: found by opponent, result and day, opened with their review.

import { h } from "./dom.js";
import { t } from "./i18n.js";
import { GameList } from "./database.js";
import { ownerOf } from "./owner.js";

export class MyGames extends GameList {
  filter = { game: "", player: "", winner: "", since: "", until: "" };
  title = "library.mine";
  none = "library.none";
  heading = "h1";

  fieldsOf({ games, players, select }) {
    const results = [
      ["win", t("library.won")],
      ["loss", t("library.lost")],
      ["draw", t("draw")],
    ];
    const others = players.filter(([spec]) => spec !== "human");
    return [
      select("game", t("game"), games),
      select("player", t("opponent"), others),
      select("winner", t("result"), results),
      this.#day("since", t("library.since")),
      this.#day("until", t("library.until")),
    ];
  }

  #day(key, label) {
    const onchange = (event) => this.change(key, event.target.value);
    return h("label", { class: "field" }, label, h("input", { type: "date", value: this.filter[key], onchange }));
  }

  /** What to ask the server for: a win of one's own is a loss of the opponent that is asked for. */
  asked() {
    const { player, winner, ...rest } = this.filter;
    const across = { win: "loss", loss: "win" };
    const whose = player ? { player, winner: across[winner] ?? winner } : { winner };
    if (!player && across[winner]) whose.player = "human";
    return { ...rest, ...whose, owner: ownerOf(this.app) };
  }
}
