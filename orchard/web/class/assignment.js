// One assignment: what is asked, and behind tabs handing in, standings, games, queue, and what only staff see.

import { h } from "../js/dom.js";
import { gameName } from "../js/i18n.js";
import { get } from "./api.js";
import { c, card, chip, sheet, seconds, when } from "./parts.js";

const TABS = {
  work: { needs: "submissions.see", load: () => import("./work.js") },
  standings: { needs: "standings.see", load: () => import("./standings.js") },
  cross: { needs: "standings.see", load: () => import("./cross.js") },
  curve: { needs: "standings.see", load: () => import("./curve.js") },
  games: { needs: "games.see", load: () => import("./games.js") },
  queue: { needs: "queue.see", load: () => import("./queue.js") },
  similar: { needs: "similar.see", load: () => import("./similar.js") },
  edit: { needs: "assignments.change", load: () => import("./edit.js") },
};

export async function page(app, id, tab, ...rest) {
  const one = await get(`assignments/${id}`);
  const open = Object.keys(TABS).filter((name) => app.may(TABS[name].needs));
  const shown = open.includes(tab) ? tab : open[0];
  const board = await get(`boards/${encodeURIComponent(one.game)}`);
  const part = await (await TABS[shown].load()).tab(app, one, board, ...rest);
  const links = open.map((name) =>
    h(
      "a",
      { href: `#assignment/${id}/${name}`, "aria-current": name === shown ? "page" : null },
      c(`tab.${name === "work" && app.isStaff ? "submissions" : name}`),
    ),
  );
  const element = sheet(
    one.name,
    about(one, board),
    h("nav", { class: "tabs", "aria-label": c("tabs") }, links),
    part.element ?? part,
  );
  return { element, stop: part.stop };
}

function about(one, board) {
  const facts = [
    gameName(one.game, board),
    c("rule.each", { time: seconds(one.rules.seconds_per_move), memory: one.rules.memory_mb }),
    one.closes && c("closes.at", { time: when(one.closes) }),
    one.final_kind && one.state !== "final" && c("final.announced", { kind: c(`final.${one.final_kind}`) }),
    c("daily.at", { n: one.daily }),
  ];
  return card(
    "",
    h("div", { class: "row" }, chip(c(`state.${one.state}`), one.state === "open" ? "good" : "")),
    h("p", {}, facts.filter(Boolean).join(" · ")),
    one.text && h("p", { class: "text" }, one.text),
    one.references.length > 0 && h("p", { class: "muted" }, `${c("references")}: ${one.references.join(", ")}`),
    one.packages.length > 0 && h("p", { class: "muted" }, `${c("packages")}: ${one.packages.join(", ")}`),
  );
}
