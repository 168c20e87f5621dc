// How an analysis is made: which engine, how many lines, how long, on how many threads. Remembered in this browser.

import { h, refill, select } from "./dom.js";
import { t, number, playerName } from "./i18n.js";
import { get } from "./connection.js";

const ALL = 0; // every legal move gets a value
const LINES = [1, 2, 3, 5, 8, ALL];
const SECONDS = [5, 15, 60, 120];
const DEFAULTS = { engine: "", lines: ALL, seconds: 60, threads: 1 };

export class EngineSettings {
  #app;
  #onChange;
  #workers = 1; // threads that the server has for engines
  #summary = h("summary", {});
  #fields = h("div", { class: "pair" });
  element = h("details", { class: "engine-settings" }, this.#summary, this.#fields);

  constructor(app, onChange) {
    this.#app = app;
    this.#onChange = onChange;
    this.element.addEventListener("toggle", () => this.#askWorkers(), { once: true });
  }

  get #kept() {
    return { ...DEFAULTS, ...this.#app.recall("engine") };
  }

  get #facts() {
    return this.#app.factsOf(this.#app.tree.game);
  }

  // The engine chosen, where it plays this game; else the game's own.
  get #engine() {
    const { engine } = this.#kept;
    return this.#facts.engines.includes(engine) ? engine : "";
  }

  /** How many moves are shown; null for every move. */
  get lines() {
    return this.#kept.lines || null;
  }

  /** What goes with the question to the server. */
  get asked() {
    const { seconds, threads } = this.#kept;
    const more = { seconds, threads };
    if (this.#engine) more.player = this.#engine;
    if (this.lines) more.lines = this.lines;
    return more;
  }

  async #askWorkers() {
    const status = await get("status").catch(() => null);
    this.#workers = Math.min(8, status?.engines.workers ?? 1);
    this.draw();
  }

  #change(key, value) {
    this.#app.remember("engine", { ...this.#kept, [key]: value });
    this.draw();
    this.#onChange();
  }

  draw() {
    const kept = this.#kept;
    const { engines } = this.#facts;
    const [own, ...others] = engines;
    const names = [["", playerName(own)], ...others.map((name) => [name, playerName(name)])];
    const lines = LINES.map((n) => [n, n ? number(n) : t("engine.all_moves")]);
    const seconds = SECONDS.map((n) => [n, t("clock.seconds", { n })]);
    const threads = Array.from({ length: Math.max(this.#workers, kept.threads) }, (none, n) => [n + 1, number(n + 1)]);
    const field = (key, label, value, entries) =>
      select(key, label, value, entries, (chosen) => this.#change(key, key === "engine" ? chosen : Number(chosen)));
    this.#summary.textContent = t("engine.settings");
    refill(
      this.#fields,
      field("engine", t("engine"), this.#engine, names),
      field("lines", t("engine.lines"), kept.lines, lines),
      field("seconds", t("engine.time"), kept.seconds, seconds),
      field("threads", t("engine.threads"), kept.threads, threads),
    );
  }
}
