// The Puzzles view, a part of Learn: a task beside one's progress.

import { h, refill, select } from "./dom.js";
import { t, said } from "./i18n.js";
import { baseOf } from "./games.js";
import "./puzzles.js";
import { PuzzleSource } from "./puzzle_source.js";
import { MistakeSource } from "./mistakes.js";
import "./progress.js";

const DUE = "due"; // the page of one's own mistakes
const THEME = "theme-"; // begins the page of puzzles of one theme

export class PuzzlesView {
  partOf = "learn";
  #game = "";
  #kind = "";
  #source = null;

  constructor(app) {
    this.app = app;
    this.title = h("h1", {});
    this.theme = h("p", { class: "small muted theme" });
    this.fields = h("div", { class: "row" });
    this.place = h("div", { class: "board-side" });
    this.progress = h("orchard-progress", { class: "card" });
    this.panel = h("div", { class: "panel" }, this.progress);
    this.element = h("div", { class: "stage puzzles" }, this.place, this.panel);
  }

  /** The game that is learned, or another one that has puzzles. */
  get game() {
    const { list } = this.app.games;
    const learned = baseOf(this.app.factsOf(this.app.learning.game)?.base ?? this.app.tree.game);
    return (list.find(({ name, puzzles }) => puzzles && name === learned) ?? list.find(({ puzzles }) => puzzles)).name;
  }

  get address() {
    const { page } = this.app.learning;
    return `#puzzles/${this.game}${page === DUE || page.startsWith(THEME) ? `/${page}` : ""}`;
  }

  get keys() {
    return this.puzzles?.keys;
  }

  show() {
    const { game } = this;
    const { page } = this.app.learning;
    const isDue = page === DUE && Boolean(this.app.recall("profile"));
    const theme = page.startsWith(THEME) ? page.slice(THEME.length) : "";
    const isAlike = isDue === this.#source instanceof MistakeSource && theme === this.#source?.theme;
    const isSame = game === this.#game && isAlike;
    this.#game = game;
    this.progress.setAttribute("game", game);
    this.progress.begin(this.app, { theme: (theme) => this.#practise({ theme }), due: () => this.#repeat() });
    if (isSame && this.puzzles) this.#draw();
    else if (isDue) this.#repeat();
    else this.#practise({ theme });
    this.puzzles.card && this.puzzles.draw();
  }

  hide() {}

  #practise({ kind = "", theme = "" } = {}) {
    this.#kind = kind;
    this.#at(theme && THEME + theme);
    this.#start("orchard-puzzles", new PuzzleSource(this.app, { kind, theme }));
  }

  #repeat() {
    this.#at(DUE);
    this.#start("orchard-mistakes", new MistakeSource(this.app));
  }

  #at(page) {
    this.app.learning = { game: this.#game, page };
    this.app.changed();
  }

  #start(name, source) {
    this.#source = source;
    this.puzzles = h(name, { game: this.#game });
    this.puzzles.onchange = () => {
      this.#draw();
      this.progress.load();
    };
    refill(this.place, h("div", { class: "aim" }, this.title), this.theme, this.fields, this.puzzles);
    this.puzzles.begin(this.app, source);
    this.panel.replaceChildren(this.puzzles.card, this.progress);
    this.#draw();
  }

  #draw() {
    const repeats = this.#source instanceof MistakeSource;
    const { theme } = this.#source;
    const what = t(repeats ? "mistakes.title" : "puzzles.title");
    this.title.textContent = t("puzzles.of", { what, game: this.app.nameOfGame(this.#game) });
    this.theme.textContent = theme ? said(`because.${theme}`, theme) : "";
    this.theme.hidden = !theme;
    const kinds = (this.#source.kinds ?? []).map((kind) => [kind, t(`puzzle.kind.${kind}`)]);
    const games = this.app.games.list
      .filter(({ puzzles }) => puzzles)
      .map(({ name }) => [name, this.app.nameOfGame(name)]);
    refill(
      this.fields,
      games.length > 1 && select("game", t("game"), this.#game, games, (name) => this.#open(name)),
      (repeats || theme) && h("button", { type: "button", onclick: () => this.#practise() }, t("puzzles.all")),
      kinds.length > 0 &&
        !theme &&
        select("kind", t("puzzle.kind"), this.#kind, [["", t("any")], ...kinds], (kind) => this.#practise({ kind })),
    );
  }

  #open(name) {
    location.hash = `#puzzles/${name}`;
  }
}
