// Which files a game can be kept as, and what to ask the server for. No DOM here.

import { decoded, lastOfMain, movesText } from "./share.js";

/** The kinds of files that a game can be kept as. */
export const fileKinds = (facts) => ["svg", "png", "transcript", ...facts.files];

/** What to ask the server for: a picture of what is shown, or the whole game. A PNG is made of an SVG. */
export function downloadOf(tree, kind) {
  const format = kind === "png" ? "svg" : kind;
  if (format === "svg") return { ...tree.place(), format };
  if (kind !== "sgf") return { ...tree.place(tree.last()), format, ...endingOf(tree, tree.last()) };
  const main = lastOfMain(tree); // the only format with branches
  return { ...tree.place(main), format, ways: movesText(tree), ...endingOf(tree, main) };
}

const endingOf = ({ ending }, node) =>
  ending?.node === node && ["resign", "time"].includes(ending.reason)
    ? { winner: ending.winner, verdict: ending.reason }
    : {};

/** The name of a download, as its header says. */
export function fileName(header, kind) {
  const [, whole] = /filename\*=UTF-8''([^;]+)/.exec(header ?? "") ?? [];
  const [, plain] = /filename="([^"]+)"/.exec(header ?? "") ?? [];
  const name = whole ? decoded(whole) : (plain ?? `orchard.${kind}`);
  return kind === "png" ? name.replace(/svg$/, "png") : name;
}
