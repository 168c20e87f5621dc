// Parts of the page that come when they are asked for: a module, and the style sheets that go with it.

import { h, isDialogOpen, toast } from "./dom.js";
import { alsoWords, t } from "./i18n.js";

const sheets = new Map();

// A style sheet that is there when the promise is kept. It stands before the looks and the printed page, which have the last word.
function style(name) {
  if (!sheets.has(name)) sheets.set(name, new Promise((resolve, reject) => addSheet(name, resolve, reject)));
  return sheets.get(name);
}

function addSheet(name, onload, reject) {
  const onerror = () => {
    sheets.delete(name);
    link.remove();
    reject(new TypeError(`no style sheet ${name}`));
  };
  const link = h("link", { rel: "stylesheet", href: `/css/${name}.css`, onload, onerror });
  const looks = document.querySelector('link[href="/css/themes.css"]');
  if (looks) looks.before(link);
  else document.head.append(link);
}

/** A module that is being imported, with its style sheets. */
export async function withStyles(module, ...styles) {
  const [found] = await Promise.all([module, ...styles.map(style)]);
  return found;
}

/** A module that is being imported, with the words of its own. */
export async function withWords(module, ...parts) {
  const [found] = await Promise.all([module, alsoWords(...parts)]);
  return found;
}

/** The module of a dialog; null where the server is away, which is said, or where a dialog has been opened meanwhile. */
export async function forDialog(module, ...styles) {
  const found = await withStyles(module, ...styles).catch(() => toast(t("server_away")));
  return found && !isDialogOpen() ? found : null;
}

/** A part of a view that is made when it is first used. Until then an empty element keeps its place. */
export class Later {
  #make;
  #made = null;
  part = null;
  element = h("div", { hidden: true });

  /** @param {() => Promise<{element: Element}>} make */
  constructor(make) {
    this.#make = make;
  }

  /** Do something with the part: at once where it is there, else when it comes. Without the server it does not come. */
  async use(act) {
    if (!this.part) {
      this.#made ??= this.#make();
      const part = await this.#made.catch(() => (this.#made = null));
      if (!part) return;
      if (!this.part) this.element.replaceWith(part.element);
      this.part = part;
    }
    act(this.part);
  }
}
