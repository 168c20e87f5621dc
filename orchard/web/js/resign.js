// The question before a game is resigned.

import { h, openDialog } from "./dom.js";
import { t } from "./i18n.js";

export function resignDialog(resign) {
  const dialog = h(
    "dialog",
    { "aria-label": t("resign") },
    h(
      "form",
      { method: "dialog" },
      h("h2", {}, t("resign.ask")),
      h(
        "div",
        { class: "row end" },
        h("button", { value: "no", autofocus: true }, t("cancel")),
        h("button", { class: "primary", value: "yes" }, t("resign")),
      ),
    ),
  );
  openDialog(dialog).addEventListener("close", () => {
    if (dialog.returnValue === "yes") resign();
  });
}
