// How boards and discs look, as css/themes.css draws them. Remembered in this browser.

export const LOOKS = {
  board: ["own", "wood", "slate", "contrast"],
  discs: ["glossy", "flat", "outlined"],
};

/** The look that is chosen; the first one where none was, or where it is no longer there. */
export function lookOf(app, part) {
  const kept = app.recall(part);
  return LOOKS[part].includes(kept) ? kept : LOOKS[part][0];
}

/** Tell the style sheets. */
export function useLooks(app) {
  for (const part of Object.keys(LOOKS)) document.documentElement.dataset[part] = lookOf(app, part);
}
