// The Arena: matches and leagues with live boards and a table, and the database of games.

import { h, icon, refill, toast } from "./dom.js";
import { t, gameName, number, playerName, playerShort, signed } from "./i18n.js";
import { get, post } from "./connection.js";
import { Games } from "./database.js";
import { picture } from "./picture.js";

const SECONDS = [0.05, 0.2, 1, 3];

export class ArenaView {
  constructor(app) {
    this.app = app;
    this.form = h("form", { class: "card", onsubmit: (event) => (event.preventDefault(), this.begin()) });
    this.list = h("div", { class: "card" });
    this.detail = h("div", { class: "panel" });
    this.games = new Games(app);
    this.element = h(
      "div",
      { class: "arena" },
      h("div", { class: "two" }, h("div", { class: "panel" }, this.form, this.list), this.detail),
      this.games.element,
    );
    this.chosen = null;
    this.choice = { game: "reversi", players: ["level:3", "level:4"], games: 10, seconds: 0.2, opening: "balanced" };
    this.timer = null;
  }

  async show() {
    this.drawForm();
    this.games.show();
    await this.refresh();
    clearInterval(this.timer);
    this.timer = setInterval(() => !document.hidden && this.refresh(true), 1000);
  }

  hide() {
    clearInterval(this.timer);
  }

  // ---------------------------------------------------------------- a new match

  drawForm() {
    const { choice, app } = this;
    const everyone = [
      ...app.levels[choice.game].map((row) => row.spec),
      ...app.players.filter((player) => player.games.includes(choice.game)).map((player) => player.name),
    ];
    choice.players = choice.players.map((spec) => (everyone.includes(spec) ? spec : everyone[0]));
    const select = (label, value, entries, change, hidden = false) =>
      h(
        "label",
        { class: "field" },
        hidden ? h("span", { class: "unseen" }, label) : label,
        h(
          "select",
          { "data-key": label, onchange: (event) => (change(event.target.value), this.drawForm()) },
          entries.map(([key, text]) =>
            h("option", { value: String(key), selected: String(key) === String(value) }, text),
          ),
        ),
      );
    const opening = () =>
      select(
        t("opening"),
        choice.opening,
        [
          ["balanced", t("opening.balanced")],
          ["swap2", t("swap2")],
        ],
        (value) => (choice.opening = value),
      );
    const players = choice.players.map((spec, n) =>
      h(
        "div",
        { class: "row" },
        select(
          `${t("player")} ${n + 1}`,
          spec,
          everyone.map((name) => [name, playerName(name)]),
          (value) => (choice.players[n] = value),
          true,
        ),
        choice.players.length > 2
          ? h(
              "button",
              {
                type: "button",
                class: "icon quiet",
                "aria-label": t("remove"),
                onclick: () => (choice.players.splice(n, 1), this.drawForm()),
              },
              icon("close"),
            )
          : null,
      ),
    );
    refill(
      this.form,
      h(
        "div",
        { class: "opponent-fields" },
        h("h1", {}, t("arena.new")),
        select(
          t("game"),
          choice.game,
          app.games.map((game) => [game.name, gameName(game.name)]),
          (value) => (choice.game = value),
        ),
        h("fieldset", {}, h("legend", {}, t("arena.players")), h("div", { class: "panel" }, players)),
        h(
          "div",
          { class: "row" },
          h(
            "button",
            {
              type: "button",
              "data-key": "add",
              disabled: choice.players.length >= 12,
              onclick: () => (
                choice.players.push(everyone.find((spec) => !choice.players.includes(spec)) ?? everyone[0]),
                this.drawForm()
              ),
            },
            icon("add"),
            t("arena.add"),
          ),
        ),
        h(
          "div",
          { class: choice.game === "gomoku" ? "trio" : "pair" },
          select(
            t("arena.games"),
            choice.games,
            [2, 4, 10, 20, 50, 100, 200].map((n) => [n, number(n)]),
            (value) => (choice.games = Number(value)),
          ),
          select(
            t("thinking_time"),
            choice.seconds,
            SECONDS.map((n) => [n, t("seconds_n", { n: number(n, n < 0.1 ? 2 : n < 1 ? 1 : 0) })]),
            (value) => (choice.seconds = Number(value)),
          ),
          choice.game === "gomoku" ? opening() : null,
        ),
        h("div", { class: "row end" }, h("button", { class: "primary" }, icon("go"), t("start"))),
      ),
    );
  }

