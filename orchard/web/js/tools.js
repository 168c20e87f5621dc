// More ways to look inside: searches side by side, a whole tree, a proof, and a trace from a file.

import { h, isAbort, stopped } from "./dom.js";
import { fileButton } from "./file_button.js";
import { t } from "./i18n.js";
import { loadTree } from "./load.js";

const LARGEST = 8_000_000; // bytes of a file
const VIEWS = {
  side: () => import("./side.js").then((module) => module.SideBySide),
  whole: () => import("./whole.js").then((module) => module.WholeTree),
  proofs: () => import("./proof_trees.js").then((module) => module.ProofTrees),
};

export class Tools {
  /** @param view Look inside */
  constructor(view) {
    this.view = view;
    this.element = h("div", { class: "card tool", hidden: true });
    this.shown = null;
    this.run = null;
  }

  hide() {
    this.run?.abort(stopped());
    this.shown?.stop?.();
    this.shown = null;
    this.element.hidden = true;
  }

  controls() {
    const button = (name) =>
      h("button", { type: "button", "data-key": name, onclick: () => this.open(name) }, t(`${name}.title`));
    const props = { accept: ".json,application/json", "data-key": "trace" };
    const read = ([file]) => file && this.#read(file);
    return h(
      "div",
      { class: "tool-buttons" },
      h("button", { type: "button", "data-key": "stories", onclick: () => this.#stories() }, t("story.all")),
      h("div", { class: "row" }, Object.keys(VIEWS).map(button), fileButton("add", t("trace.open"), props, read)),
    );
  }

  #stories() {
    const { app } = this.view;
    app.story = null;
    app.go("story");
  }

  /** One of the views, in place of the search. */
  async open(name) {
    const { view } = this;
    view.hide();
    view.draw({});
    view.status.say("");
    this.run = new AbortController();
    try {
      const View = await VIEWS[name]();
      const shown = new View(view, this.run.signal);
      this.shown = shown;
      this.element.replaceChildren(shown.element);
      this.element.hidden = false;
      await shown.load();
      this.element.scrollIntoView({ block: "start" });
    } catch (error) {
      this.failed(error);
    }
  }

  failed(error) {
    if (isAbort(error)) return;
    this.element.hidden = true;
    this.view.status.say(this.view.app.errorText(error));
  }

  async #read(file) {
    const { view } = this;
    view.hide(); // what is searched would have the last word
    const { readTrace, treeOfTrace } = await import("./trace_file.js");
    const trace = file.size > LARGEST ? null : readTrace(await file.text());
    try {
      if (!trace) throw null;
      await this.#goTo(trace);
    } catch {
      view.status.say(t("trace.unreadable"));
      return;
    }
    view.hide();
    view.draw({ tree: treeOfTrace(trace) });
    await this.#stepThrough(trace);
    view.status.say(t("trace.opened", { who: trace.player }));
  }

  async #stepThrough(trace) {
    const { view } = this;
    const { Stepper } = await import("./think.js");
    const say = (error) => view.status.say(view.app.errorText(error));
    const stepper = new Stepper(
      (path) => view.showPath(path, false),
      () => trace,
      say,
    );
    stepper.element.classList.remove("card"); // it stands in one
    this.shown = stepper;
    this.element.replaceChildren(stepper.element);
    this.element.hidden = false;
    await stepper.load(view.tree.current.frame.to_move);
  }

  // The position that a trace begins with, as a game to look at.
  async #goTo({ game, text }) {
    const { view } = this;
    const { app } = view;
    await app.connection.ask("view", { game, start: text });
    const tree = await loadTree(app, await app.games.ask(game), { moves: "", start: text });
    app.openPasted(tree);
    view.show();
  }
}
