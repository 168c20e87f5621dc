// The dialog of a new game: which game, against whom, which colour, how much time.

import { h, openDialog, refill } from "./dom.js";
import { t, colorName, gameAim, gameName, levelName, number, playerName, playerSummary } from "./i18n.js";

const MINUTES = [0, 1, 3, 5, 10, 20];
const SECONDS = [0.5, 1, 2, 5, 10, 20];
export const WIDTHS = [9, 13, 15, 19]; // of Gomoku's board

export function newGameDialog(app, start) {
  const kept = {
    game: "reversi",
    mode: "level",
    level: 3,
    player: "random",
    color: "black",
    black: "level:5",
    white: "level:5",
    minutes: 0,
    seconds: 1,
    opening: "free",
    width: 15,
    ...app.recall("newgame"),
  };
  const body = h("div", { class: "opponent" });
  const radio = (group, value, label, extra = {}) =>
    h(
      "label",
      {},
      h("input", {
        type: "radio",
        name: group,
        value: String(value),
        checked: String(kept[group]) === String(value),
        onchange: () => ((kept[group] = value), draw()),
      }),
      label,
      extra.after ?? null,
    );
  const segments = (group, legend, entries) =>
    h(
      "fieldset",
      {},
      h("legend", {}, legend),
      h(
        "div",
        { class: "segments" },
        entries.map(([value, text]) => radio(group, value, h("span", {}, text))),
      ),
    );
  const select = (key, label, entries) =>
    h(
      "label",
      { class: "field" },
      label,
      h(
        "select",
        { "data-key": key, onchange: (event) => ((kept[key] = event.target.value), draw()) },
        entries.map(([value, text]) =>
          h("option", { value: String(value), selected: String(kept[key]) === String(value) }, text),
        ),
      ),
    );

  const playersOf = () => app.players.filter((player) => player.games.includes(kept.game));
  const everyone = () => [
    ...app.levels[kept.game].map((row) => [row.spec, playerName(row.spec)]),
    ...playersOf().map((player) => [player.name, playerName(player.name)]),
  ];
  const clock = () =>
    select(
      "minutes",
      t("clock"),
      MINUTES.map((n) => [n, n ? t("clock.minutes", { n }) : t("clock.none")]),
    );
  const opening = () =>
    select("opening", t("opening"), [
      ["free", t("opening.free")],
      ["swap2", t("swap2")],
    ]);
  const seconds = () =>
    select(
      "seconds",
      t("thinking_time"),
      SECONDS.map((n) => [n, t("seconds_n", { n: number(n, n < 1 ? 1 : 0) })]),
    );
  const width = () =>
    select(
      "width",
      t("board.width"),
      WIDTHS.map((n) => [n, `${n} × ${n}`]),
    );
  // Fields side by side; Gomoku has two more.
  const together = (...fields) => {
    if (kept.game === "gomoku") fields.push(opening(), width());
    return h("div", { class: ["", "pair", "pair", "trio", "trio four"][fields.length] }, fields);
  };
  const swap2 = () => kept.game === "gomoku" && kept.opening === "swap2";
  const side = () =>
    swap2()
      ? segments("color", t("swap2.you"), [
          ["black", t("swap2.as_first")],
          ["white", t("swap2.as_second")],
          ["any", t("color.any")],
        ])
      : segments("color", t("you_play"), [
          ["black", colorName("black")],
          ["white", colorName("white")],
          ["any", t("color.any")],
        ]);

  function draw() {
    if (!playersOf().some((player) => player.name === kept.player)) kept.player = playersOf()[0]?.name ?? "random";
    const parts = [];
    if (kept.mode === "level") {
      const row = app.levels[kept.game][kept.level - 1];
      parts.push(
        h(
          "fieldset",
          {},
          h("legend", {}, t("level")),
          h(
            "div",
            { class: "levels" },
            app.levels[kept.game].map((entry) =>
              radio("level", entry.level, h("span", { title: levelName(entry.level) }, String(entry.level))),
            ),
          ),
        ),
        h(
          "div",
          { class: "level-note", "aria-live": "polite" },
          h("b", {}, `${levelName(row.level)} · ${t("level_n", { n: row.level })}`),
          h("span", { class: "small" }, app.describe(row.spec, kept.game)),
          h("span", { class: "small muted" }, app.strength(row.rating)),
        ),
        together(side(), clock()),
      );
    } else if (kept.mode === "player") {
      const player = app.players.find((entry) => entry.name === kept.player);
      const difficulty = player.options.find((option) => option.name === "difficulty");
      if (difficulty && !difficulty.choices.includes(kept.difficulty)) kept.difficulty = difficulty.default;
      parts.push(
        select(
          "player",
          t("player"),
          playersOf().map((entry) => [entry.name, playerName(entry.name)]),
        ),
        difficulty
          ? segments(
              "difficulty",
              t("difficulty"),
              difficulty.choices.map((choice) => [choice, t(`difficulty.${choice}`)]),
            )
          : null,
        h(
          "div",
          { class: "level-note" },
          h("b", {}, playerName(player.name)),
          h("span", { class: "small" }, playerSummary(player)),
          h("span", { class: "small muted" }, app.strength(null)),
        ),
        together(side(), seconds()),
      );
    } else if (kept.mode === "friend") {
      parts.push(h("p", { class: "small muted" }, t("friend.how")), together(clock()));
    } else {
      parts.push(
        h(
          "div",
          { class: "pair" },
          select("black", colorName("black"), everyone()),
          select("white", colorName("white"), everyone()),
        ),
        together(seconds()),
      );
    }
    if (swap2()) parts.push(h("p", { class: "small muted" }, t("swap2.how")));
    refill(body, h("div", { class: "opponent-fields" }, parts));
    kept.spec =
      kept.mode === "player" &&
      app.players.find((entry) => entry.name === kept.player)?.options.some((option) => option.name === "difficulty")
        ? `${kept.player}:difficulty=${kept.difficulty}`
        : kept.player;
  }

  const dialog = h(
    "dialog",
    { class: "new-game", "aria-labelledby": "new-title" },
    h(
      "form",
      { method: "dialog" },
      h("h1", { id: "new-title" }, t("new_game")),
      h(
        "fieldset",
        { class: "game-cards-set" },
        h("legend", {}, t("game")),
        h(
          "div",
          { class: "game-cards" },
          app.games.map((game) =>
            radio(
              "game",
              game.name,
              h(
                "div",
                { class: "pick" },
                miniature(game),
                h("b", {}, gameName(game.name)),
                h("small", {}, gameAim(game.name)),
              ),
            ),
          ),
        ),
      ),
      segments("mode", t("opponent"), [
        ["level", t("mode.level")],
        ["player", t("mode.player")],
        ["friend", t("mode.friend")],
        ["watch", t("mode.watch")],
      ]),
      body,
      h(
        "div",
        { class: "row end stays" },
        h(
          "button",
          { class: "quiet", value: "cancel", type: "button", onclick: () => dialog.close("cancel") },
          t("cancel"),
        ),
        h("button", { class: "primary", value: "start" }, t("start")),
      ),
    ),
  );
  draw();
  openDialog(dialog).addEventListener("close", () => {
    if (dialog.returnValue !== "start") return;
    app.remember("newgame", kept);
    start(seatsOf(kept));
  });
}

