// A button to choose files with. The browser's own would speak the language of the browser.

import { h, icon } from "./dom.js";

/** @param {(files: File[]) => void} onFiles is called with what was chosen */
export function fileButton(sign, label, props, onFiles) {
  const onchange = ({ target }) => {
    onFiles([...target.files]);
    target.value = "";
  };
  return h("label", { class: "button file" }, icon(sign), label, h("input", { type: "file", ...props, onchange }));
}
