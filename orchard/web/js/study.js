// What Review, Analyse and Look inside share: a board beside panels, and stepping through the game.

import { h, icon, refill } from "./dom.js";
import { howToChip } from "./howto.js";
import { ThreatToggle } from "./threat_toggle.js";
import { t, colorName, gameAim, number, percent, signed } from "./i18n.js";
import { other, short } from "./tree.js";

/** A value in words: chances in percent, points with a sign; "exact" where it is. */
export function worth(value, unit, exact = false) {
  if (value === null || value === undefined) return "–";
  const text = unit === "discs" ? signed(value, Number.isInteger(value) ? 0 : 1) : percent(value);
  return exact ? `${text} ${t("exact")}` : text;
}

export class StudyView {
  constructor(app, kind) {
    this.app = app;
    this.board = h("orchard-board");
    this.board.addEventListener("square", (event) => this.onSquare?.(event.detail));
    this.title = h("h1", {});
    this.aim = h("span", { class: "chip" });
    this.names = h("p", { class: "names small" });
    this.steps = h("div", { class: "row steps", role: "group" });
    this.panel = h("div", { class: "panel" });
    this.threats = new ThreatToggle(app, this.board);
    this.how = howToChip(app, () => this.tree.game);
    this.element = h(
      "div",
      { class: `stage ${kind}` },
      h(
        "div",
        { class: "board-side" },
        h("div", { class: "aim" }, this.title, this.how.chip, this.threats.element, this.aim),
        this.names,
        this.board,
        this.steps,
      ),
      this.panel,
    );
  }

  get tree() {
    return this.app.tree;
  }

  get facts() {
    return this.app.factsOf(this.tree.game);
  }

  drawTitle(game) {
    const facts = this.app.factsOf(game);
    this.title.textContent = this.app.nameOfGame(game);
    this.how.draw();
    this.aim.textContent = gameAim(facts);
    this.aim.classList.toggle("odd", facts.odd_aim);
  }

  drawHead() {
    const { tree } = this;
    const { current } = tree;
    this.drawTitle(tree.game);
    this.#drawNames(tree.names);
    this.threats.draw(() => !this.editor);
    this.steps.setAttribute("aria-label", t("moves"));
    refill(
      this.steps,
      this.#stepButton("first", current.parent && tree.root),
      this.#stepButton("back", current.parent),
      this.#stepButton("forward", tree.forward()),
      this.#stepButton("last", tree.forward() && tree.end()),
      h("span", { class: "small muted num" }, this.caption(current.frame, current.ply)),
    );
  }

  // Who played a game from elsewhere, where that is known.
  #drawNames(names) {
    this.names.hidden = !(names?.black || names?.white);
    if (this.names.hidden) return;
    const sides = ["black", "white"].map((color) => `${colorName(color)}: ${names[color] || "–"}`);
    this.names.textContent = sides.join(" · ");
  }

  #stepButton(name, to) {
    const text = t(`step.${name}`);
    const props = { type: "button", class: "icon", "data-key": name, "aria-label": text, title: text, disabled: !to };
    return h("button", { ...props, onclick: () => this.jump(to) }, icon(name));
  }

  /** What the board shows, in words. */
  caption(frame, ply) {
    const parts = [t("ply_n", { n: ply })];
    parts.push(frame.over ? t("over") : t("turn_of", { who: colorName(frame.to_move) }));
    if (this.facts.margin) parts.push(t("counts", { black: number(frame.black), white: number(frame.white) }));
    return parts.join(" · ");
  }

  /** For buttons that change the board: on a phone it may be out of sight. */
  lookAtBoard() {
    this.board.scrollIntoView({ block: "nearest" });
  }

  jump(node) {
    if (!node) return;
    this.tree.prefer(node);
    this.app.changed();
    this.onStep();
  }

  /** Put a line of moves below a node, as a branch, and go to its first move. */
  async showLine(node, moves) {
    if (!moves.length) return;
    const place = this.tree.place(node);
    const all = place.moves + moves.map(short).join("");
    const line = await this.app.connection.ask("line", { ...place, moves: all });
    let step = node;
    for (const frame of line.frames.slice(node.ply + 1)) {
      const known = step.child(frame.move);
      step = this.tree.add(step, frame.move, frame);
      if (!known) step.imagined = true;
    }
    this.jump(this.tree.next(node));
  }

  /** A person sits down at a side; a player that sat there takes the person's old seat. */
  seatPerson(side) {
    const { seats } = this.app;
    const across = other(side);
    if (seats[side] === "human") return;
    this.app.seats = { [side]: "human", [across]: seats[across] === "human" ? seats[side] : seats[across] };
  }

  playFrom(node) {
    const { tree, app } = this;
    if (!Object.values(app.seats).includes("human")) this.seatPerson(tree.seatAt(node) ?? node.frame.to_move);
    tree.ending = null;
    tree.names = null; // it is a game of one's own from here on
    tree.room = null;
    if (node.frame.over) tree.told?.add(node);
    tree.playAt(node);
    app.go("play");
  }

  keys = {
    ArrowLeft: () => this.jump(this.tree.current.parent),
    ArrowRight: () => this.jump(this.tree.forward()),
    Home: () => this.jump(this.tree.root),
    End: () => this.jump(this.tree.end()),
    t: () => this.threats.toggle(),
    ArrowUp: () => this.jump(this.sibling(-1)),
    ArrowDown: () => this.jump(this.sibling(1)),
  };

  sibling(step) {
    const { current } = this.tree;
    const around = current.parent?.children ?? [];
    return around[around.indexOf(current) + step];
  }
}
