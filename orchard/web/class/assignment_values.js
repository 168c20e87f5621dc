// What the form of an assignment says to the server. No DOM here.

const two = (number) => String(number).padStart(2, "0");

/** Seconds since 1970 as a field for date and time has them, in the reader's own time zone. */
export function toLocal(seconds) {
  if (seconds === null || seconds === undefined) return "";
  const date = new Date(seconds * 1000);
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

const fromLocal = (text) => (text ? new Date(text).getTime() / 1000 : null);

const listOf = (text) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

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
    ...(values.final_kind === undefined ? {} : { final_kind: values.final_kind }),
  };
}
