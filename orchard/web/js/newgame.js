// The dialog of a new game: which game, against whom, which colour, how much time.

import { h, openDialog, refill, select } from "./dom.js";
import { t, colorName, gameAim, gameName, levelName, number, optionName, playerName, playerSummary } from "./i18n.js";
import { chosenGame, newGameOf, optionsOf } from "./choices.js";
import { thumbnail } from "./picture.js";
import { CLOCKS, readClock } from "./timing.js";

const SECONDS = [0.5, 1, 2, 5, 10, 20];
const MODES = ["level", "player", "friend", "watch"];
const DEFAULTS = {
  mode: "level",
  level: 3,
  player: "random",
  color: "black",
  black: "level:5",
  white: "level:5",
  minutes: 0,
  seconds: 1,
  opening: "free",
  place: "here",
  option: "",
};

export function newGameDialog(app, start) {
  new NewGame(app, start).open();
}

class NewGame {
  constructor(app, start) {
    this.app = app;
    this.start = start;
    this.kept = { game: app.games.first.name, ...DEFAULTS, ...app.recall("newgame") };
    if (!app.games.list.some(({ name }) => name === this.kept.game)) this.kept.game = app.games.first.name;
    this.body = h("div", { class: "opponent" });
  }

  /** The facts of the game, with the board that is chosen. */
  get facts() {
    return this.app.factsOf(chosenGame(this.kept, this.app.games.of(this.kept.game)));
  }

  open() {
    const modes = MODES.map((mode) => [mode, t(`mode.${mode}`)]);
    const dialog = h(
      "dialog",
      { class: "new-game", "aria-labelledby": "new-title" },
      h(
        "form",
        { method: "dialog" },
        h("h1", { id: "new-title" }, t("new_game")),
        this.#gameCards(),
        this.#segments("mode", t("opponent"), modes),
        this.body,
        h(
          "div",
          { class: "row end stays" },
          h("button", { class: "quiet", type: "button", onclick: () => dialog.close("cancel") }, t("cancel")),
          h("button", { class: "primary", value: "start" }, t("start")),
        ),
      ),
    );
    this.asking = this.#ask();
    openDialog(dialog).addEventListener("close", () => {
      if (dialog.returnValue === "start") this.#begin();
    });
  }

  async #begin() {
    await this.asking; // else a board that is not known yet would be the usual one
    const { kept } = this;
    this.app.remember("newgame", { ...kept, opening: DEFAULTS.opening }); // a special opening is chosen each time
    this.start(newGameOf(kept, this.facts, this.#player()));
  }

  // Something else was chosen. What levels and players there are depends on the board, which may be a new one.
  #change(key, value) {
    this.kept[key] = value;
    this.asking = this.#ask();
  }

