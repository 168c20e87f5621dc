// A dialog for any text that may hold a game or a position.

import { h, openDialog } from "./dom.js";
import { t } from "./i18n.js";

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
    onFound(found);
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
