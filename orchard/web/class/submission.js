// One version: the verdict check by check, what failed and how to see it at home, the log, and the hash of the file.

import { h } from "../js/dom.js";
import { number } from "../js/i18n.js";
import { get } from "./api.js";
import { c, card, chip, grid, moment, row, seconds, sheet, when } from "./parts.js";
import { stateChip } from "./work.js";

const LOOK_MS = 1500;

export async function page(app, id) {
  const place = h("div", { class: "sheet" });
  let state;
  async function draw() {
    const one = await get(`submissions/${id}`);
    if (one.state === state) return;
    state = one.state;
    place.replaceChildren(...partsOf(one));
  }
  await draw();
  const first = await get(`submissions/${id}`);
  const timer = setInterval(() => (state === "waiting" ? draw().catch(() => {}) : clearInterval(timer)), LOOK_MS);
  const title = `${first.team_name} · ${c("version.n", { n: first.number })}`;
  return { element: sheet(title, place), stop: () => clearInterval(timer) };
}

function partsOf(one) {
  const checks = one.verdict?.checks ?? [];
  const rows = checks.map((check) =>
    row(
      h("th", { scope: "row" }, check.name),
      check.passed ? chip(c("check.passed"), "good") : chip(c("check.failed"), "bad"),
      check.words,
      seconds(check.slowest_s),
    ),
  );
  const log = (one.log ?? []).map((entry) => row(moment(entry.at), c(`log.${entry.what}`), entry.by));
  const denied = one.verdict?.denied ?? [];
  return [
    card(
      "",
      h("div", { class: "row" }, stateChip(one.state), one.chosen && chip(c("plays.now"), "good")),
      one.state === "waiting" && h("p", { role: "status" }, c("submission.waiting.how")),
      h("p", {}, `${one.file} · ${number(one.size)} B · ${one.person_name} · ${when(one.made)}`),
      one.note && h("p", { class: "text" }, one.note),
      h("p", { class: "muted small" }, "SHA-256 ", h("code", { class: "hash" }, one.sha256)),
      h(
        "div",
        { class: "row" },
        h("a", { class: "button", href: `/api/submissions/${one.id}/file`, download: true }, c("download")),
        one.verdict &&
          h("a", { class: "button", href: `/api/submissions/${one.id}/verdict`, download: true }, c("verdict.file")),
        h("a", { class: "button", href: `#assignment/${one.assignment}/work` }, c("back_to_assignment")),
      ),
    ),
    checks.length > 0 &&
      card(c("verdict"), grid(c("verdict"), [c("check"), c("result"), c("check.about"), c("check.slowest")], rows)),
    ...checks.filter((check) => check.fault).map(faultCard),
    denied.length > 0 &&
      card(
        c("denied"),
        h("p", {}, c("denied.how")),
        h(
          "ul",
          {},
          denied.map(({ kind, what }) => h("li", {}, h("code", {}, `${kind} ${what}`))),
        ),
      ),
    card(c("log"), grid(c("log"), [c("time"), c("log.what"), c("name")], log)),
  ].filter(Boolean);
}

// What failed, with all that is needed to see it again.
function faultCard({ name, fault }) {
  const output = [fault.traceback, fault.stderr].filter(Boolean).join("\n");
  return card(
    c("fault.of", { name }),
    h("p", {}, fault.reason),
    output && h("pre", { tabindex: "0", "aria-label": c("output") }, output),
    fault.command && h("p", {}, c("fault.command"), " ", h("code", {}, fault.command)),
  );
}
