// Dialogs to keep a game as a picture or a file, and to hand it on where a link is of no use.

import { h, icon, toast, openDialog } from "./dom.js";
import { t, colorName, playerName } from "./i18n.js";
import { post } from "./connection.js";
import { copied } from "./share_row.js";
import { downloadOf, fileKinds, fileName } from "./download.js";

export function downloadDialog(app) {
  const buttons = fileKinds(app.factsOf(app.tree.game)).map((kind) => h("button", { value: kind }, t(`file.${kind}`)));
  const dialog = h(
    "dialog",
    { "aria-label": t("download") },
    h(
      "form",
      { method: "dialog" },
      h("h2", {}, t("download")),
      h("div", { class: "row" }, buttons),
      h("div", { class: "row end" }, h("button", { class: "quiet", value: "" }, t("close"))),
    ),
  );
  openDialog(dialog).addEventListener("close", () => {
    if (dialog.returnValue) save(app, dialog.returnValue);
  });
}

/** After a link was copied that only this computer can open. */
export function linkDialog(app) {
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
    if (dialog.returnValue === "png") save(app, "png");
    else if (dialog.returnValue === "text" && (await copied(text))) toast(t("link.text_copied"));
  });
}

async function save(app, kind) {
  const nameOf = (color) => (app.tree.names ? app.tree.names[color] || colorName(color) : playerName(app.seats[color]));
  const more = { black: nameOf("black"), white: nameOf("white"), date: app.tree.date ?? today() };
  try {
    if (kind === "sgf") {
      const { commentsOf, drawingsOf } = await import("./comments.js");
      Object.assign(more, { comments: commentsOf(app.tree), drawings: drawingsOf(app.tree) });
    }
    const answer = await post("download", { ...downloadOf(app.tree, kind), ...more });
    const name = fileName(answer.headers.get("content-disposition"), kind);
    const blob = await answer.blob();
    offer(kind === "png" ? await toPng(await blob.text()) : blob, name);
  } catch (error) {
    toast(app.errorText(error));
  }
}

// The day on the clock of who plays, as 2026-11-16.
const today = () => new Intl.DateTimeFormat("sv").format(new Date());

function toPng(svg) {
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => {
      const canvas = h("canvas", { width: image.width * 2, height: image.height * 2 });
      const pen = canvas.getContext("2d");
      pen.fillStyle = "#fff";
      pen.fillRect(0, 0, canvas.width, canvas.height);
      pen.drawImage(image, 0, 0, canvas.width, canvas.height);
      canvas.toBlob(resolve);
    };
    image.onerror = () => reject(new Error("picture"));
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  });
}

/** Let the browser keep a file. */
export function offer(blob, name) {
  const address = URL.createObjectURL(blob);
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 5000);
}
