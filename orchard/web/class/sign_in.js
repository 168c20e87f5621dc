// Sign in by name and password, or with the account of the university.

import { h } from "../js/dom.js";
import { has, t } from "../js/i18n.js";
import { send } from "./api.js";
import { c, card, field, form, sheet } from "./parts.js";

export async function page(app, problem) {
  const fields = [
    field("name", c("name"), { autocomplete: "username", required: true }),
    field("password", c("password"), { type: "password", autocomplete: "current-password", required: true }),
  ];
  const byPassword = form(fields, c("sign_in"), async ({ name, password }) => {
    app.use(await send("POST", "login", { name, password }));
    if (/^#(in|)$/.test(location.hash) || location.hash.startsWith("#in/")) app.go("#assignments");
    else await app.again();
  });
  const key = `class.reason.${problem}`;
  return sheet(
    c("sign_in"),
    problem && h("p", { class: "problem", role: "alert" }, has(key) ? t(key) : c("reason.bad_openid")),
    card("", byPassword, h("p", { class: "muted" }, c("sign_in.how"))),
    app.me.openid && card("", h("a", { class: "button", href: "/api/oidc/start" }, c("sign_in.openid"))),
  );
}
