// Look inside: the tree or the depths that a player searches, growing while one looks.

import { h, icon, isAbort, refill, select, stopped } from "./dom.js";
import { t, colorName, number, playerName } from "./i18n.js";
import { depthTable } from "./depths.js";
import { depthCounts, forest, legend } from "./forest.js";
import { Status } from "./status.js";
import { StudyView } from "./study.js";
import { Thinking } from "./thinking.js";
import { Tools } from "./tools.js";
import { moveText } from "./moves.js";
import { short } from "./tree.js";

const SIZES = [50, 200, 1000, 5000, 20000, 100000];
const DEPTHS = [1, 2, 3, 4, 5, 6];
const DEEPER = [2, 4, 6, 8, 10, 12, 14, 16, 18, 20]; // for players that prune and order moves well
const LONGEST_S = 8;
const TREE_DEPTH = 4;

export class InsideView extends StudyView {
  constructor(app) {
    super(app, "inside-view");
    this.element.className = "inside";
    this.controls = h("div", { class: "card opponent-fields" });
    this.element.firstElementChild.append(this.controls);
    this.status = new Status();
    this.drawing = h("div", { class: "card forest", tabindex: "0", role: "region" });
    this.numbers = h("div", { class: "card" });
    this.depths = h("div", { class: "card" });
    this.thinking = new Thinking(this);
    this.tools = new Tools(this);
    const parts = [this.thinking.element, this.tools.element, this.depths, this.drawing, this.numbers];
    this.panel.append(this.status.element, ...parts);
    this.player = null;
    this.size = 1000;
    this.depth = 4;
    this.deeper = 12;
    this.run = null;
    this.opened = new Set(); // the paths of the nodes of the tree whose children are all drawn
  }

  show() {
    this.board.setGame(this.facts);
    if (this.shown !== this.tree) this.#goToLastThought();
    this.shown = this.tree;
    this.onStep();
  }

  hide() {
    this.run?.abort(stopped());
    this.run = null;
    this.thinking.close();
    this.tools.hide();
  }

