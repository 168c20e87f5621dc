// What Review, Analyse and Look inside share: a board beside panels, and stepping through the game.

import { h, icon, refill } from "./dom.js";
import { ThreatOverlay } from "./threats.js";
import { t, colorName, gameAim, gameName, number, percent, signed } from "./i18n.js";

export const isAbort = (error) => error.name === "AbortError";
export const stopped = () => new DOMException("stopped", "AbortError");

// A value in words: chances in percent, discs with a sign; a star where it is exact.
export function worth(value, unit, exact = false) {
  if (value === null || value === undefined) return "–";
  return (
    (unit === "discs" ? signed(value, Number.isInteger(value) ? 0 : 1) : percent(value)) + (exact ? "\u2009!" : "")
  );
}

export class StudyView {
  constructor(app, kind) {
    this.app = app;
    this.board = h("orchard-board");
    this.board.addEventListener("square", (event) => this.onSquare?.(event.detail));
    this.title = h("h1", {});
    this.aim = h("span", { class: "chip" });
    this.steps = h("div", { class: "row steps", role: "group" });
    this.panel = h("div", { class: "panel" });
    this.threats = new ThreatOverlay(app, this.board);
    this.element = h(
      "div",
      { class: `stage ${kind}` },
      h(
        "div",
        { class: "board-side" },
        h("div", { class: "aim" }, this.title, this.threats.button, this.aim),
        this.board,
        this.threats.legend,
        this.steps,
      ),
      this.panel,
    );
  }

  get tree() {
    return this.app.tree;
  }

  drawTitle(game) {
    this.title.textContent = gameName(game);
    this.aim.textContent = gameAim(game);
    this.aim.classList.toggle("reversed", game === "reversed_reversi");
  }

  drawHead() {
    const { current } = this.tree;
    this.drawTitle(this.tree.game);
    this.threats.show(current);
    const step = (name, to) =>
      h(
        "button",
        {
          type: "button",
          class: "icon",
          "data-key": name,
          "aria-label": t(`step.${name}`),
          title: t(`step.${name}`),
          disabled: !to,
          onclick: () => this.jump(to),
        },
        icon(name),
      );
    this.steps.setAttribute("aria-label", t("moves"));
    refill(
      this.steps,
      step("first", current.parent && this.tree.root),
      step("back", current.parent),
      step("forward", this.tree.next()),
      step("last", this.tree.next() && this.tree.last()),
      h("span", { class: "small muted num" }, this.caption(current.frame, current.ply)),
    );
  }

  // What the board shows, in words.
  caption(frame, ply) {
    const counts = this.app.factsOf(this.tree.game).passes
      ? ` · ${t("counts", { black: number(frame.black), white: number(frame.white) })}`
      : "";
    return `${t("ply_n", { n: ply })} · ${frame.over ? t("over") : t("turn_of", { who: colorName(frame.to_move) })}${counts}`;
  }

  // For buttons that change the board: on a phone it may be out of sight.
  lookAtBoard() {
    this.board.scrollIntoView({ block: "nearest" });
  }

  jump(node) {
    if (!node) return;
    this.tree.prefer(node);
    this.app.changed();
    this.onStep();
  }

  // Put a line of moves below a node, as a branch, and go to its first move.
  async showLine(node, moves) {
    if (!moves.length) return;
    const place = this.tree.place(node);
    const line = await this.app.connection.ask("line", {
      ...place,
      moves: place.moves + moves.map((move) => (move === "pass" ? "--" : move)).join(""),
    });
    const frames = line.frames.slice(node.ply + 1);
    let step = node;
    for (const frame of frames) {
      const known = step.child(frame.move);
      step = this.tree.add(step, frame.move, frame);
      if (!known) step.imagined = true;
    }
    this.jump(this.tree.next(node));
  }

  // A person sits down at a side; a player that sat there takes the person's old seat.
  seatPerson(side) {
    const { seats } = this.app;
    const other = side === "black" ? "white" : "black";
    if (seats[side] === "human") return;
    this.app.seats = { [side]: "human", [other]: seats[other] === "human" ? seats[side] : seats[other] };
  }

  playFrom(node) {
    const { tree, app } = this;
    if (!Object.values(app.seats).includes("human")) this.seatPerson(tree.seatAt(node) ?? node.frame.to_move);
    tree.ending = null;
    if (node.frame.over) tree.told?.add(node);
    tree.playAt(node);
    app.go("play");
  }

  keys = {
    ArrowLeft: () => this.jump(this.tree.current.parent),
    ArrowRight: () => this.jump(this.tree.next()),
    Home: () => this.jump(this.tree.root),
    End: () => this.jump(this.tree.last()),
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
