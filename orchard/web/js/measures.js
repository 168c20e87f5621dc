// What can be measured of a search at a step: its window, what it saved, visits and means over time. No DOM here.

/** Whether a search prunes, so that its nodes have windows. */
export const prunes = ({ steps }) => steps.some(({ alpha, beta }) => alpha !== undefined || beta !== undefined);

/**
 * What can still come out at a node, as the side at the root sees it: `low` is what it has for sure, `high` what the
 * other side will not let it exceed. The moves tried so far have narrowed it; closed, the rest need no look.
 */
export function windowAt({ window, best, ply }) {
  const had = window?.beta === null || window?.beta === undefined ? -Infinity : -window.beta;
  const high = window?.alpha === null || window?.alpha === undefined ? Infinity : -window.alpha;
  const low = Math.max(had, best?.value ?? -Infinity);
  return ply % 2 ? { low: 0 - high, high: 0 - low } : { low, high };
}

const MOST_SHOWN = 0.9; // of the values lie on the ruler; the others at its ends

/** How far a ruler reaches to both sides of zero: won games would leave no room for the rest. */
export function reachOf({ steps }) {
  const sizes = steps.map(({ value }) => Math.abs(value ?? 0)).filter(Boolean);
  sizes.sort((one, two) => one - two);
  return sizes[Math.floor(MOST_SHOWN * (sizes.length - 1))] ?? 1;
}

/** Where a value lies on a ruler, from 0 to 1. */
export const placeOn = (reach, value) => Math.max(0, Math.min(1, 0.5 + value / (2 * reach)));

/**
 * How many positions were visited and saved before each step: `[{visited, saved}]`, one more than steps, both counted
 * anew where a search begins anew. `isCounted` is false where something that was saved could not be counted.
 */
export function savings({ steps }) {
  let [visited, saved, isCounted] = [0, 0, true];
  const sums = [{ visited, saved, isCounted }];
  for (const step of steps) {
    if (step.kind === "depth") [visited, saved, isCounted] = [1, 0, true];
    else if (["visit", "leaf", "end", "below"].includes(step.kind)) visited += step.nodes ?? 1;
    else if (step.kind === "order") visited += step.nodes ?? 0;
    if (step.kind === "cut" || step.kind === "below") {
      saved += step.saved ?? 0;
      isCounted &&= step.saved !== undefined;
    }
    sums.push({ visited, saved, isCounted });
  }
  return sums;
}

/** The move that a search by playouts would play after `count` steps. */
export function wouldPlay({ steps }, count) {
  for (let at = count - 1; at >= 0; at -= 1) if (steps[at].kind === "back_up" && steps[at].move) return steps[at].move;
  return null;
}

const POINTS = 60; // of a curve
const CURVES = 5;

/**
 * Visits and means of the root's moves over the playouts: those most visited in the end, each with
 * `points: [{step, playouts, share, mean}]`.
 */
export function curves({ steps }) {
  const all = steps.filter(({ kind }) => kind === "back_up").length;
  const every = Math.max(1, Math.ceil(all / POINTS));
  const children = new Map(); // by node
  let playouts = 0;
  for (const [n, step] of steps.entries()) {
    if (step.kind === "expand" && (step.parent ?? 0) === 0)
      step.moves.forEach((move, k) => children.set(step.node + k, { move, visits: 0, total: 0, points: [] }));
    if (step.kind !== "back_up") continue;
    playouts += 1;
    const child = children.get(step.path[1]);
    if (child) {
      child.visits += 1;
      child.total += step.value;
    }
    if (playouts % every === 0 || playouts === all)
      for (const one of children.values())
        one.points.push({
          step: n + 1,
          playouts,
          share: one.visits / playouts,
          mean: one.visits ? one.total / one.visits : null,
        });
  }
  return [...children.values()].sort((one, two) => two.visits - one.visits).slice(0, CURVES);
}
