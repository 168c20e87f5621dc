// The database of games: look for some, open one in Review.

import { h, icon, refill, select, table, toast } from "./dom.js";
import { t, colorName, language, number, playerName, playerShort, signed } from "./i18n.js";
import { get } from "./connection.js";
import { optionsOf } from "./choices.js";
import { namesOf } from "./paste.js";
import { treeOf } from "./tree.js";

const PAGE = 20;

export class GameList {
  filter = { game: "", player: "", winner: "" };
  title = "database";
  none = "database.none"; // what is said where there are no games at all
  heading = "h2";

  constructor(app) {
    this.app = app;
    this.offset = 0;
    this.fields = h("div", { class: "row" });
    this.rows = h("div", { class: "forest-like" });
    this.element = h("section", { class: "card database" });
  }

  show() {
    const games = this.#games().map((name) => [name, this.app.nameOfGame(name)]);
    const players = this.#everyone().map((spec) => [spec, playerName(spec)]);
    refill(this.fields, this.fieldsOf({ games, players, select: this.#select }));
    refill(this.element, h(this.heading, {}, t(this.title)), this.fields, this.rows);
    this.load();
  }

  /** The fields by which games are looked for. */
  fieldsOf({ games, players, select }) {
    const winners = [
      ["black", colorName("black")],
      ["white", colorName("white")],
      ["draw", t("draw")],
      ["unfinished", t("unfinished")],
    ];
    return [
      select("game", t("game"), games),
      select("winner", t("winner"), winners),
      select("player", t("player"), players),
    ];
  }

  /** What to ask the server for, beside the page of the list. */
  asked() {
    return this.filter;
  }

  get isFiltered() {
    return Object.values(this.filter).some(Boolean);
  }

  change(key, value) {
    this.filter[key] = value;
    this.offset = 0;
    this.load();
  }

  #select = (key, label, entries) =>
    select(key, label, this.filter[key], [["", t("any")], ...entries], (value) => this.change(key, value));

  // Every game, with all its boards and rules.
  #games() {
    return this.app.games.list.flatMap((facts) =>
      optionsOf(facts).map((option) => (option ? `${facts.base}:${option}` : facts.name)),
    );
  }

  #everyone() {
    const levels = new Set(this.app.games.list.flatMap((facts) => facts.levels.map((row) => row.spec)));
    return ["human", ...levels, ...this.app.players.map((player) => player.name)];
  }

  async load() {
    const query = new URLSearchParams({ limit: PAGE, offset: this.offset });
    for (const [key, value] of Object.entries(this.asked())) if (value) query.set(key, value);
    this.latest = query;
    try {
      const found = await get(`database/games?${query}`);
      if (query !== this.latest) return; // others were asked for meanwhile
      this.#draw(found);
      if (found.unread) this.load();
    } catch (error) {
      if (query === this.latest) this.rows.replaceChildren(h("p", { class: "small" }, this.app.errorText(error)));
    }
  }

  #draw({ games, total, unread }) {
    const step = (by, name, enabled) => {
      const go = () => {
        this.offset += by;
        this.load();
      };
      const props = { type: "button", class: "icon", disabled: !enabled, "aria-label": t(`step.${name}`) };
      return h("button", { ...props, onclick: go }, icon(name));
    };
    refill(
      this.rows,
      games.length
        ? this.table(games)
        : !unread && h("p", { class: "muted small" }, t(this.isFiltered ? "database.none" : this.none)),
      unread > 0 && h("p", { class: "muted small" }, t("library.unread", { n: number(unread) })),
      total > 0 &&
        h(
          "div",
          { class: "row" },
          step(-PAGE, "back", this.offset > 0),
          step(PAGE, "forward", this.offset + PAGE < total),
          h("span", { class: "small muted num" }, t("database.count", { n: number(total) })),
        ),
    );
  }

  table(games) {
    const when = new Intl.DateTimeFormat(language, { dateStyle: "short", timeStyle: "short" });
    const heads = [
      t("game"),
      colorName("black"),
      colorName("white"),
      t("result"),
      t("moves"),
      t("opening"),
      t("when"),
      "",
    ];
    const rows = games.map((game) => {
      const texts = [
        this.app.nameOfGame(game.game),
        playerShort(game.black),
        playerShort(game.white),
        resultOf(game),
        number(game.moves),
        game.opening_name ?? "–",
        game.started ? when.format(new Date(game.started)) : "–",
      ];
      const props = { type: "button", class: "icon quiet", "aria-label": t("review"), title: t("review") };
      const open = h("button", { ...props, onclick: () => this.open(game.id) }, icon("review"));
      return h(
        "tr",
        {},
        texts.map((text) => h("td", {}, text)),
        h("td", {}, open),
      );
    });
    return h("div", { class: "forest-like" }, table(heads, rows, { class: "games" }));
  }

  async open(id) {
    try {
      const game = await get(`database/games/${encodeURIComponent(id)}`);
      await this.app.games.ask(game.game);
      const place = { game: game.game, start: game.start, moves: game.transcript };
      const line = await this.app.connection.ask("line", place);
      const seats = { black: game.black, white: game.white };
      this.app.openPasted(Object.assign(treeOfGame(game, line), { isOwn: this.isOwn }), namesOf(seats), seats);
      this.app.go("review");
      if (this.app.waiting) toast(t("pasted.kept"), 4);
    } catch (error) {
      toast(this.app.errorText(error));
    }
  }
}

function treeOfGame(game, line) {
  const tree = treeOf(game.game, game.start, line);
  const timed = tree.line().slice(-game.moves.length); // what was played before the clocks began has no times
  for (const [n, move] of game.moves.entries()) if (timed[n]) timed[n].seconds = move.seconds;
  if (game.winner && game.verdict !== "normal") {
    tree.ending = { node: tree.current, winner: game.winner, reason: game.verdict };
  }
  tree.date = game.started.slice(0, 10);
  tree.browseTo(tree.current);
  return tree;
}

function resultOf({ unfinished, winner, verdict, score }) {
  if (unfinished) return t("unfinished");
  if (winner === null) return t("draw");
  const won = t("won", { who: colorName(winner) });
  if (verdict !== "normal") return `${won} (${t(`verdict.${verdict}`)})`;
  return Math.abs(score) > 1 ? `${won} ${signed(Math.abs(score))}` : won;
}
