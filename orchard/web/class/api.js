// Talks with the class server. Every change carries the token that another site cannot know.

import { said, language, t } from "../js/i18n.js";

let token = "";

export class Refused extends Error {
  constructor(status, body) {
    super(body.message ?? `HTTP ${status}`);
    Object.assign(this, { status, code: body.error ?? "unknown", kind: body.reason?.kind, about: body.reason?.about });
  }
}

/** Use the token of `/api/me` from now on. */
export function useToken(text) {
  token = text;
}

async function call(method, path, options = {}) {
  const headers = { ...options.headers, ...(method === "GET" ? {} : { "x-orchard-token": token }) };
  const answer = await fetch(`/api/${path}`, { method, ...options, headers });
  const body = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Refused(answer.status, body);
  return body;
}

export const get = (path) => call("GET", path);

export const send = (method, path, fields) =>
  call(method, path, { headers: { "content-type": "application/json" }, body: JSON.stringify(fields) });

/** @param {FormData} form with a file in it */
export const upload = (path, form) => call("POST", path, { body: form });

/** What went wrong, in the reader's language where there are words for it. */
export function problemText(error) {
  if (!(error instanceof Refused)) return t("class.error.away");
  const key = [`class.reason.${error.kind}`, `class.error.${error.code}`].find((name) => said(name, ""));
  if (key) return t(key, error.about);
  return language === "en" ? error.message : t("class.error.unknown");
}
