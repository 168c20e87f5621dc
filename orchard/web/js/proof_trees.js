// Why a result is certain: one move of the side that proves it, every answer of the other.

import { h, refill, select } from "./dom.js";
import { t, colorName, number, signed } from "./i18n.js";
import { BigTree } from "./bigtree.js";
import { moveText } from "./moves.js";
import { countOf, openAll } from "./outline.js";

const OPEN_AT_ONCE = 300; // nodes

export class ProofTrees {
  constructor(view, signal) {
    Object.assign(this, { view, signal });
    this.element = h("div", { class: "whole" });
    this.chosen = 0;
  }

  async load() {
    refill(this.element, h("p", { class: "small muted" }, t("think.loading")));
    const { view, signal } = this;
    const { proofs } = await view.app.connection.ask("proof", view.tree.place(), { signal });
    this.proofs = proofs.map((proof) => ({ ...proof, tree: withTheOthers(proof.tree) }));
    this.#draw();
  }

  #draw() {
    const proof = this.proofs[this.chosen];
    const { to_move: toMove } = this.view.tree.current.frame;
    if (countOf(proof.tree) <= OPEN_AT_ONCE) openAll(proof.tree);
    else proof.tree.open = true;
    const tree = new BigTree(proof.tree, {
      label: t("proofs.title"),
      onShow: (path, look) => this.view.showPath(path.filter(Boolean), look),
      load: async () => {},
      describe: (node, depth) => this.#describe(node, depth, proof, toMove),
    });
    const entries = this.proofs.map((one, n) => [n, this.#claim(one)]);
    const change = (value) => {
      this.chosen = Number(value);
      this.#draw();
    };
    refill(
      this.element,
      h("h2", {}, t("proofs.title")),
      entries.length > 1 && select("proof", t("proofs.claim"), this.chosen, entries, change),
      h("p", { class: "claim" }, this.#claim(proof)),
      h(
        "p",
        { class: "small muted" },
        t("proofs.about", { who: colorName(proof.prover), n: number(countOf(proof.tree)) }),
      ),
      tree.element,
    );
    tree.update();
  }

  #claim({ prover, score }) {
    const who = colorName(prover);
    if (this.view.facts.margin) return t("proofs.at_least", { who, value: signed(score, 0) });
    return t(score > 0 ? "proofs.wins" : score < 0 ? "proofs.loses" : "proofs.draws", { who });
  }

  #describe(node, depth, { prover }, toMove) {
    const isOurs = (depth % 2 === 1) === (prover === toMove);
    const kind = node.label ? "others" : depth && isOurs ? "ours" : "theirs";
    if (node.score === undefined)
      return { kind, facts: "", words: depth ? t(`proofs.${isOurs ? "ours" : "theirs"}`) : "" };
    const text = this.view.facts.margin ? signed(node.score, 0) : node.score > 0 ? "✓" : "=";
    return { kind: `${kind} end`, facts: text, words: t("over") };
  }
}

// The answers that are not listed, as one more child that can be seen and heard.
function withTheOthers(node) {
  const children = (node.children ?? []).map(withTheOthers);
  if (node.otherwise) {
    const label = t("proofs.otherwise", { move: moveText(node.otherwise) });
    children.push({ move: "", label, children: [] });
  }
  return { ...node, children };
}
