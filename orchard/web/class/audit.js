// What was done and what was refused, newest first.

import { h } from "../js/dom.js";
import { get } from "./api.js";
import { action, c, card, grid, moment, row, sheet } from "./parts.js";

const AT_ONCE = 100;

export async function page() {
  const rows = [];
  const list = h("div", {});
  const more = action(c("more"), () => load(), { hidden: true });
  let before = "";

  async function load() {
    const events = await get(`audit?limit=${AT_ONCE}${before}`);
    for (const event of events) {
      const about = Object.entries(event.about).map(([key, value]) => `${key}: ${[value].flat().join(", ")}`);
      rows.push(row(moment(event.at), event.name || "–", event.address, h("code", {}, event.action), about.join("; ")));
    }
    if (events.length) before = `&before=${events.at(-1).id}`;
    more.hidden = events.length < AT_ONCE;
    list.replaceChildren(
      grid(c("nav.audit"), [c("time"), c("name"), c("address"), c("audit.action"), c("audit.about")], rows),
    );
  }

  await load();
  return sheet(c("nav.audit"), card("", list, more));
}
