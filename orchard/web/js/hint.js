// A hint in the Play view, in two steps: first where to look and why, then the move that a short analysis finds.

import { isAbort, stopped } from "./dom.js";
import { t, has } from "./i18n.js";
import { areaOf } from "./games.js";
import { hintText } from "./hint_words.js";

export class Hint {
  #play;
  #search = null;
  #node = null; // where the last hint was asked for
  #found = null; // what came of it, once it is there
  #wantsMove = false;

  constructor(play) {
    this.#play = play;
  }

  stop() {
    this.#search?.abort(stopped());
    this.#search = null;
    this.#node = null;
  }

  /** The first press gives a nudge, the second the move. */
  async ask() {
    const { tree } = this.#play;
    const node = tree.current;
    if (!this.#play.mayHint || !node.view || node.view.must_pass) return;
    if (this.#node === node) {
      this.#wantsMove = true;
      if (this.#found) this.#show();
      return;
    }
    this.stop();
    this.#node = node;
    this.#found = null;
    this.#wantsMove = Object.keys(node.view.legal).length === 1; // there is nothing to find
    await this.#think(node);
  }

  async #think(node) {
    const { app, status, tree } = this.#play;
    const search = new AbortController();
    this.#search = search;
    status.say(t("hint.searching"), { busy: true });
    try {
      const ask = { ...tree.place(node), seconds: 1, every_move: false, reason: true };
      const found = await app.connection.ask("analyse", ask, { signal: search.signal });
      if (tree.current !== node || this.#search !== search) return;
      this.#found = found;
      this.#show();
    } catch (error) {
      if (!isAbort(error)) this.#play.problem(error);
    }
  }

  #show() {
    const { board, status, app, tree } = this.#play;
    const facts = app.factsOf(tree.game);
    const { best } = this.#found;
    if (this.#wantsMove) {
      board.mark({ hint: best });
      status.say(hintText(this.#found, this.#node.frame.to_move, facts));
      return;
    }
    const area = areaOf(facts, board.squareOf(best));
    board.mark({ area });
    status.say(nudgeText(area, this.#found.reason), { button: [t("hint.show"), () => this.ask()] });
  }
}

// Where to look, and what speaks for the best move there, if that can be said.
function nudgeText(area, reason) {
  const why = reason && has(`because.${reason.kind}`) ? t(`because.${reason.kind}`) : "";
  return t("hint.look", { area: t(`area.${area}`), why }).trim();
}
