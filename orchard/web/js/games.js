// What the server says of games, and where the squares of their boards are. No game is known here by name.

import { get } from "./connection.js";

/**
 * A game on one board, as `/api/games/{name}` describes it.
 * @typedef {object} Facts
 * @property {string} name     what the server calls it, with its board or rules: "name" or "name:option"
 * @property {string} base     the name without them
 * @property {number} width
 * @property {number} height
 * @property {string} columns  the letters of the columns, from the left
 * @property {boolean} row_one_at_top
 * @property {"cells"|"crossings"} stones_on
 * @property {{ground: string, line: string, frame: string, ink: string}} colors
 * @property {string} start    the stones at the beginning, row by row from the top: X, O and -
 * @property {string[]} options        what may follow the name and a colon
 * @property {string[]} opening_rules  other ways to begin, such as "swap2"
 * @property {object[]} levels
 * @property {string[]} players        who plays it, levels aside
 * @property {string[]} files          formats of other programs that can hold it
 */

export const baseOf = (name) => name.split(":")[0];
export const optionOf = (name) => name.split(":").slice(1).join(":");

/** The number beside a row, counted from the top. */
export function rowNumber(facts, row) {
  return facts.row_one_at_top ? row + 1 : facts.height - row;
}

/** The name of a square: "a1". */
export function squareName(facts, square) {
  const row = Math.floor(square / facts.width);
  return `${facts.columns[square % facts.width]}${rowNumber(facts, row)}`;
}

/** The number of the square of that name, row by row from the top left. */
export function squareOf(facts, name) {
  const number = Number(name.slice(1));
  const row = facts.row_one_at_top ? number - 1 : facts.height - number;
  return row * facts.width + facts.columns.indexOf(name[0]);
}

/** How many steps of a king lie between two squares. */
export function distance(facts, one, other) {
  const rows = Math.abs(Math.floor(one / facts.width) - Math.floor(other / facts.width));
  const columns = Math.abs((one % facts.width) - (other % facts.width));
  return Math.max(rows, columns);
}

/** Where a key moves from a square; null if it is no key for that. */
export function squareAfterKey(facts, square, key) {
  const { width, height } = facts;
  const row = Math.floor(square / width);
  const column = square % width;
  const places = {
    ArrowLeft: [row, Math.max(0, column - 1)],
    ArrowRight: [row, Math.min(width - 1, column + 1)],
    ArrowUp: [Math.max(0, row - 1), column],
    ArrowDown: [Math.min(height - 1, row + 1), column],
    Home: [row, 0],
    End: [row, width - 1],
    PageUp: [0, column],
    PageDown: [height - 1, column],
  };
  if (!Object.hasOwn(places, key)) return null;
  const [toRow, toColumn] = places[key];
  return toRow * width + toColumn;
}

export const middleOf = ({ width, height }) => Math.floor(height / 2) * width + Math.floor(width / 2);

/** The part of the board that a square is in, as one of nine names: "top_left", "top", … "middle". */
export function areaOf({ width, height }, square) {
  const third = (n, size) => Math.floor((3 * n) / size);
  const row = ["top", "", "bottom"][third(Math.floor(square / width), height)];
  const column = ["left", "", "right"][third(square % width, width)];
  return [row, column].filter(Boolean).join("_") || "middle";
}

const count = (stones, stone) => stones.split(stone).length - 1;

/** How many stones each side has. */
export const countsOf = (stones) => ({ black: count(stones, "X"), white: count(stones, "O") });

/** The picture of a game before its first move. */
export function startFrame({ start }) {
  return {
    move: null,
    stones: start,
    to_move: "black",
    flipped: [],
    ...countsOf(start),
    over: false,
    winner: null,
    score: null,
    winning_line: [],
  };
}

/** The stars of a board with lines: in the middle, and on large boards four from the edges. */
export function starPoints({ width, height }) {
  const along = (n) => (n >= 13 ? [3, (n - 1) / 2, n - 4] : [(n - 1) / 2]).filter(Number.isInteger);
  return along(width).flatMap((x) => along(height).map((y) => [x, y]));
}

/** The grid of a board as an SVG path, in units of a square. */
export function gridPath({ width, height, stones_on: on }) {
  const half = on === "crossings" ? 0.5 : 0;
  const more = on === "crossings" ? 0 : 1;
  const parts = [];
  for (let x = 0; x < width + more; x++) parts.push(`M${x + half} ${half}V${height - half}`);
  for (let y = 0; y < height + more; y++) parts.push(`M${half} ${y + half}H${width - half}`);
  return parts.join("");
}

/** A board's colours as custom properties of CSS; board.css derives all others from these. */
export function colorsOf({ colors }) {
  return Object.fromEntries(Object.entries(colors).map(([name, value]) => [`--board-${name}`, value]));
}

/** All games that the server has, and every board of them that has been asked for. */
export class Games {
  #known = new Map();

  constructor(list) {
    this.list = list;
    for (const facts of list) this.#known.set(facts.name, facts);
  }

  get first() {
    return this.list[0];
  }

  /** The facts of a game that has been asked for; of an unknown board those of its game. */
  of(name) {
    return this.#known.get(name) ?? this.#known.get(baseOf(name));
  }

  /** The facts of a game, asked for where they are new. An error where the server has no such game or board. */
  async ask(name) {
    if (!this.#known.has(name)) {
      const facts = await get(`games/${encodeURIComponent(name)}`);
      this.#known.set(name, facts);
      this.#known.set(facts.name, facts);
    }
    return this.#known.get(name);
  }
}
