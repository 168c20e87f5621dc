// Look inside: the tree or the depths that a player searches, growing while one looks.

import { h, icon, refill } from "./dom.js";
import { t, colorName, number, playerName } from "./i18n.js";
import { depthTable } from "./depths.js";
import { forest, perDepth } from "./forest.js";
import { StudyView, isAbort, stopped } from "./study.js";
import { moveText } from "./moves.js";

const SIZES = [50, 200, 1000, 5000, 20000, 100000];
const DEPTHS = [1, 2, 3, 4, 5, 6];
const DEEPER = [2, 4, 6, 8, 10, 12, 14, 16, 18, 20]; // for who prunes and orders moves well

export class InsideView extends StudyView {
  constructor(app) {
    super(app, "inside-view");
    this.element.className = "inside";
    this.controls = h("div", { class: "card opponent-fields" });
    this.element.firstElementChild.append(this.controls);
    this.status = h("div", { class: "status", role: "status" });
    this.drawing = h("div", { class: "card forest", tabindex: "0", role: "region" });
    this.numbers = h("div", { class: "card" });
    this.depths = h("div", { class: "card" });
    this.panel.append(this.status, this.depths, this.drawing, this.numbers);
    this.player = null;
    this.size = 1000;
    this.depth = 4;
    this.deeper = 12;
    this.run = null;
    this.result = null;
  }

  show() {
    this.board.setGame(this.app.factsOf(this.tree.game));
    if (this.shown !== this.tree) this.#lastEngineMove();
    this.shown = this.tree;
    this.onStep();
  }

  hide() {
    this.run?.abort(stopped());
    this.run = null;
  }

