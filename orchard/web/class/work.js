// Handing in: a file, the verdict on each version, and which of them plays. Staff see the versions of all teams.

import { h, refill } from "../js/dom.js";
import { get, Refused, send, upload } from "./api.js";
import { action, c, card, chip, field, form, grid, moment, repeatedly, row } from "./parts.js";

const LOOK_MS = 2000;
const RARELY = 10; // one look in so many where nothing is expected: a hundred pages may be open

export async function tab(app, one) {
  const list = h("div", { "aria-live": "polite" });
  const path = `assignments/${one.id}/submissions`;
  const { isStaff } = app;
  let found = [];

  async function draw() {
    found = await get(path);
    const heads = [c("version"), isStaff && c("team"), c("file"), c("time"), c("state"), c("plays"), c("note")];
    refill(
      list,
      grid(
        c("work.all"),
        heads.filter((head) => head !== false),
        found.map((version) => rowOf(version)),
        c("work.none"),
      ),
    );
  }

  function rowOf(version) {
    const choose = async () => {
      await send("POST", `submissions/${version.id}/choose`, {});
      await draw();
    };
    const playing = version.chosen
      ? chip(c("plays.now"), "good")
      : version.state === "accepted" && one.state === "open"
        ? action(c("plays.choose"), choose, { "aria-label": c("plays.choose_n", { n: version.number }) })
        : "";
    const cells = [
      h("th", { scope: "row" }, h("a", { href: `#submission/${version.id}` }, c("version.n", { n: version.number }))),
      isStaff && version.team_name,
      version.file,
      moment(version.made),
      stateChip(version.state),
      playing,
      version.note,
    ];
    return row(...cells.filter((cell) => cell !== false));
  }

  const fields = [
    h(
      "label",
      { class: "field" },
      c("work.file"),
      h("input", { type: "file", name: "file", required: true, accept: ".py,.zip" }),
      h("small", { class: "muted" }, c("work.file.how", { mb: app.me.upload_mb })),
    ),
    field("note", c("note"), { maxlength: 500 }, c("note.how")),
  ];
  const handIn = form(fields, c("work.send"), async ({ file, note }, element) => {
    if (file.size > app.me.upload_mb * 1e6) throw new Refused(413, { error: "too_large" }); // nobody waits for that
    const body = new FormData();
    body.append("note", note);
    body.append("file", file);
    await upload(path, body);
    element.reset();
    await draw();
  });
  await draw();
  const isWaiting = () => found.some(({ state }) => state === "waiting");
  let looked = 0;
  const stop = repeatedly(LOOK_MS, async () => {
    looked += 1;
    if (isWaiting() || looked % RARELY === 0) await draw(); // others of the team hand in, too
  });
  const mayAdd = app.me.person.team !== null && one.state === "open";
  return {
    element: h("div", { class: "sheet" }, mayAdd && card(c("work.title"), handIn), card(c("work.all"), list)),
    stop,
  };
}

export const stateChip = (state) =>
  chip(c(`submission.${state}`), { accepted: "good", refused: "bad" }[state] ?? "wait");
