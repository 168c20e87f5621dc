// A game replayed: the board, time and processor time of every move, what one's own bot printed and thought, the review,
// and the same game played again.

import "../js/board.js";
import { h, icon, refill } from "../js/dom.js";
import { colorName, number } from "../js/i18n.js";
import { get } from "./api.js";
import { about, faultCard, outputCards, printedAt, Repeats } from "./game_parts.js";
import { c, card, repeatedly, sheet } from "./parts.js";
import { moveTable } from "./replay_moves.js";
import { ReviewPart } from "./review.js";
import { SearchPart } from "./search.js";
import { Thinking } from "./thinking.js";

const STEPS = { first: -Infinity, back: -1, forward: 1, last: Infinity };
const KEYS = { Home: "first", ArrowLeft: "back", ArrowRight: "forward", End: "last" };
const LOOK_MS = 2000; // while a worker is expected to hand something in

export async function page(app, id) {
  const path = `games/${encodeURIComponent(id)}`;
  const [game, extras] = await Promise.all([get(path), get(`${path}/extras`)]);
  const replay = new Replay(app, game, path);
  await replay.load();
  await replay.use(extras);
  replay.show(replay.frames.length - 1);
  requestAnimationFrame(() => replay.show(replay.now, replay.line)); // in the page the list can be scrolled to its move
  const look = repeatedly(LOOK_MS, async () => replay.isWaiting && replay.use(await get(`${path}/extras`)));
  const onkeydown = (event) => replay.key(event);
  document.addEventListener("keydown", onkeydown);
  const stop = () => {
    look();
    replay.search.stop();
    document.removeEventListener("keydown", onkeydown);
  };
  return { element: replay.element, stop };
}

class Replay {
  now = 0;

  constructor(app, game, path) {
    Object.assign(this, { app, game, path });
    this.board = h("orchard-board");
    this.moves = h("div", { class: "replay-moves" });
    this.status = h("p", { class: "row", "aria-live": "polite" });
    this.head = h("section", { class: "card" });
    this.thinking = new Thinking(game, () => this.#mark());
    this.printed = h("div", { class: "printed", "aria-live": "polite" });
    this.repeats = new Repeats(game);
    this.review = new ReviewPart(this);
    this.search = new SearchPart(this);
    const steps = Object.entries(STEPS).map(([name, by]) =>
      h(
        "button",
        { type: "button", class: "icon", "aria-label": c(`step.${name}`), onclick: () => this.step(by) },
        icon(name),
      ),
    );
    this.element = sheet(
      `${game.black.name} – ${game.white.name}`,
      this.head,
      h(
        "div",
        { class: "replay" },
        card(
          "",
          this.board,
          h("div", { class: "row middle" }, steps),
          this.status,
          this.thinking.element,
          this.printed,
        ),
        h(
          "div",
          { class: "sheet" },
          card(c("moves"), this.moves),
          this.search.element,
          this.repeats.element,
          this.review.element,
        ),
      ),
      ...outputCards(game),
      game.fault && faultCard(game),
    );
  }

  async load() {
    const { game } = this;
    const [facts, { frames }] = await Promise.all([
      get(`boards/${encodeURIComponent(game.game)}`),
      this.#line(game.transcript),
    ]);
    Object.assign(this, { facts, frames, line: frames });
    this.before = frames.length - 1 - game.moves.length; // moves of the opening
    this.board.setGame(facts);
  }

  #line = (moves) => get(`line?${new URLSearchParams({ game: this.game.game, start: this.game.start, moves })}`);

  /** What was asked for of this game, as the server has it now. */
  use = async (extras) => {
    this.extras = extras;
    refill(this.head, about(this));
    this.repeats.draw(extras);
    await this.review.use(extras.review);
    this.#drawMoves();
  };

  get isWaiting() {
    const { repeats, review } = this.extras;
    return [review, ...repeats].some(({ state }) => state === "waiting" || state === "running");
  }

  step(by) {
    this.show(this.now + by, this.line);
  }

  key(event) {
    const name = KEYS[event.key];
    if (!name || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target.closest?.("input, select, textarea, pre, .scroller, orchard-board")) return;
    event.preventDefault();
    this.step(STEPS[name]);
  }

  /** Go to a position of the game, or of another line. */
  show(ply, line = this.frames) {
    this.line = line;
    this.now = Math.max(0, Math.min(line.length - 1, ply));
    const frame = line[this.now];
    this.board.show(frame, { still: true });
    const counts = this.facts.margin
      ? ` · ${colorName("black")} ${number(frame.black)}, ${colorName("white")} ${number(frame.white)}`
      : "";
    const where = c("move.n", { n: this.now, of: line.length - 1 });
    const other = this.isGame ? "" : ` · ${c("line.shown")}`;
    this.status.textContent = `${where} ${frame.move ?? ""}${counts}${other}`;
    this.#mark();
    this.#drawMoves();
    this.review.draw();
    this.search.draw();
  }

  /** Go to the position before a move and put other moves there; a step back leads to the game again. */
  async showLine(ply, moves) {
    const made = [...this.frames.slice(1, ply).map(({ move }) => move), ...moves];
    const { frames } = await this.#line(made.filter((move) => move !== "pass").join(""));
    this.show(ply, frames);
  }

  /** The position of a game after so many moves and those of a search. */
  async showPath(ply, moves) {
    if (!moves.length) return this.show(ply);
    const made = [...this.frames.slice(1, ply + 1).map(({ move }) => move), ...moves];
    const { frames } = await this.#line(made.filter((move) => move !== "pass").join(""));
    return this.show(frames.length - 1, frames);
  }

  get isGame() {
    return this.line === this.frames;
  }

  // What the side to move thought of the next move, where its bot said so; and what was printed at the last one.
  #mark() {
    const next = this.isGame ? this.now - this.before : -1;
    this.thinking.draw(next, this.line[this.now].to_move);
    this.board.mark({ values: this.thinking.values });
    refill(this.printed, this.isGame && printedAt(this.game, next - 1, this.line[this.now - 1]?.to_move));
  }

  #drawMoves() {
    const place = this.moves.querySelector(".scroller")?.scrollTop ?? 0;
    refill(this.moves, moveTable(this));
    const list = this.moves.querySelector(".scroller");
    list.scrollTop = place;
    const current = this.moves.querySelector("tr.current");
    if (current) list.scrollTop += Math.min(0, current.offsetTop - list.scrollTop - 40);
    if (current && current.offsetTop + 40 > list.scrollTop + list.clientHeight)
      list.scrollTop = current.offsetTop - list.clientHeight + 60;
  }
}
