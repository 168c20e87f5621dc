// A hint as people say it.

import { t, colorName, number, percent } from "./i18n.js";
import { other } from "./tree.js";
import { withAim } from "./words.js";

/** A move and what it is worth, as people say it. `found`: an analysis of a position in which `color` is to move. */
export function hintText({ best, value, unit, exact, wins_in: winsIn }, color, facts) {
  const [move, who] = [best.toUpperCase(), colorName(other(color))];
  const discs = unit === "discs" && value !== null ? Math.round(value) : 0;
  if (winsIn < 0) return t("hint.lost", { who, move });
  if (discs < 0 && exact) return withAim(t("hint.lost_discs", { who, move, n: number(-discs) }), facts);
  const hint = t("hint.found", { move });
  if (winsIn > 0) return t("hint.worth", { hint, worth: t("outlook.wins", { n: number(winsIn) }) });
  if (value === null) return hint;
  if (unit !== "discs") return t("hint.worth", { hint, worth: t("outlook.chance", { n: percent(value) }) });
  const worth =
    Math.abs(discs) > (exact ? 0 : 1) ? t(outlookKey(discs, exact), { n: number(Math.abs(discs)) }) : t("outlook.even");
  return withAim(t("hint.worth", { hint, worth }), facts);
}

const outlookKey = (discs, exact) => (discs < 0 ? "outlook.lose" : exact ? "outlook.surely_win" : "outlook.win");
