// The form of an assignment.

import { h } from "../js/dom.js";
import { gameName, optionName } from "../js/i18n.js";
import { toLocal } from "./assignment_values.js";
import { c, check, choice, field } from "./parts.js";

const games = (boards) =>
  boards.flatMap((board) => [
    [board.base, gameName(board.base, board)],
    ...board.options.map((option) => [
      `${board.base}:${option}`,
      `${gameName(board.base, board)} ${optionName(option)}`,
    ]),
  ]);

/** The fields; of an assignment that is there, those that can still be changed. `mayPlay`: the final. */
export function fieldsOf(one, boards, mayPlay) {
  const { rules = {}, grade = { references: 50, rank: 25, rating: 25 } } = one ?? {};
  const number = (name, label, value, props = {}) => field(name, label, { type: "number", value, min: 0, ...props });
  return [
    field("name", c("assignment.name"), { required: true, maxlength: 80, value: one?.name ?? "" }),
    !one && choice("game", c("game"), "", games(boards)),
    !one &&
      h(
        "div",
        { class: "pair" },
        number("seconds_per_move", c("rule.seconds"), rules.seconds_per_move ?? 1, { step: "any", min: 0.01 }),
        number("memory_mb", c("rule.memory"), rules.memory_mb ?? 1024),
      ),
    h(
      "div",
      { class: "pair" },
      field("opens", c("opens"), { type: "datetime-local", value: toLocal(one?.opens) }),
      field("closes", c("closes"), { type: "datetime-local", value: toLocal(one?.closes) }),
    ),
    field("text", c("assignment.text"), { rows: 4, value: one?.text ?? "" }),
    field(
      "references",
      c("references"),
      { rows: 3, value: (one?.references ?? ["random", "level:1", "level:3"]).join("\n") },
      c("references.how"),
    ),
    number("daily", c("daily"), one?.daily ?? 20, { min: 1, max: 1000 }),
    h(
      "fieldset",
      { class: "trio" },
      h("legend", {}, c("grade.how")),
      ["references", "rank", "rating"].map((part) =>
        number(`grade_${part}`, c(`grade.${part}`), grade[part] ?? 0, { step: "any" }),
      ),
    ),
    field("packages", c("packages"), { rows: 2, value: (one?.packages ?? []).join("\n") }, c("packages.how")),
    check("engines", c("engines"), one?.engines ?? false),
    mayPlay &&
      choice(
        "final_kind",
        c("final.at_close"),
        one?.final_kind ?? "",
        ["", "round_robin", "swiss"].map((kind) => [kind, c(`final.${kind || "by_hand"}`)]),
      ),
  ];
}
