// The buttons below a game: copy its address, keep it as a file, print it.

import { h, icon, toast } from "./dom.js";
import { t } from "./i18n.js";
import { forDialog } from "./parts.js";

const isOfThisComputer = ({ hostname }) => /^(127\.[\d.]+|localhost|\[?::1\]?)$/.test(hostname);

export function shareRow(app) {
  const button = (name, text, onclick) => h("button", { type: "button", class: "quiet", onclick }, icon(name), text);
  const files = () => forDialog(import("./files.js"));
  return h(
    "div",
    { class: "row tight" },
    button("share", t("share"), () => copyLink(app, files)),
    button("save", t("download"), async () => (await files())?.downloadDialog(app)),
    button("print", t("print"), () => print()),
  );
}

// A link that only this computer can open is said to be so, and text or a picture are offered.
async function copyLink(app, files) {
  if (!(await copied(location.href))) return;
  if (isOfThisComputer(location)) (await files())?.linkDialog(app);
  else toast(t("copied"));
}

/** Whether a text could be copied; where it could not, it is shown. */
export async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    prompt(t("share"), text);
    return false;
  }
}
