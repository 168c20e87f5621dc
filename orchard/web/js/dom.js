// Makes elements. Text always goes in as text, never as HTML.

const SVG = "http://www.w3.org/2000/svg";
const SVG_TAGS = new Set(["svg", "path", "circle", "rect", "line", "g", "text", "polyline", "polygon", "title"]);

const isChild = (child) => child !== null && child !== undefined && child !== false;

/**
 * An element. Properties that begin with "on" are listeners, `vars` sets styles and custom properties of CSS; what is
 * null, undefined or false is left out, among the properties and among the children.
 */
export function h(tag, props = {}, ...children) {
  const isSvg = SVG_TAGS.has(tag);
  const element = isSvg ? document.createElementNS(SVG, tag) : document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (isChild(value)) setProperty(element, key, value, isSvg);
  }
  element.append(...children.flat(2).filter(isChild));
  return element;
}

function setProperty(element, key, value, isSvg) {
  if (key.startsWith("on")) {
    element.addEventListener(key.slice(2), value);
  } else if (key === "vars") {
    for (const [name, style] of Object.entries(value)) element.style.setProperty(name, style);
  } else if (key in element && !isSvg && typeof value !== "string" && key !== "class") {
    element[key] = value;
  } else {
    element.setAttribute(key, value === true ? "" : value);
  }
}

const ICONS = {
  play: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 3v18M3 12h18",
  learn: "M2 9l10-5 10 5-10 5zM6 11v5c3 3 9 3 12 0v-5M22 9v6",
  analyse: "M4 19l5-7 4 4 7-10M4 4v16h16",
  review: "M4 5h16M4 10h10M4 15h7M15 17l2 2 4-5",
  inside: "M12 4v5M12 9l-6 5M12 9l6 5M6 14v5M6 14l-3 5M18 14v5M18 14l3 5",
  arena: "M7 4h10v5a5 5 0 0 1-10 0zM7 5H4c0 4 1 5 3 5M17 5h3c0 4-1 5-3 5M12 14v4M8 20h8",
  library: "M4 5h16v14H4zM4 10h16M4 14.5h16M10 5v14",
  undo: "M9 7L4 12l5 5M4 12h10a6 6 0 0 1 6 6",
  redo: "M15 7l5 5-5 5M20 12H10a6 6 0 0 0-6 6",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.5c.7.7 1 1.5 1 2.5h6c0-1 .3-1.8 1-2.5A6 6 0 0 0 12 3z",
  resign: "M6 21V4h11l-2 4 2 4H6",
  add: "M12 5v14M5 12h14",
  share:
    "M8 12a3 3 0 1 0-6 0 3 3 0 0 0 6 0zM22 6a3 3 0 1 0-6 0 3 3 0 0 0 6 0z" +
    "M22 18a3 3 0 1 0-6 0 3 3 0 0 0 6 0zM8 11l8-4M8 13l8 4",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M5 19l2-2M17 7l2-2",
  moon: "M20 14A8 8 0 0 1 10 4a8 8 0 1 0 10 10z",
  auto: "M12 3a9 9 0 1 0 0 18zM12 3a9 9 0 0 1 0 18",
  sound: "M4 9v6h4l5 4V5L8 9zM17 8a5 5 0 0 1 0 8",
  mute: "M4 9v6h4l5 4V5L8 9zM17 9l5 6M22 9l-5 6",
  looks:
    "M4 4h7v7H4zM13 13h7v7h-7zM16.5 4a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM7.5 13a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7z",
  pause: "M8 5v14M16 5v14",
  go: "M7 4l13 8-13 8z",
  stop: "M6 6h12v12H6z",
  first: "M19 5l-8 7 8 7M6 5v14",
  last: "M5 5l8 7-8 7M18 5v14",
  back: "M15 5l-7 7 7 7",
  forward: "M9 5l7 7-7 7",
  save: "M12 4v11M7 10l5 5 5-5M4 20h16",
  print: "M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z",
  paste: "M9 4h6v3H9zM9 5H5v16h14V5h-4",
  edit: "M4 20l1-5L16 4l4 4L9 19z",
  check: "M5 13l5 5 9-11",
  close: "M6 6l12 12M18 6L6 18",
  keys: "M3 6h18v12H3zM7 10h.01M11 10h.01M15 10h.01M8 14h8",
  threats: "M12 3v4M12 17v4M3 12h4M17 12h4M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8z",
};

