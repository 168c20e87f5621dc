// The address bar holds the game: #view/game/moves?s=start&b=black&w=white&at=n. Branches stand in brackets.
// More where it is needed: o=opening, l=n (where the game is played, if another place is shown), e=winner:reason:n (how
// and where it ended, if not by its rules), m=minutes, i=seconds added after each move, p=seconds for each move and u=black:white (clock, and seconds used; with p for
// the move under way), t=seconds a move that a player thinks,
// pb=name and pw=name of the players of a game from elsewhere; n=note, one for each node that has one (see notes.js);
// r=the room of a game with a friend on another device.

import { has } from "./i18n.js";
import { readNotes, writeNotes } from "./notes.js";
import { short } from "./tree.js";

/** All moves of a tree: the first child of every node, and after it the others in brackets. */
export function movesText(tree) {
  return movesBelow(tree.root);
}

function movesBelow(node) {
  let text = "";
  for (let [main, ...others] = node.children; main; [main, ...others] = main.children) {
    text += short(main.move);
    for (const branch of others) text += `(${short(branch.move)}${movesBelow(branch)})`;
  }
  return text;
}

// What of the moves cannot be read, "" if all can.
export const unreadable = (text) =>
  text
    .replace(/[()]|--|[a-t]\d{1,2}/g, " ")
    .trim()
    .replace(/\s+/g, " ");

// [["f5", "d6"], ["f5", "f4"]]: one list of moves per way through the tree.
export function readMoves(text) {
  const ways = [[]];
  const stack = [];
  let path = ways[0];
  for (const [token] of text.matchAll(/\(|\)|--|[a-t]\d{1,2}/g)) {
    if (token === "(") {
      stack.push(path);
      path = path.slice(0, -1);
      ways.push(path);
    } else if (token === ")") {
      path = stack.pop() ?? ways[0];
    } else {
      path.push(token);
    }
  }
  return ways;
}

export function addressOf(view, tree, seats, clock = {}) {
  const { minutes = 0, increment = 0, perMove = 0, seconds = 1 } = clock;
  const query = new URLSearchParams();
  if (tree.start) query.set("s", squeeze(tree.start));
  if (tree.swap2) query.set("o", tree.swap2.write());
  if (seats) {
    query.set("b", seats.black);
    query.set("w", seats.white);
  }
  const nodes = tree.nodes();
  const { live, ending } = tree;
  if (tree.current !== lastOfMain(tree)) query.set("at", nodes.indexOf(tree.current));
  if (live && live.node !== tree.current) query.set("l", nodes.indexOf(live.node));
  if (ending) query.set("e", `${ending.winner[0]}:${ending.reason}:${nodes.indexOf(ending.node)}`);
  if (minutes) query.set("m", minutes);
  if (minutes && increment) query.set("i", increment);
  if (perMove) query.set("p", perMove);
  if (minutes || perMove) {
    const { frame, spent } = live?.node ?? tree.current;
    const used = (color) => (minutes ? tree.used(color, live?.node) : frame.to_move === color ? spent : 0);
    query.set("u", ["black", "white"].map((color) => Math.round(used(color) * 10) / 10).join(":"));
  }
  if (seconds !== 1) query.set("t", seconds);
  if (tree.names) {
    query.set("pb", tree.names.black);
    query.set("pw", tree.names.white);
  }
  for (const note of writeNotes(nodes)) query.append("n", note);
  if (tree.room) query.set("r", tree.room.id);
  const text = query.toString().replaceAll("%3A", ":");
  return `#${view}/${tree.game}/${movesText(tree)}${text ? "?" + text : ""}`;
}

/** Whether somebody of that name can sit at a board: a person, or a player with its options. */
export const isSeat = (text) => text === "human" || /^[a-z][a-z0-9_]*(:[\w=.,+-]*)?$/.test(text ?? "");

/** The end of the first branch everywhere. */
export function lastOfMain(tree) {
  let node = tree.root;
  while (node.children.length) node = node.children[0];
  return node;
}

export function readAddress(hash) {
  const [path, query = ""] = hash.replace(/^#/, "").split("?");
  const [view = "", game = "", moves = ""] = path.split("/").map(decoded);
  const fields = new URLSearchParams(query);
  const number = (key, otherwise, most) =>
    Number(fields.get(key)) > 0 ? Math.min(Number(fields.get(key)), most) : otherwise;
  return {
    view,
    game,
    moves,
    start: unsqueeze(fields.get("s") ?? ""),
    opening: fields.get("o"),
    black: fields.get("b"),
    white: fields.get("w"),
    at: fields.has("at") ? Number(fields.get("at")) : null,
    live: fields.get("l"),
    ending: /^([bw]):([a-z]+):(\d+)$/.exec(fields.get("e")),
    minutes: number("m", 0, 600),
    increment: number("i", 0, 600),
    perMove: number("p", 0, 3600),
    used: /^([\d.]+):([\d.]+)$/.exec(fields.get("u")),
    seconds: number("t", 1, 60),
    names: fields.has("pb")
      ? { black: fields.get("pb").slice(0, 60), white: (fields.get("pw") ?? "").slice(0, 60) }
      : null,
    notes: fields.getAll("n"),
    room: /^[\w-]{1,40}$/.test(fields.get("r") ?? "") ? fields.get("r") : null,
  };
}

export function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

// What an address says of a game beside its moves: where one looks, where it is played, how it ended, the time used.
export function restore(tree, asked) {
  const nodes = tree.nodes();
  const at = nodes[asked.at ?? -1] ?? tree.current;
  tree.browseTo(nodes[asked.live] ?? at);
  tree.prefer(at);
  tree.names = asked.names;
  readNotes(nodes, asked.notes);
  const [, winner, reason, where] = asked.ending ?? [];
  if (nodes[where] && has(`result.by_${reason}`))
    tree.ending = { node: nodes[where], winner: winner === "b" ? "black" : "white", reason };
  const [, black, white] = asked.used ?? [];
  const used = { black: Number(black) || 0, white: Number(white) || 0 };
  if (asked.minutes) tree.usedBefore = used;
  else if (asked.perMove) tree.live.node.spent = used[tree.live.node.frame.to_move] ?? 0;
}

const squeeze = (text) =>
  text
    .trim()
    .replace(/ /g, "_")
    .replace(/-{3,}/g, (run) => `.${run.length}.`);
const unsqueeze = (text) =>
  text.replace(/\.(\d+)\./g, (whole, n) => "-".repeat(Math.min(Number(n), 400))).replace(/_/g, " ");
