// The assignments of the class, and for the staff a form to make one.

import { h } from "../js/dom.js";
import { gameName } from "../js/i18n.js";
import { get, send } from "./api.js";
import { fieldsOf } from "./assignment_form.js";
import { valuesOf } from "./assignment_values.js";
import { c, card, chip, form, grid, moment, row, sheet } from "./parts.js";

export async function page(app) {
  const [assignments, boards] = await Promise.all([get("assignments"), get("boards")]);
  const facts = new Map(boards.map((board) => [board.base, board]));
  const title = (game) => gameName(game, facts.get(game.split(":")[0]));
  const rows = assignments.map((one) =>
    row(
      h("th", { scope: "row" }, h("a", { href: `#assignment/${one.id}` }, one.name)),
      title(one.game),
      chip(c(`state.${one.state}`), one.state === "open" ? "good" : ""),
      moment(one.closes),
    ),
  );
  const list = grid(
    c("nav.assignments"),
    [c("assignment"), c("game"), c("state"), c("closes")],
    rows,
    c("assignments.none"),
  );
  const add = () =>
    card(
      c("assignment.new"),
      form(fieldsOf(null, boards, app.may("final.play")), c("assignment.make"), async (values) => {
        const made = await send("POST", "assignments", valuesOf(values));
        app.go(`#assignment/${made.id}`);
      }),
    );
  return sheet(c("nav.assignments"), card("", list), app.may("assignments.change") && add());
}
