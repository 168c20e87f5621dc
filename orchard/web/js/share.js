// The address bar holds the game: #view/game/moves?s=start&b=black&w=white&at=n. Branches stand in brackets.

import { short } from "./tree.js";

export function movesText(tree) {
  const write = (node) => {
    let text = "";
    for (let step = node; step; ) {
      const [main, ...others] = step.children;
      if (!main) break;
      text += short(main.move);
      for (const other of others) text += `(${short(other.move)}${write(other)})`;
      step = main;
    }
    return text;
  };
  return write(tree.root);
}

// What of the moves cannot be read, "" if all can.
export const unreadable = (text) => text.replace(/[()]|--|[a-t]\d{1,2}/g, " ").trim().replace(/\s+/g, " ");

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

export function addressOf(view, tree, seats) {
  const query = new URLSearchParams();
  if (tree.start) query.set("s", squeeze(tree.start));
  if (tree.swap2) query.set("o", tree.swap2.write());
  if (seats) {
    query.set("b", seats.black);
    query.set("w", seats.white);
  }
  const at = tree.nodes().indexOf(tree.current);
  if (tree.current !== lastOfMain(tree)) query.set("at", at);
  const text = query.toString().replaceAll("%3A", ":");
  return `#${view}/${tree.game}/${movesText(tree)}${text ? "?" + text : ""}`;
}

function lastOfMain(tree) {
  let node = tree.root;
  while (node.children.length) node = node.children[0];
  return node;
}

export function readAddress(hash) {
  const [path, query = ""] = hash.replace(/^#/, "").split("?");
  const [view = "", game = "", moves = ""] = path.split("/").map(decodeURIComponent);
  const fields = new URLSearchParams(query);
  return {
    view,
    game,
    moves,
    start: unsqueeze(fields.get("s") ?? ""),
    opening: fields.get("o"),
    black: fields.get("b"),
    white: fields.get("w"),
    at: fields.has("at") ? Number(fields.get("at")) : null,
  };
}

const squeeze = (text) => text.trim().replace(/ /g, "_").replace(/-{3,}/g, (run) => `.${run.length}.`);
const unsqueeze = (text) => text.replace(/\.(\d+)\./g, (whole, n) => "-".repeat(Math.min(Number(n), 400))).replace(/_/g, " ");
