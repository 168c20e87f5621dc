// What the Play view shows: the board, who sits where, what is going on, the buttons and the moves.

import { h, isDialogOpen, refill } from "./dom.js";
import { t, colorName, gameAim } from "./i18n.js";
import { howToChip } from "./howto.js";
import { keepCurrentInSight, moveList } from "./moves.js";
import { shareRow } from "./share_row.js";
import { Later, withStyles } from "./parts.js";
import { actionButtons } from "./actions.js";
import { SeatBoxes } from "./seats.js";
import { Status } from "./status.js";
import { ThreatToggle } from "./threat_toggle.js";
import { ConfirmTap } from "./confirm_tap.js";

export class Table {
  #play;
  #drawn = null; // the node that the board shows
  #title = h("h1", {});
  #aim = h("span", { class: "chip" });
  #moves = h("div", { class: "card moves", tabindex: "0", role: "region" });
  #actions = h("div", { class: "actions" });
  #extra = h("div", {});
  #how;
  #coach = h("p", { class: "coach", hidden: true });
  #taps;
  board = h("orchard-board");
  seatBoxes = new SeatBoxes();
  status = new Status();

  constructor(play) {
    this.#play = play;
    this.threats = new ThreatToggle(play.app, this.board);
    this.result = new Later(async () => new (await withStyles(import("./result.js"), "result")).Result(play));
    this.evaluation = new Later(async () => {
      const { EvaluationBar } = await withStyles(import("./evaluation.js"), "evaluation");
      return new EvaluationBar(play.app);
    });
    this.#taps = new ConfirmTap(play.app, this.board);
    this.#how = howToChip(play.app, () => play.tree.game);
    this.element = h(
      "div",
      { class: "stage play" },
      h(
        "div",
        { class: "board-side" },
        h("div", { class: "aim" }, this.#title, this.#how.chip, this.threats.element, this.#aim),
        this.board,
        this.result.element,
      ),
      h(
        "div",
        { class: "panel" },
        this.seatBoxes.element,
        this.evaluation.element,
        this.status.element,
        this.#coach,
        this.#actions,
        this.#moves,
        this.#extra,
      ),
    );
  }

  /** Draw all of it; the stones without movement if `still` and the board shows this node already. */
  draw(still) {
    const { app, tree } = this.#play;
    const facts = app.factsOf(tree.game);
    this.#drawBoard(still);
    this.#title.textContent = app.nameOfGame(tree.game);
    this.#how.draw();
    this.#aim.textContent = gameAim(facts);
    this.#aim.classList.toggle("odd", facts.odd_aim);
    this.#drawSeats(facts);
    this.#drawStatus();
    this.#drawCoach(facts);
    this.#drawResult();
    this.#drawEvaluation();
    refill(this.#actions, actionButtons(this.#play));
    this.#moves.setAttribute("aria-label", t("moves"));
    const list = moveList(tree, (to) => this.#play.jump(to));
    refill(this.#moves, list);
    keepCurrentInSight(this.#moves);
    refill(this.#extra, shareRow(app));
  }

  #drawResult() {
    if (this.#play.over) this.result.use((result) => result.draw());
    else this.result.part?.draw();
  }

  // Only beside a game that is watched.
  #drawEvaluation() {
    const { app } = this.#play;
    const isWatched = () => !this.#play.human && app.view === this.#play;
    if (isWatched()) this.evaluation.use((bar) => isWatched() && bar.show(this.#play.tree.current));
    else this.evaluation.part?.hide();
  }

  // A line for who plays here for the first time, until the first move.
  #drawCoach(facts) {
    const { app, over, opening, tree } = this.#play;
    const { current } = tree;
    const isFirst = current.ply < 2 && !over && !opening && this.#play.isPersonAt(current);
    const isNew = isFirst && !app.recall("coached");
    this.#coach.hidden = !isNew;
    if (!isNew) return;
    const rules = h(
      "button",
      { type: "button", class: "link", onclick: () => this.#how.chip.click() },
      t("how_to_play"),
    );
    refill(
      this.#coach,
      t(facts.marks_legal ? "coach.marked" : "coach.free"),
      " ",
      this.#how.chip.hidden ? null : rules,
    );
  }

  #drawBoard(still) {
    const { over, tree } = this.#play;
    const node = tree.current;
    const { frame, view } = node;
    const isOpen = view && !over && this.#play.isPersonAt(node) && !tree.swap2?.choosing(node.ply);
    this.board.show(frame, { legal: isOpen ? view.legal : {}, still: still && this.#drawn === node });
    if (this.#drawn !== node) this.#taps.clear();
    this.#drawn = node;
    this.threats.draw();
  }

  #drawSeats(facts) {
    const { over, tree } = this.#play;
    const { frame } = tree.current;
    for (const color of ["black", "white"]) {
      this.seatBoxes.show(color, {
        name: this.#play.nameOf(color),
        sub: this.#about(color),
        count: facts.margin ? String(frame[color]) : "",
        turn: !over && tree.seatAt() === color,
      });
    }
  }

  // The small words under a name.
  #about(color) {
    const { app, friends, opening, seats, tree } = this.#play;
    if (opening) return friends ? "" : tree.swap2.role(color);
    const side = colorName(color);
    return app.portrait(seats[color], tree.game) || (this.#play.nameOf(color) === side ? "" : side);
  }

  #drawStatus() {
    const { human, opening, over, paused, tree } = this.#play;
    const { view, frame, ply } = tree.current;
    const isPerson = this.#play.isPersonAt(tree.current);
    if (over) {
      this.status.say(this.#play.resultText(view ?? frame));
    } else if (!this.#play.seatAt(tree.current)) {
      this.status.say(t("browsing"));
    } else if (this.#play.room && !this.#play.room.isComplete) {
      this.status.say(t("room.waiting"), { button: [t("room.invite"), () => this.#play.room.invite()] });
    } else if (this.#play.room && !isPerson) {
      const away = this.#play.room.isPresent ? "" : ` · ${t("room.away")}`;
      this.status.say(t("turn_of", { who: this.#play.nameOf(tree.seatAt()) }) + away);
    } else if (isPerson && opening) {
      this.#askOpening(tree.swap2, ply, frame.to_move);
    } else if (isPerson) {
      this.#askPerson(view, tree.seatAt());
    } else if (paused && !human) {
      this.status.say(t("paused"));
    } else if (!this.#play.awaited(tree.current)) {
      this.status.say(t("browsing"), { button: [t("continue_here"), () => this.#play.branchHere()] });
    } else {
      this.sayThinking(tree.seatAt());
    }
  }

  sayThinking(color) {
    this.status.say(t("thinking", { who: this.#play.nameOf(color) }), { busy: true });
  }

  #askPerson(view, color) {
    const { friends, tree } = this.#play;
    const who = colorName(color);
    if (view?.must_pass) {
      this.status.say(t("must_pass", { who }), { button: [t("pass"), () => this.#play.pass()] });
      return;
    }
    const { winsIn, mover } = tree.current;
    const announced = winsIn ? ` · ${t("proof.announced", { who: this.#play.nameOf(mover), n: winsIn })}` : "";
    this.status.say((friends ? t("turn_of", { who }) : t("your_turn")) + announced);
  }

  #askOpening(swap2, ply, toMove) {
    const { app, friends } = this.#play;
    const text = swap2.prompt(ply, toMove, friends);
    if (!swap2.choosing(ply)) {
      this.status.say(text);
      return;
    }
    const isNew = this.status.ask(text, () => swap2.choices(this.#play));
    const first = this.status.element.querySelector("button");
    if (isNew && app.view === this.#play && !isDialogOpen()) first.focus({ preventScroll: true });
  }
}
