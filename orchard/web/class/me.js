// One's own account: the password, and signing out here or everywhere.

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
  );
}
