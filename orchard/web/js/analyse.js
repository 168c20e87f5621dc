// The Analyse view: any position, any branch, with the worth of every move while the engine thinks deeper.

import { h, icon, openDialog, refill, toast } from "./dom.js";
import { t, colorName, gameName, number, percent, playerName } from "./i18n.js";
import { keepCurrentInSight, moveList, moveText } from "./moves.js";
import { StudyView, isAbort, stopped, worth } from "./study.js";
import { provedShort, provedSide, provedText } from "./proof.js";
import { GameTree, afterMove, treeOf } from "./tree.js";
import { shareRow } from "./files.js";

const LONGEST_S = 60;

export class AnalyseView extends StudyView {
  constructor(app) {
    super(app, "analyse");
    this.tools = h("div", { class: "row" });
    this.engine = h("div", { class: "card" });
    this.moves = h("div", { class: "card moves", tabindex: "0", role: "region" });
    this.extra = h("div", {});
    this.panel.append(this.tools, this.engine, this.moves, this.extra);
    this.thinking = true;
    this.editing = null;
    this.run = null;
    document.addEventListener(
      "visibilitychange",
      () => this.app.view === this && (document.hidden ? this.hide() : this.think()),
    );
  }

  show() {
    if (this.editing?.from !== this.tree.current) this.editing = null;
    this.board.setGame(this.app.factsOf(this.tree.game));
    this.onStep();
  }

  hide() {
    this.run?.abort(stopped());
    this.run = null;
  }

  async onStep() {
    if (this.editing) return this.#drawEditor();
    const node = this.tree.current;
    this.board.show(node.frame, { legal: node.view?.legal ?? {} });
    this.found = null;
    this.draw();
    this.hide();
    const run = (this.run = new AbortController());
    try {
      const view = await this.app.viewOf(node, run.signal);
      if (node !== this.tree.current) return;
      this.board.show(view, { legal: view.legal, still: true });
      this.draw();
      this.think();
    } catch (error) {
      if (!isAbort(error)) toast(this.app.errorText(error));
    }
  }

  jump(node) {
    if (!this.editing) super.jump(node);
  }

  async think() {
    if (this.editing) return;
    const node = this.tree.current;
    this.run?.abort(stopped());
    this.run = null;
    if (!this.thinking || !node.view || node.view.over || document.hidden) return this.#drawEngine();
    const run = (this.run = new AbortController());
    const take = (found) => {
      if (node !== this.tree.current || this.run !== run) return;
      this.found = found;
      this.#drawValues();
      this.#drawEngine();
    };
    this.#drawEngine();
    try {
      take(
        await this.app.connection.ask(
          "analyse",
          { ...this.tree.place(node), seconds: LONGEST_S },
          { signal: run.signal, onUpdate: take },
        ),
      );
      if (this.run === run) this.run = null;
      this.#drawEngine();
    } catch (error) {
      if (!isAbort(error)) this.engine.replaceChildren(h("p", { class: "small" }, this.app.errorText(error)));
    }
  }

  onSquare({ name, legal }) {
    if (this.editing) return this.#put(name);
    const { view } = this.tree.current;
    if (!legal || !view) return;
    this.#play(name, afterMove(view, name, this.board.squareOf));
  }

