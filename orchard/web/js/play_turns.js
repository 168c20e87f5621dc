// What happens in a game that is played: a person's move, a player's answer, the end.

import { announce, isAbort, stopped, toast, wait } from "./dom.js";
import { t, playerName } from "./i18n.js";
import { afterMove, afterPass, other } from "./tree.js";
import { whyNot } from "./words.js";
import { Clock } from "./clock.js";
import { PlayState } from "./play_state.js";
import { Table } from "./table.js";
import { keepGame } from "./keep.js";
import { click } from "./sound.js";
import { thinkingTime } from "./timing.js";

export class PlayTurns extends PlayState {
  #run = null; // what the one at turn does: stops when something else happens

  constructor(app) {
    super(app);
    this.table = new Table(this);
    this.clock = new Clock(this);
    const { board, element, seatBoxes, status } = this.table;
    Object.assign(this, { board, element, seatBoxes, status });
    board.addEventListener("square", (event) => this.choose(event.detail));
  }

  stop() {
    this.#run?.abort(stopped());
    this.#run = null;
    this.clock.stop();
  }

  async turn() {
    this.stop();
    const { tree } = this;
    const node = tree.current;
    this.#run = new AbortController();
    const { signal } = this.#run;
    try {
      const player = this.playerAt(node);
      const isNew = !node.view && node.parent; // a move that the server has not seen: it goes with the question
      if (!(isNew && player && !this.opening)) await this.app.viewOf(node, signal);
      if (tree !== this.tree || node !== tree.current) return;
      this.draw(true);
      if (this.over) this.finish();
      else if (this.opening) await (player && tree.swap2.answer(this, node, player, signal));
      else if (player) await this.#think(tree, node, player, signal);
      else if (this.isPersonAt(node)) this.clock.start(node);
    } catch (error) {
      if (!isAbort(error)) this.problem(error);
    }
  }

  // A player's answer to what stands at a node or, where that is new to the server, to the move that led there.
  async #think(tree, node, player, signal) {
    const color = node.frame.to_move;
    this.clock.start(node);
    this.table.sayThinking(color);
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
    this.single = false;
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
      this.table.result.use((result) => this.over && result.count());
    };
    setTimeout(show, this.app.recall("pace") ?? 700);
  }

  end(loser, reason) {
    this.stop();
    const { tree } = this;
    tree.ending = { node: tree.current, winner: other(loser), reason };
    tree.told.delete(tree.current);
    this.app.changed();
    this.finish();
  }

  // Draw everything; the stones without movement if `still`.
  draw(still = false) {
    this.table.draw(still);
    this.clock.show();
  }

  problem(error) {
    this.status.problem(this.app.errorText(error), t("try_again"), () => this.turn());
  }
}
