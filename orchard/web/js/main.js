// Starts the page, holds what the views share (the game, who sits where), and moves between the views.

import { h, icon, toast } from "./dom.js";
import { LANGUAGES, language, preferredLanguage, t, has, useLanguage, number, percent, colorName, gameName, playerName, playerSummary } from "./i18n.js";
import { Connection, get } from "./connection.js";
import { GameTree, treeOf } from "./tree.js";
import { addressOf, readAddress, readMoves, restore, unreadable } from "./share.js";
import { setSound, soundOn } from "./sound.js";
import { Swap2 } from "./swap2.js";
import "./board.js";

const VIEWS = {
  play: () => import("./play.js").then((module) => module.PlayView),
  analyse: () => import("./analyse.js").then((module) => module.AnalyseView),
  review: () => import("./review.js").then((module) => module.ReviewView),
  inside: () => import("./inside.js").then((module) => module.InsideView),
  arena: () => import("./arena.js").then((module) => module.ArenaView),
};
const THEMES = ["auto", "light", "dark"];

class App {
  connection = new Connection();
  tree = null;
  seats = { black: "human", white: "level:2" };
  minutes = 0;
  seconds = 1;
  view = null;
  name = "";
  #views = {};
  #address = "";

  async start() {
    this.#theme(this.recall("theme") ?? "auto");
    const [, games, levels, players, Play] = await Promise.all([useLanguage(preferredLanguage()), get("games"), get("levels"), get("players"), VIEWS.play()]);
    Object.assign(this, { games, levels, players });
    this.#views.play = new Play(this);
    this.connection.addEventListener("change", () => this.#drawBanner());
    this.#drawFrame();
    this.#drawBanner();
    addEventListener("hashchange", () => location.hash !== this.#address && this.#open(location.hash));
    addEventListener("keydown", (event) => this.#key(event));
    await this.#open(location.hash || this.recall("address") || "#play/reversi/");
    document.body.dataset.ready = "yes";
  }

  // ---------------------------------------------------------------- the game everybody looks at

  factsOf(name) {
    const base = this.games.find((game) => game.name === name.split(":")[0]);
    const width = Number(name.split(":")[1] ?? base.width);
    return width === base.width ? base : { ...base, name, width, columns: "abcdefghijklmnopqrst".slice(0, width), start: "-".repeat(width * width) };
  }

  startFrame(game) {
    const { start } = this.factsOf(game);
    return { move: null, stones: start, to_move: "black", flipped: [], black: start.split("X").length - 1, white: start.split("O").length - 1, over: false, winner: null, score: null, winning_line: [] };
  }

  async viewOf(node, signal) {
    if (!node.view) {
      const view = await this.connection.ask("view", this.tree.place(node), { signal });
      node.view = node.frame = view;
    }
    return node.view;
  }

  newGame({ game, black, white, minutes = 0, seconds = 1, swap2 = false }) {
    this.seats = { black, white };
    this.minutes = minutes;
    this.seconds = seconds;
    const play = this.#views.play;
    play.stop();
    play.paused = false;
    this.tree = new GameTree(game, "", this.startFrame(game));
    this.tree.root.view = null;
    if (swap2) this.tree.swap2 = new Swap2();
    this.go("play");
  }

  // A game from elsewhere: it has no clock.
  setTree(tree) {
    this.tree = tree;
    this.minutes = 0;
    this.changed();
  }

  changed() {
    if (!this.tree) return;
    this.#address = addressOf(this.name, this.tree, this.seats, this);
    history.replaceState(null, "", this.#address);
    this.remember("address", this.#address);
  }

  // ---------------------------------------------------------------- moving between views

  async #open(hash) {
    for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close(); // it spoke of what was here before
    const asked = readAddress(hash);
    const game = this.games.some((entry) => entry.name === asked.game.split(":")[0]) ? asked.game : this.tree?.game ?? "reversi";
    const isSeat = (text) => text === "human" || /^[a-z][a-z0-9_]*(:[\w=.,+-]*)?$/.test(text ?? "");
    if (asked.black && isSeat(asked.black)) this.seats.black = asked.black;
    if (asked.white && isSeat(asked.white)) this.seats.white = asked.white;
    if (asked.game || !this.tree) {
      await this.#load(game, asked);
      Object.assign(this, { minutes: asked.minutes, seconds: asked.seconds });
      restore(this.tree, asked);
    }
    await this.go(asked.view in VIEWS ? asked.view : "play");
  }

  async #load(game, asked) {
    this.view?.hide();
    this.tree = new GameTree(game, asked.start, this.startFrame(game));
    const swap2 = game.split(":")[0] === "gomoku" && !asked.start ? Swap2.read(asked.opening) : null;
    if (swap2) this.tree.swap2 = swap2;
    if (!asked.moves && !asked.start) return;
    const strange = unreadable(asked.moves);
    if (strange) toast(t("share.unreadable", { text: strange.slice(0, 30) }), 6);
    try {
      let tree = null;
      for (const moves of readMoves(asked.moves)) {
        const line = await this.connection.ask("line", { game, start: asked.start, moves: moves.join("") });
        if (!tree) {
          tree = treeOf(game, asked.start, line);
          continue;
        }
        let node = tree.root;
        for (const frame of line.frames.slice(1)) node = node.child(frame.move) ?? tree.add(node, frame.move, frame);
      }
      for (const node of tree.nodes()) node.preferred = node.children[0] ?? null;
      tree.swap2 = this.tree.swap2;
      this.tree = tree;
    } catch (error) {
      toast(this.errorText(error), 6);
    }
  }

  async go(name) {
    this.view?.hide();
    if (!this.#views[name]) this.#views[name] = new (await VIEWS[name]())(this);
    this.view = this.#views[name];
    this.name = name;
    const main = document.getElementById("view");
    if (main.firstElementChild !== this.view.element) main.replaceChildren(this.view.element);
    this.#drawFrame();
    this.changed();
    this.view.show();
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const action = this.view?.keys?.[key];
    if (action) {
      action();
      event.preventDefault();
    }
  }

  // ---------------------------------------------------------------- words about players and problems

  // How a player thinks, as one sentence.
  describe(spec, game) {
    const text = this.#describe(spec, game);
    return text.charAt(0).toLocaleUpperCase() + text.slice(1);
  }

  #describe(spec, game) {
    const level = /^level:(\d+)$/.exec(spec);
    if (level) {
      const row = this.levels[game.split(":")[0]]?.[level[1] - 1];
      if (!row) return "";
      const player = this.players.find((entry) => entry.name === row.player);
      const work = row.options.playouts ?? row.options.depth;
      const how = has(`how.${row.player}`) && work ? t(`how.${row.player}`, { n: number(work) }) : player ? playerSummary(player).replace(/[.。]$/, "") : row.plays;
      return row.overlooks ? t("two_facts", { one: how, two: t("overlooks", { n: percent(row.overlooks) }) }) : how;
    }
    const player = this.players.find((entry) => entry.name === spec.split(":")[0]);
    return player ? playerSummary(player) : "";
  }

  strength(rating) {
    return rating ? t("rating", { elo: number(rating.elo), low: number(rating.low), high: number(rating.high) }) : t("not_rated");
  }

  errorText(error) {
    const code = error.code ?? "unknown";
    const detail = this.#reasonText(error.reason) ?? (language === "en" ? error.message : "");
    return t(has(`error.${code}`) ? `error.${code}` : "error.unknown", { detail }).replace(/[:：]\s*$/, "");
  }

  // What the server says happened, in the reader's words; undefined where only its English sentence is known,
  // which readers of other languages are spared.
  #reasonText(reason) {
    if (!reason || !has(`reason.${reason.kind}`)) return undefined;
    const { color, player, game, ...about } = reason.about;
    const names = { color: color && colorName(color), player: player && playerName(player), game: game && gameName(game) };
    return t(`reason.${reason.kind}`, { ...names, ...about, cause: this.#reasonText(reason.cause) ?? "" }).replace(/[:：]\s*$/, "");
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

  // ---------------------------------------------------------------- the frame around the views

  #drawFrame() {
    document.title = t("title");
    const skip = document.getElementById("skip");
    skip.textContent = t("skip");
    skip.onclick = (event) => (event.preventDefault(), document.getElementById("view").focus());
    const nav = document.getElementById("nav");
    nav.setAttribute("aria-label", t("nav"));
    nav.replaceChildren(...Object.keys(VIEWS).map((name) =>
      h("a", { href: `#${name}`, "aria-current": name === this.name ? "page" : null, onclick: (event) => (event.preventDefault(), this.go(name)) }, icon(name), h("span", {}, t(`view.${name}`)))));
    const theme = this.recall("theme") ?? "auto";
    const next = THEMES[(THEMES.indexOf(theme) + 1) % 3];
    document.getElementById("tools").replaceChildren(
      h("select", { id: "language", "aria-label": t("language"), onchange: (event) => this.#speak(event.target.value) },
        Object.entries(LANGUAGES).map(([code, name]) => h("option", { value: code, lang: code, selected: code === language }, name))),
      h("button", { type: "button", class: "icon quiet", id: "sound", "aria-pressed": String(soundOn()), "aria-label": t("sound"), title: t("sound"), onclick: () => (setSound(!soundOn()), this.#drawFrame()) }, icon(soundOn() ? "sound" : "mute")),
      h("button", { type: "button", class: "icon quiet", id: "theme", "aria-label": t(`theme.${theme}`), title: t(`theme.${theme}`), onclick: () => (this.remember("theme", next), this.#theme(next), this.#drawFrame()) }, icon({ auto: "auto", light: "sun", dark: "moon" }[theme])));
  }

  #theme(name) {
    if (name === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = name;
  }

  async #speak(name) {
    localStorage.setItem("language", name);
    await useLanguage(name);
    this.#drawFrame();
    this.#drawBanner();
    for (const view of Object.values(this.#views)) view.translated?.();
    this.view.said = null;
    this.view.show();
  }

  #drawBanner() {
    const { state, warmup } = this.connection;
    const banner = document.getElementById("banner");
    const compiling = warmup && !warmup.all_ready && warmup.compiling;
    banner.hidden = state === "connecting" || (state === "open" && !compiling);
    banner.classList.toggle("away", state === "away");
    if (state === "away") banner.replaceChildren(h("span", {}, t("server_away")));
    else if (compiling) banner.replaceChildren(h("span", {}, t("compiling", { step: warmup.step, steps: warmup.steps })), h("progress", { value: warmup.step, max: warmup.steps, "aria-label": t("progress") }));
  }
}

const app = new App();
window.orchard = app;
app.start();
