// Starts the page, holds what the views share (the game, who sits where), and moves between the views.

import { isDialogOpen, toast } from "./dom.js";
import { gameName, preferredLanguage, t, useLanguage } from "./i18n.js";
import { Connection, get } from "./connection.js";
import { Games, baseOf, startFrame } from "./games.js";
import { Frame } from "./frame.js";
import { GameTree } from "./tree.js";
import { Swap2 } from "./swap2.js";
import { addressOf, isSeat, readAddress, restore } from "./share.js";
import { loadTree } from "./load.js";
import { NO_CLOCK } from "./timing.js";
import * as words from "./words.js";
import "./board.js";

const VIEWS = {
  play: () => import("./play.js").then((module) => module.PlayView),
  analyse: () => import("./analyse.js").then((module) => module.AnalyseView),
  review: () => import("./review.js").then((module) => module.ReviewView),
  inside: () => import("./inside.js").then((module) => module.InsideView),
  arena: () => import("./arena.js").then((module) => module.ArenaView),
  library: () => import("./library.js").then((module) => module.LibraryView),
};
const START = "#play";
const isView = (name) => Object.hasOwn(VIEWS, name);

class App {
  connection = new Connection();
  /** @type {Games} */
  games = null;
  players = [];
  /** @type {GameTree} */
  tree = null;
  seats = { black: "human", white: "level:2" };
  minutes = 0; // this and the next two: the clock, see timing.js
  increment = 0;
  perMove = 0;
  seconds = 1;
  view = null;
  name = "";
  #frame = new Frame(this, Object.keys(VIEWS));
  #views = {};
  #address = "";
  #latest = null; // the last step asked for: one that takes longer must not undo it

  async start() {
    const [games, players, Play] = await Promise.all([
      get("games"),
      get("players"),
      VIEWS.play(),
      useLanguage(preferredLanguage()),
    ]);
    this.games = new Games(games);
    this.players = players;
    this.#views.play = new Play(this);
    this.connection.addEventListener("change", () => this.#frame.drawBanner(this.connection));
    this.#frame.draw();
    this.#frame.drawBanner(this.connection);
    addEventListener("hashchange", () => this.#walk());
    addEventListener("keydown", (event) => this.#key(event));
    await this.#open(location.hash || this.recall("address") || START);
    document.body.dataset.ready = "yes";
  }

  // ---------------------------------------------------------------- the game that all views show

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
      await this.openRoom(game, elsewhere);
      return;
    }
    const facts = await this.games.ask(game).catch(() => null);
    if (!facts) {
      toast(t("server_away"));
      return;
    }
    Object.assign(this, { seats: { black, white }, minutes, increment, perMove, seconds });
    const { play } = this.#views;
    this.tree.review?.stop();
    play.stop();
    play.paused = false;
    this.tree = new GameTree(facts.name, "", startFrame(facts));
    if (swap2) this.tree.swap2 = new Swap2();
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
    await this.#open(address);
  }

  /** Tell the address bar; with `step` as an entry of its own, which the browser's Back leaves again. */
  changed(step = false) {
    if (!this.tree) return;
    this.#address = addressOf(this.name, this.tree, this.seats, this);
    this.tree.mark ??= Math.random();
    const state = { tree: this.tree.mark };
    if (step) history.pushState(state, "", this.#address);
    else history.replaceState(state, "", this.#address);
    this.remember("address", this.#address);
  }

  // ---------------------------------------------------------------- from an address to a game

  // Back or Forward: to another view of the same game as it stands now, or to what the address holds.
  async #walk() {
    if (location.hash === this.#address) return;
    const { view } = readAddress(location.hash);
    if (history.state?.tree === this.tree.mark && isView(view)) {
      closeDialogs();
      await this.go(view, false);
    } else {
      await this.#open(location.hash);
    }
  }

  async #open(hash) {
    closeDialogs();
    try {
      await this.#read(hash);
    } catch (error) {
      if (hash === START) throw error;
      console.error(error);
      await this.#open(START);
      toast(this.errorText(error), 6);
    }
  }

  async #read(hash) {
    const mine = Symbol("read");
    this.#latest = mine;
    this.#address = hash;
    const asked = readAddress(hash);
    for (const color of ["black", "white"]) if (isSeat(asked[color])) this.seats[color] = asked[color];
    if (asked.room && (await this.#join(asked.room))) {
      if (mine !== this.#latest) return;
    } else if (asked.game || !this.tree) {
      this.view?.hide();
      const facts = await this.#factsNamed(asked.game);
      const tree = await loadTree(this, facts, asked);
      if (mine !== this.#latest) return; // meanwhile another address was opened
      const { minutes, increment, perMove, seconds } = asked;
      Object.assign(this, { tree, minutes, increment, perMove, seconds });
      restore(this.tree, asked);
    }
    await this.go(isView(asked.view) ? asked.view : "play", false);
  }

  // To the game with a friend on another device; where it is no longer there, the address holds its moves.
  async #join(id) {
    if (this.tree?.room?.id === id) return true;
    this.view?.hide();
    try {
      const { joinRoom } = await import("./room.js");
      await joinRoom(this, id);
      return true;
    } catch (error) {
      toast(this.errorText(error), 5);
      return false;
    }
  }

  /** A game with a friend on another device. */
  async openRoom(game, color) {
    try {
      const { openRoom } = await import("./room.js");
      await openRoom(this, game, color);
      await this.go("play");
    } catch (error) {
      toast(this.errorText(error), 5);
    }
  }

  // The game of that name; without a board that does not exist; where there is no such game, the one that is shown.
  async #factsNamed(name) {
    const base = this.games.of(baseOf(name));
    if (!base) return this.tree ? this.factsOf(this.tree.game) : this.games.first;
    if (name === base.name) return base;
    try {
      await this.connection.ask("view", { game: name }); // an address may hold anything: this asks without a trace
      return await this.games.ask(name);
    } catch {
      return base;
    }
  }

  // ---------------------------------------------------------------- moving between views

  /** To a view; `step`: as one that the browser's Back leaves again. */
  async go(name, step = name !== this.name) {
    if (name === "play" && this.waiting) {
      await this.#backToPlay();
      return;
    }
    const mine = Symbol(name);
    this.#latest = mine;
    const before = this.view;
    this.view?.hide();
    const View = this.#views[name] ? null : await VIEWS[name]();
    if (mine !== this.#latest) return;
    this.#views[name] ??= new View(this);
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
    const module = await import("./keys.js").catch(() => toast(t("server_away")));
    if (module && !isDialogOpen()) module.keysDialog();
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

// They spoke of what was here before.
function closeDialogs() {
  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
}

const app = new App();
window.orchard = app;
app.start();
