// A place to drop files of games on: they are sent to the server, which tells how far it has read them.

import { h, refill } from "./dom.js";
import { fileButton } from "./file_button.js";
import { t, number } from "./i18n.js";
import { ServerError, get } from "./connection.js";

const ASK_EVERY_MS = 300;

export class ImportCard {
  /** @param {() => void} onDone is called when a file has been read */
  constructor(app, onDone) {
    this.app = app;
    this.onDone = onDone;
    this.files = [];
    this.busy = false;
    this.head = h("div", { class: "panel" });
    this.list = h("div", { class: "panel", role: "status" });
    const over = (event) => {
      event.preventDefault();
      this.element.classList.toggle("over", event.type === "dragover");
    };
    const ondrop = (event) => {
      over(event);
      this.add(event.dataTransfer.files);
    };
    this.element = h(
      "section",
      { class: "card drop", ondragover: over, ondragleave: over, ondrop },
      this.head,
      this.list,
    );
  }

  show() {
    const props = { multiple: true, "data-key": "file" };
    const choose = fileButton("add", t("library.choose"), props, (files) => this.add(files));
    refill(this.head, h("h2", {}, t("library.import")), h("p", { class: "small" }, t("library.import_how")), choose);
    this.#draw();
  }

  async add(files) {
    this.files.push(...[...files].map((file) => ({ file, state: null, problem: "" })));
    this.#draw();
    if (this.busy) return;
    this.busy = true;
    for (let next = this.#next(); next; next = this.#next()) await this.#read(next);
    this.busy = false;
  }

  #next() {
    return this.files.find(({ state, problem }) => !state && !problem);
  }

  async #read(entry) {
    try {
      entry.state = await send(entry.file, this.app.tree.game);
      while (!entry.state.done) {
        this.#draw();
        await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
        entry.state = await get(`import/${entry.state.id}`);
      }
      this.onDone();
    } catch (error) {
      entry.problem = this.app.errorText(error);
    }
    this.#draw();
  }

  #draw() {
    refill(
      this.list,
      this.files.map((entry) => this.#row(entry)),
    );
  }

  #row({ file, state, problem }) {
    const name = file.name;
    const why = problem || state?.problem;
    const counts = { file: name, n: number(state?.games ?? 0), new: number(state?.new ?? 0) };
    const done = problem || state?.done;
    return h(
      "div",
      { class: "small" },
      h("div", {}, done ? t("library.imported", counts) : t("library.reading", counts)),
      done ? null : h("progress", { "aria-label": t("progress") }),
      why ? h("div", { class: "muted" }, t("library.ended", { why })) : null,
    );
  }
}

async function send(file, game) {
  const query = new URLSearchParams({ file: file.name.slice(0, 200), game });
  const answer = await fetch(`/api/import?${query}`, {
    method: "POST",
    headers: { "content-type": "application/octet-stream" },
    body: file,
  });
  const body = await answer.json();
  if (!answer.ok) throw new ServerError({ ...body, code: body.error });
  return body;
}
