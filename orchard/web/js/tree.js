// A game with its branches, as moves and pictures of positions. It knows no rules: the server says what is legal,
// what a move turns, and when the game is over.

import { countsOf } from "./games.js";

export class Node {
  constructor(parent, move, frame) {
    this.parent = parent;
    this.move = move;
    this.frame = frame;
    this.view = frame && "legal" in frame ? frame : null; // the frame with its legal moves, once asked for
    this.children = [];
    this.seconds = null;
    this.spent = 0; // seconds a person has thought here so far
    this.grade = null;
    this.note = null; // see notes.js
  }

  get ply() {
    let n = 0;
    for (let node = this; node.parent; node = node.parent) n++;
    return n;
  }

  path() {
    const nodes = [];
    for (let node = this; node.parent; node = node.parent) nodes.unshift(node);
    return nodes;
  }

  /** Who played the move that led here. */
  get mover() {
    return this.parent?.frame.to_move ?? null;
  }

  child(move) {
    return this.children.find((node) => node.move === move) ?? null;
  }
}

export class GameTree {
  constructor(game, start, frame) {
    this.game = game;
    this.start = start;
    this.root = new Node(null, null, frame);
    this.current = this.root;
    this.live = null; // where the game is played, whatever the other views look at: the node, and the end of its line
    this.ending = null; // the node where someone resigned or ran out of time, the winner, and the reason
    this.names = null; // of the players of a game from elsewhere: it is looked at, and not played
    this.isOwn = false; // whether a game from elsewhere is one's own of another day
    this.room = null; // of a game with a friend on another device, see room.js
    this.usedBefore = { black: 0, white: 0 }; // seconds, before the page was loaded
  }

  place(node = this.current) {
    const moves = node.path().map((step) => short(step.move));
    return { game: this.game, start: this.start, moves: moves.join("") };
  }

  /** The child of `node` by `move`, new or already there; it becomes the first choice when stepping forward. */
  add(node, move, frame) {
    let child = node.child(move);
    if (!child) {
      child = new Node(node, move, frame);
      node.children.push(child);
    } else if ("legal" in frame) {
      child.frame = frame;
      child.view = frame;
    }
    node.preferred = child;
    return child;
  }

  next(node = this.current) {
    return node.preferred ?? node.children.find((child) => !child.imagined) ?? null;
  }

  /** The moves from the start through `current` and on along the preferred ones. */
  line() {
    const nodes = this.current.path();
    for (let node = this.next(); node; node = this.next(node)) nodes.push(node);
    return nodes;
  }

  /** The game itself: the first branch everywhere, without what was only shown. */
  mainLine() {
    const nodes = [];
    const main = (node) => node.children.find((child) => !child.imagined);
    for (let node = main(this.root); node; node = main(node)) nodes.push(node);
    return nodes;
  }

  /** One step on: along the game itself, and within a branch along what was looked at last. Null at the end. */
  forward(node = this.current) {
    const line = this.mainLine();
    const on = line[node === this.root ? 0 : line.indexOf(node) + 1];
    const isMain = node === this.root || line.includes(node);
    return (isMain && on) || this.next(node);
  }

  /** The end of the line that `forward` follows. */
  end() {
    let node = this.current;
    for (let next = this.forward(node); next; next = this.forward(node)) node = next;
    return node;
  }

  /** Make the line that leads to a node the game itself. */
  promote(node) {
    for (const step of node.path()) {
      const { children } = step.parent;
      children.unshift(...children.splice(children.indexOf(step), 1));
      step.imagined = false;
    }
  }

  /** Take a branch away, with all that follows it. */
  remove(node) {
    const { parent } = node;
    const isGone = (other) => other.path().includes(node);
    parent.children = parent.children.filter((child) => child !== node);
    if (parent.preferred === node) parent.preferred = parent.children[0] ?? null;
    if (isGone(this.current)) this.current = parent;
    if (this.live && (isGone(this.live.node) || isGone(this.live.end))) this.live = null;
    if (this.ending && isGone(this.ending.node)) this.ending = null;
  }

  last() {
    return this.line().at(-1) ?? this.root;
  }

  prefer(node) {
    for (let step = node; step.parent; step = step.parent) step.parent.preferred = step;
    this.current = node;
  }

  /** The game goes on at `node`: its player answers, whatever was answered there before. */
  playAt(node) {
    this.browseTo(node);
    this.toAnswer = node;
    this.promote(node);
  }

  /** Look at `node` of the game that is played. */
  browseTo(node) {
    this.prefer(node);
    this.toAnswer = null;
    this.live = { node, end: this.last() };
  }

  /** From wherever the other views looked, back to the game that is played. */
  backToPlay() {
    this.live ??= { node: this.current, end: this.last() };
    this.prefer(this.live.end);
    this.live.end.preferred = null;
    this.prefer(this.live.node);
  }

  endingAt(node = this.current) {
    return this.ending?.node === node ? this.ending : null;
  }

  /** The seat that acts at a node: swap2 has turns of its own while it opens a game. Null where nobody does. */
  seatAt(node = this.current) {
    const { swap2 } = this;
    return swap2 && (!swap2.done || node.ply < swap2.length) ? swap2.seat(node.ply) : node.frame.to_move;
  }

  /** Seconds that a side has used. */
  used(color, node = this.current) {
    const played = node.path().reduce((sum, step) => sum + (step.mover === color ? (step.seconds ?? 0) : 0), 0);
    return this.usedBefore[color] + played + (node.frame.to_move === color ? node.spent : 0);
  }

  /** How many moves of a side a clock has counted: the stones of an opening are put without one. */
  timedMoves(color, node = this.current) {
    if (this.swap2 && !this.swap2.done) return 0;
    const begun = this.swap2?.length ?? 0;
    return node.path().filter((step, n) => n >= begun && step.mover === color).length;
  }

  nodes() {
    const found = [];
    const walk = (node) => {
      found.push(node);
      node.children.forEach(walk);
    };
    walk(this.root);
    return found;
  }
}

export const other = (color) => (color === "black" ? "white" : "black");

/** A move as transcripts write it. */
export const short = (move) => (move === "pass" ? "--" : move);

/** The whole of a line as the server tells it, put into a tree. */
export function treeOf(game, start, line) {
  const [first, ...rest] = line.frames;
  const tree = new GameTree(game, start, rest.length ? first : line.view);
  let node = tree.root;
  rest.forEach((frame, n) => {
    node = tree.add(node, frame.move, n === rest.length - 1 ? line.view : frame);
  });
  tree.current = node;
  return tree;
}

/** What a move does to the picture, as the server said it would: a stone put down, others turned. */
export function afterMove(view, move, squareOf) {
  const mine = view.to_move === "black" ? "X" : "O";
  const stones = [...view.stones];
  const flipped = view.legal[move] ?? [];
  for (const name of [move, ...flipped]) stones[squareOf(name)] = mine;
  const text = stones.join("");
  return {
    move,
    stones: text,
    flipped,
    to_move: other(view.to_move),
    ...countsOf(text),
    over: false,
    winner: null,
    score: null,
    winning_line: [],
  };
}

/** The picture after a pass: the same stones, and the other side to move. */
export function afterPass(view) {
  const { legal, ...frame } = view;
  return { ...frame, move: "pass", flipped: [], to_move: other(view.to_move) };
}
