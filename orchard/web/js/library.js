// The Games view: one's own games, files of games to import, and the search for a position.

import { h } from "./dom.js";
import { ImportCard } from "./importing.js";
import { MyGames } from "./mygames.js";
import { SearchCard } from "./searching.js";

export class LibraryView {
  constructor(app) {
    this.games = new MyGames(app);
    this.importing = new ImportCard(app, () => this.games.load());
    this.searching = new SearchCard(app, this.games);
    this.element = h(
      "div",
      { class: "arena library" },
      this.games.element,
      h("div", { class: "two" }, this.importing.element, this.searching.element),
    );
  }

  show() {
    this.games.show();
    this.importing.show();
    this.searching.show();
  }

  hide() {
    this.searching.hide();
  }
}
