// Sentences about players and problems, in the reader's language.

import { t, capital, colorName, gameAim, gameName, gameWon, has, language, number, percent } from "./i18n.js";
import { playerName, playerSummary } from "./i18n.js";

/** What a beginner notices of a player, as one sentence: of a level in plain words, of another its summary. */
export function portrait(spec, levels, players) {
  const [name, option] = spec.split(":");
  const row = name === "level" && levels[Number(option) - 1];
  return row ? capital(portraitOf(row)) : describe(spec, levels, players);
}

function portraitOf({ weak_moves: weak, habits, options, seconds }) {
  const parts = [];
  if (weak !== null) parts.push(weak <= 0.05 ? t("level.no_weak") : t("level.weak", { n: number(weak * 10) }));
  parts.push(...habits.map((habit) => t(`habit.${habit}`)), ahead(options, seconds));
  return parts.reduce((one, two) => t("two_facts", { one, two }));
}

function ahead({ depth, playouts }, seconds) {
  if (playouts) return t("ahead.games", { n: number(playouts) });
  if (!depth) return t("ahead.seconds", { n: number(seconds) });
  return has(`ahead.${depth}`) ? t(`ahead.${depth}`) : t("ahead.n", { n: number(depth) });
}

/** How a player thinks, in the words of search, as one sentence; "" where nothing is known. `levels`: those of the game that is played. */
export function describe(spec, levels, players) {
  const [name, option] = spec.split(":");
  if (name === "level") return capital(describeLevel(levels[Number(option) - 1], players));
  const player = players.find((entry) => entry.name === name);
  return player ? capital(playerSummary(player)) : "";
}

function describeLevel(row, players) {
  if (!row) return "";
  const how = describeWork(row, players);
  if (!row.overlooks) return how;
  return t("two_facts", { one: how, two: t("overlooks", { n: percent(row.overlooks) }) });
}

function describeWork(row, players) {
  const work = row.options.playouts ?? row.options.depth;
  const off = Object.keys(row.options).find((name) => row.options[name] === "no"); // what it does without
  const keys = [`how.${row.player}.no_${off}`, `how.${row.player}`];
  const key = work && keys.find(has);
  if (key) return t(key, { n: number(work) });
  const player = players.find((entry) => entry.name === row.player);
  return player ? playerSummary(player).replace(/[.。]$/, "") : row.plays;
}

/** How strong a level is, where a league has measured it. */
export function strength(rating) {
  if (!rating) return t("not_rated");
  if (rating.elo === 0) return ""; // the level that the others are measured by
  return t("rating", { elo: number(rating.elo), low: number(rating.low), high: number(rating.high) });
}

/** What went wrong. Where only the server's English sentence is known, readers of other languages are spared it. */
export function errorText(error, games) {
  const key = has(`error.${error.code}`) ? `error.${error.code}` : "error.unknown";
  const detail = reasonText(error.reason, games) ?? (language === "en" ? error.message : "");
  return withoutColon(t(key, { detail }));
}

/** Why a move cannot be played, as a short sentence; undefined where the server gave no reason. */
export function whyNot({ reason }, games) {
  const text = reasonText(reason?.cause ?? reason, games);
  return text && capital(text);
}

function reasonText(reason, games) {
  if (!reason || !has(`reason.${reason.kind}`)) return undefined;
  const { color, player, game, ...about } = reason.about;
  const names = {
    color: color && colorName(color),
    player: player && playerName(player),
    game: game && gameName(game, games.of(game)),
  };
  const cause = reasonText(reason.cause, games) ?? "";
  return withoutColon(t(`reason.${reason.kind}`, { ...names, ...about, cause }));
}

const withoutColon = (text) => text.replace(/[:：]\s*$/, "");

/** Where the fewest discs win, a count says so: else more seem to be better. */
export const withAim = (text, facts) => (facts.odd_aim && facts.margin ? `${text} · ${gameAim(facts)}` : text);

/** The two sides, one's own first. `play`: the Play view, or anything with its seats. */
export function sidesOf({ friends, seats }) {
  return !friends && seats.white === "human" ? ["white", "black"] : ["black", "white"];
}

/** How a game ended, for who played it. `frame`: its last position. */
export function resultText(play, frame, facts) {
  const { ending, seats, human, friends } = play;
  const winner = ending ? ending.winner : frame.winner;
  const counts = sidesOf(play).map((color) => frame[color]);
  const score = facts.margin ? counts.join("–") : "";
  if (winner === null) return withAim(t("result.draw", { score }).trim(), facts);
  const alone = human && !friends; // one person against a player
  const result = alone
    ? t(seats[winner] === "human" ? "result.you_won" : "result.you_lost")
    : t("result.won", { who: play.nameOf(winner) });
  const by = ending ? t(`result.by_${ending.reason}`) : howWon(facts, alone ? score : t("counts", frame));
  const text = by ? t("result.how", { result, by }) : result;
  return withAim(text, facts);
}

const howWon = (facts, score) => (facts.margin ? score : gameWon(facts.base));