export function icon(name) {
  return h(
    "svg",
    {
      viewBox: "0 0 24 24",
      fill: "none",
      stroke: "currentColor",
      "stroke-width": "1.9",
      "stroke-linecap": "round",
      "stroke-linejoin": "round",
      "aria-hidden": "true",
    },
    h("path", { d: ICONS[name] }),
  );
}

/**
 * A list to choose from under its name.
 * @param {[string|number, string][]} entries the values, and what each is called
 * @param {(value: string) => void} onChange
 */
export function select(key, label, value, entries, onChange) {
  const options = entries.map(([entry, text]) =>
    h("option", { value: String(entry), selected: String(entry) === String(value) }, text),
  );
  const list = h("select", { "data-key": key, onchange: (event) => onChange(event.target.value) }, options);
  return h("label", { class: "field" }, label, list);
}

/** Three dots that move while something is under way. */
export function dots() {
  return h("span", { class: "dots3", "aria-hidden": "true" }, h("i"), h("i"), h("i"));
}

/** A table with one heading for each column. */
export function table(heads, rows, props = {}) {
  const head = h(
    "tr",
    {},
    heads.map((text) => h("th", { scope: "col" }, text)),
  );
  return h("table", props, h("thead", {}, head), h("tbody", {}, rows));
}

// ------------------------------------------------------------------------------------------------ refilling

// A place that is refilled while it is used: not under a pressed pointer, which would lose the click, and with
// the keyboard's focus kept where it was: on the control with the same key, else on the one at the same place.
let pressed = null;
let release = 0;
const waiting = new Map();

export function refill(place, ...children) {
  if (place.contains(pressed)) {
    waiting.set(place, children);
    return;
  }
  waiting.delete(place);
  const reachable = () => [...place.querySelectorAll("a, button, input, select, [tabindex]")];
  const focused = reachable().indexOf(document.activeElement);
  const key = focused < 0 ? "" : keyOf(document.activeElement);
  place.replaceChildren(...children.flat().filter(isChild));
  if (focused < 0) return;
  const again = (key && reachable().find((control) => keyOf(control) === key)) || reachable()[focused];
  if (again && !again.disabled) {
    again.focus({ preventScroll: true });
    return;
  }
  if (!place.hasAttribute("tabindex")) place.tabIndex = -1; // not another button, which a second Enter would press
  place.focus({ preventScroll: true });
}

const keyOf = ({ id, dataset, name, value }) => id || dataset.key || (name ? `${name}=${value}` : "");

function press(event) {
  clearTimeout(release);
  pressed = event.target;
}

function letGo(after) {
  clearTimeout(release);
  release = setTimeout(() => {
    pressed = null;
    for (const [place, children] of [...waiting]) refill(place, ...children);
  }, after);
}

function clicked() {
  pressed = null; // what a click does may draw at once
  letGo(0);
}

function chosen({ target }) {
  if (target.contains(pressed)) pressed = null; // and so may a choice from a list
}

addEventListener("pointerdown", press, true);
addEventListener("pointerup", () => letGo(50), true); // a click comes later
addEventListener("pointercancel", () => letGo(50), true);
addEventListener("click", clicked, true);
addEventListener("change", chosen, true);

// ------------------------------------------------------------------------------------------------ time and messages

export const stopped = () => new DOMException("stopped", "AbortError");
export const isAbort = (error) => error.name === "AbortError";

export function wait(ms, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

let toastTimer;
export function toast(text, seconds = 2.6) {
  const place = document.getElementById("toast");
  place.textContent = text;
  place.classList.add("shown");
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => place.classList.remove("shown"), seconds * 1000);
  announce(text);
}

// For screen readers: what has just happened.
export function announce(text) {
  const place = document.getElementById("announcer");
  place.textContent = place.textContent === text ? text + " " : text;
}

export function openDialog(dialog) {
  const isBeside = ({ target, clientX, clientY }) => {
    const { left, right, top, bottom } = dialog.getBoundingClientRect();
    return target === dialog && (clientX < left || clientX > right || clientY < top || clientY > bottom);
  };
  let pressedBeside = false;
  dialog.addEventListener("pointerdown", (event) => {
    pressedBeside = isBeside(event);
  });
  dialog.addEventListener("click", (event) => {
    if (pressedBeside && isBeside(event)) dialog.close();
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** Where a dialog may be opened now: one at a time. */
export const isDialogOpen = () => document.querySelector("dialog[open]") !== null;
