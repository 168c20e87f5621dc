// The lessons of a game, in the order in which they are best taken.

import { h, icon, refill } from "./dom.js";
import { t } from "./i18n.js";
import { LessonPage } from "./lesson.js";
import { lessonKey } from "./lesson_walk.js";

export class LessonList {
  element = h("section", { class: "card lessons" });

  constructor(view) {
    this.view = view;
  }

  draw(game, { lessons }) {
    this.element.hidden = !lessons.length;
    const n = lessons.filter(({ name }) => this.view.learned.isDone("lesson", game, name)).length;
    refill(
      this.element,
      h("h2", {}, t("learn.lessons")),
      h("p", { class: "muted small" }, t("learn.done_of", { n, all: lessons.length })),
      h(
        "ol",
        {},
        lessons.map(({ name }, at) => this.#entry(game, name, at + 1)),
      ),
    );
  }

  #entry(game, name, number) {
    const isDone = this.view.learned.isDone("lesson", game, name);
    const open = (event) => {
      event.preventDefault();
      this.view.open(name);
    };
    const mark = isDone
      ? h("span", { class: "tick" }, icon("check"), h("span", { class: "unseen" }, t("learn.done")))
      : h("span", { class: "tick num", "aria-hidden": "true" }, String(number));
    const props = { href: `#learn/${game}/${name}`, "data-key": `lesson-${name}`, onclick: open };
    return h("li", {}, h("a", props, mark, h("span", {}, t(lessonKey(game, name)))));
  }

  page(game, { lessons }, name) {
    const at = lessons.findIndex((lesson) => lesson.name === name);
    return at < 0 ? null : new LessonPage(this.view, game, lessons[at], lessons[at + 1]?.name);
  }
}
