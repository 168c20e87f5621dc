// How a second try compares with the move that was played. No DOM here.

export const GOOD_LOSS = { discs: 2, chance: 0.05 }; // what a good move may lose: as study/review.py has it

/** "right", "close" or "again". `value`: of the new move, for the side to move, as all values of the reviewed one are. */
export function verdictOf({ best_value: best, loss, unit }, value) {
  const lost = best - value;
  if (lost <= GOOD_LOSS[unit]) return "right";
  return lost < loss ? "close" : "again";
}
