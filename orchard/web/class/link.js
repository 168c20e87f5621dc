// A one-time link: an invitation, or a way in for who has forgotten the password.

import { h } from "../js/dom.js";
import { get, send } from "./api.js";
import { action, c, card, field, form, sheet } from "./parts.js";

export async function page(app, token) {
  const path = `links/${encodeURIComponent(token ?? "")}`;
  const { name } = await get(path);
  const enter = async (fields) => {
    app.use(await send("POST", path, fields));
    history.replaceState(null, "", "#assignments"); // the link is used up
    await app.again();
  };
  const fields = [
    field("name", c("name"), { autocomplete: "username", value: name, readonly: true }),
    field(
      "password",
      c("password.new"),
      { type: "password", autocomplete: "new-password", required: true, minlength: 10 },
      c("password.rule"),
    ),
  ];
  return sheet(
    c("link.title", { name }),
    card(
      "",
      h("p", {}, c("link.how")),
      form(fields, c("link.set"), ({ password }) => enter({ password })),
    ),
    card(
      "",
      h("p", {}, c("link.without.how")),
      action(c("link.without"), () => enter({})),
    ),
  );
}
