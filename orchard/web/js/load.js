// A game from an address, as far as its moves can be played.

import { toast } from "./dom.js";
import { t } from "./i18n.js";
import { startFrame } from "./games.js";
import { GameTree, treeOf } from "./tree.js";
import { readMoves, unreadable } from "./share.js";

/** The tree of an address, see `readAddress`; what of it cannot be read or played is said and left out. */
export async function loadTree(app, facts, asked) {
  const problems = [];
  const strange = unreadable(asked.moves);
  if (strange) problems.push(t("share.unreadable", { text: strange.slice(0, 30) }));
  const tree = asked.moves || asked.start ? await playedTree(app, facts.name, asked, problems) : null;
  if (problems.length) toast([...new Set(problems)].join(" · "), 6);
  const found = tree ?? new GameTree(facts.name, "", startFrame(facts));
  const isOpened = asked.opening && facts.opening_rules.includes("swap2") && !asked.start;
  if (isOpened) found.swap2 = (await import("./opening.js")).Opening.read(asked.opening);
  return found;
}

// All ways through the moves as one tree, in which the first child is the one that is preferred.
async function playedTree(app, game, asked, problems) {
  let tree = null;
  for (const moves of readMoves(asked.moves)) {
    const line = await playedLine(app, { game, start: asked.start }, moves, problems);
    if (!line) continue;
    if (tree) addLine(tree, line);
    else tree = treeOf(game, asked.start, line);
  }
  for (const node of tree?.nodes() ?? []) node.preferred = node.children[0] ?? null;
  return tree;
}

function addLine(tree, line) {
  let node = tree.root;
  for (const frame of line.frames.slice(1)) node = node.child(frame.move) ?? tree.add(node, frame.move, frame);
}

// A line as far as it can be played; null where not even its start can. What is wrong goes to `problems`.
async function playedLine(app, place, moves, problems) {
  try {
    return await app.connection.ask("line", { ...place, moves: moves.join("") });
  } catch (error) {
    problems.push(app.errorText(error));
    if (!moves.length) return null;
    const legal = error.reason?.kind === "at_move" ? error.reason.about.n - 1 : 0;
    return playedLine(app, place, moves.slice(0, legal), problems);
  }
}
