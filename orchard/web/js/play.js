// The Play view: a game between people and players, in any mix.

import { h, icon, refill, toast, announce, openDialog, wait } from "./dom.js";
import { t, colorName, duration, gameAim, gameName, percent, playerName, signed } from "./i18n.js";
import { afterMove } from "./tree.js";
import { keepCurrentInSight, moveList, moveText } from "./moves.js";
import { keepGame, resultDialog, resultText } from "./result.js";
import { shareRow } from "./files.js";
import { provedText } from "./proof.js";
import { openingMove, takeColor } from "./swap2.js";
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
    this.seatBoxes = { black: this.#seat("black"), white: this.#seat("white") };
    this.status = h("div", { class: "status", role: "status" });
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
      h(
        "div",
        { class: "panel" },
        h("div", { class: "card seats" }, this.seatBoxes.black.box, this.seatBoxes.white.box),
        this.status,
        this.actions,
        this.moves,
        this.extra,
      ),
    );
    this.paused = false;
    this.run = null;
    this.hinting = null;
    this.timed = null; // whose turn is timed: the node, and since when
    setInterval(() => this.#tick(), 250);
    addEventListener("pagehide", () => app.view === this && app.minutes && (this.#keepTime(), app.changed()));
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

  get opening() {
    return this.tree.swap2 && !this.tree.swap2.done;
  }

  nameOf(color) {
    if (this.opening && this.friends) return this.tree.swap2.role(color);
    return this.seats[color] === HUMAN && this.friends ? colorName(color) : playerName(this.seats[color]);
  }

  #seat(color) {
    const parts = {
      name: h("div", { class: "name" }),
      sub: h("div", { class: "sub" }),
      time: h("div", { class: "time num" }),
      count: h("div", { class: "count num" }),
    };
    parts.box = h(
      "div",
      { class: "seat" },
      h("span", { class: `stone ${color}`, role: "img" }),
      h("div", { class: "who" }, parts.name, parts.sub),
      parts.time,
      parts.count,
    );
    return parts;
  }

  // ---------------------------------------------------------------- life of the view

  show() {
    const { tree } = this;
    tree.told ??= new Set(tree.nodes().filter((node) => node.frame.over || tree.endingAt(node))); // ends that were there before
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
    const game = this.tree.game.split(":")[0];
    for (const [color, seat] of Object.entries(this.seats)) {
      const player = this.app.players.find((entry) => entry.name === seat.split(":")[0]);
      if (player && !player.games.includes(game)) this.seats[color] = "level:2";
    }
  }

  hide() {
    this.stop();
  }

  stop() {
    this.run?.abort(new DOMException("stopped", "AbortError"));
    this.hinting?.abort(new DOMException("stopped", "AbortError"));
    this.run = this.hinting = null;
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

  async newGame() {
    const module = await import("./newgame.js").catch(() => toast(t("server_away")));
    if (module && !document.querySelector("dialog[open]"))
      module.newGameDialog(this.app, (choice) => this.app.newGame(choice));
  }

  restart(swap = false) {
    const { black, white } = this.seats;
    const { swap2 } = this.tree;
    const changed = swap !== (swap2?.first === "white"); // with swap2 the first player sits at black again
    this.app.newGame({
      game: this.tree.game,
      minutes: this.app.minutes,
      seconds: this.app.seconds,
      black: changed ? white : black,
      white: changed ? black : white,
      swap2: Boolean(swap2),
    });
  }

  // ---------------------------------------------------------------- whose turn it is, and what happens then

  async turn() {
    this.stop();
    const tree = this.tree;
    const node = tree.current;
    const run = (this.run = new AbortController());
    try {
      const view = await this.app.viewOf(node, run.signal);
      if (tree !== this.tree || node !== tree.current) return;
      this.draw(this.drawn === node);
      if (view.over || this.ending) return this.finish(view);
      const seat = this.seatAt(node);
      if (this.opening) {
        if (seat !== HUMAN && this.awaited(node) && !this.paused) await openingMove(this, node, seat, run.signal);
      } else if (seat === HUMAN) {
        this.timed = { node, since: performance.now() };
        this.draw(true);
      } else if (seat && this.awaited(node) && !this.paused) {
        this.timed = { node, since: performance.now() };
        await this.#think(tree, node, view, seat, run.signal);
      }
    } catch (error) {
      if (error.name !== "AbortError") this.#problem(error);
    }
  }

  async #think(tree, node, view, player, signal) {
    this.#say(t("thinking", { who: this.nameOf(view.to_move) }), { dots: true });
    const started = performance.now();
    const limits = player.startsWith("level:") ? {} : { seconds: this.app.seconds };
    const answer = await this.app.connection.ask("move", { ...tree.place(node), player, ...limits }, { signal });
    await wait(Math.max(0, this.pace - (performance.now() - started)), signal);
    const { move, seconds, value } = answer.choice;
    const child = tree.add(node, move, answer.view);
    child.seconds = seconds;
    child.value = value;
    child.winsIn = answer.choice.wins_in;
    if (answer.stand_in)
      toast(t("stand_in", { who: this.nameOf(view.to_move), player: playerName(answer.stand_in) }), 3.5);
    this.#step(child, view);
  }

  takeColor(choice) {
    takeColor(this, choice);
  }

  #step(child, view) {
    const who = view.to_move;
    this.tree.ending = null;
    this.tree.playAt(child);
    if (child.move === "pass") {
      toast(t("passes", { who: this.nameOf(who) }), 3.5);
    } else {
      click();
      announce(t("played", { who: this.nameOf(who), move: child.move.toUpperCase() }));
    }
    this.draw();
    this.app.changed();
    this.turn();
  }

  choose({ name, legal }) {
    const view = this.tree.current.view;
    if (!view || view.over || this.ending || this.seatAt(this.tree.current) !== HUMAN) return;
    if (this.tree.swap2?.choosing(this.tree.current.ply)) return toast(t("swap2.first_choose"), 2);
    if (!legal) {
      if (view.stones[this.board.squareOf(name)] === "-" && !view.must_pass)
        toast(t("illegal", { move: name.toUpperCase() }), 1.6);
      return;
    }
    this.#play(name, afterMove(view, name, this.board.squareOf), view);
  }

  pass() {
    const view = this.tree.current.view;
    if (view?.must_pass)
      this.#play(
        "pass",
        { ...view, move: "pass", flipped: [], to_move: view.to_move === "black" ? "white" : "black", legal: undefined },
        view,
      );
  }

  #play(move, frame, view) {
    delete frame.legal;
    const node = this.tree.current;
    const child = this.tree.add(node, move, frame);
    this.stop();
    child.seconds = this.opening ? null : node.spent;
    node.spent = 0;
    this.#step(child, view);
  }

  finish(view) {
    this.draw(true);
    const tree = this.tree;
    if (tree.told.has(tree.current)) return;
    tree.told.add(tree.current);
    const text = resultText(this, view);
    announce(text);
    keepGame(this);
    setTimeout(
      () => tree === this.tree && this.app.view === this && resultDialog(this, view, text),
      this.app.recall("pace") ?? 700,
    );
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

  async hint() {
    const tree = this.tree;
    const node = tree.current;
    if (
      !node.view ||
      node.view.over ||
      this.ending ||
      this.opening ||
      this.seatAt(node) !== HUMAN ||
      node.view.must_pass
    )
      return;
    this.hinting?.abort(new DOMException("stopped", "AbortError"));
    const hinting = (this.hinting = new AbortController());
    this.#say(t("hint.searching"), { dots: true });
    const show = (found) => {
      if (tree.current !== node || this.hinting !== hinting) return;
      this.board.mark({ hint: found.best });
      const worth = found.wins_in
        ? ` (${provedText(found.wins_in)})`
        : found.value === null
          ? ""
          : ` (${found.unit === "discs" ? signed(found.value, 0) : percent(found.value)})`;
      this.#say(t("hint.found", { move: found.best.toUpperCase() }) + worth);
    };
    try {
      show(
        await this.app.connection.ask(
          "analyse",
          { ...tree.place(node), seconds: 1, every_move: false },
          { signal: hinting.signal, onUpdate: show },
        ),
      );
    } catch (error) {
      if (error.name !== "AbortError") this.#problem(error);
    }
  }

  resign() {
    const { tree } = this;
    const view = tree.current.view;
    if (!view || view.over || this.ending || !tree.seatAt()) return;
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
      if (dialog.returnValue !== "yes") return;
      this.end(this.friends ? tree.seatAt() : this.seats.black === HUMAN ? "black" : "white", "resign");
    });
  }

  end(loser, reason) {
    this.stop();
    const { tree } = this;
    tree.ending = { node: tree.current, winner: loser === "black" ? "white" : "black", reason };
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

  keys = {
    t: () => this.threats.toggle(),
    u: () => this.undo(),
    y: () => this.redo(),
    h: () => this.hint(),
    n: () => this.newGame(),
    r: () => this.app.go("review"),
    p: () => (this.tree.current.view?.must_pass ? this.pass() : this.human || this.togglePause()),
    ArrowLeft: () => this.board.focusBoard(),
    ArrowRight: () => this.board.focusBoard(),
    ArrowUp: () => this.board.focusBoard(),
    ArrowDown: () => this.board.focusBoard(),
  };

  // ---------------------------------------------------------------- drawing

  draw(still = false) {
    const { tree, seats } = this;
    const node = tree.current;
    const { frame, view } = node;
    const facts = this.app.factsOf(tree.game);
    const open = view && !view.over && !this.ending && this.seatAt(node) === HUMAN && !tree.swap2?.choosing(node.ply);
    this.board.show(frame, { legal: open ? view.legal : {}, still: still && this.drawn === node });
    this.drawn = node;
    this.threats.show(node);
    this.title.textContent = gameName(tree.game);
    this.aim.textContent = gameAim(tree.game);
    this.aim.classList.toggle("reversed", tree.game === "reversed_reversi");
    const over = frame.over || this.ending;
    for (const color of ["black", "white"]) {
      const seat = this.seatBoxes[color];
      seat.name.textContent = this.nameOf(color);
      seat.sub.textContent = this.opening
        ? this.friends
          ? ""
          : tree.swap2.role(color)
        : this.app.describe(seats[color], tree.game) || colorName(color);
      seat.sub.title = seat.sub.textContent;
      seat.box.querySelector(".stone").setAttribute("aria-label", colorName(color));
      seat.count.textContent = facts.passes ? String(frame[color]) : "";
      seat.box.classList.toggle("turn", !over && tree.seatAt(node) === color);
    }
    this.#tick();
    this.#drawStatus();
    this.#drawActions();
    this.moves.setAttribute("aria-label", t("moves"));
    refill(
      this.moves,
      moveList(tree, (to) => this.jump(to)),
    );
    keepCurrentInSight(this.moves);
    refill(this.extra, shareRow(this.app));
  }

  #drawStatus() {
    const { tree } = this;
    const { view, frame } = tree.current;
    if (frame.over || this.ending)
      return this.#say(resultText(this, view ?? frame), { button: [t("review"), () => this.app.go("review")] });
    const who = tree.seatAt();
    const seat = this.seatAt(tree.current);
    if (!seat) return this.#say(t("browsing"));
    if (this.opening && seat === HUMAN) return this.#askOpening(tree.swap2, tree.current.ply, frame.to_move);
    if (seat === HUMAN) {
      if (view?.must_pass)
        return this.#say(t("must_pass", { who: colorName(who) }), { button: [t("pass"), () => this.pass()] });
      const { winsIn, mover } = tree.current;
      const announced = winsIn ? ` · ${t("proof.announced", { who: this.nameOf(mover), n: winsIn })}` : "";
      return this.#say((this.friends ? t("turn_of", { who: colorName(who) }) : t("your_turn")) + announced);
    }
    if (this.paused && !this.human) return this.#say(t("paused"));
    if (!this.awaited(tree.current))
      return this.#say(t("browsing"), { button: [t("continue_here"), () => this.#branchHere()] });
    this.#say(t("thinking", { who: this.nameOf(who) }), { dots: true });
  }

  #askOpening(swap2, ply, toMove) {
    const text = swap2.prompt(ply, toMove, this.friends);
    if (!swap2.choosing(ply)) return this.#say(text);
    if (this.said === text) return;
    this.said = text;
    const buttons = swap2.buttons((choice) => this.takeColor(choice));
    this.status.replaceChildren(h("span", {}, text), buttons);
    if (this.app.view === this && !document.querySelector("dialog[open]"))
      buttons.firstElementChild.focus({ preventScroll: true });
  }

  #branchHere() {
    this.tree.playAt(this.tree.current);
    this.paused = false;
    this.turn();
  }

  #say(text, { dots = false, button = null } = {}) {
    const key = text + dots + Boolean(button);
    if (this.said === key && !button) return;
    this.said = key;
    this.status.replaceChildren(
      ...(dots ? [h("span", { class: "dots3", "aria-hidden": "true" }, h("i"), h("i"), h("i"))] : []),
      h("span", {}, text),
      ...(button ? [h("button", { type: "button", class: "primary", onclick: button[1] }, button[0])] : []),
    );
  }

  #problem(error) {
    this.said = null;
    this.status.replaceChildren(
      h("span", {}, this.app.errorText(error)),
      h("button", { type: "button", onclick: () => this.turn() }, t("try_again")),
    );
  }

  #drawActions() {
    const { tree } = this;
    const over = tree.current.frame.over || this.ending;
    const humanTurn = !over && !this.opening && this.seatAt(tree.current) === HUMAN;
    const button = (name, text, action, enabled, key) =>
      h(
        "button",
        {
          type: "button",
          "data-action": name,
          onclick: action,
          disabled: !enabled,
          title: key ? `${text} (${key})` : text,
          "aria-keyshortcuts": key,
        },
        icon(name),
        h("span", {}, text),
      );
    const watch = !this.human;
    refill(
      this.actions,
      button("undo", t("undo"), () => this.undo(), Boolean(this.undoTarget()), "U"),
      button("redo", t("redo"), () => this.redo(), Boolean(tree.next()), "Y"),
      watch
        ? button(
            this.paused ? "go" : "pause",
            this.paused ? t("resume") : t("pause"),
            () => this.togglePause(),
            !over,
            "P",
          )
        : button("hint", t("hint"), () => this.hint(), humanTurn, "H"),
      button("resign", t("resign"), () => this.resign(), !over && this.human && tree.seatAt()),
      h(
        "button",
        {
          type: "button",
          class: "primary wide",
          "data-action": "new",
          onclick: () => this.newGame(),
          "aria-keyshortcuts": "N",
        },
        icon("add"),
        t("new_game"),
      ),
      h(
        "button",
        {
          type: "button",
          class: "wide",
          "data-action": "review",
          onclick: () => this.app.go("review"),
          disabled: !tree.root.children.length,
          "aria-keyshortcuts": "R",
        },
        icon("review"),
        t("review"),
      ),
    );
  }

  #tick() {
    if (!this.app.tree || this.app.view !== this) return;
    const { tree } = this;
    const { frame } = tree.current;
    const running =
      this.timed?.node === tree.current && !frame.over && !this.ending
        ? (performance.now() - this.timed.since) / 1000
        : 0;
    for (const color of ["black", "white"]) {
      const used = tree.used(color) + (frame.to_move === color ? running : 0);
      const { time } = this.seatBoxes[color];
      const left = this.app.minutes ? this.app.minutes * 60 - used : null;
      time.textContent = left === null ? duration(used) : duration(Math.max(0, left));
      time.classList.toggle("short", left !== null && left < 20);
      time.title = left === null ? t("time_used") : t("time_left");
      if (left !== null && left <= 0 && running && !this.ending && frame.to_move === color) this.end(color, "time");
    }
  }
}

export { moveText };
