// What a learner has done: lessons finished, the best score of each drill, openings played from memory. It is kept in the
// profile that is in use, by the server; without a profile in this browser. No DOM here.

const KEY = "orchard.learned";
const KINDS = ["lesson", "drill", "opening"];

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

const keyOf = (kind, game, name) => (kind === "lesson" ? `${game}/${name}` : `${game}/${kind}/${name}`);

// What this browser has, as the server takes it.
function marksOf(kept) {
  return Object.entries(kept).map(([key, value]) => {
    const [game, ...rest] = key.split("/");
    const kind = rest.length > 1 && KINDS.includes(rest[0]) ? rest[0] : "lesson";
    return { kind, game, name: rest.at(-1), value: Number(value) };
  });
}

export class Learned {
  #app;
  #tell;
  #served = new Map(); // by profile and game: the marks of each kind

  /** @param {(error: Error) => void} tell is told what goes wrong */
  constructor(app, tell) {
    this.#app = app;
    this.#tell = tell;
  }

  get #profile() {
    return this.#app.recall("profile");
  }

  #of(game) {
    const key = `${this.#profile}/${game}`;
    if (!this.#served.has(key)) this.#served.set(key, {});
    return this.#served.get(key);
  }

  /** Ask for what the profile has done in a game. What was done in this browser before moves into the profile. */
  async load(game) {
    const profile = this.#profile;
    if (!profile) return;
    try {
      const before = localStorage.getItem(KEY);
      const marks = marksOf(read());
      if (marks.length) await this.#app.connection.ask("mark", { profile, marks });
      if (localStorage.getItem(KEY) === before) localStorage.removeItem(KEY);
      this.#served.set(`${profile}/${game}`, await this.#app.connection.ask("marks", { profile, game }));
    } catch (error) {
      if (error.reason?.kind === "no_profile") this.#app.remember("profile", null);
      else this.#tell(error);
    }
  }

  /** The best value so far; 0 where there is none. */
  best(kind, game, name) {
    const served = this.#profile ? (this.#of(game)[kind]?.[name] ?? 0) : 0;
    return Math.max(served, Number(read()[keyOf(kind, game, name)]) || 0);
  }

  /** Whether a lesson was finished, or an opening played without a mistake. */
  isDone(kind, game, name) {
    return this.best(kind, game, name) >= 1;
  }

  /** Keep a value if it is the best so far; whether it is. */
  mark(kind, game, name, value = 1) {
    if (value <= this.best(kind, game, name)) return false;
    const profile = this.#profile;
    if (!profile) {
      this.#keepHere(kind, game, name, value);
      return true;
    }
    (this.#of(game)[kind] ??= {})[name] = value;
    this.#app.connection
      .ask("mark", { profile, marks: [{ kind, game, name, value }] })
      .catch(() => this.#keepHere(kind, game, name, value)); // until it can be brought to the server
    return true;
  }

  #keepHere(kind, game, name, value) {
    const kept = kind === "lesson" ? true : value;
    localStorage.setItem(KEY, JSON.stringify({ ...read(), [keyOf(kind, game, name)]: kept }));
  }
}