  async begin() {
    const { game, players, games, seconds, opening } = this.choice;
    try {
      const { id } = await (
        await post("leagues", {
          game,
          players,
          games,
          seconds_per_move: seconds,
          seed: Math.floor(Math.random() * 2 ** 31),
          swap2: game === "gomoku" && opening === "swap2",
        })
      ).json();
      this.chosen = id;
      await this.refresh();
    } catch (error) {
      toast(this.app.errorText(error), 5);
    }
  }

  // ---------------------------------------------------------------- what is going on

  async refresh(quiet = false) {
    try {
      const leagues = await get("leagues");
      this.chosen ??= leagues[0]?.id ?? null;
      this.#drawList(leagues);
      const open = leagues.find((league) => league.id === this.chosen);
      if (open && (!quiet || open.running || this.wasRunning || this.drawn !== open.id)) {
        this.#drawDetail(await get(`leagues/${open.id}`));
        if (this.wasRunning && !open.running) this.games.show();
        this.wasRunning = open.running;
        this.drawn = open.id;
      } else if (!open) this.detail.replaceChildren(h("p", { class: "card muted" }, t("arena.none")));
    } catch (error) {
      if (!quiet) toast(this.app.errorText(error));
    }
  }

  #drawList(leagues) {
    const rows = leagues.slice(0, 12).map((league) =>
      h(
        "button",
        {
          type: "button",
          "aria-current": league.id === this.chosen ? "true" : null,
          onclick: () => ((this.chosen = league.id), this.refresh()),
        },
        h("span", {}, t("played", { who: gameName(league.game ?? ""), move: namesOf(league.players) })),
        h("span", { class: "line num" }, `${league.played}/${league.total ?? "?"}${league.running ? " ●" : ""}`),
      ),
    );
    refill(
      this.list,
      h("h2", {}, t("arena.leagues")),
      rows.length ? h("div", { class: "lines leagues" }, rows) : h("p", { class: "small muted" }, t("arena.none")),
    );
  }

  #drawDetail(league) {
    const control = league.running
      ? h("button", { type: "button", onclick: () => this.#tell(league.id, "stop") }, icon("stop"), t("stop"))
      : league.games < league.planned
        ? h(
            "button",
            { type: "button", class: "primary", onclick: () => this.#tell(league.id, "start") },
            icon("go"),
            t("resume"),
          )
        : null;
    const known = league.table.filter((row) => row.elo !== null);
    refill(
      this.detail,
      h(
        "div",
        { class: "card" },
        h("div", { class: "spread" }, h("h1", {}, `${gameName(league.game)} · ${titleOf(league)}`), control),
        h(
          "div",
          { class: "spread small muted" },
          h("span", { class: "num" }, t("arena.progress", { n: league.games, of: league.planned })),
          h("progress", { value: league.games, max: league.planned, "aria-label": t("progress") }),
        ),
        league.problem ? h("p", { class: "small" }, league.problem) : null,
        this.#table(league),
      ),
      known.length > 1 ? h("div", { class: "card" }, h("h2", {}, t("arena.ratings")), plot(known)) : "",
      league.live.length
        ? h(
            "div",
            { class: "card" },
            h("h2", {}, t("arena.live")),
            h(
              "div",
              { class: "live" },
              league.live.map((game) => this.#live(game)),
            ),
          )
        : "",
      league.latest.length
        ? h("div", { class: "card" }, h("h2", {}, t("arena.latest")), this.games.table(league.latest))
        : "",
    );
  }

  #table(league) {
    const between = (one, two) => {
      for (const { players, wins, draws, losses } of league.pairings) {
        if (players[0] === one && players[1] === two) return `${wins}–${draws}–${losses}`;
        if (players[1] === one && players[0] === two) return `${losses}–${draws}–${wins}`;
      }
      return "";
    };
    const columns = league.table.length <= 6 ? league.table : [];
    return h(
      "div",
      { class: "forest-like", tabindex: "0", role: "group", "aria-label": t("arena.ratings") },
      h(
        "table",
        {},
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            [
              t("player"),
              "Elo",
              t("arena.points"),
              t("arena.played"),
              ...columns.map((row) => playerShort(row.player)),
            ].map((text) => h("th", { scope: "col" }, text)),
          ),
        ),
        h(
          "tbody",
          {},
          league.table.map((row) =>
            h(
              "tr",
              {},
              h("th", { scope: "row" }, playerShort(row.player)),
              h(
                "td",
                { class: "num" },
                row.elo === null
                  ? "–"
                  : `${signed(row.elo)} ±${number(Math.max(row.high - row.elo, row.elo - row.low))}`,
              ),
              h("td", { class: "num" }, row.games ? `${number(row.score * 100)}%` : "–"),
              h("td", { class: "num" }, number(row.games)),
              columns.map((other) =>
                h("td", { class: "num" }, other === row ? "·" : between(row.player, other.player)),
              ),
            ),
          ),
        ),
      ),
      columns.length ? h("p", { class: "small muted" }, t("arena.cross")) : null,
    );
  }

  #live(game) {
    return h(
      "figure",
      {},
      picture(this.app.factsOf(game.game), game),
      h(
        "figcaption",
        {},
        h("div", {}, `● ${playerShort(game.players.black)}`),
        h("div", {}, `○ ${playerShort(game.players.white)}`),
        h("span", { class: "muted num" }, t("ply_n", { n: game.ply })),
      ),
    );
  }

  async #tell(id, what) {
    try {
      await post(`leagues/${id}/${what}`, {});
      await this.refresh();
    } catch (error) {
      toast(this.app.errorText(error));
    }
  }
}

