// The Play view: a game between people and players, in any mix.

import { announce, isAbort, isDialogOpen, stopped, toast, wait } from "./dom.js";
import { t, colorName, playerName } from "./i18n.js";
import { afterMove, afterPass, other } from "./tree.js";
import { keepGame } from "./result.js";
import { resultText, whyNot } from "./words.js";
import { openingMove } from "./opening.js";
import { resignDialog } from "./resign.js";
import { Clock } from "./clock.js";
import { Hint } from "./hint.js";
import { Table } from "./table.js";
import { click } from "./sound.js";
import { thinkingTime } from "./timing.js";

const HUMAN = "human";
export const FRIEND = "friend"; // a person on another device

export class PlayView {
  #table;
  #clock;
  #hint;
  #single = false; // whether one move is played although the game is paused
  #run = null; // what the one at turn does: stops when something else happens
  paused = false;

  constructor(app) {
    this.app = app;
    this.#table = new Table(this);
    this.#clock = new Clock(this);
    this.#hint = new Hint(this);
    const { board, element, seatBoxes, status } = this.#table;
    Object.assign(this, { board, element, seatBoxes, status });
    board.addEventListener("square", (event) => this.choose(event.detail));
    this.#listen(app.connection);
  }

  // News of a game with a friend on another device; after the server was away, how it stands.
  #listen(connection) {
    connection.addEventListener("room", ({ detail }) => this.room?.follow(this, detail));
    connection.addEventListener("change", () => connection.state === "open" && this.room?.rejoin(this));
  }

  get tree() {
    return this.app.tree;
  }

  /** The game with a friend on another device, see room.js; null in all other games. */
  get room() {
    return this.tree?.room ?? null;
  }

  get seats() {
    return this.app.seats;
  }

  get human() {
    return Boolean(this.room) || this.seats.black === HUMAN || this.seats.white === HUMAN;
  }

  // Whether nobody here is one of the sides more than the other: two at one screen, or who watches.
  get friends() {
    if (this.room) return !this.room.color;
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

  isPersonAt(node) {
    return this.seatAt(node) === HUMAN;
  }

  // The player that is to answer at a node now; null where a person acts, or nobody.
  #playerAt(node) {
    const isWanted = this.awaited(node) && (!this.paused || this.#single) && !this.over;
    const seat = this.seatAt(node);
    return isWanted && seat !== HUMAN && seat !== FRIEND ? seat : null;
  }

  // Whether a player's move is wanted at a node: not where one only looks back.
  awaited(node) {
    return this.tree.toAnswer === node || node.children.every((child) => child.imagined);
  }

  // The shortest time for a player's answer, so that one sees it come.
  get pace() {
    const speed = this.human ? null : this.app.recall("speed");
    return speed ?? this.app.recall("pace") ?? 420;
  }

  get over() {
    return Boolean(this.tree.current.frame.over || this.ending);
  }

  get opening() {
    return this.tree.swap2 && !this.tree.swap2.done;
  }

  nameOf(color) {
    if (this.opening && this.friends) return this.tree.swap2.role(color);
    return this.friends ? colorName(color) : playerName(this.seats[color]);
  }

  // ---------------------------------------------------------------- life of the view

  show() {
    const { tree } = this;
    tree.told ??= new Set(tree.nodes().filter((node) => node.frame.over || tree.endingAt(node))); // ended before
    tree.results ??= new Set(tree.told); // ends whose result is shown
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
      if (seat === FRIEND && !this.room) this.seats[color] = HUMAN; // the other device is no longer there
    }
  }

  hide() {
    this.stop();
    this.#table.evaluation.hide();
  }

  stop() {
    this.#run?.abort(stopped());
    this.#run = null;
    this.#hint.stop();
    this.#clock.stop();
  }

  async newGame() {
    const module = await import("./newgame.js").catch(() => toast(t("server_away")));
    if (module && !isDialogOpen()) module.newGameDialog(this.app, (choice) => this.app.newGame(choice));
  }

  /** The same game again: with sides swapped, or against another level. */
  restart({ swap = false, level = null } = {}) {
    if (this.room) {
      const color = this.room.color ?? "black";
      this.app.openRoom(this.tree.game, swap ? other(color) : color);
      return;
    }
    const seat = (color) => (level && this.seats[color] !== HUMAN ? `level:${level}` : this.seats[color]);
    const [black, white] = [seat("black"), seat("white")];
    const { game, swap2 } = this.tree;
    const { minutes, increment, perMove, seconds } = this.app;
    const changed = swap !== (swap2?.first === "white"); // with swap2 the first player sits at black again
    const seats = changed ? { black: white, white: black } : { black, white };
    this.app.newGame({ game, minutes, increment, perMove, seconds, ...seats, swap2: Boolean(swap2) });
  }

  // ---------------------------------------------------------------- whose turn it is, and what happens then

  async turn() {
    this.stop();
    const { tree } = this;
    const node = tree.current;
    this.#run = new AbortController();
    const { signal } = this.#run;
    try {
      const player = this.#playerAt(node);
      const isNew = !node.view && node.parent; // a move that the server has not seen: it goes with the question
      if (!(isNew && player && !this.opening)) await this.app.viewOf(node, signal);
      if (tree !== this.tree || node !== tree.current) return;
      this.draw(true);
      if (this.over) this.finish();
      else if (this.opening) await (player && openingMove(this, node, player, signal));
      else if (player) await this.#think(tree, node, player, signal);
      else if (this.isPersonAt(node)) this.#clock.start(node);
    } catch (error) {
      if (!isAbort(error)) this.problem(error);
    }
  }

  // A player's answer to what stands at a node or, where that is new to the server, to the move that led there.
  async #think(tree, node, player, signal) {
    const color = node.frame.to_move;
    this.#clock.start(node);
    this.#table.sayThinking(color);
    const started = performance.now();
    const place = node.view ? tree.place(node) : { ...tree.place(node.parent), play: node.move };
    const limits = { seconds: player.startsWith("level:") ? thinkingTime(this.app, tree) : this.app.seconds };
    const onUpdate = ({ played }) => {
      Object.assign(node, { view: played, frame: played });
      this.draw(true);
    };
    const answer = await this.app.connection.ask("move", { ...place, player, ...limits }, { signal, onUpdate });
    if (!answer.choice) {
      this.finish();
      return;
    }
    await wait(Math.max(0, this.pace - (performance.now() - started)), signal);
    const { move, seconds, value, wins_in: winsIn } = answer.choice;
    const child = tree.add(node, move, answer.view);
    Object.assign(child, { seconds, value, winsIn });
    const { stand_in: standIn } = answer;
    if (standIn) toast(t("stand_in", { who: this.nameOf(color), player: playerName(standIn) }), 3.5);
    this.#step(child);
  }

  #step(child) {
    this.#single = false;
    const who = this.nameOf(child.mover);
    this.tree.ending = null;
    this.tree.playAt(child);
    if (child.move === "pass") {
      toast(who === t("you") ? t("you_pass") : t("passes", { who }), 3.5);
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
    if (!view || this.over || !this.isPersonAt(this.tree.current)) return;
    if (this.room && ply !== this.room.state.moves.length) {
      toast(t("browsing"));
      return;
    }
    if (this.tree.swap2?.choosing(ply)) {
      toast(t("swap2.first_choose"), 2);
    } else if (legal) {
      this.app.remember("coached", true);
      this.#play(name, afterMove(view, name, this.board.squareOf));
    } else if (view.stones[this.board.squareOf(name)] === "-" && !view.must_pass) {
      this.#explain(name);
    }
  }

  // Why a square may not be played: the server knows.
  async #explain(name) {
    const { connection, games } = this.app;
    const place = this.tree.place();
    const error = await connection.ask("view", { ...place, moves: place.moves + name }).catch((problem) => problem);
    toast(whyNot(error, games) ?? t("illegal", { move: name.toUpperCase() }), 2.4);
  }

  pass() {
    const { view } = this.tree.current;
    if (view?.must_pass) this.#play("pass", afterPass(view));
  }

  #play(move, frame) {
    const node = this.tree.current;
    const child = this.tree.add(node, move, frame);
    this.stop();
    child.seconds = this.opening ? null : node.spent;
    node.spent = 0;
    this.room?.send(this, move, node.ply);
    this.#step(child);
  }

  /** A move that came from another device. */
  arrive(node) {
    this.#step(node);
  }

  finish() {
    this.draw(true);
    const { tree } = this;
    if (tree.told.has(tree.current)) return;
    tree.told.add(tree.current);
    const node = tree.current;
    announce(this.resultText(node.view ?? node.frame));
    if (!this.room || this.room.color === "black") keepGame(this); // once, and not by everybody
    const show = () => {
      tree.results.add(node);
      if (tree !== this.tree || this.app.view !== this) return;
      this.draw(true);
      this.#table.result.count();
    };
    setTimeout(show, this.app.recall("pace") ?? 700);
  }

  resultText(frame) {
    return resultText(this, frame, this.app.factsOf(this.tree.game));
  }

  // ---------------------------------------------------------------- what the buttons do

  #isHumanTurn(node) {
    return this.isPersonAt(node) && !node.view?.must_pass && !node.view?.over;
  }

  undoTarget() {
    if (this.room) return null; // a move that the friend has seen stays
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
    return this.#hint.isAllowed && !this.room;
  }

  hint() {
    if (!this.room) this.#hint.ask();
  }

  resign() {
    const { tree } = this;
    if (!tree.current.view || this.over || !tree.seatAt() || (this.room && !this.room.color)) return;
    resignDialog(() => {
      if (this.room) {
        this.room.resign(this);
        return;
      }
      const person = this.seats.black === HUMAN ? "black" : "white";
      this.end(this.friends ? tree.seatAt() : person, "resign");
    });
  }

  end(loser, reason) {
    this.stop();
    const { tree } = this;
    tree.ending = { node: tree.current, winner: other(loser), reason };
    tree.told.delete(tree.current);
    this.app.changed();
    this.finish();
  }

  togglePause() {
    this.paused = !this.paused;
    this.#single = false;
    if (!this.paused && this.tree.current.children.length) this.tree.playAt(this.tree.last());
    this.draw(true);
    this.turn();
  }

  /** One move of a game that is watched, and no more. */
  singleStep() {
    this.paused = true;
    const next = this.tree.next();
    if (next) {
      this.jump(next);
      return;
    }
    this.#single = true;
    this.draw(true);
    this.turn();
  }

  // Go on from what one looks at.
  branchHere() {
    this.tree.playAt(this.tree.current);
    this.paused = false;
    this.turn();
  }

  #passOrPause() {
    if (this.tree.current.view?.must_pass) this.pass();
    else if (!this.human) this.togglePause();
  }

  keys = {
    t: () => this.#table.threats.toggle(),
    u: () => this.undo(),
    y: () => this.redo(),
    h: () => this.hint(),
    n: () => this.newGame(),
    r: () => this.app.go("review"),
    p: () => this.#passOrPause(),
    s: () => !this.human && !this.over && this.singleStep(),
    ArrowLeft: () => this.board.focusBoard(),
    ArrowRight: () => this.board.focusBoard(),
    ArrowUp: () => this.board.focusBoard(),
    ArrowDown: () => this.board.focusBoard(),
  };

  // Draw everything; the stones without movement if `still`.
  draw(still = false) {
    this.#table.draw(still);
    this.#clock.show();
  }

  problem(error) {
    this.status.problem(this.app.errorText(error), t("try_again"), () => this.turn());
  }
}
