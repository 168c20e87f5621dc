// A dialog for any text that may hold a game or a position.

import { h, openDialog } from "./dom.js";
import { t, colorName, number, playerName } from "./i18n.js";
import { loadTree } from "./load.js";
import { putNote } from "./notes.js";
import { isSeat, readMoves } from "./share.js";
import { treeOf } from "./tree.js";

/** @param {(found: object) => void} onFound gets what the server read, once its game is known to the page */
export function pasteDialog(app, onFound) {
  const text = h("textarea", {
    id: "paste-text",
    rows: 7,
    spellcheck: "false",
    "aria-label": t("paste"),
    placeholder: "f5d6c3d3c4…",
  });
  const problem = h("p", { class: "small", role: "alert" });
  const other = h("button", { type: "button", hidden: true });
  const open = async (found) => {
    await app.games.ask(found.game);
    await onFound(found);
    dialog.close();
  };
  // It is no game of the kind on the board, but of another: that may be a typing error, so one is asked.
  const askFirst = (found) => {
    problem.textContent = app.errorText(found.misfit);
    other.textContent = t("paste.as", { game: app.nameOfGame(found.game) });
    other.hidden = false;
    other.onclick = () => open(found);
  };
  const read = async (event) => {
    event.preventDefault();
    problem.textContent = "";
    other.hidden = true;
    try {
      const found = await app.connection.ask("paste", { text: text.value, game: app.tree.game });
      if (found.misfit) askFirst(found);
      else await open(found);
    } catch (error) {
      problem.textContent = app.errorText(error);
    }
  };
  const dialog = h(
    "dialog",
    { "aria-labelledby": "paste-title" },
    h(
      "form",
      { onsubmit: read },
      h("h1", { id: "paste-title" }, t("paste")),
      h("p", { class: "muted small" }, t("paste.how")),
      text,
      problem,
      h(
        "div",
        { class: "row end" },
        h("button", { type: "button", class: "quiet", onclick: () => dialog.close() }, t("cancel")),
        other,
        h("button", { class: "primary" }, t("read")),
      ),
    ),
  );
  openDialog(dialog);
}

/** The tree of what the server read, with its branches and notes where there are any. */
export async function pastedTree(app, { game, start, ways, notes, ...line }) {
  const tree = ways ? await loadTree(app, app.factsOf(game), { moves: ways, start }) : treeOf(game, start, line);
  if (ways) tree.prefer(tree.last());
  for (const { moves, text, shapes } of notes) {
    const node = nodeAt(tree, moves);
    if (node) putNote(node, text, shapes);
  }
  return tree;
}

// The node that moves lead to; null where the tree does not have them.
function nodeAt(tree, moves) {
  const [path] = readMoves(moves);
  return path.reduce((node, move) => node?.child(move === "--" ? "pass" : move) ?? null, tree.root);
}

/** The players as people read them; empty where the text does not name them. */
export function namesOf(players) {
  const said = (name) => (name === "?" ? "" : isSeat(name) ? playerName(name) : name);
  return { black: said(players.black), white: said(players.white) };
}

/** What the text was taken for, and what had to be assumed. */
export function pastedText({ kind, assumed, games, more }, isKept) {
  const words = [t(`pasted.${kind}`)];
  if (assumed) words.push(t("pasted.assumed", { who: colorName(assumed) }));
  if (games > 1) words.push(t(more ? "pasted.first_of_more" : "pasted.first", { n: number(games) }));
  if (isKept) words.push(t("pasted.kept"));
  return words.join(" · ");
}
