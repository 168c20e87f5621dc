// Signing up by the invitation for the whole class.

import { h } from "../js/dom.js";
import { get, send } from "./api.js";
import { c, card, field, form, sheet } from "./parts.js";

export async function page(app, token) {
  const path = `join/${encodeURIComponent(token ?? "")}`;
  const { title } = await get(path);
  const fields = [
    field("name", c("name"), { autocomplete: "username", required: true, maxlength: 60 }, c("join.name")),
    field(
      "password",
      c("password.new"),
      { type: "password", autocomplete: "new-password", required: true, minlength: 10 },
      c("password.rule"),
    ),
  ];
  const signUp = form(fields, c("join.send"), async ({ name, password }) => {
    app.use(await send("POST", path, { name, password }));
    history.replaceState(null, "", "#assignments"); // the next one who sits here has no use for it
    await app.again();
  });
  return sheet(c("join.title", { title }), card("", h("p", {}, c("join.how")), signUp));
}
