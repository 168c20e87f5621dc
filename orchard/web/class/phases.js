// The ladder or the final: which of them is looked at, where there are both.

import { h } from "../js/dom.js";
import { c } from "./parts.js";

const PHASES = ["final", "ladder"];

/** What is asked of the server: by itself it answers with the last one that began. */
export const query = (phase) => (PHASES.includes(phase) ? `?phase=${phase}` : "");

export function phaseLinks(one, tab, phase) {
  if (one.state !== "final") return null;
  const shown = PHASES.includes(phase) ? phase : PHASES[0];
  const links = PHASES.map((name) =>
    h(
      "a",
      { href: `#assignment/${one.id}/${tab}/${name}`, "aria-current": name === shown ? "page" : null },
      c(`phases.${name}`),
    ),
  );
  return h("nav", { class: "tabs", "aria-label": c("phases") }, links);
}
