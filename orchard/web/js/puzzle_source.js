// Where tasks come from.

import { t, number } from "./i18n.js";

/** Puzzles of the server, the next one of about the strength of the profile. */
export class PuzzleSource {
  constructor(app, { kind = "", theme = "" } = {}) {
    Object.assign(this, { app, kind, theme });
  }

  get profile() {
    return this.app.recall("profile");
  }

  async next(game) {
    const { kind, theme, profile } = this;
    const found = await this.app.connection.ask("puzzle", { game, kind, theme, ...(profile && { profile }) });
    this.kinds = found.kinds;
    return found.puzzle;
  }

  tryMove(game, { id }, move) {
    return this.app.connection.ask("puzzle_try", { game, puzzle: id, move });
  }

  /** Keep how it went; what there is to say of it, as a function, since the language may change. */
  async done(game, { id }, attempt) {
    if (!this.profile) return null;
    const asked = {
      game,
      puzzle: id,
      profile: this.profile,
      attempt: crypto.randomUUID?.() ?? String(Math.random()),
      ...attempt,
    };
    const { rating, low, high } = await this.app.connection.ask("puzzle_done", asked);
    return () => t("puzzle.you", { n: number(rating), low: number(low), high: number(high) });
  }

  taskOf(puzzle) {
    return t(`puzzle.task.${puzzle.kind}`, { n: number(puzzle.number) });
  }

  /** What is said where there is no task. */
  get none() {
    return t("puzzle.none");
  }
}
