// What several pages share: words, headings, fields, dates, tables and what happens to a form.

import { h, table, toast } from "../js/dom.js";
import { language, number, t } from "../js/i18n.js";
import { problemText } from "./api.js";

/** A word of these pages. */
export const c = (key, values) => t(`class.${key}`, values);

export const when = (seconds) =>
  seconds === null || seconds === undefined
    ? "–"
    : new Date(seconds * 1000).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });

/** A moment as a cell of a table. */
export const moment = (seconds) => h("td", { class: "nowrap" }, when(seconds));

/** How long ago something was, by the server's clock: a page's own may be wrong. */
export function ago(then, now) {
  if (then === null || then === undefined) return "–";
  const format = new Intl.RelativeTimeFormat(language, { numeric: "always", style: "short" });
  const past = Math.max(0, now - then);
  const [unit, size] = [
    ["day", 86400],
    ["hour", 3600],
    ["minute", 60],
  ].find(([, length]) => past >= length) ?? ["second", 1];
  return format.format(-Math.floor(past / size), unit);
}

export const seconds = (value) => (value === null || value === undefined ? "" : `${number(value, 2)} s`);

/** A page: a heading, and what stands under it. */
export const sheet = (title, ...children) =>
  h("div", { class: "sheet" }, h("h1", { tabindex: "-1" }, title), ...children);

export const card = (title, ...children) => h("section", { class: "card" }, title && h("h2", {}, title), ...children);

/** A field under its name; the control is found again by its name. */
export function field(name, label, props = {}, hint = "") {
  const { value = "", ...rest } = props;
  const control = props.rows ? h("textarea", { name, ...rest }, value) : h("input", { name, type: "text", ...props });
  return h("label", { class: "field" }, label, control, hint && h("small", { class: "muted" }, hint));
}

export function choice(name, label, value, entries) {
  const options = entries.map(([entry, text]) => h("option", { value: entry, selected: entry === value }, text));
  return h("label", { class: "field" }, label, h("select", { name }, options));
}

export const check = (name, label, checked = false) =>
  h("label", { class: "check" }, h("input", { type: "checkbox", name, checked }), label);

/** A form that sends what it holds; what is refused is said below it. `act` gets the values by name. */
export function form(fields, label, act) {
  const problem = h("p", { class: "problem", role: "alert" });
  const button = h("button", { class: "primary", type: "submit" }, label);
  const onsubmit = async (event) => {
    event.preventDefault();
    problem.textContent = "";
    button.disabled = true;
    try {
      await act(Object.fromEntries(new FormData(event.target)), event.target);
    } catch (error) {
      problem.textContent = problemText(error);
    } finally {
      button.disabled = false;
    }
  };
  return h("form", { class: "form", onsubmit }, fields, problem, h("div", { class: "row" }, button));
}

/** A button that does something; what is refused is said in a message. */
export function action(label, act, props = {}) {
  const onclick = async ({ currentTarget }) => {
    currentTarget.disabled = true;
    try {
      await act();
    } catch (error) {
      toast(problemText(error), 6);
    } finally {
      currentTarget.disabled = false;
    }
  };
  return h("button", { type: "button", ...props, onclick }, label);
}

/** A table that scrolls within its own box on a narrow screen. */
export function grid(caption, heads, rows, empty = "") {
  if (!rows.length && empty) return h("p", { class: "muted" }, empty);
  const made = table(heads, rows);
  made.prepend(h("caption", { class: "unseen" }, caption));
  return h("div", { class: "scroller", tabindex: "0", role: "region", "aria-label": caption }, made);
}

export const row = (...cells) =>
  h(
    "tr",
    {},
    cells.map((cell) => (cell?.tagName === "TD" || cell?.tagName === "TH" ? cell : h("td", {}, cell ?? ""))),
  );

export const chip = (text, kind = "") => h("span", { class: `chip ${kind}` }, text);

/** One-time links, to be copied and handed out. */
export const linkList = (people) =>
  card(
    c("links.title"),
    h("p", {}, c("links.how")),
    h(
      "ul",
      { class: "links" },
      people.map(({ name, link }) => h("li", {}, h("b", {}, name), " ", h("code", {}, link))),
    ),
  );

/** Do something again and again while a page is shown and looked at. */
export function repeatedly(ms, act) {
  const timer = setInterval(() => document.visibilityState === "visible" && act().catch(() => {}), ms);
  return () => clearInterval(timer);
}
