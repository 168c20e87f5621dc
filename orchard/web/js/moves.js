// The list of moves: numbers, times, grades, and the branches. A click jumps there.

import { h } from "./dom.js";
import { t, duration, colorName } from "./i18n.js";

export const GRADE_SIGNS = {
  best: "★",
  good: "✓",
  inaccuracy: "?!",
  mistake: "?",
  blunder: "??",
  lost: "–",
  forced: "□",
};

export const moveText = (move) => (move === "pass" ? t("pass") : move);

export function moveList(tree, onJump, { grades = false, branches = false } = {}) {
  const line = branches ? tree.mainLine() : tree.line();
  if (!line.length && !tree.root.children.length) return h("p", { class: "empty" }, t("moves.none"));
  const items = [];
  line.forEach((node, n) => {
    const black = node.mover === "black";
    if (black || n === 0) {
      items.push(h("li", { class: "no num" }, String(n + 1)));
      if (!black) items.push(h("li", {}));
    } else if (line[n - 1].mover === node.mover) {
      items.push(h("li", {}), h("li", {})); // the other side had nothing to play
    }
    items.push(h("li", {}, jump(node, tree, onJump, grades)));
    if (branches && node.note?.text) {
      if (black) items.push(h("li", {}));
      items.push(h("li", { class: "comment" }, node.note.text));
      if (black && line[n + 1]?.mover === "white") items.push(h("li", {}), h("li", {}));
    }
    const others = branches ? node.parent.children.filter((child) => child !== node) : [];
    for (const other of others) {
      if (black) items.push(h("li", {}));
      items.push(h("li", { class: "branch" }, branchMoves(other, tree, onJump, grades)));
      if (black) items.push(h("li", {}), h("li", {}));
    }
  });
  if (branches) {
    for (const shown of (line.at(-1) ?? tree.root).children)
      items.push(h("li", { class: "branch" }, branchMoves(shown, tree, onJump, grades)));
  }
  return [openingName(tree.current), h("ol", {}, items)];
}

// What the line up to here is called, as an opening.
function openingName(node) {
  const named = node.path().findLast(({ frame }) => frame.opening_name);
  return named && h("p", { class: "opening" }, h("small", {}, t("opening")), " ", named.frame.opening_name);
}

function jump(node, tree, onJump, grades) {
  const grade = grades ? node.grade : null;
  const time = grade ? null : timeOf(node);
  const name = `${colorName(node.mover)} ${moveText(node.move)}`;
  const words = [time ? `${name} ${time.textContent}` : name]; // what is seen stands in the name
  if (grade) words.push(t(`grade.${grade}`));
  const props = {
    type: "button",
    "aria-label": words.join(", "),
    "aria-current": node === tree.current ? "step" : null,
    onclick: () => onJump(node),
  };
  return h("button", props, h("span", {}, moveText(node.move)), " ", grade ? gradeSign(grade) : time);
}

export function gradeSign(grade) {
  return h("span", { class: `grade ${grade}`, title: t(`grade.${grade}`) }, GRADE_SIGNS[grade]);
}

const timeOf = ({ seconds }) => (seconds === null ? null : h("small", { class: "num" }, duration(seconds)));

// A branch, and in brackets those that leave it.
function branchMoves(node, tree, onJump, grades) {
  const found = [];
  for (let step = node; step; step = step.children[0]) {
    found.push(jump(step, tree, onJump, grades));
    if (step.note?.text) found.push(h("em", {}, step.note.text));
    const others = step === node ? [] : step.parent.children.slice(1);
    for (const other of others) found.push("(", ...branchMoves(other, tree, onJump, grades), ")");
  }
  return found;
}

export function keepCurrentInSight(box) {
  const now = box.querySelector("[aria-current]");
  if (!now) {
    box.scrollTop = 0;
    return;
  }
  const place = now.getBoundingClientRect();
  const frame = box.getBoundingClientRect();
  const top = frame.top + (box.querySelector(".opening")?.offsetHeight ?? 0);
  if (place.bottom > frame.bottom) box.scrollTop += place.bottom - frame.bottom + 8;
  if (place.top < top) box.scrollTop -= top - place.top + 8;
}
