// The pages of a class. What stands after # names one; its module is loaded when it is opened.

import { h, refill, toast } from "../js/dom.js";
import { alsoWords, LANGUAGES, language, preferredLanguage, useLanguage, useWords } from "../js/i18n.js";
import { get, problemText, Refused, useToken } from "./api.js";
import { c } from "./parts.js";

const PAGES = {
  in: () => import("./sign_in.js"),
  link: () => import("./link.js"),
  join: () => import("./join.js"),
  me: () => import("./me.js"),
  assignments: () => import("./assignments.js"),
  assignment: () => import("./assignment.js"),
  submission: () => import("./submission.js"),
  game: () => import("./game.js"),
  people: () => import("./people.js"),
  audit: () => import("./audit.js"),
};
const OPEN = ["in", "link", "join"]; // to who is not signed in

const app = {
  me: null,
  may: (action) => app.me.may.includes(action),
  get isStaff() {
    return app.may("similar.see");
  },
  /** Take over what `/api/me` or a sign-in says. */
  use(me) {
    app.me = me;
    useToken(me.token);
    document.title = me.title;
    document.getElementById("title").textContent = me.title;
    document.getElementById("brand").ariaLabel = me.title; // on a phone only the picture is seen
    drawTop();
  },
  go(hash) {
    if (location.hash === hash) return open();
    location.hash = hash;
  },
  /** Draw the page again. */
  again: () => open(),
};

let stop = () => {};
let opened = 0;

async function open() {
  const number = ++opened;
  const [name, ...rest] = location.hash.slice(1).split("/");
  const wanted = name in PAGES ? name : "assignments";
  const shown = app.me.person || OPEN.includes(wanted) ? wanted : "in";
  stop();
  stop = () => {};
  const view = document.getElementById("view");
  try {
    const { page } = await PAGES[shown]();
    const made = await page(app, ...rest.map(decodeURIComponent));
    if (number !== opened) return made.stop?.();
    stop = made.stop ?? (() => {});
    view.replaceChildren(made.element ?? made);
    if (document.body.dataset.ready !== location.hash) scrollTo(0, 0);
    view.querySelector("h1")?.focus({ preventScroll: true });
  } catch (error) {
    if (error instanceof Refused && error.status === 401 && app.me.person) return start();
    console.warn(error);
    view.replaceChildren(h("div", { class: "sheet" }, h("p", { class: "problem", role: "alert" }, problemText(error))));
  }
  drawTop();
  document.body.dataset.ready = location.hash;
}

function drawTop() {
  const { person } = app.me;
  const now = location.hash.slice(1).split("/")[0];
  const links = [["assignments", "assignments.see"]];
  links.push(["people", "people.see"], ["audit", "audit.see"]);
  const shown = person ? links.filter(([, action]) => app.may(action)) : [];
  refill(
    document.getElementById("nav"),
    shown.map(([name]) => h("a", { href: `#${name}`, "aria-current": name === now ? "page" : null }, c(`nav.${name}`))),
  );
  const languages = Object.entries(LANGUAGES).map(([code, text]) =>
    h("option", { value: code, selected: code === language, lang: code }, text),
  );
  refill(
    document.getElementById("tools"),
    h("select", { "aria-label": c("language"), "data-key": "language", onchange: speak }, languages),
    person && h("a", { class: "button", href: "#me", "data-key": "me" }, person.name),
  );
  document.getElementById("skip").textContent = c("skip");
}

async function speak({ target }) {
  localStorage.setItem("language", target.value);
  await useLanguage(target.value);
  await open();
}

async function start() {
  try {
    app.use(await get("me"));
  } catch (error) {
    toast(problemText(error), 10);
    return;
  }
  await open();
}

useWords(preferredLanguage(), {});
await alsoWords("class");
addEventListener("hashchange", open);
document.getElementById("skip").addEventListener("click", (event) => {
  event.preventDefault();
  document.getElementById("view").focus();
});
await start();
