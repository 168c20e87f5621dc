// Copy the address of a game. One that only this computer can open is said to be so, and text or a picture are offered.

import { h, icon, openDialog, toast } from "./dom.js";
import { t } from "./i18n.js";

const isOfThisComputer = ({ hostname }) => /^(127\.[\d.]+|localhost|\[?::1\]?)$/.test(hostname);

/** @param {(kind: string) => void} save keeps the game as a file of that kind */
export async function copyLink(app, save) {
  if (!(await copied(location.href))) return;
  if (isOfThisComputer(location)) hereOnly(app, save);
  else toast(t("copied"));
}

async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    prompt(t("share"), text);
    return false;
  }
}

function hereOnly(app, save) {
  const { tree } = app;
  const text = `${app.nameOfGame(tree.game)}: ${tree.place(tree.last()).moves}`;
  const dialog = h(
    "dialog",
    { "aria-labelledby": "link-title" },
    h(
      "form",
      { method: "dialog" },
      h("h2", { id: "link-title" }, t("copied")),
      h("p", {}, t("link.here_only")),
      h(
        "div",
        { class: "row" },
        h("button", { value: "text" }, icon("paste"), t("link.text")),
        h("button", { value: "png" }, icon("save"), t("file.png")),
      ),
      h("div", { class: "row end" }, h("button", { class: "quiet", value: "", autofocus: true }, t("close"))),
    ),
  );
  openDialog(dialog).addEventListener("close", async () => {
    if (dialog.returnValue === "png") save("png");
    else if (dialog.returnValue === "text" && (await copied(text))) toast(t("link.text_copied"));
  });
}
