// Where a learner stands in a lesson, and what each answer is worth. No DOM here.

/** @typedef {import("./learn.js").Step} Step as the server sends it, see core/lessons.py */

/** What a lesson says: its title, or the words of a step. */
export const lessonKey = (game, lesson, ...more) => ["lesson", game, lesson, ...more].join(".");

export class LessonWalk {
  #at = 0;
  #tapped = new Set();
  isSolved = false; // whether the step is done with

  /** @param {{name: string, steps: Step[]}} lesson */
  constructor(lesson) {
    this.lesson = lesson;
    this.#enter(0);
  }

  #enter(at) {
    this.#at = at;
    this.#tapped = new Set();
    this.isSolved = this.step.kind === "show";
  }

  get step() {
    return this.lesson.steps[this.#at];
  }

  /** Counted from 1. */
  get number() {
    return this.#at + 1;
  }

  get isLast() {
    return this.number === this.lesson.steps.length;
  }

  get tapped() {
    return [...this.#tapped];
  }

  /** How many squares are still to be tapped. */
  get missing() {
    return this.step.accepted.length - this.#tapped.size;
  }

  next() {
    if (!this.isLast) this.#enter(this.#at + 1);
  }

  back() {
    if (this.#at > 0) this.#enter(this.#at - 1);
  }

  again() {
    this.#enter(this.#at);
  }

  /** Done with the step, whatever was answered. */
  solve() {
    this.isSolved = true;
  }

  /** What an answer is: "right", "wrong", or "more" where others are still to be tapped. */
  answer(square) {
    const { kind, accepted } = this.step;
    if (!accepted.includes(square)) return "wrong";
    this.#tapped.add(square);
    if (kind === "tap" && this.missing) return "more";
    this.isSolved = true;
    return "right";
  }
}
