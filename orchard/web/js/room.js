// A game with a friend on another device: the server holds the moves, both pages follow. Others may watch.

import { announce, h, openDialog, toast } from "./dom.js";
import { t } from "./i18n.js";
import { GameTree, other, short, treeOf } from "./tree.js";
import { startFrame } from "./games.js";
import { NO_CLOCK } from "./timing.js";
import { FRIEND } from "./play_state.js";
import { qrCode, qrPath } from "./qr.js";

const ASK_AGAIN_MS = 500;

export class Room {
  #app;
  #heard = 0; // when the server said how the clocks stand
  #isAsking = false;

  constructor(app, { room, color, key, ...state }) {
    this.#app = app;
    this.id = room;
    this.color = color; // one's own side; null for who watches
    this.key = key;
    this.#take(state);
    if (key) app.remember(`room.${room}`, key);
  }

  get seats() {
    const seat = (color) => (color === this.color ? "human" : FRIEND);
    return { black: seat("black"), white: seat("white") };
  }

  #take(state) {
    this.state = state;
    this.#heard = performance.now();
  }

  /** The clock that this game is played with, see timing.js. */
  get timing() {
    const { minutes = 0, increment = 0, per_move: perMove = 0 } = this.state.clock ?? {};
    return { minutes, increment, perMove };
  }

  /** Seconds that a side has left by the server's clock; null without one. */
  timeLeft(color) {
    const { clock } = this.state;
    if (!clock) return null;
    const running = clock.running === color ? (performance.now() - this.#heard) / 1000 : 0;
    return clock.left[color] - running;
  }

  /** A clock shows no more time: the server decides. */
  async checkTime(play) {
    if (this.#isAsking || play.over) return;
    this.#isAsking = true;
    const state = await this.#ask(play, "room_time");
    if (state) await this.follow(play, state);
    setTimeout(() => (this.#isAsking = false), ASK_AGAIN_MS);
  }

  get isComplete() {
    return this.state.taken.black && this.state.taken.white;
  }

  /** Whether the friend, or for who watches both players, have the game before them. */
  get isPresent() {
    const { present } = this.state;
    return this.color ? present[other(this.color)] : present.black && present.white;
  }

  /** Tell the server of a move that is on one's own board already. */
  async send(play, move, ply) {
    this.state.moves.push(move);
    await this.#ask(play, "room_move", { move, ply });
  }

  async resign(play) {
    await this.#ask(play, "room_resign");
  }

  /** After the server was away: back to one's side, and to what happened there. */
  async rejoin(play) {
    const state = await this.#ask(play, "room_join");
    if (state) await this.follow(play, state);
  }

  async #ask(play, what, more = {}) {
    try {
      return await this.#app.connection.ask(what, { room: this.id, ...(this.key ? { key: this.key } : {}), ...more });
    } catch (error) {
      play.problem(error);
      return null;
    }
  }

  /** What the server says of the game: its moves, who is there, and whether somebody has resigned or lost on time. */
  async follow(play, state) {
    const { tree } = play;
    if (state.room !== this.id) return;
    const isShown = () => tree === play.tree && this.#app.view === play;
    const isAtEnd = tree.current.children.length === 0;
    this.#take(state);
    if (state.moves.length > tree.mainLine().length) {
      const line = await lineOf(this.#app, state);
      const known = tree.mainLine().length;
      let node = tree.root;
      for (const frame of line.frames.slice(1)) node = node.child(frame.move) ?? tree.add(node, frame.move, frame);
      if (isShown() && isAtEnd && node.ply > known) play.arrive(node);
    }
    const loser = state.resigned ?? state.timed_out;
    if (loser && !tree.ending) {
      const late = tree.mainLine()[state.moves.length];
      if (late) tree.remove(late); // it came too late
      tree.browseTo(tree.mainLine().at(-1) ?? tree.root);
      play.end(loser, state.resigned ? "resign" : "time");
    }
    if (isShown()) play.draw(true);
  }

  async invite() {
    const { address } = await this.#app.connection.ask("room_address");
    inviteDialog(linkOf(address, this.#app.tree.game, this.id));
  }
}

/** Open a room, and sit down at one side of it. `timing`: its clock, see timing.js. */
export async function openRoom(app, game, color, { minutes, increment, perMove }) {
  const entered = await app.connection.ask("room_open", { game, color, minutes, increment, per_move: perMove });
  await enter(app, entered);
  await app.tree.room.invite();
}

/** Come to a room by its link. */
export async function joinRoom(app, id) {
  const key = app.recall(`room.${id}`);
  await enter(app, await app.connection.ask("room_join", { room: id, ...(key ? { key } : {}) }));
}

async function enter(app, entered) {
  const facts = await app.games.ask(entered.game);
  const { start, moves } = entered;
  const line = moves.length || start ? await lineOf(app, entered) : null;
  const tree = line ? treeOf(facts.name, start, line) : new GameTree(facts.name, "", startFrame(facts));
  const room = new Room(app, entered);
  tree.room = room;
  Object.assign(app, { tree, seats: room.seats, ...NO_CLOCK });
  if (!room.color) toast(t("room.watching"), 4);
}

// All positions of a room's game.
function lineOf(app, { game, start, moves }) {
  return app.connection.ask("line", { game, start, moves: moves.map(short).join("") });
}

// The page's own address if others can open it too, else the one that the server knows.
function linkOf(address, game, id) {
  const isOwn = /^(localhost|127\.|\[?::1)/.test(location.hostname);
  const token = address ? new URL(address).search : "";
  const base = isOwn && address ? address : `${location.origin}/${token}`;
  return { link: `${base}#play/${game}/?r=${id}`, isForOthers: !isOwn || Boolean(address) };
}

function inviteDialog({ link, isForOthers }) {
  const copy = async () => {
    await navigator.clipboard?.writeText(link).catch(() => null);
    field.select();
    announce(t("copied"));
    toast(t("copied"));
  };
  const field = h("input", { type: "text", readonly: "", value: link, "aria-label": t("room.link") });
  const dialog = h(
    "dialog",
    { class: "invite", "aria-labelledby": "invite-title" },
    h(
      "form",
      { method: "dialog" },
      h("h1", { id: "invite-title" }, t("room.invite")),
      h("p", {}, isForOthers ? t("room.how") : t("room.only_here")),
      isForOthers ? null : h("code", {}, "orchard studio --host 0.0.0.0 --token new"),
      isForOthers ? picture(link) : null,
      field,
      h(
        "div",
        { class: "row end" },
        h("button", { type: "button", onclick: copy }, t("share")),
        h("button", { class: "primary", autofocus: true }, t("close")),
      ),
    ),
  );
  openDialog(dialog);
}

// The link for the camera of a phone.
function picture(link) {
  const code = qrCode(link);
  if (!code) return null;
  const size = code.length + 8; // with a margin of four modules
  return h(
    "svg",
    { class: "qr", viewBox: `-4 -4 ${size} ${size}`, role: "img", "aria-label": t("room.qr") },
    h("rect", { x: -4, y: -4, width: size, height: size, fill: "#fff" }),
    h("path", { d: qrPath(code), fill: "#000" }),
  );
}
