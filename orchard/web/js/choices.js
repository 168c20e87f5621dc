// What the choices of the new-game form mean: which game, who sits where, how much time. No DOM here.

import { NO_CLOCK, readClock } from "./timing.js";

/** The boards and rules that a game is offered with: "" is the usual one, which is not named twice. */
export function optionsOf(facts) {
  const usual = facts.width === facts.height ? String(facts.width) : "";
  return facts.options.length ? ["", ...facts.options.filter((option) => option !== usual)] : [""];
}

/** The full name of the game that is chosen. `facts`: of the game on its usual board. */
export function chosenGame({ option }, facts) {
  return option && optionsOf(facts).includes(option) ? `${facts.base}:${option}` : facts.name;
}

/** A player's name with the difficulty that is chosen, where it has one. */
export function playerSpec(player, difficulty) {
  const graded = player.options.some((option) => option.name === "difficulty");
  return graded ? `${player.name}:difficulty=${difficulty}` : player.name;
}

/** The colour of the person; "any" is left to chance. */
export function humanColor(color, chance = Math.random()) {
  if (color !== "any") return color;
  return chance < 0.5 ? "black" : "white";
}

/**
 * A new game as chosen.
 * @param kept   what the form holds
 * @param facts  of the game with its board
 * @param player the player that is chosen, where one is
 */
export function newGameOf(kept, facts, player) {
  const hasClock = kept.mode === "level" || kept.mode === "friend";
  return {
    game: facts.name,
    ...(hasClock ? readClock(String(kept.minutes)) : NO_CLOCK),
    seconds: Number(kept.seconds),
    swap2: kept.opening === "swap2" && facts.opening_rules.includes("swap2"),
    ...seatsOf(kept, player),
    elsewhere: kept.mode === "friend" && kept.place === "elsewhere" ? humanColor(kept.color) : null,
  };
}

function seatsOf(kept, player) {
  if (kept.mode === "friend") return { black: "human", white: "human" };
  if (kept.mode === "watch") return { black: kept.black, white: kept.white };
  const other = kept.mode === "level" ? `level:${kept.level}` : playerSpec(player, kept.difficulty);
  const color = humanColor(kept.color);
  return color === "black" ? { black: "human", white: other } : { black: other, white: "human" };
}
