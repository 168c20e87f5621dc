// The Arena: matches and leagues with live boards and a table, and the database of games.

import { h, icon, refill, select, toast } from "./dom.js";
import { t, number, playerName, playerShort } from "./i18n.js";
import { get, post } from "./connection.js";
import { GameList } from "./database.js";
import { picture } from "./picture.js";
import { ratingPlot, standings } from "./standings.js";

const SECONDS = [0.05, 0.2, 1, 3];
const GAMES = [2, 4, 10, 20, 50, 100, 200];
const MOST_PLAYERS = 12;
const MOST_LEAGUES = 12; // in the list

export class ArenaView {
  constructor(app) {
    this.app = app;
    this.form = h("form", { class: "card", onsubmit: (event) => this.#submit(event) });
    this.list = h("div", { class: "card" });
    this.detail = h("div", { class: "panel" });
    this.games = new GameList(app);
    this.element = h(
      "div",
      { class: "arena" },
      h("div", { class: "two" }, h("div", { class: "panel" }, this.form, this.list), this.detail),
      this.games.element,
    );
    this.chosen = null;
    this.choice = {
      game: app.games.first.name,
      players: ["level:3", "level:4"],
      games: 10,
      seconds: 0.2,
      opening: "balanced",
    };
    this.timer = null;
  }

  async show() {
    this.drawForm();
    this.games.show();
    await this.refresh();
    clearInterval(this.timer);
    this.timer = setInterval(() => this.#tick(), 1000);
  }

  hide() {
    clearInterval(this.timer);
  }

  #tick() {
    if (!document.hidden) this.refresh(true);
  }

  // ---------------------------------------------------------------- a new match

  get #facts() {
    return this.app.factsOf(this.choice.game);
  }

  #everyone() {
    return [...this.#facts.levels.map((row) => row.spec), ...this.#facts.players];
  }

  #change(key, value) {
    this.choice[key] = value;
    this.drawForm();
  }

  drawForm() {
    const { choice, app } = this;
    const everyone = this.#everyone();
    choice.players = choice.players.map((spec) => (everyone.includes(spec) ? spec : everyone[0]));
    const games = app.games.list.map(({ name }) => [name, app.nameOfGame(name)]);
    const add = { type: "button", "data-key": "add", disabled: choice.players.length >= MOST_PLAYERS };
    const rules = this.#openings();
    refill(
      this.form,
      h(
        "div",
        { class: "opponent-fields" },
        h("h1", {}, t("arena.new")),
        select("game", t("game"), choice.game, games, (value) => this.#change("game", value)),
        h(
          "fieldset",
          {},
          h("legend", {}, t("arena.players")),
          h(
            "div",
            { class: "panel" },
            choice.players.map((spec, n) => this.#playerRow(spec, n, everyone)),
          ),
        ),
        h("div", { class: "row" }, h("button", { ...add, onclick: () => this.#add() }, icon("add"), t("arena.add"))),
        h("div", { class: rules ? "trio" : "pair" }, this.#gamesField(), this.#secondsField(), rules),
        h("div", { class: "row end" }, h("button", { class: "primary" }, icon("go"), t("start"))),
      ),
    );
  }

  #playerRow(spec, n, everyone) {
    const names = everyone.map((entry) => [entry, playerName(entry)]);
    const label = h("span", { class: "unseen" }, `${t("player")} ${n + 1}`);
    const field = select(`player-${n}`, label, spec, names, (value) => {
      this.choice.players[n] = value;
      this.drawForm();
    });
    const props = { type: "button", class: "icon quiet", "aria-label": t("remove"), onclick: () => this.#remove(n) };
    return h("div", { class: "row" }, field, this.choice.players.length > 2 ? h("button", props, icon("close")) : null);
  }

  #add() {
    const { players } = this.choice;
    const everyone = this.#everyone();
    players.push(everyone.find((spec) => !players.includes(spec)) ?? everyone[0]);
    this.drawForm();
  }

  #remove(n) {
    this.choice.players.splice(n, 1);
    this.drawForm();
  }

  #gamesField() {
    const entries = GAMES.map((n) => [n, number(n)]);
    return select("games", t("arena.games"), this.choice.games, entries, (n) => this.#change("games", Number(n)));
  }

  #secondsField() {
    const digits = (n) => (n < 0.1 ? 2 : n < 1 ? 1 : 0);
    const entries = SECONDS.map((n) => [n, t("seconds_n", { n: number(n, digits(n)) })]);
    const change = (n) => this.#change("seconds", Number(n));
    return select("seconds", t("thinking_time"), this.choice.seconds, entries, change);
  }

  // How games begin, in a game that has rules for that.
  #openings() {
    const rules = this.#facts.opening_rules;
    if (!rules.length) return null;
    const entries = [["balanced", t("opening.balanced")], ...rules.map((rule) => [rule, t(rule)])];
    return select("opening", t("opening"), this.choice.opening, entries, (value) => this.#change("opening", value));
  }

  #submit(event) {
    event.preventDefault();
    this.begin();
  }

  async begin() {
    const { game, players, games, seconds, opening } = this.choice;
    const ask = {
      game,
      players,
      games,
      seconds_per_move: seconds,
      seed: Math.floor(Math.random() * 2 ** 31),
      swap2: opening === "swap2" && this.#facts.opening_rules.includes("swap2"),
    };
    try {
      const answer = await post("leagues", ask);
      this.chosen = (await answer.json()).id;
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
      if (!open) this.detail.replaceChildren(h("p", { class: "card muted" }, t("arena.none")));
      else if (!quiet || open.running || this.wasRunning || this.drawn !== open.id) await this.#refreshDetail(open);
    } catch (error) {
      if (!quiet) toast(this.app.errorText(error));
    }
  }

  async #refreshDetail(open) {
    const league = await get(`leagues/${open.id}`);
    for (const { game } of league.live) await this.app.games.ask(game);
    this.#drawDetail(league);
    if (this.counted !== league.games) this.games.load(); // the list of all games has more now
    this.counted = league.games;
    this.wasRunning = open.running;
    this.drawn = open.id;
  }

  #drawList(leagues) {
    const rows = leagues.slice(0, MOST_LEAGUES).map((league) => this.#listRow(league));
    const none = h("p", { class: "small muted" }, t("arena.none"));
    const list = rows.length ? h("div", { class: "lines leagues" }, rows) : none;
    refill(this.list, h("h2", {}, t("arena.leagues")), list);
  }

  #listRow({ id, game, players, played, total, running }) {
    const open = () => {
      this.chosen = id;
      this.refresh();
    };
    const title = t("played", { who: this.app.nameOfGame(game ?? ""), move: namesOf(players) });
    return h(
      "button",
      { type: "button", "aria-current": id === this.chosen ? "true" : null, onclick: open },
      h("span", {}, title),
      h("span", { class: "line num" }, `${played}/${total ?? "?"}${running ? " ●" : ""}`),
    );
  }

