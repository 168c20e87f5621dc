// What a player's declared options offer to somebody who follows its search. No DOM here.

const NUMBERS = ["c", "epsilon"];
const SWITCHES = ["ordering", "scout", "deepening", "table", "history"];
const TABLE_MB = 1;

/** The options to set: numbers, and the evaluation with the names that the search knows; without one, the game's own. */
export function optionsOf(options, trace) {
  const numbers = options.filter(({ name }) => NUMBERS.includes(name));
  const named = options.filter(({ name }) => name === "eval" && trace.evaluations?.length);
  return [...numbers, ...named.map((option) => ({ ...option, choices: ["", ...trace.evaluations] }))];
}

/** The options that switch something on or off, with the values for both; a table is switched on by its size. */
export function switchesOf(options) {
  const found = SWITCHES.map((name) => options.find((option) => option.name === name)).filter(Boolean);
  return found.map((option) => {
    const isSize = typeof option.default === "number";
    return { ...option, on: isSize ? option.default || TABLE_MB : true, off: isSize ? 0 : false };
  });
}

/** A player with options as it is asked for: `uct:c=0.7`. */
export function specOf(name, values) {
  const set = Object.entries(values).map(([key, value]) => `${key}=${value}`);
  return set.length ? `${name}:${set.join(",")}` : name;
}

/**
 * What is counted to compare switches: none on, each alone, all on; with the names of what is on.
 * @returns {{spec: string, says: string[]}[]}
 */
export function variantsOf(name, options, values) {
  const switches = switchesOf(options);
  const set = (on) => {
    const chosen = Object.fromEntries(switches.map((one) => [one.name, on.includes(one) ? one.on : one.off]));
    return specOf(name, { ...values, ...chosen });
  };
  return [
    { spec: set([]), says: ["plain"] },
    ...switches.map((one) => ({ spec: set([one]), says: [one.name] })),
    { spec: set(switches), says: ["everything"] },
  ];
}

/** A list with one entry moved to another place. */
export function moved(list, from, to) {
  const rest = list.filter((one, at) => at !== from);
  rest.splice(to, 0, list[from]);
  return rest;
}

/** Rows of counts with the share of each in the largest. */
export function barsOf(rows) {
  const most = Math.max(1, ...rows.map(({ nodes }) => nodes));
  return rows.map((row) => ({ ...row, share: row.nodes / most }));
}
