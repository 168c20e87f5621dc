// One's progress in a game, at the end of its page in Learn: also of a game without puzzles.

import { h, toast } from "./dom.js";
import { t } from "./i18n.js";
import { withStyles, withWords } from "./parts.js";

export class ProgressSection {
  #loaded = null;
  #part = null;
  element = h("div", {});

  constructor(view) {
    this.view = view;
  }

  async draw(game) {
    try {
      await (this.#loaded ??= withStyles(withWords(import("./progress.js"), "puzzles"), "puzzles"));
    } catch {
      this.#loaded = null;
      toast(t("server_away"));
      return;
    }
    if (!this.#part) this.element.append((this.#part = h("orchard-progress", { class: "card" })));
    this.#part.setAttribute("game", game);
    const to = (page) => (location.hash = `#puzzles/${game}/${page}`);
    const choose = { theme: (theme) => to(`theme-${theme}`), due: () => to("due"), profile: () => this.view.show() };
    await this.#part.begin(this.view.app, choose);
  }

  page() {
    return null;
  }
}
