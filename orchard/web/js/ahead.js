// Who is ahead, as a share of a bar and in words. No DOM here.

import { t, colorName, percent, signed } from "./i18n.js";
import { provedSide } from "./proof.js";

const STEEP = 8; // points ahead for a share of about three quarters

/** An analysis from black's side: its share of the bar, and the words beside it. */
export function evaluationOf({ value, unit, wins_in: winsIn }, toMove) {
  if (value === null || value === undefined) return null;
  const isBlack = toMove === "black";
  const black = unit === "discs" ? (isBlack ? value : -value) : isBlack ? value : 1 - value;
  const share = unit === "discs" ? 1 / (1 + Math.exp(-black / STEEP)) : black;
  const ahead = (unit === "discs" ? black : black - 0.5) >= 0 ? "black" : "white";
  const points = Math.abs(black);
  const much =
    unit === "discs" ? signed(points, Number.isInteger(points) ? 0 : 1) : percent(Math.max(black, 1 - black));
  const text = winsIn ? provedSide(winsIn, toMove) : t("played", { who: colorName(ahead), move: much });
  return { share, text };
}
