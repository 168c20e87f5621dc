// The database of games: look for some, open one in Review.

import { h, icon, refill, toast } from "./dom.js";
import { t, colorName, gameName, language, number, playerName, playerShort, signed } from "./i18n.js";
import { get } from "./connection.js";
import { treeOf } from "./tree.js";
import { WIDTHS } from "./newgame.js";

const PAGE = 20;

export class Games {
  constructor(app) {
    this.app = app;
    this.filter = { game: "", player: "", winner: "" };
    this.offset = 0;
    this.fields = h("div", { class: "row" });
    this.rows = h("div", { class: "forest-like" });
    this.element = h("section", { class: "card database" });
  }

  show() {
    const change = (key) => (event) => ((this.filter[key] = event.target.value), (this.offset = 0), this.load());
    const select = (key, label, entries) =>
      h(
        "label",
        { class: "field" },
        label,
        h(
          "select",
          { "data-key": key, onchange: change(key) },
          [["", t("any")], ...entries].map(([value, text]) =>
            h("option", { value, selected: value === this.filter[key] }, text),
          ),
        ),
      );
    refill(
      this.fields,
      select(
        "game",
        t("game"),
        this.#games().map((name) => [name, gameName(name)]),
      ),
      select("winner", t("winner"), [
        ["black", colorName("black")],
        ["white", colorName("white")],
        ["draw", t("draw")],
        ["unfinished", t("unfinished")],
      ]),
      select(
        "player",
        t("player"),
        this.#everyone().map((spec) => [spec, playerName(spec)]),
      ),
    );
    refill(this.element, h("h2", {}, t("database")), this.fields, this.rows);
    this.load();
  }

  #games() {
    return this.app.games.flatMap(({ name, width }) => [
      name,
      ...(name === "gomoku" ? WIDTHS.filter((other) => other !== width).map((other) => `${name}:${other}`) : []),
    ]);
  }

  #everyone() {
    return [
      "human",
      ...this.app.levels.reversi.map((row) => row.spec),
      ...this.app.players.map((player) => player.name),
    ];
  }

  async load() {
    const query = new URLSearchParams({ limit: PAGE, offset: this.offset });
    for (const [key, value] of Object.entries(this.filter)) if (value) query.set(key, value);
    const mine = (this.latest = query);
    try {
      const found = await get(`database/games?${query}`);
      if (mine !== this.latest) return; // meanwhile others were asked for
      const step = (by, name, enabled) =>
        h(
          "button",
          {
            type: "button",
            class: "icon",
            disabled: !enabled,
            "aria-label": t(`step.${name}`),
            onclick: () => ((this.offset += by), this.load()),
          },
          icon(name),
        );
      refill(
        this.rows,
        found.games.length ? this.table(found.games) : h("p", { class: "muted small" }, t("database.none")),
        h(
          "div",
          { class: "row" },
          step(-PAGE, "back", this.offset > 0),
          step(PAGE, "forward", this.offset + PAGE < found.total),
          h("span", { class: "small muted num" }, t("database.count", { n: number(found.total) })),
        ),
      );
    } catch (error) {
      if (mine === this.latest) this.rows.replaceChildren(h("p", { class: "small" }, this.app.errorText(error)));
    }
  }

  table(games) {
    const when = new Intl.DateTimeFormat(language, { dateStyle: "short", timeStyle: "short" });
    const result = (game) => {
      if (game.unfinished || game.winner === null) return t(game.unfinished ? "unfinished" : "draw");
      const won = t("won", { who: colorName(game.winner) });
      if (game.verdict !== "normal") return `${won} (${t(`verdict.${game.verdict}`)})`;
      return Math.abs(game.score) > 1 ? `${won} ${signed(Math.abs(game.score))}` : won;
    };
    return h(
      "div",
      { class: "forest-like" },
      h(
        "table",
        {},
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            [t("game"), colorName("black"), colorName("white"), t("result"), t("moves"), t("when"), ""].map((text) =>
              h("th", { scope: "col" }, text),
            ),
          ),
        ),
        h(
          "tbody",
          {},
          games.map((game) =>
            h(
              "tr",
              {},
              [
                gameName(game.game),
                playerShort(game.black),
                playerShort(game.white),
                result(game),
                number(game.moves),
                game.started ? when.format(new Date(game.started)) : "–",
              ].map((text) => h("td", {}, text)),
              h(
                "td",
                {},
                h(
                  "button",
                  {
                    type: "button",
                    class: "icon quiet",
                    "aria-label": t("review"),
                    title: t("review"),
                    onclick: () => this.open(game.id),
                  },
                  icon("review"),
                ),
              ),
            ),
          ),
        ),
      ),
    );
  }

  async open(id) {
    try {
      const game = await get(`database/games/${encodeURIComponent(id)}`);
      const line = await this.app.connection.ask("line", {
        game: game.game,
        start: game.start,
        moves: game.transcript,
      });
      const tree = treeOf(game.game, game.start, line);
      const timed = tree.line().slice(-game.moves.length);
      game.moves.forEach((move, n) => timed[n] && (timed[n].seconds = move.seconds));
      if (game.winner && game.verdict !== "normal")
        tree.ending = { node: tree.current, winner: game.winner, reason: game.verdict };
      tree.browseTo(tree.current);
      this.app.seats = { black: game.black, white: game.white };
      this.app.setTree(tree);
      this.app.go("review");
    } catch (error) {
      toast(this.app.errorText(error));
    }
  }
}
