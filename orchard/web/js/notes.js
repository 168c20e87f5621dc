// Notes on positions as an address and files hold them: a comment, marked squares, arrows. No DOM here.

export const LONGEST = 1000; // characters of a comment
const MOST = 60; // marks and arrows on one position
const SQUARE = "[a-t]\\d{1,2}";
const SHAPE = new RegExp(`^(${SQUARE})(?:-(${SQUARE}))?$`);

/** @typedef {{text: string, marks: string[], arrows: [string, string][]}} Note */

const isEmpty = ({ text, marks, arrows }) => !text && !marks.length && !arrows.length;

export function setNote(node, note) {
  node.note = isEmpty(note) ? null : note;
}

/** What is drawn, as texts: "c4" is a marked square, "d3-f5" an arrow. */
export const shapesOf = ({ marks, arrows }) => [...marks, ...arrows.map((ends) => ends.join("-"))];

/** Put a text and shapes on a node; what cannot be read is left out. */
export function putNote(node, text, shapes) {
  const found = shapes.slice(0, MOST).map((shape) => SHAPE.exec(shape));
  const known = found.filter(Boolean).map(([, from, to]) => [from, to]);
  setNote(node, {
    text: text.slice(0, LONGEST),
    marks: known.filter(([, to]) => !to).map(([from]) => from),
    arrows: known.filter(([, to]) => to),
  });
}

/** All notes of a tree for its address: "3:c4.d3-f5:A comment", by the number of the node. */
export function writeNotes(nodes) {
  return nodes.flatMap(({ note }, n) => {
    if (!note) return [];
    return `${n}:${shapesOf(note).join(".")}:${note.text}`;
  });
}

/** Put the notes of an address back; what cannot be read is left out. */
export function readNotes(nodes, texts) {
  for (const text of texts) {
    const [, n, shapes, comment] = /^(\d+):([a-t\d.-]*):(.*)$/s.exec(text) ?? [];
    if (nodes[n]) putNote(nodes[n], comment, shapes.split("."));
  }
}
