// The games that were finished in this browser: found by opponent, result, day and opening, opened with their review.

import { h } from "./dom.js";
import { t } from "./i18n.js";
import { GameList } from "./database.js";
import { ownerOf } from "./owner.js";

export class MyGames extends GameList {
  filter = { game: "", player: "", winner: "", since: "", until: "", opening: "" };
  title = "library.mine";
  none = "library.none";
  heading = "h1";
  isOwn = true;

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
      this.#opening(),
      this.#day("since", t("library.since")),
      this.#day("until", t("library.until")),
    ];
  }

  // The first moves, on whichever side of the board they were played, or a name.
  #opening() {
    const oninput = ({ target: { value } }) => isWhole(value) && this.change("opening", value.trim());
    const props = {
      type: "text",
      "data-key": "opening",
      placeholder: "f5d6c3, Tiger",
      spellcheck: "false",
      maxlength: 200,
    };
    const input = h("input", { ...props, value: this.filter.opening, oninput });
    return h("label", { class: "field" }, t("opening"), input);
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

// Whether the last move is typed to its end, or enough of a name.
const isWhole = (text) => /^(\s*[a-t]\d{1,2})*\s*$|[a-z]{3}|[^\0-\x7f]/i.test(text);
