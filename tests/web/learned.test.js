import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Learned } from "../../orchard/web/js/learned.js";

let served; // what the server keeps, by profile and key
let asked;
let isAway;
let profile;

const fail = (error) => assert.fail(error);

function app() {
  const connection = {
    async ask(what, { profile: name, game, marks }) {
      if (isAway) throw new TypeError("away");
      asked.push(what);
      const kept = (served[name] ??= {});
      for (const mark of marks ?? []) {
        const key = [mark.kind, mark.game, mark.name].join("/");
        kept[key] = Math.max(kept[key] ?? 0, mark.value);
      }
      const found = { lesson: {}, drill: {}, opening: {} };
      for (const [key, value] of Object.entries(kept)) {
        const [kind, of, what] = key.split("/");
        if (of === game) found[kind][what] = value;
      }
      return found;
    },
  };
  return { connection, recall: () => profile, remember: (_, value) => (profile = value) };
}

beforeEach(() => {
  const kept = new Map();
  [served, asked, isAway, profile] = [{}, [], false, null];
  globalThis.localStorage = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => kept.set(key, String(value)),
    removeItem: (key) => kept.delete(key),
  };
});

test("without a profile this browser keeps lessons and best scores, and asks nobody", async () => {
  const learned = new Learned(app(), fail);
  await learned.load("one");
  assert.equal(learned.isDone("lesson", "one", "corners"), false);
  learned.mark("lesson", "one", "corners");
  assert.equal(learned.isDone("lesson", "one", "corners"), true);
  assert.equal(learned.isDone("lesson", "two", "corners"), false);
  assert.equal(learned.mark("drill", "one", "legal", 0), false);
  assert.equal(learned.mark("drill", "one", "legal", 7), true);
  assert.equal(learned.mark("drill", "one", "legal", 5), false);
  assert.equal(new Learned(app(), fail).best("drill", "one", "legal"), 7);
  assert.deepEqual(asked, []);
});

test("what is kept here is forgotten where it cannot be read", () => {
  localStorage.setItem("orchard.learned", "{");
  const learned = new Learned(app(), fail);
  learned.mark("lesson", "one", "corners");
  assert.equal(learned.isDone("lesson", "one", "corners"), true);
});

test("what this browser has moves into the first profile, once", async () => {
  localStorage.setItem("orchard.learned", '{"one/corners":true,"one/drill/legal":7,"two/edges":true}');
  profile = "Ann";
  const learned = new Learned(app(), fail);
  await learned.load("one");
  assert.deepEqual(served.Ann, { "lesson/one/corners": 1, "drill/one/legal": 7, "lesson/two/edges": 1 });
  assert.equal(learned.isDone("lesson", "one", "corners"), true);
  profile = "Ben";
  await learned.load("one");
  assert.equal(learned.isDone("lesson", "one", "corners"), false, "it is Ann's");
  assert.deepEqual(served.Ben, {});
});

test("with a profile the server keeps it, and another browser finds it", async () => {
  profile = "Ann";
  const learned = new Learned(app(), fail);
  await learned.load("one");
  assert.equal(learned.mark("opening", "one", "c4e3"), true);
  assert.equal(learned.isDone("opening", "one", "c4e3"), true);
  const elsewhere = new Learned(app(), fail);
  await elsewhere.load("one");
  assert.equal(elsewhere.isDone("opening", "one", "c4e3"), true);
});

test("what cannot be brought to the server waits in this browser", async () => {
  profile = "Ann";
  const learned = new Learned(app(), () => {});
  isAway = true;
  learned.mark("lesson", "one", "corners");
  await new Promise((resolve) => setTimeout(resolve));
  isAway = false;
  await learned.load("one");
  assert.equal(served.Ann["lesson/one/corners"], 1);
});
