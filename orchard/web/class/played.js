// The moves of a review as the players made them. No DOM here.

/**
 * By ply. The first `opening` moves were put on the board by the referee: they have a value, but no grade.
 * @param {{ply: number, grade: string?}[]} moves
 */
export function playedBy(moves, opening) {
  return new Map(moves.map((move) => [move.ply, move.ply <= opening ? { ...move, grade: null } : move]));
}
