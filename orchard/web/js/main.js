// Starts the page, holds what the views share (the game, who sits where), and moves between the views.

import { h, icon, refill, toast } from "./dom.js";
import {
  LANGUAGES,
  language,
  preferredLanguage,
  t,
  has,
  useLanguage,
  number,
  percent,
  colorName,
  gameName,
  playerName,
  playerSummary,
} from "./i18n.js";
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
const isView = (name) => Object.hasOwn(VIEWS, name);
const THEMES = ["auto", "light", "dark"];
const START = "#play/reversi/";
const GOMOKU_WIDTHS = [5, 20]; // the smallest and the largest

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
  #latest = null; // the last step asked for: one that takes longer must not undo it

  async start() {
    this.#theme(this.recall("theme") ?? "auto");
    const [, games, levels, players, Play] = await Promise.all([
      useLanguage(preferredLanguage()),
      get("games"),
      get("levels"),
      get("players"),
      VIEWS.play(),
    ]);
    Object.assign(this, { games, levels, players });
    this.#views.play = new Play(this);
    this.connection.addEventListener("change", () => this.#drawBanner());
    this.#drawFrame();
    this.#drawBanner();
    addEventListener("hashchange", () => location.hash !== this.#address && this.#walk());
    addEventListener("keydown", (event) => this.#key(event));
    await this.#open(location.hash || this.recall("address") || START);
    document.body.dataset.ready = "yes";
  }

  // ---------------------------------------------------------------- the game everybody looks at

  factsOf(name) {
    const base = this.games.find((game) => game.name === name.split(":")[0]);
    const width = Number(name.split(":")[1] ?? base.width);
    return width === base.width
      ? base
      : { ...base, name, width, columns: "abcdefghijklmnopqrst".slice(0, width), start: "-".repeat(width * width) };
  }

  startFrame(game) {
    const { start } = this.factsOf(game);
    return {
      move: null,
      stones: start,
      to_move: "black",
      flipped: [],
      black: start.split("X").length - 1,
      white: start.split("O").length - 1,
      over: false,
      winner: null,
      score: null,
      winning_line: [],
    };
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

  // Tell the address bar; with `step` as an entry of its own, which the browser's Back leaves again.
  changed(step = false) {
    if (!this.tree) return;
    this.#address = addressOf(this.name, this.tree, this.seats, this);
    this.tree.mark ??= Math.random();
    history[step ? "pushState" : "replaceState"]({ tree: this.tree.mark }, "", this.#address);
    this.remember("address", this.#address);
  }

  // ---------------------------------------------------------------- moving between views

  // Back or Forward: to another view of the same game as it stands now, or to what the address holds.
  #walk() {
    const { view } = readAddress(location.hash);
    if (history.state?.tree !== this.tree.mark || !isView(view)) return this.#open(location.hash);
    closeDialogs();
    return this.go(view, false);
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
    const mine = (this.#latest = Symbol());
    this.#address = hash;
    const asked = readAddress(hash);
    const game = this.#gameNamed(asked.game) ?? this.tree?.game ?? "reversi";
    const isSeat = (text) => text === "human" || /^[a-z][a-z0-9_]*(:[\w=.,+-]*)?$/.test(text ?? "");
    if (asked.black && isSeat(asked.black)) this.seats.black = asked.black;
    if (asked.white && isSeat(asked.white)) this.seats.white = asked.white;
    if (asked.game || !this.tree) {
      const tree = await this.#load(game, asked);
      if (mine !== this.#latest) return; // meanwhile somebody went elsewhere
      Object.assign(this, { tree, minutes: asked.minutes, seconds: asked.seconds });
      restore(this.tree, asked);
    }
    await this.go(isView(asked.view) ? asked.view : "play", false);
  }

  // The game of that name, with a width where it has one that can be; undefined if there is no such game.
  #gameNamed(text) {
    const [base, width] = text.split(":");
    const facts = this.games.find((game) => game.name === base);
    const [least, most] = GOMOKU_WIDTHS;
    const wide =
      base === "gomoku" && /^\d+$/.test(width) && width >= least && width <= most && Number(width) !== facts.width;
    return wide ? `${base}:${Number(width)}` : facts?.name;
  }

  async #load(game, asked) {
    this.view?.hide();
    const empty = new GameTree(game, asked.start, this.startFrame(game));
    const swap2 = game.split(":")[0] === "gomoku" && !asked.start ? Swap2.read(asked.opening) : null;
    if (swap2) empty.swap2 = swap2;
    if (!asked.moves && !asked.start) return empty;
    const strange = unreadable(asked.moves);
    const problems = strange ? [t("share.unreadable", { text: strange.slice(0, 30) })] : [];
    let tree = null;
    for (const moves of readMoves(asked.moves)) {
      const line = await this.#line({ game, start: asked.start }, moves, problems);
      if (!tree && line) {
        tree = treeOf(game, asked.start, line);
        continue;
      }
      let node = tree?.root;
      for (const frame of line?.frames.slice(1) ?? [])
        node = node.child(frame.move) ?? tree.add(node, frame.move, frame);
    }
    if (problems.length) toast([...new Set(problems)].join(" · "), 6);
    if (!tree) return Object.assign(empty, { start: "" });
    for (const node of tree.nodes()) node.preferred = node.children[0] ?? null;
    tree.swap2 = empty.swap2;
    return tree;
  }

  // A line as far as it can be played; null where not even its start can. What is wrong goes to `problems`.
  async #line(place, moves, problems) {
    try {
      return await this.connection.ask("line", { ...place, moves: moves.join("") });
    } catch (error) {
      problems.push(this.errorText(error));
      if (!moves.length) return null;
      const legal = error.reason?.kind === "at_move" ? error.reason.about.n - 1 : 0;
      return this.#line(place, moves.slice(0, legal), problems);
    }
  }

  // To a view; `step`: as one that the browser's Back leaves again.
  async go(name, step = name !== this.name) {
    const mine = (this.#latest = Symbol());
    const before = this.view;
    this.view?.hide();
    const View = this.#views[name] ? null : await VIEWS[name]();
    if (mine !== this.#latest) return;
    this.#views[name] ??= new View(this);
    this.view = this.#views[name];
    this.name = name;
    const main = document.getElementById("view");
    if (main.firstElementChild !== this.view.element) main.replaceChildren(this.view.element);
    this.#drawFrame();
    this.changed(step);
    if (before && before !== this.view) main.focus({ preventScroll: true });
    this.view.show();
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
    if (event.key === "?") return void this.showKeys();
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const action = this.view?.keys?.[key];
    if (action) {
      action();
      event.preventDefault();
    }
  }

  async showKeys() {
    const module = await import("./keys.js").catch(() => toast(t("server_away")));
    if (module && !document.querySelector("dialog[open]")) module.keysDialog();
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
      const how =
        has(`how.${row.player}`) && work
          ? t(`how.${row.player}`, { n: number(work) })
          : player
            ? playerSummary(player).replace(/[.。]$/, "")
            : row.plays;
      return row.overlooks ? t("two_facts", { one: how, two: t("overlooks", { n: percent(row.overlooks) }) }) : how;
    }
    const player = this.players.find((entry) => entry.name === spec.split(":")[0]);
    return player ? playerSummary(player) : "";
  }

  strength(rating) {
    return rating
      ? t("rating", { elo: number(rating.elo), low: number(rating.low), high: number(rating.high) })
      : t("not_rated");
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
    const names = {
      color: color && colorName(color),
      player: player && playerName(player),
      game: game && gameName(game),
    };
    return t(`reason.${reason.kind}`, { ...names, ...about, cause: this.#reasonText(reason.cause) ?? "" }).replace(
      /[:：]\s*$/,
      "",
    );
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
    refill(
      nav,
      ...Object.keys(VIEWS).map((name) =>
        h(
          "a",
          {
            href: `#${name}`,
            "data-key": name,
            "aria-current": name === this.name ? "page" : null,
            onclick: (event) => (event.preventDefault(), this.go(name)),
          },
          icon(name),
          h("span", {}, t(`view.${name}`)),
        ),
      ),
    );
    const theme = this.recall("theme") ?? "auto";
    const next = THEMES[(THEMES.indexOf(theme) + 1) % 3];
    refill(
      document.getElementById("tools"),
      h(
        "select",
        { id: "language", "aria-label": t("language"), onchange: (event) => this.#speak(event.target.value) },
        Object.entries(LANGUAGES).map(([code, name]) =>
          h("option", { value: code, lang: code, selected: code === language }, name),
        ),
      ),
      h(
        "button",
        {
          type: "button",
          class: "icon quiet",
          id: "keys",
          "aria-label": t("keys"),
          title: `${t("keys")} (?)`,
          "aria-keyshortcuts": "?",
          onclick: () => this.showKeys(),
        },
        icon("keys"),
      ),
      h(
        "button",
        {
          type: "button",
          class: "icon quiet",
          id: "sound",
          "aria-pressed": String(soundOn()),
          "aria-label": t("sound"),
          title: t("sound"),
          onclick: () => (setSound(!soundOn()), this.#drawFrame()),
        },
        icon(soundOn() ? "sound" : "mute"),
      ),
      h(
        "button",
        {
          type: "button",
          class: "icon quiet",
          id: "theme",
          "aria-label": t(`theme.${theme}`),
          title: t(`theme.${theme}`),
          onclick: () => (this.remember("theme", next), this.#theme(next), this.#drawFrame()),
        },
        icon({ auto: "auto", light: "sun", dark: "moon" }[theme]),
      ),
    );
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
    else if (compiling)
      banner.replaceChildren(
        h("span", {}, t("compiling", { step: warmup.step, steps: warmup.steps })),
        h("progress", { value: warmup.step, max: warmup.steps, "aria-label": t("progress") }),
      );
  }
}

// They spoke of what was here before.
function closeDialogs() {
  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
}

const app = new App();
window.orchard = app;
app.start();
