import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const WEB = new URL("../../orchard/web/", import.meta.url);
const read = (path) => readFileSync(new URL(path, WEB), "utf-8");

/** Every module that one imports, and those that they import. */
function importsOf(name, found = new Set()) {
  for (const [, next] of read(`js/${name}.js`).matchAll(/^import (?:[^;]*? from )?"\.\/(\w+)\.js";/gm)) {
    if (!found.has(next)) importsOf(next, found.add(next));
  }
  return found;
}

test("the page asks at once for all that the first view needs, and for nothing else", () => {
  const preloaded = [...read("index.html").matchAll(/modulepreload" href="\/js\/(\w+)\.js"/g)].map(([, name]) => name);
  const needed = importsOf("play", importsOf("main").add("play"));
  assert.ok(needed.size > 10);
  assert.deepEqual(preloaded, [...needed].sort());
});
