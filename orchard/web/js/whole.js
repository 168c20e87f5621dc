// The whole tree of an ending: every position with its exact result, opened node by node; the best line always in view.

import { h, isAbort, refill } from "./dom.js";
import { t, colorName, number, signed } from "./i18n.js";
import { BigTree } from "./bigtree.js";
import { moveText } from "./moves.js";
import { along, countOf, movesIn, openAll, pathsTo } from "./outline.js";
import { short } from "./tree.js";

const AT_ONCE = 2500; // nodes that the server sends at most
const DEEPEST = 16;

export class WholeTree {
  /** @param view Look inside; `signal` calls off what is asked */
  constructor(view, signal) {
    Object.assign(this, { view, signal });
    this.fold = true;
    this.element = h("div", { class: "whole" });
    this.note = h("p", { class: "small", role: "status" });
    this.toMove = view.tree.current.frame.to_move;
  }

  async load() {
    refill(this.element, h("p", { class: "small muted" }, t("think.loading")));
    const { tree, line } = await this.#ask([]);
    this.line = line;
    this.isWhole = countOf(tree) < AT_ONCE && !someHidden(tree);
    if (this.isWhole) openAll(tree);
    else for (const node of along(tree, line)) node.open = Boolean(node.children?.length);
    this.tree = new BigTree(tree, {
      label: t("whole.title"),
      onShow: (path, look) => this.view.showPath(path, look),
      load: (node, path) => this.#load(node, path),
      describe: (node, depth) => this.#describe(node, depth),
    });
    this.#draw(tree);
  }

  #ask(path) {
    const place = this.view.tree.place();
    const moves = place.moves + path.map(short).join("");
    const { fold, signal } = this;
    return this.view.app.connection.ask(
      "whole",
      { ...place, moves, fold, plies: path.length ? 3 : DEEPEST },
      { signal },
    );
  }

  async #load(node, path) {
    try {
      const { tree } = await this.#ask(path);
      Object.assign(node, { children: tree.children, hidden: 0 });
    } catch (error) {
      if (!isAbort(error)) this.view.status.say(this.view.app.errorText(error));
    }
  }

  #describe(node, depth) {
    const value = depth % 2 || node.value === 0 ? node.value : -node.value; // for the side to move at the root
    const kind = value > 0 ? "won" : value < 0 ? "lost" : "even";
    const result = t(`whole.${kind}`, { who: colorName(this.toMove) });
    const more = node.same?.length ? t("whole.same", { moves: node.same.map(moveText).join(" ") }) : "";
    const facts = this.view.facts.margin ? signed(value, 0) : { won: "+", lost: "−", even: "=" }[kind];
    const words = [result, this.view.facts.margin && facts, t("whole.size", { n: number(node.size) }), more];
    return {
      kind,
      facts: facts + (node.same?.length ? ` ×${node.same.length + 1}` : ""),
      words: words.filter(Boolean).join(", "),
    };
  }

  #draw(root) {
    const fold = h("input", {
      type: "checkbox",
      "data-key": "fold",
      checked: this.fold,
      onchange: (event) => this.#refold(event),
    });
    const find = h("input", {
      type: "search",
      "data-key": "find",
      size: 12,
      placeholder: "b2 a1",
      "aria-label": t("whole.find"),
    });
    const seek = (event) => {
      event.preventDefault();
      this.#find(find.value);
    };
    const all = (open) => () => {
      openAll(root, open);
      this.tree.update();
    };
    const button = (key, text, onclick) => h("button", { type: "button", "data-key": key, onclick }, text);
    refill(
      this.element,
      h("h2", {}, t("whole.title")),
      h("p", { class: "small muted" }, t("whole.about", { n: number(root.size), who: colorName(this.toMove) })),
      h("div", { class: "row line", role: "group", "aria-label": t("whole.line") }, this.#line()),
      h(
        "div",
        { class: "row tools" },
        h("label", { class: "check" }, fold, t("whole.fold")),
        button("open", t("whole.open"), all(true)),
        button("close", t("whole.close"), all(false)),
        h("form", { class: "row", onsubmit: seek }, find, h("button", { "data-key": "seek" }, t("whole.find"))),
      ),
      this.note,
      this.tree.element,
    );
    this.tree.update(); // its height is known now
  }

  // The best line, always in view: each of its moves leads to its place in the tree.
  #line() {
    const goTo = (n) => () =>
      this.tree.goTo(this.line.slice(0, n + 1)).then((isThere) => !isThere && this.#say("whole.folded"));
    const moves = this.line.map((move, n) =>
      h("button", { type: "button", class: "quiet", onclick: goTo(n) }, moveText(move)),
    );
    return [h("span", { class: "small muted" }, t("whole.line")), ...moves];
  }

  #say(key, filled = {}) {
    this.note.textContent = t(key, filled);
  }

  async #refold({ target }) {
    this.fold = target.checked;
    await this.load().catch((error) => this.view.status.say(this.view.app.errorText(error)));
  }

  // A sequence of moves from the root, or every loaded position that a move to one square leads to.
  async #find(text) {
    const moves = movesIn(text);
    this.tree.found = new Set();
    if (!moves) {
      this.#say("whole.no_moves");
    } else if (moves.length > 1) {
      const isThere = await this.tree.goTo(moves);
      this.#say(isThere ? "whole.there" : this.fold ? "whole.folded" : "whole.nowhere", {
        moves: moves.map(moveText).join(" "),
      });
    } else {
      await this.#findSquare(moves[0]);
    }
  }

  async #findSquare(move) {
    const paths = pathsTo(this.tree.root, move);
    const again = this.sought === move ? this.seen + 1 : 0;
    this.sought = move;
    this.seen = paths.length ? again % paths.length : 0;
    for (const path of paths) this.tree.found.add(along(this.tree.root, path).at(-1));
    if (!paths.length) return this.#say("whole.nowhere", { moves: moveText(move) });
    await this.tree.goTo(paths[this.seen]);
    this.#say("whole.found", { move: moveText(move), n: number(this.seen + 1), all: number(paths.length) });
  }

  stop() {}
}

const someHidden = (node) => Boolean(node.hidden) || (node.children ?? []).some(someHidden);
