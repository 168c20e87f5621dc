// Guided stories about ways to search: pages of text, each with a board, a live search step by step and its pseudocode,
// and an exercise at the end.

import { h, icon, isAbort, refill, stopped } from "./dom.js";
import { t, colorName, number } from "./i18n.js";
import { get } from "./connection.js";
import { GenerationsBox } from "./generations.js";
import { moveText } from "./moves.js";
import { runOnBoard } from "./playout_run.js";
import { codeOf, lineOf } from "./pseudocode.js";
import { sameOnLastGame } from "./story_same.js";
import { StoryTask } from "./story_task.js";
import { firstStep, saidOf } from "./story_steps.js";
import { Status } from "./status.js";
import { Stepper } from "./think.js";
import { ThinkSettings } from "./think_settings.js";
import { short } from "./tree.js";

const SHOWN_AFTER = ["best_move", "cutting_reply"]; // exercises that the steps would give away

export class StoryView {
  partOf = "inside"; // among the views in the navigation
  keys = { ArrowLeft: () => this.turn(-1), ArrowRight: () => this.turn(1) };

  constructor(app) {
    this.app = app;
    this.board = h("orchard-board");
    this.board.addEventListener("square", ({ detail }) => this.#chosen(detail));
    this.caption = h("p", { class: "small muted num caption" });
    this.text = h("div", { class: "card text", "aria-live": "polite" });
    this.code = h("div", { class: "card code" });
    this.source = h("details", { class: "source", ontoggle: () => this.#readSource() });
    this.more = h("div", { class: "more" });
    this.status = new Status();
    this.list = h("div", { class: "card story-list" });
    const say = (error) => this.#say(error);
    this.stepper = new Stepper(
      (path) => this.#show(path),
      () => this.#trace(),
      say,
      (path, moves) => this.#run(path, moves),
      (trace) => (this.here.settings ? [this.settings.draw(trace, this.here.search.search_depth)] : []),
    );
    const again = () => this.stepper.load(this.view.to_move, true);
    this.settings = new ThinkSettings(again, (spec) => this.#count(spec), () => this.stepper.draw(), say); // prettier-ignore
    this.stage = h(
      "div",
      { class: "story-stage" },
      h("div", { class: "story-left" }, h("div", { class: "story-board" }, this.board, this.caption), this.code),
      h("div", { class: "story-right" }, this.text, this.more, this.stepper.element),
    );
    this.element = h("div", { class: "story" }, this.status.element, this.list, this.stage);
  }

  /** What the address bar holds: the story and its page. */
  get address() {
    const { name, page } = this.app.story ?? {};
    return `#story${name ? `/${name}/${page}` : ""}`;
  }

  get isTask() {
    return this.app.story.page > this.story.pages.length;
  }

  async show() {
    this.hide();
    const run = new AbortController();
    this.run = run;
    this.status.say("");
    try {
      this.stories ??= await get("stories");
      this.story = this.stories.find(({ name }) => name === this.app.story?.name) ?? null;
      const facts = this.story && (await this.app.games.ask(this.story.game));
      if (run.signal.aborted) return;
      this.list.hidden = this.story !== null;
      this.stage.hidden = this.story === null;
      if (this.story) await this.#open(facts);
      else this.#drawList();
    } catch (error) {
      this.#say(error);
    }
  }

  hide() {
    this.run?.abort(stopped());
    this.playing?.abort(stopped());
    this.stepper.stop();
  }

  #say(error) {
    if (!isAbort(error)) this.status.say(error.code ? this.app.errorText(error) : t("server_away"));
  }

  #ask(what, fields) {
    return this.app.connection.ask(what, fields, { signal: this.run.signal });
  }

  // ---------------------------------------------------------------- which story

  #drawList() {
    const done = this.app.recall("stories") ?? [];
    const entry = ({ name }) =>
      h(
        "li",
        {},
        h("button", { type: "button", "data-key": `story-${name}`, onclick: () => this.go(name, 1) }, t(`story.${name}.title`)),
        h("p", { class: "small" }, t(`story.${name}.about`), done.includes(name) && h("b", {}, ` ✓ ${t("story.done")}`)),
      ); // prettier-ignore
    refill(this.list, h("h1", {}, t("story.all")), h("p", {}, t("story.intro")), h("ol", {}, this.stories.map(entry)));
  }

  /** To a page of a story; without a name to the list of all. */
  go(name, page) {
    const isOther = name !== this.app.story?.name;
    this.app.story = name ? { name, page } : null;
    this.app.changed(isOther);
    this.show();
    if (isOther) scrollTo(0, 0);
  }

  /** So many pages on or back, as far as there are. */
  turn(by) {
    if (!this.story) return;
    const page = this.app.story.page + by;
    if (page >= 1 && page <= this.story.pages.length + 1) this.go(this.story.name, page);
  }

  // ---------------------------------------------------------------- a page

  async #open(facts) {
    const { story, isTask } = this;
    const { signal } = this.run;
    this.here = isTask ? story.task : story.pages[this.app.story.page - 1];
    this.place = { game: story.game, start: "", moves: this.here.moves };
    this.#drawText(null);
    this.board.setGame(facts);
    this.view = await this.#ask("view", this.place);
    this.source.open = false;
    refill(this.source, h("summary", {}, t("story.source")));
    this.#drawCode(null);
    const isOpen = !isTask || !SHOWN_AFTER.includes(story.task.kind);
    this.#onBoard(this.view, [], isTask && story.task.kind === "best_move" ? this.view.legal : {});
    await this.#drawMore();
    if (signal.aborted) return;
    this.stepper.element.hidden = !isOpen;
    if (isOpen) await this.#begin();
  }

