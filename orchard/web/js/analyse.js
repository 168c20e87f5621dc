// The Analyse view: any position, any branch, with the worth of every move while the engine thinks deeper.

import { dots, h, icon, isAbort, refill, stopped, toast } from "./dom.js";
import { t, colorName } from "./i18n.js";
import { keepCurrentInSight, moveList } from "./moves.js";
import { StudyView } from "./study.js";
import { afterMove, afterPass } from "./tree.js";
import { boardValues, foundLines } from "./found.js";
import { Editor } from "./editor.js";
import { namesOf, pasteDialog, pastedText, pastedTree } from "./paste.js";
import { shareRow } from "./share_row.js";
import { EngineSettings } from "./engine_settings.js";
import { Annotations } from "./annotate.js";
import { branchTools } from "./branches.js";
import { Later, withWords } from "./parts.js";

export class AnalyseView extends StudyView {
  constructor(app) {
    super(app, "analyse");
    this.tools = h("div", { class: "row" });
    this.engine = h("div", {});
    this.settings = new EngineSettings(app, () => this.#restart());
    this.book = new Later(async () => {
      const { BookMoves } = await withWords(import("./book.js"), "book");
      return new BookMoves(this);
    });
    const parts = [this.engine, this.book.element, this.settings.element];
    this.engineCard = h("div", { class: "card engine-card" }, parts);
    this.moves = h("div", { class: "card moves", tabindex: "0", role: "region" });
    this.extra = h("div", {});
    this.notes = new Annotations(this);
    this.panel.append(this.tools, this.engineCard, this.moves, this.notes.element, this.extra);
    this.thinking = true;
    this.editor = null;
    this.run = null;
    document.addEventListener("visibilitychange", () => this.#hideOrThink());
  }

  show() {
    if (this.editor?.from !== this.tree.current) this.#leaveEditor();
    if (!this.editor) this.board.setGame(this.facts);
    this.onStep();
  }

  hide() {
    this.run?.abort(stopped());
    this.run = null;
  }

  #hideOrThink() {
    if (this.app.view !== this) return;
    if (document.hidden) this.hide();
    else this.think();
  }

  async onStep() {
    if (this.editor) {
      this.editor.draw();
      return;
    }
    const node = this.tree.current;
    this.board.show(node.frame, { legal: node.view?.legal ?? {} });
    this.found = null;
    this.draw();
    this.hide();
    const run = new AbortController();
    this.run = run;
    try {
      const view = await this.app.viewOf(node, run.signal);
      if (node !== this.tree.current) return;
      this.board.show(view, { legal: view.legal, still: true });
      this.draw();
      if (this.facts.book) this.book.use((part) => part.show());
      else this.book.part?.rest();
      this.think();
    } catch (error) {
      if (!isAbort(error)) toast(this.app.errorText(error));
    }
  }

  jump(node) {
    if (!this.editor) super.jump(node);
  }

  async think() {
    if (this.editor) return;
    const node = this.tree.current;
    this.hide();
    if (!this.thinking || !node.view || node.view.over || document.hidden) {
      this.#drawEngine();
      return;
    }
    const run = new AbortController();
    this.run = run;
    const take = (found) => {
      if (node !== this.tree.current || this.run !== run) return;
      this.found = found;
      this.board.mark({ values: boardValues(found, this.facts.marks_legal) });
      this.#drawEngine();
    };
    this.#drawEngine();
    try {
      const ask = { ...this.tree.place(node), ...this.settings.asked };
      take(await this.app.connection.ask("analyse", ask, { signal: run.signal, onUpdate: take }));
      if (this.run === run) this.run = null;
      this.#drawEngine();
    } catch (error) {
      if (!isAbort(error)) this.engine.replaceChildren(h("p", { class: "small" }, this.app.errorText(error)));
    }
  }

  keys = { ...this.keys, m: () => this.notes.mark(), a: () => this.notes.arrow() };

  onSquare({ name, legal }) {
    const { view } = this.tree.current;
    if (this.editor) this.editor.put(name);
    else if (legal && view) this.#play(name, afterMove(view, name, this.board.squareOf));
  }

  #play(move, frame) {
    this.jump(this.tree.add(this.tree.current, move, frame));
  }

