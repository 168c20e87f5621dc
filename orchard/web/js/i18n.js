// Words in the reader's language. A key that is missing shows itself, so that a test can find it.

export const LANGUAGES = { en: "English", "zh-Hans": "简体中文", "zh-Hant": "繁體中文", pl: "polski" };

let words = {};
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

export async function useLanguage(name) {
  const answer = await fetch(`/locales/${name}.json`);
  words = await answer.json();
  language = name;
  document.documentElement.lang = name;
}

export function t(key, values = {}) {
  const text = words[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

export const has = (key) => key in words;

export function number(value, digits = 0) {
  return new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(
    value,
  );
}

export const signed = (value, digits = 0) =>
  (value > 0 ? "+" : value < 0 ? "−" : "±") + number(Math.abs(value), digits);
export const percent = (value) => `${number(value * 100)}%`;

export function duration(seconds) {
  if (seconds < 10) return `${number(seconds, 1)} s`;
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

// Names of things that the server sends by a short name.
export function gameName(name) {
  const [base, width] = name.split(":");
  if (!has(`game.${base}`)) return name;
  return width ? `${t(`game.${base}`)} ${width}×${width}` : t(`game.${base}`);
}
export const gameAim = (name) => t(`aim.${name.split(":")[0]}`);
export const colorName = (color) => t(`color.${color}`);
export const levelName = (level) => t(`level.${level}`);

export function playerName(spec) {
  if (spec === "human") return t("you");
  if (spec === "friend") return t("friend");
  const level = /^level:(\d+)$/.exec(spec);
  if (level) return `${levelName(level[1])} · ${t("level_n", { n: level[1] })}`;
  const [name, settings] = spec.split(":");
  const shown = has(`player.${name}`) ? t(`player.${name}`) : name;
  const difficulty = /^difficulty=(\w+)$/.exec(settings ?? "");
  if (difficulty && has(`difficulty.${difficulty[1]}`)) return `${shown} · ${t(`difficulty.${difficulty[1]}`)}`;
  return settings ? `${shown} (${settings})` : shown;
}
export function playerShort(spec) {
  const level = /^level:(\d+)$/.exec(spec);
  return level ? `${levelName(level[1])} ${level[1]}` : playerName(spec);
}
export const playerSummary = (player) =>
  has(`player.${player.name}.how`) ? t(`player.${player.name}.how`) : player.summary;
