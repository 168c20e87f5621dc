// <orchard-progress game=…>: whose it is, the rating with its interval, its curve, what costs most, and what next.

import { h, refill, table, toast } from "./dom.js";
import { t, number, percent, said } from "./i18n.js";
import { fileButton } from "./file_button.js";
import { offer } from "./files.js";
import { keepAll } from "./keeping.js";

const WIDTH = 300;
const HEIGHT = 90;

export class Progress extends HTMLElement {
  #names = [];
  #found = null;
  #loading = 0; // counted: the latest one is shown
  #title = h("h2", {});
  #list = h("div", {});
  #name = h("input", { type: "text", maxlength: "60", "data-key": "name" });
  #button = h("button", { "data-key": "make" });
  #form = h("form", { class: "row", onsubmit: (event) => this.#make(event) }, this.#name, this.#button);
  #files = h("div", { class: "row small" });
  #rest = h("div", { class: "rest" });

  /** @param {{theme: (name: string) => void, due: () => void, profile?: () => void}} onChoose */
  begin(app, onChoose) {
    Object.assign(this, { app, onChoose });
    // Its parts stay in their places: a name may be half written, the button pressed, while what is around is drawn.
    if (!this.firstChild) {
      this.append(this.#title, h("div", { class: "who" }, this.#list, this.#form, this.#files), this.#rest);
    }
    this.draw(); // what is known, in the language of the moment
    return this.load();
  }

  get game() {
    return this.getAttribute("game");
  }

  get profile() {
    return this.app.recall("profile");
  }

  async load() {
    const mine = ++this.#loading;
    try {
      const { profiles } = await this.#ask("profiles");
      if (mine !== this.#loading) return; // it may not know a profile that was made meanwhile
      this.#names = profiles;
      if (this.profile && !profiles.includes(this.profile)) this.app.remember("profile", null);
      const { game, profile } = this;
      const found = profile ? await this.#ask("progress", { game, profile }) : null;
      if (mine !== this.#loading) return;
      this.#found = found;
    } catch (error) {
      toast(this.app.errorText(error));
    }
    this.draw();
  }

  #ask(what, fields = {}) {
    return this.app.connection.ask(what, fields);
  }

  draw() {
    this.#title.textContent = t("progress.title");
    this.#name.setAttribute("aria-label", t("profile.name"));
    this.#name.placeholder = t("profile.name");
    this.#button.textContent = t("profile.make");
    this.#who();
    refill(this.#rest, this.#found ? this.#shown(this.#found) : h("p", { class: "small muted" }, t("profile.why")));
  }

  // ---------------------------------------------------------------- profiles

  #who() {
    const choose = ({ target }) => this.#use(target.value || null);
    const options = [["", t("profile.nobody")], ...this.#names.map((name) => [name, name])].map(([value, text]) =>
      h("option", { value, selected: value === (this.profile ?? "") }, text),
    );
    refill(this.#list, h("select", { "data-key": "profile", "aria-label": t("profile"), onchange: choose }, options));
    const button = (key, label, onclick) =>
      h("button", { type: "button", class: "link", "data-key": key, onclick }, label);
    refill(
      this.#files,
      this.profile && button("export", t("profile.export"), () => this.#export()),
      fileButton("paste", t("profile.import"), { accept: ".json" }, ([file]) => file && this.#import(file)),
      this.profile && button("delete", t("profile.delete"), () => this.#delete()),
    );
  }

  async #make(event) {
    event.preventDefault();
    const profile = this.#name.value.trim();
    if (!profile) {
      this.#name.focus();
      return;
    }
    const isMade = await this.#change("profile_new", { profile }, profile);
    if (isMade && this.#name.value.trim() === profile) this.#name.value = ""; // else another is being typed
  }

  async #use(name) {
    this.app.remember("profile", name);
    await this.load();
    this.onChoose.profile?.();
  }

  // Whether it was done.
  async #change(what, fields, name) {
    try {
      await this.#ask(what, fields);
      await this.#use(name);
      return true;
    } catch (error) {
      toast(this.app.errorText(error), 5);
      return false;
    }
  }

  async #export() {
    const all = await this.#ask("profile_export", { profile: this.profile });
    offer(new Blob([JSON.stringify(all)], { type: "application/json" }), `${this.profile}.json`);
  }

  async #import(file) {
    let data = {};
    try {
      data = JSON.parse(await file.text());
    } catch {
      // the server says what is wrong with it
    }
    try {
      const { post } = await import("./connection.js");
      const answer = await (await post("profile_import", { data })).json();
      await this.#use(answer.profile);
    } catch (error) {
      toast(this.app.errorText(error), 5);
    }
  }

  async #delete() {
    const name = this.profile;
    if (!confirm(t("profile.sure", { name }))) return;
    if (await this.#change("profile_delete", { profile: name }, null)) keepAll(this.app, name, false);
  }

  // ---------------------------------------------------------------- progress

  #shown(found) {
    const { rating, curve, phases, themes, due, opponent } = found;
    const values = { n: number(rating.rating), low: number(rating.low), high: number(rating.high) };
    const button = (key, label, onclick) => h("button", { type: "button", "data-key": key, onclick }, label);
    return [
      curve.length > 0 && h("p", { class: "num" }, h("b", {}, t("progress.rating", values))),
      curve.length > 1 && curveOf(curve),
      h(
        "div",
        { class: "row" },
        due > 0 && button("due", t("mistakes.due", { n: number(due) }), () => this.onChoose.due()),
        this.#mayAdd && button("add", t("mistakes.add"), () => this.#add()),
      ),
      themes.length > 0 && h("h3", {}, t("progress.themes")),
      themes.length > 0 &&
        h(
          "ul",
          { class: "themes" },
          themes.map((theme) => this.#theme(theme)),
        ),
      ...phasesOf(phases),
      found.openings.all > 0 &&
        h(
          "p",
          { class: "small num", "data-key": "openings" },
          t("progress.openings", { n: number(found.openings.known), all: number(found.openings.all) }),
        ),
      button("play", t("progress.play", { level: levelsOf(opponent) }), () => this.#play(opponent)),
      h("p", { class: "small muted" }, t("progress.expect", { n: percent(opponent.expected) })),
    ];
  }

  // To puzzles of the theme; a theme that no puzzle has comes from one's own mistakes, so to these.
  #theme({ theme, failed, puzzles }) {
    const text = said(`because.${theme}`, theme);
    const practise = () => (puzzles ? this.onChoose.theme(theme) : this.onChoose.due());
    const more = h("button", { type: "button", "data-key": theme, onclick: practise }, t("progress.practise"));
    return h("li", { class: "spread" }, h("span", {}, `${text} (${number(failed)})`), more);
  }

  // A game that a person has played here.
  get #mayAdd() {
    const { tree, seats } = this.app;
    return tree.game === this.game && tree.root.children.length > 0 && Object.values(seats).includes("human");
  }

  async #add() {
    const { tree, seats } = this.app;
    const place = tree.place(tree.end());
    const color = seats.black === "human" ? "black" : "white";
    try {
      const { new: added } = await this.#ask("mistakes_add", { ...place, color, profile: this.profile });
      toast(t("mistakes.added", { n: number(added) }), 4);
      await this.load();
    } catch (error) {
      toast(this.app.errorText(error), 5);
    }
  }

