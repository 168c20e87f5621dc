// <orchard-mistakes game=…>: one's own mistakes as tasks, as many as are due today.

import { t, language, number } from "./i18n.js";
import { Puzzles } from "./puzzles.js";
import { PuzzleSource } from "./puzzle_source.js";

export class MistakeSource extends PuzzleSource {
  #left = null;
  #again = []; // what was not known is asked again at the end, until it is

  async next(game) {
    const { due, count } = await this.app.connection.ask("mistakes_due", { game, profile: this.profile, limit: 1 });
    this.#left = count + this.#again.length;
    if (!due.length) return this.#again.shift() ?? null;
    const [{ tags, ...mistake }] = due;
    return { ...mistake, tags: tags.facts, opening: tags.opening };
  }

  async tryMove(game, { accepted }, move) {
    const right = accepted.includes(move);
    return { right, line: [move], solution: [accepted[0]] };
  }

  async done(game, mistake, { solved, tries, hints }) {
    const asked = { profile: this.profile, mistake: mistake.id, solved, tries, hints };
    const { due, again } = await this.app.connection.ask("mistake_done", asked);
    if (again) this.#again.push(mistake);
    const day = () => new Intl.DateTimeFormat(language, { dateStyle: "long" }).format(new Date(`${due}T12:00`));
    return () => (again ? t("mistakes.again") : t("mistakes.back", { day: day() }));
  }

  taskOf({ played, opening }) {
    if (opening) return t("mistakes.opening", { name: opening, n: number(this.#left) });
    return t("mistakes.task", { move: played.toUpperCase(), n: number(this.#left) });
  }

  get none() {
    return t("mistakes.none");
  }
}

customElements.define("orchard-mistakes", class extends Puzzles {});