  #play(move, frame) {
    this.jump(this.tree.add(this.tree.current, move, frame));
  }

  pass() {
    const { view } = this.tree.current;
    if (!view?.must_pass) return;
    const frame = { ...view, move: "pass", flipped: [], to_move: view.to_move === "black" ? "white" : "black" };
    delete frame.legal;
    this.#play("pass", frame);
  }

  // ---------------------------------------------------------------- drawing

  draw() {
    this.drawHead();
    const button = (name, text, action, pressed) =>
      h(
        "button",
        {
          type: "button",
          "data-key": name,
          onclick: action,
          "aria-pressed": pressed === undefined ? null : String(pressed),
        },
        icon(name),
        text,
      );
    refill(
      this.tools,
      button(
        "analyse",
        t("engine"),
        () => (
          (this.thinking = !this.thinking),
          this.thinking ? this.think() : (this.hide(), this.board.mark({}), this.#drawEngine()),
          this.draw()
        ),
        this.thinking,
      ),
      button("edit", t("setup"), () => this.setUp()),
      button("paste", t("paste"), () => this.pasteDialog()),
      button("play", t("play_from_here"), () => this.playFrom(this.tree.current)),
    );
    this.moves.setAttribute("aria-label", t("moves"));
    refill(
      this.moves,
      moveList(this.tree, (node) => this.jump(node), { branches: true, grades: true }),
    );
    keepCurrentInSight(this.moves);
    refill(this.extra, shareRow(this.app));
    this.#drawEngine();
  }

  #drawValues() {
    const { found } = this;
    if (!found) return;
    const passes = this.app.factsOf(this.tree.game).passes;
    const values = new Map();
    for (const entry of found.moves.slice(0, passes ? 99 : 12)) {
      if (entry.value === null || entry.move === "pass") continue;
      const top = entry.move === found.best;
      if (entry.wins_in) {
        values.set(entry.move, {
          text: provedShort(entry.wins_in),
          words: provedText(entry.wins_in),
          top,
          exact: true,
        });
        continue;
      }
      values.set(entry.move, {
        text:
          (entry.bound === "upper" ? "≤" : "") +
          (found.unit === "discs"
            ? worth(Math.round(entry.value), "discs")
            : passes
              ? percent(entry.value)
              : number(entry.value * 100)),
        top,
        exact: entry.exact,
      });
    }
    this.board.mark({ values });
  }

  #drawEngine() {
    const { found } = this;
    const { view } = this.tree.current;
    if (view?.must_pass)
      return this.engine.replaceChildren(
        h(
          "div",
          { class: "spread" },
          t("must_pass", { who: colorName(view.to_move) }),
          h("button", { type: "button", class: "primary", onclick: () => this.pass() }, t("pass")),
        ),
      );
    if (view?.over) return this.engine.replaceChildren(h("p", {}, t("over")));
    if (!this.thinking) return this.engine.replaceChildren(h("p", { class: "muted small" }, t("engine.off")));
    if (!found)
      return this.engine.replaceChildren(
        h(
          "div",
          { class: "status" },
          h("span", { class: "dots3", "aria-hidden": "true" }, h("i"), h("i"), h("i")),
          h("span", {}, t("engine.starting")),
        ),
      );
    const rows = found.moves.slice(0, 6).map((entry) => {
      const line = entry.move === found.best ? found.line : entry.line.length ? entry.line : [entry.move];
      const share = found.unit === "discs" ? (entry.value + 64) / 128 : entry.value;
      const bar = h("i", { vars: { width: `${Math.round(Math.max(0, Math.min(1, share ?? 0)) * 100)}%` } });
      return h(
        "button",
        { type: "button", onclick: () => this.showLine(this.tree.current, line) },
        h("b", {}, moveText(entry.move)),
        h(
          "span",
          { class: "value num", "aria-label": entry.wins_in ? provedText(entry.wins_in) : null },
          entry.wins_in ? provedShort(entry.wins_in) : worth(entry.value, found.unit, entry.exact),
        ),
        h("span", { class: "bar", "aria-hidden": "true" }, bar),
        h("span", { class: "line" }, line.slice(1).map(moveText).join(" ")),
      );
    });
    refill(
      this.engine,
      h(
        "div",
        { class: "spread" },
        h(
          "h2",
          {},
          found.wins_in
            ? provedSide(found.wins_in, view?.to_move ?? "black")
            : t("played", {
                who: colorName(view?.to_move ?? "black"),
                move: worth(found.value, found.unit, found.exact),
              }),
        ),
        h(
          "span",
          { class: "chip" },
          found.wins_in ? t("proof") : found.exact ? t("exact") : t("depth_n", { n: found.depth }),
        ),
      ),
      h("div", { class: "lines" }, rows),
      h(
        "p",
        { class: "small muted num" },
        t("engine.work", {
          by: playerName(found.by.split(":")[0]),
          nodes: number(found.nodes),
          seconds: number(found.seconds, 1),
        }),
      ),
    );
  }

  // ---------------------------------------------------------------- setting up and pasting

  setUp() {
    this.hide();
    const { frame } = this.tree.current;
    this.editing = {
      stones: [...frame.stones],
      to_move: frame.to_move,
      brush: "X",
      game: this.tree.game,
      from: this.tree.current,
    };
    this.#drawEditor();
    this.engine.querySelector("select").focus({ preventScroll: true });
  }

  #put(name) {
    const { stones, brush } = this.editing;
    const square = this.board.squareOf(name);
    stones[square] = stones[square] === brush ? "-" : brush;
    this.#drawEditor();
  }

  #drawEditor() {
    const edit = this.editing;
    this.drawTitle(edit.game);
    this.threats.rest();
    this.steps.replaceChildren();
    this.board.setGame(this.app.factsOf(edit.game));
    const text = edit.stones.join("");
    this.board.show(
      { move: null, stones: text, to_move: edit.to_move, flipped: [], winning_line: [] },
      { legal: {}, still: true },
    );
    const pick = (key, value, label) =>
      h(
        "label",
        {},
        h("input", {
          type: "radio",
          name: `edit-${key}`,
          value,
          checked: edit[key] === value,
          onchange: () => ((edit[key] = value), this.#drawEditor()),
        }),
        h("span", {}, label),
      );
    const size = text.length;
    const place = (stones) => ((edit.stones = [...stones]), this.#drawEditor());
    const change = (game) => ((edit.game = game), place("-".repeat(this.app.factsOf(game).width ** 2)));
    this.tools.replaceChildren();
    this.moves.replaceChildren();
    this.extra.replaceChildren();
    refill(
      this.engine,
      h(
        "div",
        { class: "opponent-fields" },
        h("h2", {}, t("setup")),
        h("p", { class: "small muted" }, t("setup.how")),
        h(
          "label",
          { class: "field" },
          t("game"),
          h(
            "select",
            { "data-key": "game", onchange: (event) => change(event.target.value) },
            this.app.games.map((game) =>
              h("option", { value: game.name, selected: game.name === edit.game.split(":")[0] }, gameName(game.name)),
            ),
          ),
        ),
        h(
          "fieldset",
          {},
          h("legend", {}, t("setup.stone")),
          h(
            "div",
            { class: "segments" },
            pick("brush", "X", colorName("black")),
            pick("brush", "O", colorName("white")),
            pick("brush", "-", t("board.empty")),
          ),
        ),
        h(
          "fieldset",
          {},
          h("legend", {}, t("setup.turn")),
          h(
            "div",
            { class: "segments" },
            pick("to_move", "black", colorName("black")),
            pick("to_move", "white", colorName("white")),
          ),
        ),
        h(
          "div",
          { class: "row" },
          h("button", { type: "button", onclick: () => place("-".repeat(size)) }, t("setup.clear")),
        ),
        h(
          "div",
          { class: "row end" },
          h("button", { type: "button", class: "quiet", onclick: () => this.#endEditing() }, t("cancel")),
          h("button", { type: "button", onclick: () => this.#fresh(edit.game) }, t("setup.start")),
          h("button", { type: "button", class: "primary", onclick: () => this.#useSetup() }, t("done")),
        ),
      ),
    );
  }

  #fresh(game) {
    this.app.setTree(new GameTree(game, "", this.app.startFrame(game)));
    this.#endEditing();
  }

  async #useSetup() {
    const { stones, to_move: side, game } = this.editing;
    const start = `${stones.join("")} ${side === "black" ? "X" : "O"}`;
    try {
      const line = await this.app.connection.ask("line", { game, start, moves: "" });
      this.app.setTree(treeOf(game, start, line));
      this.#endEditing();
    } catch (error) {
      toast(this.app.errorText(error), 5);
    }
  }

  #endEditing() {
    this.editing = null;
    this.show();
    this.tools.querySelector("[data-key=edit]").focus({ preventScroll: true });
  }

  pasteDialog() {
    const text = h("textarea", {
      id: "paste-text",
      rows: 7,
      spellcheck: "false",
      "aria-label": t("paste"),
      placeholder: "f5d6c3d3c4…",
    });
    const problem = h("p", { class: "small", role: "alert" });
    const dialog = h(
      "dialog",
      { "aria-labelledby": "paste-title" },
      h(
        "form",
        { onsubmit: (event) => (event.preventDefault(), read()) },
        h("h1", { id: "paste-title" }, t("paste")),
        h("p", { class: "muted small" }, t("paste.how")),
        text,
        problem,
        h(
          "div",
          { class: "row end" },
          h("button", { type: "button", class: "quiet", onclick: () => dialog.close() }, t("cancel")),
          h("button", { class: "primary" }, t("read")),
        ),
      ),
    );
    const read = async () => {
      try {
        const found = await this.app.connection.ask("paste", { text: text.value, game: this.tree.game });
        const tree = treeOf(found.game, found.start, found);
        dialog.close();
        this.app.setTree(tree);
        this.show();
        toast(t(`pasted.${found.kind}`));
      } catch (error) {
        problem.textContent = this.app.errorText(error);
      }
    };
    openDialog(dialog);
  }
}