  // The stronger of two levels in a share of the games, so that they are even.
  #play({ weaker, stronger, share, expected }) {
    const level = Math.random() < share ? stronger : weaker;
    this.app.newGame({ game: this.game, black: "human", white: `level:${level}` });
    toast(t("progress.expect", { n: percent(expected) }), 4);
  }
}

// Where two levels take turns, both are named.
const levelsOf = ({ weaker, stronger }) => [...new Set([weaker, stronger])].map((level) => number(level)).join("–");

// Of the puzzles of each phase those that were solved at once, of the moves in reviewed games those that were good.
function phasesOf(phases) {
  const shown = Object.entries(phases);
  if (!shown.length) return [];
  const share = (n, all) => h("td", { class: "num" }, all ? t("progress.of", { n: number(n), all: number(all) }) : "–");
  const rows = shown.map(([phase, { tried, solved, moves, good }]) =>
    h("tr", {}, h("th", { scope: "row" }, t(`phase.${phase}`)), share(solved, tried), share(good, moves)),
  );
  const heads = [t("phase"), t("progress.solved"), t("progress.good")];
  return [h("h3", {}, t("progress.phases")), table(heads, rows, { class: "phases small" })];
}

function curveOf(curve) {
  const ends = curve.flatMap(({ rating, deviation }) => [rating - 2 * deviation, rating + 2 * deviation]);
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  const x = (n) => ((WIDTH * n) / (curve.length - 1)).toFixed(1);
  const y = (value) => (HEIGHT - (HEIGHT * (value - low)) / (high - low)).toFixed(1);
  const line = (of) => curve.map((point, n) => `${x(n)},${y(of(point))}`);
  const upper = line(({ rating, deviation }) => rating + 2 * deviation);
  const lower = line(({ rating, deviation }) => rating - 2 * deviation).reverse();
  const [first, last] = [curve[0], curve.at(-1)].map(({ rating }) => number(Math.round(rating)));
  const label = t("progress.curve", { first, last });
  return h(
    "svg",
    {
      class: "rating-curve",
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      preserveAspectRatio: "none",
      role: "img",
      "aria-label": label,
    },
    h("polygon", { points: [...upper, ...lower].join(" ") }),
    h("polyline", { points: line(({ rating }) => rating).join(" ") }),
  );
}

customElements.define("orchard-progress", Progress);