  pass() {
    const { view } = this.tree.current;
    if (view?.must_pass) this.#play("pass", afterPass(view));
  }

  // ---------------------------------------------------------------- drawing

  draw() {
    this.drawHead();
    this.#drawTools();
    this.#drawMoves();
    this.notes.show();
    this.notes.element.hidden = false;
    refill(this.extra, shareRow(this.app));
    this.settings.draw();
    this.settings.element.hidden = false;
    this.#drawEngine();
  }

  #drawMoves() {
    this.moves.setAttribute("aria-label", t("moves"));
    const list = moveList(this.tree, (node) => this.jump(node), { branches: true, grades: true });
    refill(this.moves, branchTools(this), list);
    keepCurrentInSight(this.moves);
  }

  /** Something was drawn or written on what is shown. */
  onNote() {
    this.app.changed();
    this.#drawMoves();
    this.notes.show();
  }

  /** The branches are others now. */
  onBranches() {
    this.app.changed();
    this.onStep();
  }

  #drawTools() {
    const button = (name, text, onclick, more = {}) =>
      h("button", { type: "button", "data-key": name, onclick, ...more }, icon(name), text);
    const pressed = { "aria-pressed": String(this.thinking) };
    refill(
      this.tools,
      button("analyse", t("engine"), () => this.#toggleEngine(), pressed),
      button("edit", t("setup"), () => this.setUp()),
      button("paste", t("paste"), () => this.pasteDialog()),
      button("play", t("play_from_here"), () => this.playFrom(this.tree.current)),
    );
  }

  // The same position again, with other settings.
  #restart() {
    this.found = null;
    this.board.mark({});
    this.think();
  }

  #toggleEngine() {
    this.thinking = !this.thinking;
    if (this.thinking) {
      this.think();
    } else {
      this.hide();
      this.board.mark({});
    }
    this.draw();
  }

  #drawEngine() {
    const { found } = this;
    const { view } = this.tree.current;
    if (view?.must_pass) {
      const pass = h("button", { type: "button", class: "primary", onclick: () => this.pass() }, t("pass"));
      const text = t("must_pass", { who: colorName(view.to_move) });
      this.engine.replaceChildren(h("div", { class: "spread" }, text, pass));
    } else if (view?.over) {
      this.engine.replaceChildren(h("p", {}, t("over")));
    } else if (!this.thinking) {
      this.engine.replaceChildren(h("p", { class: "muted small" }, t("engine.off")));
    } else if (!found) {
      this.engine.replaceChildren(h("div", { class: "status" }, dots(), h("span", {}, t("engine.starting"))));
    } else {
      refill(this.engine, foundLines(this, found, view?.to_move ?? "black"));
    }
  }

  // ---------------------------------------------------------------- setting up and pasting

  setUp() {
    this.hide();
    this.threats.rest();
    this.book.part?.rest();
    for (const part of [this.steps, this.tools, this.moves, this.extra]) part.replaceChildren();
    for (const part of [this.settings, this.notes]) part.element.hidden = true;
    this.notes.hide();
    this.editor?.close();
    this.editor = new Editor(this, (tree) => this.#endEditing(tree));
    this.editor.draw();
    this.engine.querySelector("select").focus({ preventScroll: true });
  }

  #leaveEditor() {
    this.editor?.close();
    this.editor = null;
  }

  // With a new game, or without.
  #endEditing(tree) {
    this.#leaveEditor();
    if (tree) this.app.setTree(tree);
    this.show();
    this.tools.querySelector("[data-key=edit]").focus({ preventScroll: true });
  }

  pasteDialog() {
    pasteDialog(this.app, (found) => this.#open(found));
  }

  async #open(found) {
    this.app.openPasted(await pastedTree(this.app, found), namesOf(found.players));
    this.show();
    toast(pastedText(found, this.app.waiting), 4);
  }
}
