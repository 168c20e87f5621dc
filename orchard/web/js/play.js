// The Play view: a game between people and players, in any mix, and what its buttons and keys do.

import { toast } from "./dom.js";
import { t } from "./i18n.js";
import { forDialog } from "./parts.js";
import { FRIEND, HUMAN } from "./play_state.js";
import { PlayTurns } from "./play_turns.js";
import { other } from "./tree.js";

export class PlayView extends PlayTurns {
  #hint = null; // once one was asked for

  constructor(app) {
    super(app);
    this.#listen(app.connection);
  }

  // News of a game with a friend on another device; after the server was away, how it stands.
  #listen(connection) {
    connection.addEventListener("room", ({ detail }) => this.room?.follow(this, detail));
    connection.addEventListener("change", () => connection.state === "open" && this.room?.rejoin(this));
  }

  // ---------------------------------------------------------------- life of the view

  show() {
    const { tree } = this;
    if (this.human || !tree.told) this.paused = false; // also a game that is shown for the first time goes on
    tree.told ??= new Set(tree.nodes().filter((node) => node.frame.over || tree.endingAt(node))); // ended before
    tree.results ??= new Set(tree.told); // ends whose result is shown
    tree.backToPlay();
    this.#seatWhoCanPlay();
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
      const isElsewhere = this.app.games.list.some((game) => game.players.includes(name));
      if (isElsewhere && !players.includes(name)) this.seats[color] = "level:2";
      if (seat === FRIEND && !this.room) this.seats[color] = HUMAN; // the other device is no longer there
    }
  }

  hide() {
    this.stop();
    this.table.evaluation.part?.hide();
  }

  stop() {
    super.stop();
    this.#hint?.stop();
  }

  async newGame() {
    const loaded = Promise.all([import("./newgame.js"), this.app.askPlayers()]);
    const [module] = (await forDialog(loaded, "newgame")) ?? [];
    module?.newGameDialog(this.app, (choice) => this.app.newGame(choice));
  }

  /** The same game again: with sides swapped, or against another level. */
  restart({ swap = false, level = null } = {}) {
    if (this.room) {
      const color = this.room.color ?? "black";
      this.app.openRoom(this.tree.game, swap ? other(color) : color, this.room.timing);
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

  // ---------------------------------------------------------------- what the buttons do

  undo() {
    const to = this.undoTarget();
    if (to) this.jump(to);
  }

  redo() {
    let node = this.tree.next();
    while (node && this.human && !this.isHumanTurn(node) && this.tree.next(node)) node = this.tree.next(node);
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

  async hint() {
    if (!this.mayHint) return;
    const module = await import("./hint.js").catch(() => toast(t("server_away")));
    if (!module) return;
    this.#hint ??= new module.Hint(this);
    this.#hint.ask();
  }

  async resign() {
    const { tree } = this;
    if (!tree.current.view || this.over || !tree.seatAt() || (this.room && !this.room.color)) return;
    const module = await forDialog(import("./resign.js"));
    module?.resignDialog(() => {
      if (this.room) {
        this.room.resign(this);
        return;
      }
      const person = this.seats.black === HUMAN ? "black" : "white";
      this.end(this.friends ? tree.seatAt() : person, "resign");
    });
  }

  togglePause() {
    this.paused = !this.paused;
    this.single = false;
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
    this.single = true;
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
    t: () => this.table.threats.toggle(),
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
}
