// One's own account: the password, what one has learned, and signing out here or everywhere.

import { h, toast } from "../js/dom.js";
import { get, send } from "./api.js";
import { action, c, card, field, form, sheet } from "./parts.js";

export async function page(app) {
  const { person } = app.me;
  const teams = person.team === null ? [] : await get("teams");
  const team = teams.find(({ id }) => id === person.team);
  const leave = (everywhere) => async () => {
    await send("POST", "logout", { everywhere });
    app.use(await get("me"));
    app.go("#in");
  };
  const fields = [
    field("old", c("password"), { type: "password", autocomplete: "current-password", required: true }),
    field(
      "new",
      c("password.new"),
      { type: "password", autocomplete: "new-password", required: true, minlength: 10 },
      c("password.rule"),
    ),
  ];
  const change = form(fields, c("password.change"), async (values, element) => {
    app.use(await send("POST", "password", { old: values.old, new: values.new }));
    element.reset();
    toast(c("password.changed"));
  });
  return sheet(
    person.name,
    card(
      "",
      h("p", {}, c(`role.${person.role}`)),
      team && h("p", {}, `${c("team")}: ${team.name} (${team.members.map(({ name }) => name).join(", ")})`),
      h("div", { class: "row" }, action(c("sign_out"), leave(false)), action(c("sign_out.everywhere"), leave(true))),
    ),
    card(c("password.change"), change),
    app.may("me.profile") && profileCard(app, await get("me/profile")),
  );
}

/** The profile of Learn that a studio exports: kept here, it goes with its owner from one computer to another. */
function profileCard(app, profile) {
  const file = field("file", c("profile.choose"), { type: "file", accept: ".json,application/json", required: true });
  const keep = form([file], c("profile.keep"), async ({ file: chosen }) => {
    let data = {};
    try {
      data = JSON.parse(await chosen.text());
    } catch {
      // the server says that this is no profile
    }
    await send("PUT", "me/profile", data);
    toast(c("profile.kept"));
    app.again();
  });
  const forget = async () => {
    await send("DELETE", "me/profile", {});
    app.again();
  };
  const href = profile && URL.createObjectURL(new Blob([JSON.stringify(profile)], { type: "application/json" }));
  const kept = profile && [
    h("a", { class: "button", href, download: `${profile.name}.json` }, c("download")),
    action(c("profile.forget"), forget),
  ];
  return card(
    c("profile"),
    h("p", { class: "muted" }, c("profile.why")),
    kept && h("div", { class: "row" }, kept),
    keep,
  );
}
