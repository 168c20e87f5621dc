// For the staff: change an assignment, and play the final.

import { h, toast } from "../js/dom.js";
import { send } from "./api.js";
import { fieldsOf } from "./assignment_form.js";
import { valuesOf } from "./assignment_values.js";
import { c, card, choice, field, form } from "./parts.js";

export async function tab(app, one) {
  const change = form(fieldsOf(one, [], app.may("final.play")), c("save"), async (values) => {
    await send("PATCH", `assignments/${one.id}`, valuesOf(values));
    toast(c("saved"));
    await app.again();
  });
  return h(
    "div",
    { class: "sheet" },
    card(c("tab.edit"), change),
    app.may("final.play") && one.state !== "final" && card(c("final"), h("p", {}, c("final.how")), finalForm(app, one)),
  );
}

function finalForm(app, one) {
  const kinds = ["round_robin", "swiss"].map((kind) => [kind, c(`final.${kind}`)]);
  const fields = [
    choice("kind", c("final.kind"), "round_robin", kinds),
    field("seed", c("final.seed"), { type: "number", min: 0, max: 2 ** 53 - 1, placeholder: c("final.seed.random") }),
  ];
  return form(fields, c("final.play"), async ({ kind, seed }) => {
    await send("POST", `assignments/${one.id}/final`, { kind, ...(seed ? { seed: Number(seed) } : {}) });
    app.go(`#assignment/${one.id}/standings`);
  });
}
