// How the versions of a team did: the rating of each with its interval.

import { h } from "../js/dom.js";
import { number, signed } from "../js/i18n.js";
import { get } from "./api.js";
import { c, card, grid, moment, row } from "./parts.js";

const WIDTH = 640;
const HEIGHT = 260;
const EDGE = 44;

export async function tab(app, one) {
  const teams = await get(`assignments/${one.id}/ratings`);
  if (!teams.length) return card(c("tab.curve"), h("p", { class: "muted" }, c("standings.none")));
  const place = h("div", {});
  const draw = (id) => {
    const team = teams.find((other) => String(other.team) === String(id)) ?? teams[0];
    place.replaceChildren(picture(team), tableOf(team));
  };
  const own = teams.find(({ team }) => team === app.me.person.team) ?? teams[0];
  const options = teams.map(({ team, team_name: name }) =>
    h("option", { value: team, selected: team === own.team }, name),
  );
  const pick = h("select", { onchange: ({ target }) => draw(target.value) }, options);
  draw(own.team);
  return card(c("tab.curve"), h("label", { class: "field" }, c("team"), pick), place);
}

function picture({ team_name: name, versions }) {
  const low = Math.min(...versions.map((version) => version.low));
  const high = Math.max(...versions.map((version) => version.high));
  const x = (at) => EDGE + ((at + 0.5) * (WIDTH - EDGE)) / versions.length;
  const y = (elo) => 16 + ((HEIGHT - 40) * (high - elo)) / Math.max(1, high - low);
  const points = versions.map((version, at) => `${x(at)},${y(version.elo)}`).join(" ");
  const marks = versions.map((version, at) => [
    h("line", { class: "whisker", x1: x(at), x2: x(at), y1: y(version.low), y2: y(version.high) }),
    h("circle", { class: version.chosen ? "point chosen" : "point", cx: x(at), cy: y(version.elo), r: 5 }),
    h("text", { class: "axis", x: x(at), y: HEIGHT - 6, "text-anchor": "middle" }, String(version.number)),
  ]);
  const scale = [high, low].map((elo) => h("text", { class: "axis", x: 2, y: y(elo) + 4 }, signed(Math.round(elo))));
  return h(
    "svg",
    { class: "curve", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": c("curve.label", { name }) },
    h("polyline", { class: "line", points }),
    marks,
    scale,
  );
}

function tableOf({ versions }) {
  const rows = versions.map((version) =>
    row(
      h(
        "th",
        { scope: "row" },
        h("a", { href: `#submission/${version.submission}` }, c("version.n", { n: version.number })),
      ),
      moment(version.made),
      signed(version.elo),
      `${signed(version.low)} … ${signed(version.high)}`,
      number(version.games),
    ),
  );
  return grid(c("tab.curve"), [c("version"), c("time"), "Elo", c("interval"), c("games")], rows);
}
