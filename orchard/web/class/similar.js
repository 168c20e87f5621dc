// Similar submissions, for the staff: a list, and two programs side by side with what they share.

import { h } from "../js/dom.js";
import { percent } from "../js/i18n.js";
import { get } from "./api.js";
import { action, c, card, grid, row } from "./parts.js";

export async function tab(app, one) {
  const found = await get(`assignments/${one.id}/similar`);
  const place = h("div", { class: "sheet", "aria-live": "polite" });
  const show = async ({ first, second }) => {
    place.replaceChildren(sideBySide(await get(`similar/${first.id}/${second.id}`)));
    place.scrollIntoView({ block: "start" });
  };
  const name = (version) => `${version.team_name} · ${c("version.n", { n: version.number })}`;
  const rows = found.map((pair) =>
    row(
      h("th", { scope: "row" }, percent(pair.share)),
      name(pair.first),
      name(pair.second),
      action(c("similar.show"), () => show(pair), { "aria-label": `${c("similar.show")}: ${name(pair.first)}` }),
    ),
  );
  const heads = [c("similar.share"), c("similar.first"), c("similar.second"), c("actions")];
  return h(
    "div",
    { class: "sheet" },
    card(
      c("tab.similar"),
      h("p", { class: "muted" }, c("similar.how")),
      grid(c("tab.similar"), heads, rows, c("similar.none")),
    ),
    place,
  );
}

function sideBySide({ first, second, share, lines }) {
  const sides = [first, second].map((program, side) => {
    const marked = new Set(lines.map((pair) => pair[side]));
    const text = program.source.split("\n").map((line, at) => {
      const isShared = marked.has(at + 1);
      return h("span", { class: isShared ? "line shared" : "line" }, `${String(at + 1).padStart(4)}  ${line}\n`);
    });
    const title = `${program.team_name} · ${c("version.n", { n: program.number })}`;
    return h("section", {}, h("h3", {}, title), h("pre", { tabindex: "0", "aria-label": title }, text));
  });
  return card(c("similar.both", { share: percent(share) }), h("div", { class: "both" }, sides));
}
