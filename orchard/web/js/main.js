// Starts the page, holds what the views share (the game, who sits where), and moves between the views.

import { isDialogOpen, toast } from "./dom.js";
import { forDialog, withStyles, withWords } from "./parts.js";
import { gameName, preferredLanguage, t, useLanguage } from "./i18n.js";
import { Connection, get } from "./connection.js";
import { Games, startFrame } from "./games.js";
import { Frame } from "./frame.js";
import { GameTree } from "./tree.js";
import { Addresses } from "./addresses.js";
import { addressOf } from "./share.js";
import { NO_CLOCK } from "./timing.js";
import * as words from "./words.js";
import "./board.js";

const VIEWS = {
  play: () => import("./play.js").then((module) => module.PlayView),
  learn: () =>
    withStyles(withWords(import("./learn.js"), "learn"), "notes", "learn").then((module) => module.LearnView),
  analyse: () => withStyles(import("./analyse.js"), "lines", "notes").then((module) => module.AnalyseView),
  review: () => withStyles(import("./review.js"), "review").then((module) => module.ReviewView),
  inside: () =>
    withStyles(withWords(import("./inside.js"), "inside"), "inside", "think", "trees").then(
      (module) => module.InsideView,
    ),
  story: () =>
    withStyles(withWords(import("./story.js"), "inside", "stories"), "think", "story").then(
      (module) => module.StoryView,
    ),
  arena: () => withStyles(import("./arena.js"), "lines", "arena").then((module) => module.ArenaView),
  puzzles: () =>
    withStyles(withWords(import("./puzzles_view.js"), "puzzles"), "puzzles").then((module) => module.PuzzlesView),
  library: () => withStyles(import("./library.js"), "arena", "library").then((module) => module.LibraryView),
};

