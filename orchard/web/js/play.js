// The Play view: a game between people and players, in any mix.

import { announce, h, isAbort, isDialogOpen, openDialog, refill, stopped, toast, wait } from "./dom.js";
import { t, colorName, gameAim, percent, playerName, signed } from "./i18n.js";
import { afterMove, afterPass, other } from "./tree.js";
import { keepCurrentInSight, moveList } from "./moves.js";
import { keepGame, resultDialog } from "./result.js";
import { resultText } from "./words.js";
import { shareRow } from "./files.js";
import { provedText } from "./proof.js";
import { openingChoices, openingMove, takeColor } from "./opening.js";
import { actionButtons } from "./actions.js";
import { SeatBoxes } from "./seats.js";
import { Status } from "./status.js";
import { ThreatOverlay } from "./threats.js";
import { click } from "./sound.js";

const HUMAN = "human";

export class PlayView {
  constructor(app) {
    this.app = app;
    this.board = h("orchard-board");
    this.board.addEventListener("square", (event) => this.choose(event.detail));
    this.title = h("h1", {});
    this.aim = h("span", { class: "chip" });
    this.seatBoxes = new SeatBoxes();
    this.status = new Status();
    this.moves = h("div", { class: "card moves", tabindex: "0", role: "region" });
    this.actions = h("div", { class: "actions" });
    this.extra = h("div", {});
    this.threats = new ThreatOverlay(app, this.board);
    this.element = h(
      "div",
      { class: "stage play" },
      h(
        "div",
        { class: "board-side" },
        h("div", { class: "aim" }, this.title, this.threats.button, this.aim),
        this.board,
        this.threats.legend,
      ),
      h("div", { class: "panel" }, this.seatBoxes.element, this.status.element, this.actions, this.moves, this.extra),
    );
    this.paused = false;
    this.run = null;
    this.hinting = null;
    this.timed = null; // whose turn is timed: the node, and since when
    setInterval(() => this.#tick(), 250);
    addEventListener("pagehide", () => this.#leavePage());
  }

  get tree() {
    return this.app.tree;
  }

  get seats() {
    return this.app.seats;
  }

  get human() {
    return this.seats.black === HUMAN || this.seats.white === HUMAN;
  }

  get friends() {
    return this.seats.black === HUMAN && this.seats.white === HUMAN;
  }

  // How the game that is shown ended, if not by its rules.
  get ending() {
    return this.tree.endingAt();
  }

  // Who acts at a node; null where nobody does.
  seatAt(node) {
    return this.seats[this.tree.seatAt(node)] ?? null;
  }

  // Whether a player's move is wanted at a node: not where one only looks back.
  awaited(node) {
    return this.tree.toAnswer === node || node.children.every((child) => child.imagined);
  }

  // The shortest time for a player's answer, so that one sees it come.
  get pace() {
    return this.app.recall("pace") ?? 420;
  }

  get over() {
    return Boolean(this.tree.current.frame.over || this.ending);
  }

  get opening() {
    return this.tree.swap2 && !this.tree.swap2.done;
  }

  nameOf(color) {
    if (this.opening && this.friends) return this.tree.swap2.role(color);
    return this.seats[color] === HUMAN && this.friends ? colorName(color) : playerName(this.seats[color]);
  }

  // ---------------------------------------------------------------- life of the view

  show() {
    const { tree } = this;
    tree.told ??= new Set(tree.nodes().filter((node) => node.frame.over || tree.endingAt(node))); // ended before
    tree.backToPlay();
    this.#seatWhoCanPlay();
    if (this.human) this.paused = false;
    this.app.changed();
    this.board.setGame(this.app.factsOf(tree.game));
    this.draw(true);
    this.turn();
  }

  // A player that does not play this game leaves its seat to a level.
  #seatWhoCanPlay() {
    const { players } = this.app.factsOf(this.tree.game);
    for (const [color, seat] of Object.entries(this.seats)) {
      const name = seat.split(":")[0];
      const isPlayer = this.app.players.some((entry) => entry.name === name);
      if (isPlayer && !players.includes(name)) this.seats[color] = "level:2";
    }
  }

  hide() {
    this.stop();
  }

  stop() {
    this.run?.abort(stopped());
    this.hinting?.abort(stopped());
    this.run = null;
    this.hinting = null;
    this.#keepTime();
    this.timed = null;
  }

  // A person's time stays with the position when its clock stops.
  #keepTime() {
    if (!this.timed) return;
    const { node, since } = this.timed;
    this.timed.since = performance.now();
    if (this.seatAt(node) === HUMAN) node.spent += (this.timed.since - since) / 1000;
  }