  async #ask() {
    this.#draw();
    const { games } = this.app;
    const name = chosenGame(this.kept, games.of(this.kept.game));
    if (games.of(name).name === name) return;
    await games.ask(name).catch(() => null); // without an answer, the facts of the usual board serve
    this.#draw();
  }

  // ---------------------------------------------------------------- the parts

  #radio(group, value, label) {
    const checked = String(this.kept[group]) === String(value);
    const onchange = () => this.#change(group, value);
    return h("label", {}, h("input", { type: "radio", name: group, value: String(value), checked, onchange }), label);
  }

  #segments(group, legend, entries) {
    const radios = entries.map(([value, text]) => this.#radio(group, value, h("span", {}, text)));
    return h("fieldset", {}, h("legend", {}, legend), h("div", { class: "segments" }, radios));
  }

  #select(key, label, entries) {
    return select(key, label, this.kept[key], entries, (value) => this.#change(key, value));
  }

  #gameCards() {
    const cards = this.app.games.list.map((facts) => {
      const words = [h("b", {}, gameName(facts.name, facts)), h("small", {}, gameAim(facts))];
      return this.#radio("game", facts.name, h("div", { class: "pick" }, thumbnail(facts), words));
    });
    return h("fieldset", {}, h("legend", {}, t("game")), h("div", { class: "game-cards" }, cards));
  }

  #draw() {
    const { kept, facts } = this;
    if (!facts.players.includes(kept.player)) kept.player = facts.players[0];
    if (kept.level > facts.levels.length) kept.level = facts.levels.length;
    const parts = {
      level: () => this.#againstLevel(),
      player: () => this.#againstPlayer(),
      friend: () => this.#againstFriend(),
      watch: () => this.#watch(),
    };
    const how = this.#swap2 ? h("p", { class: "small muted" }, t("swap2.how")) : null;
    refill(this.body, h("div", { class: "opponent-fields" }, parts[kept.mode](), how));
  }

  // A friend on another device: without a clock, and without the talk of an opening.
  get #isElsewhere() {
    return this.kept.mode === "friend" && this.kept.place === "elsewhere";
  }

  get #swap2() {
    return this.kept.opening === "swap2" && !this.#isElsewhere && this.facts.opening_rules.includes("swap2");
  }

  #againstLevel() {
    const { levels, name } = this.facts;
    const row = levels[this.kept.level - 1];
    const radios = levels.map(({ level }) =>
      this.#radio("level", level, h("span", { title: levelName(level) }, String(level))),
    );
    return [
      h("fieldset", {}, h("legend", {}, t("level")), h("div", { class: "levels" }, radios)),
      h(
        "div",
        { class: "level-note", "aria-live": "polite" },
        h("b", {}, playerName(row.spec)),
        h("span", { class: "small" }, this.app.portrait(row.spec, name)),
        this.#details(this.app.describe(row.spec, name), this.app.strength(row.rating)),
      ),
      this.#together(this.#side(), this.#clock()),
    ];
  }

  // How a level works, in the words of search, behind an (i).
  #details(...lines) {
    const summary = h("summary", { class: "info", "aria-label": t("level.details"), title: t("level.details") }, "i");
    const details = h(
      "details",
      { class: "small muted", open: this.isInformed },
      summary,
      lines.filter(Boolean).join(" · "),
    );
    details.addEventListener("toggle", () => {
      this.isInformed = details.open; // for the next level too
    });
    return details;
  }

  #againstPlayer() {
    const player = this.#player();
    const difficulty = player.options.find((option) => option.name === "difficulty");
    if (difficulty && !difficulty.choices.includes(this.kept.difficulty)) this.kept.difficulty = difficulty.default;
    const names = this.facts.players.map((name) => [name, playerName(name)]);
    const choices = difficulty?.choices.map((choice) => [choice, t(`difficulty.${choice}`)]);
    return [
      this.#select("player", t("player"), names),
      difficulty ? this.#segments("difficulty", t("difficulty"), choices) : null,
      h(
        "div",
        { class: "level-note" },
        h("b", {}, playerName(player.name)),
        h("span", { class: "small" }, playerSummary(player)),
        h("span", { class: "small muted" }, this.app.strength(null)),
      ),
      this.#together(this.#side(), this.#seconds()),
    ];
  }

  #againstFriend() {
    const places = ["here", "elsewhere"].map((place) => [place, t(`place.${place}`)]);
    const isHere = !this.#isElsewhere;
    return [
      this.#segments("place", t("place"), places),
      h("p", { class: "small muted" }, t(isHere ? "friend.how" : "room.how")),
      this.#together(...(isHere ? [] : [this.#side()]), this.#clock()),
    ];
  }

  #watch() {
    const { levels, players } = this.facts;
    const everyone = [...levels.map((row) => row.spec), ...players].map((spec) => [spec, playerName(spec)]);
    const seats = ["black", "white"].map((color) => this.#select(color, colorName(color), everyone));
    return [h("div", { class: "pair" }, seats), this.#together(this.#seconds())];
  }

  #player() {
    return this.app.players.find(({ name }) => name === this.kept.player);
  }

  // Fields side by side; a game may have more of them, for its openings and boards.
  #together(...fields) {
    const { facts } = this;
    if (facts.opening_rules.length && !this.#isElsewhere) fields.push(this.#opening(facts.opening_rules));
    const options = optionsOf(this.app.games.of(facts.base));
    if (options.length > 1) fields.push(this.#option(options));
    return h("div", { class: ["", "pair", "pair", "trio", "trio four"][fields.length] }, fields);
  }

  #opening(rules) {
    const named = rules.map((rule) => [rule, t(rule)]);
    return this.#select("opening", t("opening"), [["free", t("opening.free")], ...named]);
  }

  #option(options) {
    const { width, height } = this.app.games.of(this.kept.game);
    const entries = options.map((option) => [option, option ? optionName(option) : `${width}×${height}`]);
    return this.#select("option", t("board.width"), entries);
  }

  #side() {
    const [first, second] = this.#swap2
      ? [t("swap2.as_first"), t("swap2.as_second")]
      : [colorName("black"), colorName("white")];
    const legend = this.#swap2 ? t("swap2.you") : t("you_play");
    return this.#segments("color", legend, [
      ["black", first],
      ["white", second],
      ["any", t("color.any")],
    ]);
  }

  #clock() {
    return this.#select(
      "minutes",
      t("clock"),
      CLOCKS.map((clock) => [clock, clockName(readClock(clock))]),
    );
  }

  #seconds() {
    const entries = SECONDS.map((n) => [n, t("seconds_n", { n: number(n, n < 1 ? 1 : 0) })]);
    return this.#select("seconds", t("thinking_time"), entries);
  }
}

function clockName({ minutes, increment, perMove }) {
  if (perMove) return t("seconds_n", { n: number(perMove) });
  if (!minutes) return t("clock.none");
  return increment ? t("clock.increment", { n: minutes, s: increment }) : t("clock.minutes", { n: minutes });
}