class App {
  connection = new Connection();
  /** @type {Games} */
  games = null;
  players = []; // what the server says of each, once it was asked
  /** @type {GameTree} */
  tree = null;
  seats = { black: "human", white: "level:2" };
  minutes = 0; // this and the next two: the clock, see timing.js
  increment = 0;
  perMove = 0;
  seconds = 1;
  learning = { game: "", page: "" }; // what the view Learn shows
  view = null;
  name = "";
  #frame = new Frame(
    this,
    Object.keys(VIEWS).filter((name) => !["story", "puzzles"].includes(name)), // found in Look inside and in Learn
  );
  #views = {};
  #addresses = new Addresses(this);
  #asked = null; // the question for the players, while and after it is answered
  #latest = null; // the last step asked for: one that takes longer must not undo it

  async start() {
    const [games, Play] = await Promise.all([get("games"), VIEWS.play(), useLanguage(preferredLanguage())]);
    this.games = new Games(games);
    this.#views.play = new Play(this);
    this.connection.addEventListener("change", () => this.#frame.drawBanner(this.connection));
    this.#frame.draw();
    this.#frame.drawBanner(this.connection);
    addEventListener("hashchange", () => this.#addresses.walk());
    addEventListener("keydown", (event) => this.#key(event));
    await this.#addresses.open(location.hash || this.recall("address"));
    document.body.dataset.ready = "yes";
  }

  // ---------------------------------------------------------------- the game that all views show

  isView(name) {
    return Object.hasOwn(VIEWS, name);
  }

  factsOf(name) {
    return this.games.of(name);
  }

  nameOfGame(name) {
    return gameName(name, this.games.of(name));
  }

  async viewOf(node, signal) {
    if (!node.view) {
      const view = await this.connection.ask("view", this.tree.place(node), { signal });
      node.view = view;
      node.frame = view;
    }
    return node.view;
  }

  async newGame({
    game,
    black,
    white,
    minutes = 0,
    increment = 0,
    perMove = 0,
    seconds = 1,
    swap2 = false,
    elsewhere,
  }) {
    if (elsewhere) {
      await this.openRoom(game, elsewhere, { minutes, increment, perMove });
      return;
    }
    const asked = Promise.all([this.games.ask(game), swap2 && import("./opening.js")]);
    const [facts, opening] = await asked.catch(() => []);
    if (!facts) {
      toast(t("server_away"));
      return;
    }
    Object.assign(this, { seats: { black, white }, minutes, increment, perMove, seconds });
    const { play } = this.#views;
    this.tree.review?.stop();
    play.stop();
    this.tree = new GameTree(facts.name, "", startFrame(facts));
    if (opening) this.tree.swap2 = new opening.Opening();
    this.go("play");
  }

  /** A game from elsewhere: it has no clock. Its facts have been asked for. */
  setTree(tree, step = false) {
    this.tree = tree;
    Object.assign(this, NO_CLOCK);
    this.changed(step);
  }

  /** A game from elsewhere, with the names of its players, to look at. The game that is played waits under Play. */
  openPasted(tree, { black = "", white = "" } = {}, seats = this.seats) {
    if (!this.tree.names) {
      const isBegun = this.tree.root.children.length > 0;
      this.remember("playing", isBegun ? addressOf("play", this.tree, this.seats, this) : null);
    }
    tree.names = { black, white };
    this.seats = seats;
    this.setTree(tree, true);
  }

  /** The address of the game that is played, while one looks at another; null if there is none. */
  get waiting() {
    return this.tree?.names ? this.recall("playing") : null;
  }

  async #backToPlay() {
    const address = this.waiting;
    this.remember("playing", null);
    history.pushState(null, "", address);
    await this.#addresses.open(address);
  }

  /** Tell the address bar; with `step` as an entry of its own, which the browser's Back leaves again. */
  changed(step = false) {
    if (this.tree) this.#addresses.write(step);
  }

  /** A game with a friend on another device. */
  async openRoom(game, color, timing = {}) {
    try {
      const { openRoom } = await import("./room.js");
      await openRoom(this, game, color, { ...NO_CLOCK, ...timing });
      await this.go("play");
    } catch (error) {
      toast(this.errorText(error), 5);
    }
  }

  // ---------------------------------------------------------------- moving between views

  /** A step begins; what this returns says later whether it is still the last one that was asked for. */
  begins() {
    const mine = Symbol("step");
    this.#latest = mine;
    return () => mine === this.#latest;
  }

  /** Ask what players there are. */
  async askPlayers() {
    this.#asked ??= get("players");
    try {
      this.players = await this.#asked;
    } catch (error) {
      this.#asked = null;
      throw error;
    }
  }

  // In Play only the words about a player that is no level need what the server says of players.
  #needsPlayers(name) {
    const isPlain = (seat) => /^(human|friend|level:\d+)$/.test(seat);
    return !this.players.length && !(name === "play" && Object.values(this.seats).every(isPlain));
  }

  #isReady(name) {
    return this.#views[name] && !this.#needsPlayers(name);
  }

  // A view's class, when all that it needs is there; null where the server is away, which is said.
  async #load(name) {
    try {
      const [View] = await Promise.all([VIEWS[name](), this.#needsPlayers(name) && this.askPlayers()]);
      return View;
    } catch (error) {
      if (!this.view) throw error;
      toast(t("server_away"));
      return null;
    }
  }

  /** To a view; `step`: as one that the browser's Back leaves again. */
  async go(name, step = name !== this.name) {
    if (name === "play" && this.waiting) {
      await this.#backToPlay();
      return;
    }
    const isLatest = this.begins();
    const before = this.view;
    this.view?.hide();
    if (!this.#isReady(name)) {
      const View = await this.#load(name);
      if (!isLatest()) return;
      if (!View) {
        before.show();
        return;
      }
      this.#views[name] ??= new View(this);
    }
    this.view = this.#views[name];
    this.name = name;
    const main = document.getElementById("view");
    if (main.firstElementChild !== this.view.element) main.replaceChildren(this.view.element);
    this.#frame.draw();
    this.changed(step);
    if (before && before !== this.view) main.focus({ preventScroll: true });
    this.view.show();
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || isDialogOpen()) return;
    if (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
    if (event.key === "?") {
      this.showKeys();
      return;
    }
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const action = this.view?.keys?.[key];
    if (!action) return;
    action();
    event.preventDefault();
  }

  async showKeys() {
    (await forDialog(import("./keys.js"), "keys"))?.keysDialog();
  }

  async speak(name) {
    localStorage.setItem("language", name);
    await useLanguage(name);
    this.#frame.draw();
    this.#frame.drawBanner(this.connection);
    this.view.status?.forget();
    this.view.show();
  }

  // ---------------------------------------------------------------- words, and what is remembered

  /** What a beginner notices of a player, as one sentence. */
  portrait(spec, game) {
    return words.portrait(spec, this.factsOf(game).levels, this.players);
  }

  /** How a player thinks, as one sentence. */
  describe(spec, game) {
    return words.describe(spec, this.factsOf(game).levels, this.players);
  }

  strength(rating) {
    return words.strength(rating);
  }

  errorText(error) {
    return words.errorText(error, this.games);
  }

  remember(key, value) {
    localStorage.setItem(`orchard.${key}`, JSON.stringify(value));
  }

  recall(key) {
    try {
      return JSON.parse(localStorage.getItem(`orchard.${key}`));
    } catch {
      return null;
    }
  }
}

const app = new App();
window.orchard = app;
app.start();