  #drawDetail(league) {
    const { games, planned } = league;
    const rated = league.table.filter((row) => row.elo !== null);
    const title = `${this.app.nameOfGame(league.game)} · ${titleOf(league)}`;
    refill(
      this.detail,
      h(
        "div",
        { class: "card" },
        h("div", { class: "spread" }, h("h1", {}, title), this.#control(league)),
        h(
          "div",
          { class: "spread small muted" },
          h("span", { class: "num" }, t("arena.progress", { n: games, of: planned })),
          h("progress", { value: games, max: planned, "aria-label": t("progress") }),
        ),
        league.problem ? h("p", { class: "small" }, league.problem) : null,
        standings(league),
      ),
      rated.length > 1 ? card(t("arena.ratings"), ratingPlot(rated)) : null,
      league.live.length ? card(t("arena.live"), this.#live(league.live)) : null,
      league.latest.length ? card(t("arena.latest"), this.games.table(league.latest)) : null,
    );
  }

  #control(league) {
    if (league.running) {
      return h("button", { type: "button", onclick: () => this.#tell(league.id, "stop") }, icon("stop"), t("stop"));
    }
    if (league.games >= league.planned) return null;
    const props = { type: "button", class: "primary", onclick: () => this.#tell(league.id, "start") };
    return h("button", props, icon("go"), t("resume"));
  }

  #live(games) {
    const figures = games.map((game) =>
      h(
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
      ),
    );
    return h("div", { class: "live" }, figures);
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

const card = (title, content) => h("div", { class: "card" }, h("h2", {}, title), content);

function namesOf(players) {
  const names = players.slice(0, 3).map((spec) => playerShort(spec));
  return names.join(" – ") + (players.length > 3 ? " …" : "");
}

// A name that somebody gave; else, where the server made one up, who plays.
function titleOf({ name, table }) {
  const isMadeUp = /^(match|league) [0-9a-f]{8}$/.test(name);
  return isMadeUp ? namesOf(table.map((row) => row.player).sort()) : name;
}
