// How full the bars beside moves are: the best move's is full, and the others show how far behind they are. No DOM here.

const WIDE = 8; // points behind the best that empty a bar, if no move is further behind

/** @param {{value: number?}[]} entries the moves that are listed, the best first; a share from 0 to 1 for each */
export function barShares(entries, unit) {
  const values = entries.map(({ value }) => value).filter((value) => value !== null);
  const [best, worst] = [Math.max(...values), Math.min(...values)];
  const share = (value) => {
    if (value === null) return 0;
    if (unit === "discs") return 1 - (best - value) / Math.max(WIDE, best - worst);
    return best > 0 ? value / best : 0;
  };
  return entries.map(({ value }) => share(value));
}
