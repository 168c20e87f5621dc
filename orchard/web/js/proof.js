// Results that were proved, in words. `n`: the side to move wins with its n-th move; below 0 it loses to the other's.

import { t, colorName, number } from "./i18n.js";

export const provedShort = (n) => (n > 0 ? `✓${number(n)}` : `✗${number(-n)}`);
export const provedText = (n) => t(n > 0 ? "proof.wins" : "proof.loses", { n: number(Math.abs(n)) });
export const provedNoun = (n) => t(n > 0 ? "proof.a_win" : "proof.a_loss", { n: number(Math.abs(n)) });

export function provedSide(n, toMove) {
  const winner = n > 0 === (toMove === "black") ? "black" : "white";
  return t("proof.side", { who: colorName(winner), n: number(Math.abs(n)) });
}