function seatsOf(kept) {
  const common = {
    game: kept.game === "gomoku" && Number(kept.width) !== 15 ? `gomoku:${kept.width}` : kept.game,
    minutes: Number(kept.mode === "level" || kept.mode === "friend" ? kept.minutes : 0),
    seconds: Number(kept.seconds),
    swap2: kept.game === "gomoku" && kept.opening === "swap2",
  };
  if (kept.mode === "friend") return { ...common, black: "human", white: "human" };
  if (kept.mode === "watch") return { ...common, black: kept.black, white: kept.white };
  const other = kept.mode === "level" ? `level:${kept.level}` : kept.spec;
  const color = kept.color === "any" ? (Math.random() < 0.5 ? "black" : "white") : kept.color;
  return { ...common, black: color === "black" ? "human" : other, white: color === "black" ? other : "human" };
}

// A small picture of each game: just enough to tell them apart.
export function miniature(game) {
  const crossings = game.stones_on === "crossings";
  const ground = { reversi: "#2e7d4f", reversed_reversi: "#6a4c93" }[game.name] ?? "#e3b873";
  const stones = crossings
    ? [
        [1, 3, 0],
        [2, 2, 0],
        [3, 1, 0],
        [2, 3, 1],
        [1, 2, 1],
        [3, 3, 1],
      ]
    : game.name === "reversi"
      ? [
          [1, 1, 1],
          [2, 1, 0],
          [1, 2, 0],
          [2, 2, 1],
        ]
      : [
          [1, 1, 1],
          [2, 1, 1],
          [1, 2, 1],
          [2, 2, 0],
        ];
  const n = crossings ? 5 : 4;
  const grid = [...Array(n + 1).keys()]
    .map((i) => (crossings ? `M${i + 0.5} .5V${n - 0.5}M.5 ${i + 0.5}H${n - 0.5}` : `M${i} 0V${n}M0 ${i}H${n}`))
    .slice(0, crossings ? n : n + 1)
    .join("");
  return h(
    "svg",
    { viewBox: `0 0 ${n} ${n}`, "aria-hidden": "true" },
    h("rect", { width: n, height: n, fill: ground }),
    h("path", { d: grid, stroke: "#0006", "stroke-width": ".04", fill: "none" }),
    stones.map(([x, y, white]) => h("circle", { cx: x + 0.5, cy: y + 0.5, r: 0.4, fill: white ? "#fff" : "#151a18" })),
  );
}
