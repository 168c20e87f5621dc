// The queue, visible to everybody: what is running and waiting, since when, and why.

import { h, refill } from "../js/dom.js";
import { number } from "../js/i18n.js";
import { get, send } from "./api.js";
import { ago, c, card, chip, field, form, grid, repeatedly, row } from "./parts.js";

const LOOK_MS = 5000;

export async function tab(app, one) {
  const place = h("div", { class: "sheet" });
  const team = h("div", {});
  async function draw() {
    const { now, counts, jobs, failed, names, workers } = await get(`assignments/${one.id}/queue`);
    const summary = ["running", "waiting", "done", "failed"].map((state) =>
      chip(`${c(`job.${state}`)} ${number(counts[state] ?? 0)}`, state === "failed" && counts[state] ? "bad" : ""),
    );
    const rows = [...jobs, ...failed].map((job) =>
      row(
        c(`job.${job.kind}`),
        chip(c(`job.${job.state}`), { running: "good", failed: "bad" }[job.state] ?? "wait"),
        playersOf(job, names),
        ago(job.taken ?? job.made, now),
        job.worker,
        whyOf(job),
      ),
    );
    const heads = [c("job"), c("state"), c("players"), c("since"), c("worker"), c("why")];
    refill(team, workerTable(workers, now));
    refill(place, h("div", { class: "row" }, summary), grid(c("tab.queue"), heads, rows, c("queue.none")));
  }
  await draw();
  const element = h(
    "div",
    { class: "sheet" },
    card(c("tab.queue"), place),
    card(c("workers"), team, app.may("work.run") && newWorker()),
  );
  return { element, stop: repeatedly(LOOK_MS, draw) };
}

// What failed says so itself; it is for the staff, in English as their log.
function whyOf({ kind, why, problem, about }) {
  if (problem) return problem;
  const words = c(`why.${kind}`, { n: why.match(/\d+/)?.[0] ?? "" });
  return about ? h("a", { href: `#game/${about}` }, words) : words;
}

const playersOf = ({ submission, first, second }, names) =>
  [submission && `submission:${submission}`, first, second]
    .filter(Boolean)
    .map((name) => names[name] ?? name)
    .join(" – ");

function workerTable(workers, now) {
  const rows = workers.map((worker) =>
    row(
      h("th", { scope: "row" }, worker.name),
      chip(c(worker.alive ? "worker.alive" : "worker.away"), worker.alive ? "good" : ""),
      worker.speed ? number(worker.speed, 2) : "–",
      ago(worker.seen, now),
    ),
  );
  return grid(c("workers"), [c("worker"), c("state"), c("worker.speed"), c("worker.seen")], rows, "–");
}

// A token for a worker on another machine.
function newWorker() {
  const shown = h("p", { "aria-live": "polite" });
  const fields = [field("name", c("worker.new"), { required: true, maxlength: 60 })];
  return [
    form(fields, c("worker.make"), async ({ name }, element) => {
      const { token } = await send("POST", "workers", { name });
      shown.replaceChildren(c("worker.token", { name }), " ", h("code", { class: "hash" }, token));
      element.reset();
    }),
    shown,
  ];
}
