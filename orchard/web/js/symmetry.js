// A position turned or mirrored: the stones of a board, row by row from the top left. No DOM here.

/** A quarter turn clockwise; on a board that is no square, half a turn. */
export function rotated(stones, { width, height }) {
  if (width !== height) return [...stones].reverse();
  return Array.from(stones, (none, square) => {
    const [row, column] = [Math.floor(square / width), square % width];
    return stones[(width - 1 - column) * width + row];
  });
}

/** Left and right changed. */
export function mirrored(stones, { width }) {
  return Array.from(stones, (none, square) => stones[square - (square % width) + (width - 1 - (square % width))]);
}
