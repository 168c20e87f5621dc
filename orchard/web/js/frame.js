// What stands around the views: the ways between them, language, sound, theme, and news of the server.

import { h, icon, refill } from "./dom.js";
import { LANGUAGES, language, number, t } from "./i18n.js";
import { setSound, soundOn } from "./sound.js";
import { useLooks } from "./looks.js";
import { forDialog } from "./parts.js";

const THEMES = { true: ["auto", "light", "dark"], false: ["auto", "dark", "light"] }; // whether the system is dark: the
// first step away from it is one that can be seen
const THEME_ICONS = { auto: "auto", light: "sun", dark: "moon" };

export class Frame {
  /** @param {string[]} views their names, in the order in which they are shown */
  constructor(app, views) {
    this.app = app;
    this.views = views;
    useTheme(this.theme);
    useLooks(app);
  }

  get theme() {
    return this.app.recall("theme") ?? "auto";
  }

  draw() {
    document.title = t("title");
    this.#drawSkip();
    this.#drawNavigation();
    const tools = [this.#languages(), this.#keys(), this.#sound(), this.#looks(), this.#themes()];
    refill(document.getElementById("tools"), tools);
  }

  #drawSkip() {
    const skip = document.getElementById("skip");
    skip.textContent = t("skip");
    skip.onclick = (event) => {
      event.preventDefault();
      document.getElementById("view").focus();
    };
  }

  #drawNavigation() {
    const nav = document.getElementById("nav");
    nav.setAttribute("aria-label", t("nav"));
    refill(
      nav,
      this.views.map((name) => this.#link(name)),
    );
  }

  #link(name) {
    const go = (event) => {
      event.preventDefault();
      this.app.go(name);
    };
    const current = name === (this.app.view?.partOf ?? this.app.name) ? "page" : null;
    return h(
      "a",
      { href: `#${name}`, "data-key": name, "aria-current": current, onclick: go },
      icon(name),
      h("span", {}, t(`view.${name}`)),
    );
  }

  #languages() {
    const options = Object.entries(LANGUAGES).map(([code, name]) =>
      h("option", { value: code, lang: code, selected: code === language }, name),
    );
    const onchange = (event) => this.app.speak(event.target.value);
    return h("select", { id: "language", "aria-label": t("language"), onchange }, options);
  }

  #keys() {
    const more = { title: `${t("keys")} (?)`, "aria-keyshortcuts": "?" };
    return tool("keys", t("keys"), "keys", () => this.app.showKeys(), more);
  }

  #sound() {
    const change = () => {
      setSound(!soundOn());
      this.draw();
    };
    return tool("sound", t("sound"), soundOn() ? "sound" : "mute", change, { "aria-pressed": String(soundOn()) });
  }

  #looks() {
    const open = async () => (await forDialog(import("./looks_dialog.js"), "newgame"))?.looksDialog(this.app);
    return tool("looks", t("looks"), "looks", open);
  }

  #themes() {
    const { theme } = this;
    const change = () => {
      const themes = THEMES[matchMedia("(prefers-color-scheme: dark)").matches];
      const next = themes[(themes.indexOf(theme) + 1) % themes.length];
      this.app.remember("theme", next);
      useTheme(next);
      this.draw();
    };
    return tool("theme", t(`theme.${theme}`), THEME_ICONS[theme], change);
  }

  /** Whether the server is away, or still compiling. */
  drawBanner({ state, warmup }) {
    const banner = document.getElementById("banner");
    const compiling = warmup && !warmup.all_ready && warmup.compiling;
    const kernels = warmup?.kernels; // of a player that is used for the first time
    banner.hidden = state === "connecting" || (state === "open" && !compiling && !kernels);
    banner.classList.toggle("away", state === "away");
    if (state === "away") {
      banner.replaceChildren(h("span", {}, t("server_away")));
    } else if (compiling) {
      const { step, steps } = warmup;
      banner.replaceChildren(
        h("span", {}, t("compiling", { step, steps })),
        h("progress", { max: steps, value: step, "aria-label": t("progress") }),
      );
    } else if (kernels) {
      const n = { n: number(kernels.kernels), seconds: number(Math.round(kernels.seconds)) };
      banner.replaceChildren(h("span", {}, t("compiling.player", n)), h("progress", { "aria-label": t("progress") }));
    }
  }
}

function tool(id, text, name, onclick, more = {}) {
  const props = { type: "button", class: "icon quiet", id, "aria-label": text, title: text, onclick, ...more };
  return h("button", props, icon(name));
}

function useTheme(name) {
  if (name === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = name;
}
