// From an address to a game and its view, and back to the address bar.

import { toast } from "./dom.js";
import { baseOf } from "./games.js";
import { loadTree } from "./load.js";
import { addressOf, isSeat, readAddress, restore } from "./share.js";

const START = "#play";

export class Addresses {
  #app;
  #now = ""; // what the address bar holds

  constructor(app) {
    this.#app = app;
  }

  /** Tell the address bar of the game that is shown, as an entry of its own if it is a `step`. */
  write(step) {
    const { name, seats, tree, view } = this.#app;
    const address = addressOf(view?.address ? "play" : name, tree, seats, this.#app);
    this.#now = view?.address ?? address;
    tree.mark ??= Math.random();
    const state = { tree: tree.mark };
    if (step) history.pushState(state, "", this.#now);
    else history.replaceState(state, "", this.#now);
    this.#app.remember("address", address);
  }

  /** Back or Forward: to another view of the same game as it stands now, or to what the address holds. */
  async walk() {
    if (location.hash === this.#now) return;
    const { view } = this.#ownPage(readAddress(location.hash));
    if (history.state?.tree === this.#app.tree.mark && this.#app.isView(view)) {
      closeDialogs();
      await this.#app.go(view, false);
    } else {
      await this.open(location.hash);
    }
  }

  async open(hash) {
    closeDialogs();
    try {
      await this.#read(hash || START);
    } catch (error) {
      if (!hash || hash === START) throw error;
      console.error(error);
      await this.open(START);
      toast(this.#app.errorText(error), 6);
    }
  }

  async #read(hash) {
    const app = this.#app;
    const isLatest = app.begins();
    this.#now = hash;
    const asked = this.#ownPage(readAddress(hash));
    for (const color of ["black", "white"]) if (isSeat(asked[color])) app.seats[color] = asked[color];
    if (asked.room && (await this.#join(asked.room))) {
      if (!isLatest()) return;
    } else if (asked.game || !app.tree) {
      app.view?.hide();
      const facts = await this.#factsNamed(asked.game);
      const tree = await loadTree(app, facts, asked);
      if (!isLatest()) return; // meanwhile another address was opened
      const { minutes, increment, perMove, seconds } = asked;
      Object.assign(app, { tree, minutes, increment, perMove, seconds });
      restore(tree, asked);
    }
    await app.go(app.isView(asked.view) ? asked.view : "play", false);
  }

  // Learn, puzzles and stories have addresses of their own. The game stays the one that is open, or was open at the last visit.
  #ownPage(asked) {
    const app = this.#app;
    const { view, game, moves } = asked;
    if (view === "learn" || view === "puzzles") app.learning = { game, page: moves };
    else if (view === "story") app.story = game ? { name: game, page: Math.max(1, Number.parseInt(moves) || 1) } : null;
    else return asked;
    return { ...readAddress(app.tree ? "" : (app.recall("address") ?? START)), view };
  }

  // To the game with a friend on another device; where it is no longer there, the address holds its moves.
  async #join(id) {
    if (this.#app.tree?.room?.id === id) return true;
    this.#app.view?.hide();
    try {
      const { joinRoom } = await import("./room.js");
      await joinRoom(this.#app, id);
      return true;
    } catch (error) {
      toast(this.#app.errorText(error), 5);
      return false;
    }
  }

  // The game of that name; without a board that does not exist; where there is no such game, the one that is shown.
  async #factsNamed(name) {
    const { connection, games, tree } = this.#app;
    const base = games.of(baseOf(name));
    if (!base) return tree ? games.of(tree.game) : games.first;
    if (name === base.name) return base;
    try {
      await connection.ask("view", { game: name }); // an address may hold anything: this asks without a trace
      return await games.ask(name);
    } catch {
      return base;
    }
  }
}

// They spoke of what was here before.
function closeDialogs() {
  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
}
