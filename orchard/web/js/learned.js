// What a learner has done, kept in this browser: finished lessons, and the best score of each drill.

const KEY = "orchard.learned";

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

const keep = (key, value) => localStorage.setItem(KEY, JSON.stringify({ ...read(), [key]: value }));

/** Whether a lesson was finished. */
export const done = (game, lesson) => read()[`${game}/${lesson}`] === true;

export const markDone = (game, lesson) => keep(`${game}/${lesson}`, true);

/** The best score of a drill; 0 where it was never done. */
export const best = (game, drill) => Number(read()[`${game}/drill/${drill}`]) || 0;

/** Keep a score if it is the best so far; whether it is. */
export function markBest(game, drill, score) {
  if (score <= best(game, drill)) return false;
  keep(`${game}/drill/${drill}`, score);
  return true;
}
