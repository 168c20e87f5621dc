// The view Learn: what there is to learn in a game, and one lesson or drill at a time.

import { h, refill, select, toast } from "./dom.js";
import { alsoWords, t } from "./i18n.js";
import { get } from "./connection.js";
import { baseOf } from "./games.js";
import { LessonList } from "./lessons.js";
import { DrillList } from "./drills.js";
import { Learned } from "./learned.js";
import { OpeningList } from "./openings.js";
import { ProgressSection } from "./progress_section.js";
import { PuzzleSection } from "./puzzle_section.js";

/**
 * A step of a lesson, as core/lessons.py declares it.
 * @typedef {object} Step
 * @property {"show"|"tap"|"choose"|"play"} kind
 * @property {string} start
 * @property {string} moves
 * @property {string[]} rings
 * @property {[string, string][]} arrows
 * @property {string[]} accepted
 * @property {Record<string, string>} refuted
 * @property {string} claim
 * @property {number} level
 * @property {number} plies
 */

// What stands on the page of a game, in this order. A section has an `element`, draws itself for a game (`draw(game,
// contents)`) and makes the page of one of its entries (`page(game, contents, name)`, null where it has no such entry).
const SECTIONS = [LessonList, PuzzleSection, OpeningList, DrillList, ProgressSection];

export class LearnView {
  #contents = new Map(); // what the server says of each game, by its name
  #page = null; // the lesson or drill that is open
  #shown = ""; // its address
  #head = h("div", { class: "row learn-head" });
  #sections;
  element = h("div", { class: "learn" });

  constructor(app) {
    this.app = app;
    this.learned = new Learned(app, (error) => toast(app.errorText(error)));
    this.#sections = SECTIONS.map((Section) => new Section(this));
  }

  get game() {
    return baseOf(this.app.factsOf(this.app.learning.game)?.base ?? this.app.tree.game);
  }

  get address() {
    const { page } = this.app.learning;
    return `#learn/${this.game}${page ? `/${page}` : ""}`;
  }

  get keys() {
    return this.#page?.keys ?? {};
  }

  /** To a page of the game that is shown; to the list of all without a name. */
  open(page = "", game = this.game) {
    this.app.learning = { game, page };
    this.app.changed(true);
    this.show();
    document.getElementById("view").focus({ preventScroll: true });
    scrollTo(0, 0);
  }

  async show() {
    const { game, address } = this;
    const asked = Promise.all([this.#ask(game), this.learned.load(game)]);
    const [contents] = (await asked.catch((error) => toast(this.app.errorText(error)))) ?? [];
    if (!contents || address !== this.address || this.app.view !== this) return; // meanwhile another one was opened
    if (this.#shown !== address) {
      this.hide();
      const { page } = this.app.learning;
      const made = this.#sections.map((section) => page && section.page(game, contents, page));
      this.#page = made.find(Boolean) ?? null;
      this.#shown = address;
      this.element.replaceChildren(...(this.#page ? [this.#page.element] : this.#list()));
    }
    if (this.#page) this.#page.draw();
    else this.#draw(game, contents);
  }

  hide() {
    this.#page?.stop();
    this.#page = null;
    this.#shown = "";
  }

  async #ask(game) {
    if (!this.#contents.has(game)) {
      const contents = await get(`learn/${game}`);
      if (contents.lessons.length) await alsoWords(`learn/${game}`);
      this.#contents.set(game, contents);
    }
    return this.#contents.get(game);
  }

  #list() {
    return [this.#head, ...this.#sections.map(({ element }) => element)];
  }

  #draw(game, contents) {
    const entries = this.app.games.list.map(({ base }) => [base, this.app.nameOfGame(base)]);
    refill(
      this.#head,
      h("h1", {}, t("view.learn")),
      select("learn_game", t("learn.game"), game, entries, (chosen) => this.open("", chosen)),
    );
    for (const section of this.#sections) section.draw(game, contents);
  }
}
