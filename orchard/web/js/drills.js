// The drills of a game, each with the best score so far.

import { h, refill } from "./dom.js";
import { t, number } from "./i18n.js";
import { DrillPage } from "./drill.js";

const PREFIX = "drill-"; // of their addresses: no lesson is called so

export class DrillList {
  element = h("section", { class: "card drills" });

  constructor(view) {
    this.view = view;
  }

  draw(game, { drills }) {
    refill(
      this.element,
      h("h2", {}, t("learn.drills")),
      h("p", { class: "muted small" }, t("learn.drills.about")),
      h(
        "ul",
        {},
        drills.map((name) => this.#entry(game, name)),
      ),
    );
  }

  #entry(game, name) {
    const open = (event) => {
      event.preventDefault();
      this.view.open(PREFIX + name);
    };
    const score = this.view.learned.best("drill", game, name);
    const props = { href: `#learn/${game}/${PREFIX}${name}`, "data-key": PREFIX + name, onclick: open };
    const about = h("span", { class: "muted small" }, t(`drill.${name}.about`));
    const kept = score > 0 && h("span", { class: "chip num" }, t("drill.best", { n: number(score) }));
    return h("li", {}, h("a", props, h("b", {}, t(`drill.${name}`)), about), kept);
  }

  page(game, { drills }, page) {
    const name = page.startsWith(PREFIX) ? page.slice(PREFIX.length) : "";
    return drills.includes(name) ? new DrillPage(this.view, game, name) : null;
  }
}
