// A hint in the Play view: the best move that a short analysis finds, marked on the board.

import { isAbort, stopped } from "./dom.js";
import { t, percent, signed } from "./i18n.js";
import { provedText } from "./proof.js";

export class Hint {
  #play;
  #search = null;

  constructor(play) {
    this.#play = play;
  }

  get isAllowed() {
    const { tree, over, opening } = this.#play;
    return !over && !opening && this.#play.isPersonAt(tree.current);
  }

  stop() {
    this.#search?.abort(stopped());
    this.#search = null;
  }

  async ask() {
    const { app, board, status, tree } = this.#play;
    const node = tree.current;
    if (!this.isAllowed || !node.view || node.view.must_pass) return;
    this.stop();
    const search = new AbortController();
    this.#search = search;
    status.say(t("hint.searching"), { busy: true });
    const show = (found) => {
      if (tree.current !== node || this.#search !== search) return;
      board.mark({ hint: found.best });
      status.say(t("hint.found", { move: found.best.toUpperCase() }) + worth(found));
    };
    try {
      const ask = { ...tree.place(node), seconds: 1, every_move: false };
      show(await app.connection.ask("analyse", ask, { signal: search.signal, onUpdate: show }));
    } catch (error) {
      if (!isAbort(error)) this.#play.problem(error);
    }
  }
}

// What the move is worth, in brackets.
function worth({ value, unit, wins_in: winsIn }) {
  if (winsIn) return ` (${provedText(winsIn)})`;
  if (value === null) return "";
  return ` (${unit === "discs" ? signed(value, 0) : percent(value)})`;
}
