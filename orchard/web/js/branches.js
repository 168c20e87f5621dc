// What can be done with a branch in Analyse: make it the main line, or delete it.

import { h, icon, openDialog } from "./dom.js";
import { t } from "./i18n.js";

/** The buttons for the branch that is shown; null on the main line. */
export function branchTools(view) {
  const { tree } = view;
  const main = new Set(tree.mainLine());
  const first = tree.current.path().find((node) => !main.has(node)); // where the branch leaves the main line
  if (!first) return null;
  const promote = () => {
    tree.promote(tree.last());
    view.onBranches();
  };
  const remove = () => {
    tree.remove(first);
    view.onBranches();
  };
  const button = (key, sign, onclick) =>
    h("button", { type: "button", class: "quiet small", "data-key": key, onclick }, icon(sign), t(key));
  return h(
    "div",
    { class: "row branch-tools" },
    button("promote", "go", promote),
    button("remove_branch", "close", () => ask(first, remove)),
  );
}

// A branch of a single move is quickly played again; before more is lost, one is asked.
function ask(first, remove) {
  if (!first.children.length) {
    remove();
    return;
  }
  const dialog = h(
    "dialog",
    { "aria-labelledby": "remove-title" },
    h(
      "form",
      { method: "dialog" },
      h("h2", { id: "remove-title" }, t("remove_branch.ask", { move: first.move })),
      h(
        "div",
        { class: "row end" },
        h("button", { value: "no", autofocus: true }, t("cancel")),
        h("button", { class: "primary", value: "yes" }, t("remove_branch")),
      ),
    ),
  );
  openDialog(dialog).addEventListener("close", () => {
    if (dialog.returnValue === "yes") remove();
  });
}
