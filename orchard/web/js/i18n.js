// Words in the reader's language. A key that is missing shows itself, so that a test can find it.

import { optionOf } from "./games.js";

export const LANGUAGES = { en: "English", "zh-Hans": "简体中文", "zh-Hant": "繁體中文", pl: "polski" };

let words = {};
const parts = new Set(); // folders of words that were asked for
export let language = "en";

export function preferredLanguage() {
  const kept = localStorage.getItem("language");
  if (kept in LANGUAGES) return kept;
  for (const wish of navigator.languages ?? []) {
    if (/^zh(-|$)/i.test(wish)) return /hant|tw|hk|mo/i.test(wish) ? "zh-Hant" : "zh-Hans";
    const short = wish.slice(0, 2).toLowerCase();
    if (short in LANGUAGES) return short;
  }
  return "en";
}

const fetched = async (path) => (await fetch(`/locales/${path}.json`)).json();

export async function useLanguage(name) {
  const found = await Promise.all([name, ...[...parts].map((part) => `${part}/${name}`)].map(fetched));
  useWords(name, Object.assign({}, ...found));
  document.documentElement.lang = name;
}

/** The words of a view as well, which not everybody opens. */
export async function alsoWords(...wanted) {
  const fresh = wanted.filter((part) => !parts.has(part));
  if (!fresh.length) return;
  for (const part of fresh) parts.add(part);
  try {
    await useLanguage(language);
  } catch (error) {
    for (const part of fresh) parts.delete(part);
    throw error;
  }
}

/** @param {Record<string, string>} found what each key says in that language */
export function useWords(name, found) {
  words = found;
  language = name;
}

/** What a key says, with `{name}` filled in from `values`. */
export function t(key, values = {}) {
  const text = words[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

export const has = (key) => key in words;

/** What a key says, or else another text. */
export const said = (key, otherwise) => (has(key) ? t(key) : otherwise);

// ------------------------------------------------------------------------------------------------ numbers

const formats = new Map(); // making one takes longer than using it a hundred times

export function number(value, digits = 0) {
  const key = `${language} ${digits}`;
  if (!formats.has(key)) {
    const places = { minimumFractionDigits: digits, maximumFractionDigits: digits };
    formats.set(key, new Intl.NumberFormat(language, places));
  }
  return formats.get(key).format(value);
}

export function signed(value, digits = 0) {
  const sign = value > 0 ? "+" : value < 0 ? "−" : "±";
  return sign + number(Math.abs(value), digits);
}

export const percent = (value) => `${number(value * 100)}%`;

export function duration(seconds) {
  if (seconds < 10) return `${number(seconds, 1)} s`;
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

export const capital = (text) => text.charAt(0).toLocaleUpperCase(language) + text.slice(1);

// ------------------------------------------------------------------------------------------------ names of things

/** A game's title in the reader's language, else as the server says it; with its board or rules, if not the usual. */
export function gameName(name, facts) {
  if (!facts) return name;
  const title = said(`game.${facts.base}.title`, facts.title);
  const option = optionOf(name);
  return option ? `${title} ${optionName(option)}` : title;
}

/** What follows a game's name, for people: "9" is a board, anything else a set of rules. */
export function optionName(option) {
  const name = (part) => (/^\d+$/.test(part) ? `${part}×${part}` : said(`rules.${part}`, part));
  return option.split(":").map(name).join(" · ");
}

export const gameAim = (facts) => said(`game.${facts.base}.aim`, capital(facts.aim));

/** How a finished game was won, where every win looks the same; "" where nothing is known. */
export const gameWon = (base) => said(`game.${base}.won`, "");

export const colorName = (color) => t(`color.${color}`);
export const levelName = (level) => t(`level.${level}`);

const levelOf = (spec) => /^level:(\d+)$/.exec(spec)?.[1];

export function playerName(spec) {
  if (spec === "human") return t("you");
  if (spec === "friend") return t("friend");
  const level = levelOf(spec);
  if (level) return `${levelName(level)} · ${t("level_n", { n: level })}`;
  const [name, settings] = spec.split(":");
  const shown = said(`player.${name}`, name);
  const difficulty = /^difficulty=(\w+)$/.exec(settings ?? "")?.[1];
  if (difficulty && has(`difficulty.${difficulty}`)) return `${shown} · ${t(`difficulty.${difficulty}`)}`;
  return settings ? `${shown} (${settings})` : shown;
}

export function playerShort(spec) {
  const level = levelOf(spec);
  return level ? `${levelName(level)} ${level}` : playerName(spec);
}

export const playerSummary = (player) => said(`player.${player.name}.how`, player.summary);
