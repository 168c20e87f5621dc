// The form of an assignment: its fields, and what they say to the server.

import { h } from "../js/dom.js";
import { gameName, optionName } from "../js/i18n.js";
import { c, check, choice, field } from "./parts.js";

const two = (number) => String(number).padStart(2, "0");

/** Seconds since 1970 as a field for date and time has them, in the reader's own time zone. */
export function toLocal(seconds) {
  if (seconds === null || seconds === undefined) return "";
  const date = new Date(seconds * 1000);
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

export const fromLocal = (text) => (text ? new Date(text).getTime() / 1000 : null);

export const listOf = (text) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

const games = (boards) =>
  boards.flatMap((board) => [
    [board.base, gameName(board.base, board)],
    ...board.options.map((option) => [
      `${board.base}:${option}`,
      `${gameName(board.base, board)} ${optionName(option)}`,
    ]),
  ]);

/** The fields; of an assignment that is there, those that can still be changed. */
export function fieldsOf(one, boards) {
  const { rules = {}, grade = { references: 50, rank: 25, rating: 25 } } = one ?? {};
  const number = (name, label, value, props = {}) => field(name, label, { type: "number", value, min: 0, ...props });
  return [
    field("name", c("name"), { required: true, maxlength: 80, value: one?.name ?? "" }),
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
  ];
}

/** What the fields hold, as the server takes it. */
export function valuesOf(values) {
  const parts = ["references", "rank", "rating"].map((part) => [part, Number(values[`grade_${part}`] || 0)]);
  const fixed = values.game
    ? {
        game: values.game,
        rules: { seconds_per_move: Number(values.seconds_per_move), memory_mb: Number(values.memory_mb) },
      }
    : {};
  return {
    ...fixed,
    name: values.name,
    opens: fromLocal(values.opens),
    closes: fromLocal(values.closes),
    text: values.text,
    references: listOf(values.references),
    packages: listOf(values.packages),
    daily: Number(values.daily),
    grade: Object.fromEntries(parts.filter(([, points]) => points > 0)),
    engines: values.engines === "on",
  };
}