const namesOf = (players) =>
  players
    .slice(0, 3)
    .map((spec) => playerShort(spec))
    .join(" – ") + (players.length > 3 ? " …" : "");

// A name that somebody gave; else, where the server made one up, who plays.
const titleOf = ({ name, table }) =>
  /^(match|league) [0-9a-f]{8}$/.test(name) ? namesOf(table.map((row) => row.player).sort()) : name;

// Ratings with their 95 % intervals, side by side.
function plot(rows) {
  const [low, high] = [Math.min(...rows.map((row) => row.low)), Math.max(...rows.map((row) => row.high))];
  const x = (value) => 150 + ((value - low) / Math.max(1, high - low)) * 240;
  return h(
    "svg",
    { viewBox: `0 0 420 ${rows.length * 26 + 22}`, class: "ratings", role: "img", "aria-label": t("arena.ratings") },
    low < 0 && high > 0 ? h("path", { class: "axis", d: `M${x(0)} 0V${rows.length * 26}` }) : null,
    rows
      .map((row, n) => [
        h("text", { x: 142, y: n * 26 + 18, "text-anchor": "end" }, playerShort(row.player)),
        h("path", { class: "interval", d: `M${x(row.low)} ${n * 26 + 13}H${x(row.high)}` }),
        h(
          "circle",
          { cx: x(row.elo), cy: n * 26 + 13, r: 5 },
          h("title", {}, `${row.player}: ${row.elo} (${row.low} – ${row.high})`),
        ),
      ])
      .flat(),
    h("text", { x: x(low), y: rows.length * 26 + 14, "text-anchor": "start" }, signed(low)),
    h("text", { x: x(high), y: rows.length * 26 + 14, "text-anchor": "end" }, signed(high)),
  );
}