  // The address keeps the clock.
  #leavePage() {
    if (this.app.view !== this || !this.app.minutes) return;
    this.#keepTime();
    this.app.changed();
  }

  async newGame() {
    const module = await import("./newgame.js").catch(() => toast(t("server_away")));
    if (module && !isDialogOpen()) module.newGameDialog(this.app, (choice) => this.app.newGame(choice));
  }

  restart(swap = false) {
    const { black, white } = this.seats;
    const { game, swap2 } = this.tree;
    const { minutes, seconds } = this.app;
    const changed = swap !== (swap2?.first === "white"); // with swap2 the first player sits at black again
    const seats = changed ? { black: white, white: black } : { black, white };
    this.app.newGame({ game, minutes, seconds, ...seats, swap2: Boolean(swap2) });
  }

  // ---------------------------------------------------------------- whose turn it is, and what happens then

  async turn() {
    this.stop();
    const { tree } = this;
    const node = tree.current;
    const run = new AbortController();
    this.run = run;
    try {
      const view = await this.app.viewOf(node, run.signal);
      if (tree !== this.tree || node !== tree.current) return;
      this.draw(this.drawn === node);
      if (view.over || this.ending) this.finish(view);
      else await this.#act(tree, node, view, run.signal);
    } catch (error) {
      if (!isAbort(error)) this.#problem(error);
    }
  }

  // The one at turn thinks: a person beside a running clock, a player for itself.
  async #act(tree, node, view, signal) {
    const seat = this.seatAt(node);
    const answers = seat && seat !== HUMAN && this.awaited(node) && !this.paused;
    if (this.opening) {
      if (answers) await openingMove(this, node, seat, signal);
    } else if (seat === HUMAN) {
      this.timed = { node, since: performance.now() };
      this.draw(true);
    } else if (answers) {
      this.timed = { node, since: performance.now() };
      await this.#think(tree, node, view, seat, signal);
    }
  }

  async #think(tree, node, view, player, signal) {
    const who = this.nameOf(view.to_move);
    this.status.say(t("thinking", { who }), { busy: true });
    const started = performance.now();
    const limits = player.startsWith("level:") ? {} : { seconds: this.app.seconds };
    const answer = await this.app.connection.ask("move", { ...tree.place(node), player, ...limits }, { signal });
    await wait(Math.max(0, this.pace - (performance.now() - started)), signal);
    const { move, seconds, value, wins_in: winsIn } = answer.choice;
    const child = tree.add(node, move, answer.view);
    Object.assign(child, { seconds, value, winsIn });
    if (answer.stand_in) toast(t("stand_in", { who, player: playerName(answer.stand_in) }), 3.5);
    this.#step(child, view);
  }

  takeColor(choice) {
    takeColor(this, choice);
  }

  #step(child, view) {
    const who = this.nameOf(view.to_move);
    this.tree.ending = null;
    this.tree.playAt(child);
    if (child.move === "pass") {
      toast(t("passes", { who }), 3.5);
    } else {
      click();
      announce(t("played", { who, move: child.move.toUpperCase() }));
    }
    this.draw();
    this.app.changed();
    this.turn();
  }

  choose({ name, legal }) {
    const { view, ply } = this.tree.current;
    if (!view || this.over || this.seatAt(this.tree.current) !== HUMAN) return;
    if (this.tree.swap2?.choosing(ply)) {
      toast(t("swap2.first_choose"), 2);
    } else if (legal) {
      this.#play(name, afterMove(view, name, this.board.squareOf), view);
    } else if (view.stones[this.board.squareOf(name)] === "-" && !view.must_pass) {
      toast(t("illegal", { move: name.toUpperCase() }), 1.6);
    }
  }

  pass() {
    const { view } = this.tree.current;
    if (view?.must_pass) this.#play("pass", afterPass(view), view);
  }

  #play(move, frame, view) {
    const node = this.tree.current;
    const child = this.tree.add(node, move, frame);
    this.stop();
    child.seconds = this.opening ? null : node.spent;
    node.spent = 0;
    this.#step(child, view);
  }

  finish(view) {
    this.draw(true);
    const { tree } = this;
    if (tree.told.has(tree.current)) return;
    tree.told.add(tree.current);
    const text = this.#resultText(view);
    announce(text);
    keepGame(this);
    const show = () => {
      if (tree === this.tree && this.app.view === this) resultDialog(this, view, text);
    };
    setTimeout(show, this.app.recall("pace") ?? 700);
  }

  #resultText(frame) {
    return resultText(this, frame, this.app.factsOf(this.tree.game));
  }

  // ---------------------------------------------------------------- what the buttons do

  #isHumanTurn(node) {
    return this.seatAt(node) === HUMAN && !node.view?.must_pass && !node.view?.over;
  }

  undoTarget() {
    let node = this.tree.current.parent;
    while (node && this.human && !this.#isHumanTurn(node)) node = node.parent;
    return node;
  }

  undo() {
    const to = this.undoTarget();
    if (to) this.jump(to);
  }

  redo() {
    let node = this.tree.next();
    while (node && this.human && !this.#isHumanTurn(node) && this.tree.next(node)) node = this.tree.next(node);
    if (node) this.jump(node);
  }

  jump(node) {
    if (!this.human) this.paused = true;
    this.tree.swap2?.backTo(node.ply);
    this.tree.browseTo(node);
    this.draw();
    this.app.changed();
    this.turn();
  }

  get mayHint() {
    return !this.over && !this.opening && this.seatAt(this.tree.current) === HUMAN;
  }

  async hint() {
    const { tree } = this;
    const node = tree.current;
    if (!this.mayHint || !node.view || node.view.must_pass) return;
    this.hinting?.abort(stopped());
    const hinting = new AbortController();
    this.hinting = hinting;
    this.status.say(t("hint.searching"), { busy: true });
    const show = (found) => {
      if (tree.current !== node || this.hinting !== hinting) return;
      this.board.mark({ hint: found.best });
      this.status.say(t("hint.found", { move: found.best.toUpperCase() }) + hintWorth(found));
    };
    try {
      const ask = { ...tree.place(node), seconds: 1, every_move: false };
      show(await this.app.connection.ask("analyse", ask, { signal: hinting.signal, onUpdate: show }));
    } catch (error) {
      if (!isAbort(error)) this.#problem(error);
    }
  }

  resign() {
    const { tree } = this;
    if (!tree.current.view || this.over || !tree.seatAt()) return;
    const dialog = h(
      "dialog",
      { "aria-label": t("resign") },
      h(
        "form",
        { method: "dialog" },
        h("h2", {}, t("resign.ask")),
        h(
          "div",
          { class: "row end" },
          h("button", { value: "no", autofocus: true }, t("cancel")),
          h("button", { class: "primary", value: "yes" }, t("resign")),
        ),
      ),
    );
    openDialog(dialog).addEventListener("close", () => {
      const person = this.seats.black === HUMAN ? "black" : "white";
      if (dialog.returnValue === "yes") this.end(this.friends ? tree.seatAt() : person, "resign");
    });
  }

  end(loser, reason) {
    this.stop();
    const { tree } = this;
    tree.ending = { node: tree.current, winner: other(loser), reason };
    tree.told.delete(tree.current);
    this.app.changed();
    this.finish(tree.current.view ?? tree.current.frame);
  }

  togglePause() {
    this.paused = !this.paused;
    if (!this.paused && this.tree.current.children.length) this.tree.playAt(this.tree.last());
    this.draw(true);
    this.turn();
  }

  #passOrPause() {
    if (this.tree.current.view?.must_pass) this.pass();
    else if (!this.human) this.togglePause();
  }

  keys = {
    t: () => this.threats.toggle(),
    u: () => this.undo(),
    y: () => this.redo(),
    h: () => this.hint(),
    n: () => this.newGame(),
    r: () => this.app.go("review"),
    p: () => this.#passOrPause(),
    ArrowLeft: () => this.board.focusBoard(),
    ArrowRight: () => this.board.focusBoard(),
    ArrowUp: () => this.board.focusBoard(),
    ArrowDown: () => this.board.focusBoard(),
  };

  // ---------------------------------------------------------------- drawing

  draw(still = false) {
    const { tree } = this;
    const node = tree.current;
    const { frame, view } = node;
    const facts = this.app.factsOf(tree.game);
    const open = view && !this.over && this.seatAt(node) === HUMAN && !tree.swap2?.choosing(node.ply);
    this.board.show(frame, { legal: open ? view.legal : {}, still: still && this.drawn === node });
    this.drawn = node;
    this.threats.show(node);
    this.title.textContent = this.app.nameOfGame(tree.game);
    this.aim.textContent = gameAim(facts);
    this.aim.classList.toggle("odd", facts.odd_aim);
    this.#drawSeats(facts);
    this.#tick();
    this.#drawStatus();
    refill(this.actions, actionButtons(this));
    this.moves.setAttribute("aria-label", t("moves"));
    const list = moveList(tree, (to) => this.jump(to));
    refill(this.moves, list);
    keepCurrentInSight(this.moves);
    refill(this.extra, shareRow(this.app));
  }

  #drawSeats(facts) {
    const { tree } = this;
    const { frame } = tree.current;
    for (const color of ["black", "white"]) {
      this.seatBoxes.show(color, {
        name: this.nameOf(color),
        sub: this.#about(color),
        count: facts.margin ? String(frame[color]) : "",
        turn: !this.over && tree.seatAt() === color,
      });
    }
  }

  // The small words under a name.
  #about(color) {
    if (this.opening) return this.friends ? "" : this.tree.swap2.role(color);
    return this.app.describe(this.seats[color], this.tree.game) || colorName(color);
  }

  #drawStatus() {
    const { tree } = this;
    const { view, frame, ply } = tree.current;
    const seat = this.seatAt(tree.current);
    if (this.over) {
      this.status.say(this.#resultText(view ?? frame), { button: [t("review"), () => this.app.go("review")] });
    } else if (!seat) {
      this.status.say(t("browsing"));
    } else if (seat === HUMAN && this.opening) {
      this.#askOpening(tree.swap2, ply, frame.to_move);
    } else if (seat === HUMAN) {
      this.#askPerson(view, tree.seatAt());
    } else if (this.paused && !this.human) {
      this.status.say(t("paused"));
    } else if (!this.awaited(tree.current)) {
      this.status.say(t("browsing"), { button: [t("continue_here"), () => this.#branchHere()] });
    } else {
      this.status.say(t("thinking", { who: this.nameOf(tree.seatAt()) }), { busy: true });
    }
  }

  #askPerson(view, color) {
    const who = colorName(color);
    if (view?.must_pass) {
      this.status.say(t("must_pass", { who }), { button: [t("pass"), () => this.pass()] });
      return;
    }
    const { winsIn, mover } = this.tree.current;
    const announced = winsIn ? ` · ${t("proof.announced", { who: this.nameOf(mover), n: winsIn })}` : "";
    this.status.say((this.friends ? t("turn_of", { who }) : t("your_turn")) + announced);
  }

  #askOpening(swap2, ply, toMove) {
    const text = swap2.prompt(ply, toMove, this.friends);
    if (!swap2.choosing(ply)) {
      this.status.say(text);
      return;
    }
    const isNew = this.status.ask(text, () => openingChoices(swap2, (choice) => this.takeColor(choice)));
    const first = this.status.element.querySelector("button");
    if (isNew && this.app.view === this && !isDialogOpen()) first.focus({ preventScroll: true });
  }

  #branchHere() {
    this.tree.playAt(this.tree.current);
    this.paused = false;
    this.turn();
  }

  #problem(error) {
    this.status.problem(this.app.errorText(error), t("try_again"), () => this.turn());
  }

  // Show the clocks; who has no time left has lost.
  #tick() {
    const { tree, app } = this;
    if (!tree || app.view !== this) return;
    const toMove = tree.current.frame.to_move;
    const isRunning = this.timed?.node === tree.current && !this.over;
    const running = isRunning ? (performance.now() - this.timed.since) / 1000 : 0;
    for (const color of ["black", "white"]) {
      const used = tree.used(color) + (toMove === color ? running : 0);
      const left = app.minutes ? app.minutes * 60 - used : null;
      this.seatBoxes.showTime(color, used, left);
      if (left !== null && left <= 0 && running && !this.ending && toMove === color) this.end(color, "time");
    }
  }
}

// What a hint is worth, in brackets.
function hintWorth({ value, unit, wins_in: winsIn }) {
  if (winsIn) return ` (${provedText(winsIn)})`;
  if (value === null) return "";
  return ` (${unit === "discs" ? signed(value, 0) : percent(value)})`;
}
