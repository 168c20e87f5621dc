// Copy the address, or keep the game as a picture or a file.

import { h, icon, toast, openDialog } from "./dom.js";
import { t, playerName } from "./i18n.js";
import { post } from "./connection.js";

export function shareRow(app) {
  return h(
    "div",
    { class: "row" },
    h("button", { type: "button", class: "quiet", onclick: () => copy(location.href) }, icon("share"), t("share")),
    h("button", { type: "button", class: "quiet", onclick: () => downloadDialog(app) }, icon("save"), t("download")),
  );
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    toast(t("copied"));
  } catch {
    prompt(t("share"), text);
  }
}

function downloadDialog(app) {
  const kinds = ["svg", "png", "transcript", app.factsOf(app.tree.game).passes ? "ggf" : null, "sgf"].filter(Boolean);
  const dialog = h(
    "dialog",
    { "aria-label": t("download") },
    h(
      "form",
      { method: "dialog" },
      h("h2", {}, t("download")),
      h(
        "div",
        { class: "row" },
        kinds.map((kind) => h("button", { value: kind }, t(`file.${kind}`))),
      ),
      h("div", { class: "row end" }, h("button", { class: "quiet", value: "" }, t("close"))),
    ),
  );
  openDialog(dialog).addEventListener("close", () => dialog.returnValue && save(app, dialog.returnValue));
}

async function save(app, kind) {
  try {
    const names = { black: playerName(app.seats.black), white: playerName(app.seats.white) };
    const answer = await post("download", {
      ...app.tree.place(kind === "svg" || kind === "png" ? app.tree.current : app.tree.last()),
      ...names,
      format: kind === "png" ? "svg" : kind,
    });
    const name = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition"))?.[1] ?? `orchard.${kind}`;
    const blob = await answer.blob();
    if (kind === "png") offer(await toPng(await blob.text()), name.replace(/svg$/, "png"));
    else offer(blob, name);
  } catch (error) {
    toast(app.errorText(error));
  }
}

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

function offer(blob, name) {
  const address = URL.createObjectURL(blob);
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 5000);
}