  // Start where the last player's move was thought out.
  #goToLastThought() {
    const { tree, app } = this;
    for (let node = tree.current; node.parent; node = node.parent) {
      const seat = app.seats[node.mover];
      if (seat === "human" || node.move === "pass") continue;
      tree.prefer(node.parent);
      tree.prefer(node);
      tree.current = node.parent;
      this.player = seat;
      return;
    }
    this.player = Object.values(app.seats).find((seat) => seat !== "human") ?? null;
  }

  // ---------------------------------------------------------------- who searches, and how much

  /** The players of this game that show their search, and the levels that are played by them. */
  choices() {
    const { players, levels } = this.facts;
    const shows = (name) => {
      const player = this.#playerNamed(name);
      return player?.shows_tree || player?.shows_depths;
    };
    const named = players.filter(shows);
    return [...named, ...levels.filter((row) => named.includes(row.player)).map((row) => row.spec)];
  }

  #playerNamed(name) {
    return this.app.players.find((entry) => entry.name === name);
  }

  /** Whether it is a level, which has its own measure and options. */
  get isLevel() {
    return this.player?.startsWith("level:") ?? false;
  }

  /** What is known of the player that searches: of a level, of the player behind it. */
  searcher() {
    const [name, option] = this.player?.split(":") ?? [];
    return this.#playerNamed(this.isLevel ? this.facts.levels[Number(option) - 1]?.player : name);
  }

  /** How much is searched; of a level nothing, it has its own measure. */
  limits() {
    const searcher = this.searcher();
    if (!searcher?.shows_depths) return { playouts: this.size };
    if (this.isLevel) return {};
    return { search_depth: searcher.deepens ? this.deeper : this.depth };
  }

  onStep() {
    this.drawControls();
    this.search();
  }

  drawControls() {
    const options = this.choices();
    if (!options.includes(this.player)) this.player = options[0] ?? null;
    const names = options.map((spec) => [spec, playerName(spec)]);
    const about = this.player ? this.app.describe(this.player, this.tree.game) : t("inside.nobody");
    const searching = { type: "button", class: "primary", disabled: !this.player, onclick: () => this.search() };
    refill(
      this.controls,
      h("h2", {}, t("view.inside")),
      this.#select("player", t("player"), names, String),
      this.#measure(),
      h("p", { class: "small muted" }, about),
      h(
        "div",
        { class: "row" },
        h("button", searching, icon("go"), t("inside.again")),
        h("button", { type: "button", onclick: () => this.#pause() }, icon("stop"), t("stop")),
        this.searcher()?.shows_steps &&
          h("button", { type: "button", "data-key": "think", onclick: () => this.think() }, t("think.open")),
      ),
      this.tools.controls(),
    );
  }

  #select(key, label, entries, read = Number) {
    return select(key, label, this[key], entries, (value) => {
      this[key] = read(value);
      this.drawControls();
      this.search();
    });
  }

  // The list by which one says how much is searched, if that can be said.
  #measure() {
    const { search_depth: isDeep, playouts } = this.limits();
    const depths = (choices) => choices.map((n) => [n, t("depth_n", { n })]);
    if (playouts)
      return this.#select(
        "size",
        t("inside.playouts"),
        SIZES.map((n) => [n, number(n)]),
      );
    if (!isDeep) return null;
    if (this.searcher().deepens) return this.#select("deeper", t("inside.deeper"), depths(DEEPER));
    return this.#select("depth", t("inside.depth"), depths(DEPTHS));
  }

  #pause() {
    this.hide();
    this.status.say(t("paused"));
  }

  // ---------------------------------------------------------------- the search

  async search() {
    this.hide();
    const node = this.tree.current;
    this.board.show(node.frame, {}); // a position of the last search may be on it
    this.drawHead();
    if (!this.player) {
      this.status.say(t("inside.nobody"));
      return;
    }
    const run = new AbortController();
    this.run = run;
    this.status.say(t("thinking", { who: playerName(this.player) }), { busy: true });
    const take = (shown) => {
      if (this.run === run) this.draw(shown);
    };
    this.opened = new Set();
    this.draw({});
    try {
      const view = await this.app.viewOf(node, run.signal);
      if (view.over) {
        this.status.say(t("over"));
        return;
      }
      const limits = { ...this.limits(), seconds: LONGEST_S, depth: TREE_DEPTH };
      const ask = { ...this.tree.place(node), player: this.player, ...limits };
      const answer = await this.app.connection.ask("tree", ask, { signal: run.signal, onUpdate: take });
      take(answer);
      this.status.say(foundText(answer, colorName(view.to_move)));
    } catch (error) {
      if (!isAbort(error)) this.status.say(this.app.errorText(error));
    }
  }

  // ---------------------------------------------------------------- step by step

  /** Go through the search step by step, in place of the tree that it found. */
  async think() {
    this.hide();
    this.draw({});
    this.status.say("");
    this.run = new AbortController();
    await this.thinking.open();
  }

  /** Step through the search of a player, in the last position with a move to choose. */
  async follow(player) {
    const { tree } = this;
    if (tree.current.frame.over && tree.current.parent) tree.current = tree.current.parent;
    this.player = player;
    this.drawControls();
    this.drawHead();
    await this.think();
  }

  draw({ tree, depths, left_out: leftOut = 0 }) {
    this.depths.hidden = !depths?.length;
    this.drawing.hidden = !tree;
    this.numbers.hidden = !tree;
    const show = (path) => this.showPath(path);
    if (depths?.length) refill(this.depths, depthTable(depths, areChances(depths, this.facts), show));
    if (!tree) return;
    this.drawing.setAttribute("aria-label", t("inside.tree"));
    const { tree_adds_up: addsUp = true, deepens = false } = this.searcher() ?? {};
    const notes = [legend(tree, colorName(this.tree.current.frame.to_move))];
    if (!addsUp) notes.push(t("inside.anew"));
    else if (deepens) notes.push(t("inside.plain"));
    if (leftOut) notes.push(t("inside.left_out", { n: number(leftOut) }));
    const open = (path) => {
      this.opened.add(path);
      this.draw({ tree, depths, left_out: leftOut });
    };
    refill(this.drawing, h("p", { class: "small muted" }, notes.join(" ")), forest(tree, show, this.opened, open));
    refill(this.numbers, depthCounts(tree, addsUp));
  }

  /** The position that a node of the tree stands for, on the board. */
  async showPath(path, look = true) {
    const { current } = this.tree;
    const place = this.tree.place();
    try {
      const moves = place.moves + path.map(short).join("");
      const view = await this.app.connection.ask("view", { ...place, moves });
      if (current !== this.tree.current) return;
      this.board.show(view, {});
      const caption = this.caption(view, current.ply + path.length);
      this.steps.lastElementChild.textContent = [path.map(moveText).join(" "), caption].filter(Boolean).join(" · ");
      if (look) this.lookAtBoard();
    } catch (error) {
      if (!isAbort(error)) this.status.say(this.app.errorText(error));
    }
  }
}

// What was found: a level may play another move than its search prefers.
function foundText({ choice, depths, tree }, who) {
  const best = depths?.at(-1)?.move ?? tree?.best;
  if (!best && !choice) return t("inside.done");
  const [move, found] = [choice?.move ?? best, best ?? choice.move].map((name) => moveText(name).toUpperCase());
  return move === found ? t("inside.found", { who, move }) : t("inside.otherwise", { who, move, found });
}

// Whether the values of depths are winning chances: never where games are won by points, else if they can be.
function areChances(depths, facts) {
  return !facts.margin && depths.every(({ value }) => value === null || (value >= 0 && value <= 1));
}
