// The bar beside a game that is watched: who is ahead in the position shown, by the game's own analyst.

import { h, isAbort, stopped, wait } from "./dom.js";
import { t } from "./i18n.js";
import { evaluationOf } from "./ahead.js";

const AT_MOST_S = 2;
const SOON_MS = 120; // a position that is gone by then is not worth a question

export class EvaluationBar {
  #app;
  #run = null;
  #black = h("i", {});
  #text = h("span", { class: "small num" });
  #bar = h("div", { class: "evaluation-bar", "aria-hidden": "true" }, this.#black);
  element = h("div", { class: "evaluation", hidden: true }, this.#bar, this.#text);

  constructor(app) {
    this.#app = app;
  }

  hide() {
    this.#stop();
    this.element.hidden = true;
  }

  #stop() {
    this.#run?.abort(stopped());
    this.#run = null;
  }

  /** Of a node of the tree; what is known of it is not asked again. */
  async show(node) {
    this.element.hidden = node.frame.over;
    if (this.#run?.node === node) return;
    this.#stop();
    if (node.evaluation) this.#draw(node.evaluation);
    if (node.evaluation?.isDone || node.frame.over) return;
    const run = Object.assign(new AbortController(), { node });
    this.#run = run;
    const take = (found) => {
      const evaluation = evaluationOf(found, node.frame.to_move);
      if (!evaluation || this.#run !== run) return;
      node.evaluation = evaluation;
      this.#draw(evaluation);
    };
    try {
      await wait(SOON_MS, run.signal);
      const ask = { ...this.#app.tree.place(node), seconds: AT_MOST_S, every_move: false };
      take(await this.#app.connection.ask("analyse", ask, { signal: run.signal, onUpdate: take }));
      if (node.evaluation) node.evaluation.isDone = true;
    } catch (error) {
      if (!isAbort(error)) this.#text.textContent = this.#app.errorText(error);
    }
  }

  #draw({ share, text }) {
    this.#black.style.setProperty("width", `${Math.round(share * 1000) / 10}%`);
    this.#text.textContent = text;
    this.element.title = t("evaluation");
  }
}
