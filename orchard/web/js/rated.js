// A game against a level counts for the rating of the profile that is in use.

import { toast } from "./dom.js";
import { other } from "./tree.js";

/** Report a finished game, unless moves were taken back in it or it began elsewhere than at the start. */
export async function rateGame({ app, tree, seats, ending }) {
  const color = seats.black === "human" ? "black" : "white";
  const [, level] = /^level:(\d+)$/.exec(seats[other(color)]) ?? [];
  const isStraight = tree.nodes().every((node) => node.children.length <= 1);
  if (!level || seats[color] !== "human" || tree.start || !isStraight) return;
  const { winner } = ending ?? tree.current.frame;
  const score = winner === null ? 0.5 : Number(winner === color);
  const attempt = crypto.randomUUID?.() ?? String(Math.random());
  const asked = { game: tree.game, profile: app.recall("profile"), attempt, level: Number(level), score };
  await app.connection.ask("game_done", asked).catch((error) => toast(app.errorText(error)));
}
