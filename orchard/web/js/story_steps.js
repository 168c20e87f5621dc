// Where a page of a story begins in its search, and what its words are filled with. No DOM here.

import { number } from "./i18n.js";
import { amount, name } from "./steps.js";

/** The number of the step that a page begins with: the last, the first of a kind, or the first of all. */
export function firstStep({ steps }, at) {
  if (at === "last") return steps.length;
  return 1 + Math.max(0, steps.findIndex(({ kind }) => kind === at)); // prettier-ignore
}

/** What the words of a page name: what the story says itself, and what the search has found, once it has. */
export function saidOf(page, trace) {
  const found = trace
    ? { move: name(trace.move), value: amount(trace.value), nodes: number(trace.nodes) }
    : { move: "…", value: "…", nodes: "…" };
  return { ...found, ...page.says };
}

/** What an answer is told, with numbers as people write them. */
export const verdictSays = (says) =>
  Object.fromEntries(Object.entries(says).map(([key, value]) => [key, typeof value === "number" ? amount(value) : value])); // prettier-ignore
