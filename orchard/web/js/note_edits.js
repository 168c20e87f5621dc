// What a reader writes and draws on a position. No DOM here.

import { LONGEST, setNote } from "./notes.js";

/** @returns {import("./notes.js").Note} what stands on a node; an empty note where nothing does */
export const noteOf = (node) => node.note ?? { text: "", marks: [], arrows: [] };

export function setComment(node, text) {
  setNote(node, { ...noteOf(node), text: text.slice(0, LONGEST) });
}

/** Draw from a square to another, or mark one; what is there already is taken away. */
export function draw(node, from, to) {
  const note = noteOf(node);
  const toggled = (list, item, same) => (list.some(same) ? list.filter((one) => !same(one)) : [...list, item]);
  if (from === to) {
    setNote(node, { ...note, marks: toggled(note.marks, from, (mark) => mark === from) });
  } else {
    const same = ([start, end]) => start === from && end === to;
    setNote(node, { ...note, arrows: toggled(note.arrows, [from, to], same) });
  }
}

/** Take all drawings from a node; its comment stays. */
export function wipe(node) {
  setNote(node, { text: noteOf(node).text, marks: [], arrows: [] });
}