  async #begin() {
    const { signal } = this.run;
    this.stepper.element.hidden = false;
    if (this.here.settings) {
      this.settings.reset(this.app.players.find(({ name }) => name === this.here.search.player));
      this.settings.element.open = this.isTask;
    }
    await this.stepper.load(this.view.to_move);
    const { trace } = this.stepper;
    if (signal.aborted || !trace) return;
    this.stepper.go(firstStep(trace, this.here.at));
    this.#drawText(trace);
  }

  #trace() {
    const { search, settings } = this.here;
    const changed = settings ? { player: this.settings.spec(search.player), ...this.settings.asked } : {};
    return this.#ask("trace", { ...this.place, ...search, ...changed });
  }

  async #count(player) {
    const { search_depth: depth } = this.here.search;
    const { choice } = await this.#ask("move", { ...this.place, player, depth, seed: 0 });
    return choice.nodes;
  }

  #drawText(trace) {
    const { name, pages } = this.story;
    const { page } = this.app.story;
    const all = pages.length + 1;
    const following = this.stories[this.stories.indexOf(this.story) + 1];
    const key = page > pages.length ? "story.end" : `story.${name}.${page}`;
    const paragraphs = t(key, saidOf(this.here, trace)).split("\n");
    const button = (key, text, onclick, more = {}) => h("button", { type: "button", "data-key": key, onclick, ...more }, text); // prettier-ignore
    refill(
      this.text,
      h(
        "p",
        { class: "row small" },
        button("all", t("story.all"), () => this.go(null), { class: "link" }),
      ),
      h("h1", {}, t(`story.${name}.title`)),
      paragraphs.map((text) => h("p", {}, text)),
      h(
        "div",
        { class: "row turning" },
        button("prev", [icon("back"), t("story.prev")], () => this.turn(-1), { disabled: page <= 1 }),
        h("span", { class: "small muted num" }, t("think.of", { n: number(page), all: number(all) })),
        page < all
          ? button("next", [t("story.next"), icon("forward")], () => this.turn(1), { class: "primary" })
          : following && button("next", [t(`story.${following.name}.title`), icon("forward")], () => this.go(following.name, 1), { class: "primary" }), // prettier-ignore
      ),
      page === all && button("same", t("story.same"), () => this.#same()),
    );
  }

  async #drawMore() {
    const { story, isTask, board } = this;
    const parts = [];
    this.task = null;
    if (story.generations && this.app.story.page > 1) parts.push(new GenerationsBox(board, story.generations).element);
    if (isTask) {
      const { to, search } = story.task;
      const after = to && (await this.#ask("view", { ...this.place, moves: this.place.moves + to }));
      const given = {
        replies: after ? Object.keys(after.legal) : [],
        most: story.generations ? story.generations.weights.length - 1 : (search.playouts ?? 0),
        order: () => (this.settings.asked.order ?? []).join(" "),
      };
      const check = (answer) => this.#ask("story_answer", { story: story.name, answer });
      this.task = new StoryTask(story, check, given, () => this.#right());
      parts.unshift(this.task.element);
    }
    refill(this.more, parts);
  }

  // ---------------------------------------------------------------- the exercise

  #chosen({ name, legal }) {
    if (legal && this.task) this.task.answer(name).catch((error) => this.#say(error));
  }

  async #right() {
    const done = new Set(this.app.recall("stories") ?? []);
    this.app.remember("stories", [...done.add(this.story.name)]);
    if (this.stepper.element.hidden) await this.#begin();
  }

  async #same() {
    const found = await sameOnLastGame(this.app, this.story.same).catch((error) => this.#say(error));
    if (found === false) this.status.say(t("story.no_game"));
  }

  // ---------------------------------------------------------------- board and code

  async #show(path) {
    this.playing?.abort(stopped());
    this.path = path;
    this.#drawCode(this.stepper.trace.steps[this.stepper.at - 1]);
    const moves = this.place.moves + path.map(short).join("");
    try {
      const view = await this.#ask("view", { ...this.place, moves });
      if (path === this.path) this.#onBoard(view, path);
    } catch (error) {
      this.#say(error);
    }
  }

  #onBoard(view, path, legal = {}) {
    this.board.heat(new Map());
    this.board.show(view, { legal });
    const turn = view.over ? t("over") : t("turn_of", { who: colorName(view.to_move) });
    this.caption.textContent = [path.map(moveText).join(" "), turn].filter(Boolean).join(" · ");
  }

  async #run(path, moves) {
    this.playing?.abort(stopped());
    this.playing = new AbortController();
    this.board.scrollIntoView({ block: "nearest" });
    const { signal } = this.playing;
    await runOnBoard(this.app, this.board, this.place, path, moves, signal).catch((error) => this.#say(error));
  }

  #drawCode(step) {
    const lit = step && lineOf(this.story.name, step);
    const lines = codeOf(this.story.name).map((text, n) =>
      h("li", { class: n === lit ? "lit" : null, "aria-current": n === lit ? "step" : null }, text),
    );
    refill(
      this.code,
      h("h2", {}, t("story.code")),
      h("ol", { class: "lines", tabindex: "0", "aria-label": t("story.code") }, lines),
      this.source,
    );
  }

  // The functions of ours that the story is about, when they are first wanted.
  async #readSource() {
    if (!this.source.open || this.source.children.length > 1) return;
    try {
      const found = await get(`stories/${this.story.name}/source`);
      const shown = found.flatMap(({ file, line, text }) => [
        h("p", { class: "small muted" }, `${file}:${line}`),
        h("pre", { tabindex: "0", "aria-label": file }, text),
      ]);
      this.source.append(...shown);
    } catch (error) {
      this.#say(error);
    }
  }
}
