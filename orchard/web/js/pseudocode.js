// The algorithms of the stories in a few lines each, and which line a step of a search belongs to. No DOM here.

const PLIES = {
  depth: "search",
  visit: "deeper",
  below: "deeper",
  leaf: "leaf",
  end: "end",
  back: "best",
  play: "play",
};

// Each line: its text, and the name by which steps find it.
const CODES = {
  greedy: {
    lines: [
      ["def greedy(pos):", "search"],
      ["    for move in legal_moves(pos):"],
      ["        value = evaluate(after(pos, move))", "leaf"],
      ["        best = max(best, value)", "best"],
      ["    return move with the best value", "play"],
    ],
    kinds: { ...PLIES, visit: "leaf", end: "leaf" },
  },
  minimax: {
    lines: [
      ["def minimax(pos, depth):", "search"],
      ["    if is_over(pos): return result(pos)", "end"],
      ["    if depth == 0: return evaluate(pos)", "leaf"],
      ["    best = -inf"],
      ["    for move in legal_moves(pos):"],
      ["        value = -minimax(after(pos, move),"],
      ["                         depth - 1)", "deeper"],
      ["        best = max(best, value)", "best"],
      ["    return best", "root"],
      ["play the move with the best value", "play"],
    ],
    kinds: PLIES,
  },
  alphabeta: {
    lines: [
      ["def alphabeta(pos, depth, alpha, beta):", "search"],
      ["    if is_over(pos): return result(pos)", "end"],
      ["    if depth == 0: return evaluate(pos)", "leaf"],
      ["    best = -inf"],
      ["    for move in legal_moves(pos):"],
      ["        value = -alphabeta(after(pos, move),"],
      ["          depth - 1, -beta, -max(alpha, best))", "deeper"],
      ["        best = max(best, value)", "best"],
      ["        if best >= beta: break  # a cut", "cut"],
      ["    return best", "root"],
      ["play the move with the best value", "play"],
    ],
    kinds: { ...PLIES, cut: "cut" },
  },
  ordering: {
    lines: [
      ["for depth in 1, 2, 3, ...:  # deepening", "search"],
      ["    alphabeta(root, depth, -inf, inf)"],
      ["def alphabeta(pos, depth, alpha, beta):"],
      ["    if pos in table: return table[pos]", "known"],
      ["    if is_over(pos): return result(pos)", "end"],
      ["    if depth == 0: return evaluate(pos)", "leaf"],
      ["    moves = best_guess_first(legal_moves(pos))", "order"],
      ["    for move in moves:"],
      ["        value = -alphabeta(after(...), ...)", "deeper"],
      ["        best = max(best, value)", "best"],
      ["        if best >= beta: break  # a cut", "cut"],
      ["    table[pos] = best", "root"],
      ["play the move with the best value", "play"],
    ],
    kinds: { ...PLIES, cut: "cut", known: "known", order: "order" },
  },
  uct: {
    lines: [
      ["repeat:"],
      ["    node = root"],
      ["    while all moves of node were tried:"],
      ["        node = child with the largest", "select"],
      ["          mean + c * sqrt(2 * ln(N) / n)"],
      ["    child = a move of node that is new", "expand"],
      ["    result = random_game(child)", "playout"],
      ["    count visit and result on the way back", "back_up"],
      ["play the move with the most visits", "play"],
    ],
    kinds: {
      select: "select",
      expand: "expand",
      playout: "playout",
      back_up: "back_up",
      rest: "back_up",
      play: "play",
    },
  },
  learning: {
    lines: [
      ["weights = 0, 0, 0, 0, 0, 0"],
      ["for each generation:"],
      ["    play games against yourself:", "search"],
      ["        value = weights under own discs", "leaf"],
      ["                - weights under the others"],
      ["        play the move with the best value", "play"],
      ["    fit = weights that match the results"],
      ["    weights += (fit - weights) / 2"],
    ],
    kinds: { ...PLIES, visit: "leaf", back: "play", end: "leaf" },
  },
};

/** The lines of a story's algorithm. */
export const codeOf = (story) => (CODES[story]?.lines ?? []).map(([text]) => text);

/** The number of the line that a step belongs to; null where there is none. The root's own value is returned last. */
export function lineOf(story, step) {
  const { lines, kinds } = CODES[story] ?? { lines: [], kinds: {} };
  const find = (name) => lines.findIndex((line) => line[1] === name);
  const found = step.kind === "back" && step.node === 0 ? find("root") : -1;
  const line = found >= 0 ? found : find(kinds[step.kind]);
  return line < 0 || !(step.kind in kinds) ? null : line;
}
