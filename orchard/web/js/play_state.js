// What is known of the game that is played: who sits where, whose turn it is, whether it is over.

import { colorName, playerName } from "./i18n.js";
import { resultText } from "./words.js";

export const HUMAN = "human";
export const FRIEND = "friend"; // a person on another device

export class PlayState {
  paused = false;
  single = false; // whether one move is played although the game is paused

  constructor(app) {
    this.app = app;
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

  /** The player that is to answer at a node now; null where a person acts, or nobody. */
  playerAt(node) {
    const isWanted = this.awaited(node) && (!this.paused || this.single) && !this.over;
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

  isHumanTurn(node) {
    return this.isPersonAt(node) && !node.view?.must_pass && !node.view?.over;
  }

  undoTarget() {
    if (this.room) return null; // a move that the friend has seen stays
    let node = this.tree.current.parent;
    while (node && this.human && !this.isHumanTurn(node)) node = node.parent;
    return node;
  }

  get mayHint() {
    return !this.room && !this.over && !this.opening && this.isPersonAt(this.tree.current);
  }

  resultText(frame) {
    return resultText(this, frame, this.app.factsOf(this.tree.game));
  }
}