  // Start where the last player's move was thought out.
  #lastEngineMove() {
    const { tree, app } = this;
    for (let node = tree.current; node.parent; node = node.parent) {
      const seat = app.seats[node.mover];
      if (seat !== "human" && node.move !== "pass") {
        tree.prefer(node.parent);
        tree.prefer(node);
        tree.current = node.parent;
        this.player = seat;
        return;
      }
    }
    this.player = Object.values(app.seats).find((seat) => seat !== "human") ?? null;
  }

  choices() {
    const base = this.tree.game.split(":")[0];
    const named = this.app.players
      .filter((player) => (player.shows_tree || player.shows_depths) && player.games.includes(base))
      .map((player) => player.name);
    const levels = this.app.levels[base].filter((row) => named.includes(row.player)).map((row) => row.spec);
    return [...named, ...levels];
  }

  // The facts of the player who searches: of a level, those of the player behind it.
  facts() {
    const name = this.player?.startsWith("level:")
      ? this.app.levels[this.tree.game.split(":")[0]][Number(this.player.split(":")[1]) - 1].player
      : this.player?.split(":")[0];
    return this.app.players.find((entry) => entry.name === name);
  }

  // How much is searched; of a level nothing, it has its own measure.
  limits() {
    const facts = this.facts();
    if (facts?.shows_depths && this.player.startsWith("level:")) return {};
    return facts?.deepens
      ? { search_depth: this.deeper }
      : facts?.shows_depths
        ? { search_depth: this.depth }
        : { playouts: this.size };
  }

  onStep() {
    this.board.show(this.tree.current.frame, {});
    this.drawHead();
    this.drawControls();
    this.search();
  }

  drawControls() {
    const options = this.choices();
    if (!options.includes(this.player)) this.player = options[0] ?? null;
    const select = (key, label, entries, change) =>
      h(
        "label",
        { class: "field" },
        label,
        h(
          "select",
          { "data-key": key, onchange: (event) => (change(event.target.value), this.drawControls(), this.search()) },
          entries.map(([value, text]) => h("option", { value: String(value), selected: value === this[key] }, text)),
        ),
      );
    const depth = (key, label, depths) =>
      select(
        key,
        label,
        depths.map((n) => [n, t("depth_n", { n })]),
        (value) => (this[key] = Number(value)),
      );
    const { search_depth: deep, playouts } = this.limits();
    const size = playouts
      ? select(
          "size",
          t("inside.playouts"),
          SIZES.map((n) => [n, number(n)]),
          (value) => (this.size = Number(value)),
        )
      : deep
        ? this.facts().deepens
          ? depth("deeper", t("inside.deeper"), DEEPER)
          : depth("depth", t("inside.depth"), DEPTHS)
        : "";
    refill(
      this.controls,
      h("h2", {}, t("view.inside")),
      select(
        "player",
        t("player"),
        options.map((spec) => [spec, playerName(spec)]),
        (value) => (this.player = value),
      ),
      size,
      h(
        "p",
        { class: "small muted" },
        this.player ? this.app.describe(this.player, this.tree.game) : t("inside.nobody"),
      ),
      h(
        "div",
        { class: "row" },
        h(
          "button",
          { type: "button", class: "primary", disabled: !this.player, onclick: () => this.search() },
          icon("go"),
          t("inside.again"),
        ),
        h("button", { type: "button", onclick: () => (this.hide(), this.#say(t("paused"))) }, icon("stop"), t("stop")),
      ),
    );
  }

  #say(text, dots = false) {
    this.status.replaceChildren(
      ...(dots ? [h("span", { class: "dots3", "aria-hidden": "true" }, h("i"), h("i"), h("i"))] : []),
      h("span", {}, text),
    );
  }

  async search() {
    this.hide();
    const node = this.tree.current;
    if (!this.player) return this.#say(t("inside.nobody"));
    const run = (this.run = new AbortController());
    this.#say(t("thinking", { who: playerName(this.player) }), true);
    const take = (shown) => this.run === run && this.draw(shown);
    this.draw({});
    try {
      const view = await this.app.viewOf(node, run.signal);
      if (view.over) return this.#say(t("over"));
      const answer = await this.app.connection.ask(
        "tree",
        { ...this.tree.place(node), player: this.player, ...this.limits(), seconds: 8, depth: 4 },
        { signal: run.signal, onUpdate: take },
      );
      take(answer);
      this.#say(this.#found(answer, colorName(view.to_move)));
    } catch (error) {
      if (!isAbort(error)) this.#say(this.app.errorText(error));
    }
  }

  // What was found: a level may play another move than its search prefers.
  #found({ choice, depths, tree }, who) {
    const best = depths?.at(-1) ?? bestChild(tree);
    if (!best && !choice) return t("inside.done");
    const [move, found] = [choice ?? best, best ?? choice].map((entry) => moveText(entry.move).toUpperCase());
    return move === found ? t("inside.found", { who, move }) : t("inside.otherwise", { who, move, found });
  }

  draw({ tree, depths }) {
    this.depths.hidden = !depths?.length;
    this.drawing.hidden = this.numbers.hidden = !tree;
    if (depths?.length)
      refill(
        this.depths,
        ...depthTable(depths, !this.app.factsOf(this.tree.game).passes, (path) => this.showPath(path)).filter(Boolean),
      );
    if (!tree) return;
    this.drawing.setAttribute("aria-label", t("inside.tree"));
    const whose = t("inside.whose", { who: colorName(this.tree.current.frame.to_move) });
    refill(
      this.drawing,
      h("p", { class: "small muted" }, whose),
      forest(tree, (path) => this.showPath(path)),
    );
    refill(this.numbers, perDepth(tree));
  }

  // The position that a node of the tree stands for, on the board.
  async showPath(path) {
    const { current } = this.tree;
    const place = this.tree.place();
    try {
      const view = await this.app.connection.ask("view", {
        ...place,
        moves: place.moves + path.map((move) => (move === "pass" ? "--" : move)).join(""),
      });
      if (current !== this.tree.current) return;
      this.board.show(view, {});
      const caption = this.caption(view, current.ply + path.length);
      this.steps.lastElementChild.textContent = path.length ? `${path.map(moveText).join(" ")} · ${caption}` : caption;
      this.lookAtBoard();
    } catch (error) {
      if (!isAbort(error)) this.#say(this.app.errorText(error));
    }
  }
}

export const bestChild = (tree) =>
  tree?.children?.reduce((best, child) => (!best || child.visits > best.visits ? child : best), null);
