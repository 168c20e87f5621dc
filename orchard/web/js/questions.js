// Predict, then reveal: at which steps of a search a reader is asked what comes next. No DOM here.
// The same search always asks the same questions.

import { t, colorName } from "./i18n.js";
import { Growth, amount, name, pull, sentence } from "./steps.js";
import { other } from "./tree.js";

const MOST = 12; // questions in a search
const ANSWERS = 5;

/**
 * @typedef {object} Question
 * @property {number} at        it is asked after so many steps; the next one reveals it
 * @property {string} kind      next, cut or value
 * @property {string} text
 * @property {string[]} answers two to five
 * @property {number} right     which of them
 * @property {string} why
 */

/** The questions of a search, in its order. */
export function questionsOf(trace, toMove) {
  const found = { next: [], cut: [], value: [] };
  const growth = new Growth(trace);
  for (const [at, step] of trace.steps.entries()) {
    growth.to(at);
    const question = ASK[step.kind]?.(step, growth, trace, toMove) ?? askCut(step, growth, trace, toMove);
    if (question) found[question.kind].push({ at, ...question });
  }
  const kinds = Object.values(found).filter(({ length }) => length);
  return kinds.flatMap((moments) => spread(moments, Math.floor(MOST / kinds.length))).sort((a, b) => a.at - b.at);
}

// So many of a list, evenly apart, the second half of the first stretch on: the beginning is for looking.
function spread(list, count) {
  if (list.length <= count) return list;
  return Array.from({ length: count }, (none, n) => list[Math.floor(((n + 0.5) * list.length) / count)]);
}

const ASK = { select: askNext, back: askValue };

// Which move of the root a playout goes into, where all have been tried and chance has no say.
function askNext(step, { root, nodes }, { c }) {
  const [, first] = step.path;
  const chosen = nodes.get(first);
  if (!chosen || step.chance?.includes(first) || root.children.some(({ visits }) => !visits)) return null;
  const sums = root.children.map((child) => ({ child, ...pull(child, c) }));
  sums.sort((one, two) => two.mean + two.bonus - one.mean - one.bonus);
  const shown = sums.slice(0, ANSWERS).sort((one, two) => one.child.id - two.child.id);
  const right = shown.findIndex(({ child }) => child === chosen);
  if (shown.length < 2 || right < 0) return null;
  const sum = ({ child, mean, bonus }) => `${name(child.move)}: ${amount(mean)} + ${amount(bonus)} = ${amount(mean + bonus)}`; // prettier-ignore
  const why = t("ask.next.why", { move: name(chosen.move), sums: shown.map(sum).join(" · ") });
  return { kind: "next", text: t("ask.next"), answers: shown.map(({ child }) => name(child.move)), right, why };
}

// Which value goes up, where the values below are different ones.
function askValue(step, grown, trace, toMove) {
  const node = grown.nodes.get(step.node);
  const values = [...new Set(node.children.map(({ value }) => value))];
  const best = node.best?.value;
  if (values.length < 2 || !values.includes(best) || values.includes(null)) return null;
  values.sort((one, two) => two - one);
  const shown = values.slice(0, ANSWERS).sort((one, two) => one - two);
  const who = colorName(node.ply % 2 ? other(toMove) : toMove);
  const why = t("ask.value.why", { who, value: amount(best), move: name(node.best.move) });
  const text = node.ply ? t("ask.value", { who, move: name(node.move) }) : t("ask.value_root", { who });
  return { kind: "value", text, answers: shown.map(amount), right: shown.indexOf(best), why };
}

// Whether the rest of the moves are skipped, after one that is the best so far and has a bound to reach.
function askCut(step, grown, trace, toMove) {
  const { focus } = grown;
  const before = trace.steps[grown.at - 1];
  const parent = focus?.parent;
  const judged = before && ["leaf", "end", "below", "back"].includes(before.kind) && before.best;
  if (!judged || !parent?.window || parent.window.alpha === null) return null;
  const isCut = step.kind === "cut";
  if (!isCut && step.parent !== parent.id) return null; // there was nothing left to skip
  const [who, opponent] = [parent.ply, parent.ply + 1].map((ply) => colorName(ply % 2 ? toMove : other(toMove)));
  const said = {
    who,
    opponent,
    move: name(focus.move),
    value: amount(0 - focus.value),
    had: amount(parent.window.alpha),
  };
  const why = isCut ? sentence(step, grown, toMove) : t("ask.cut.not", said);
  const text = t("ask.cut", said);
  return { kind: "cut", text, answers: [t("ask.yes"), t("ask.no")], right: isCut ? 0 : 1, why };
}
