// People and teams, for the staff: who is here, what they may do, and links to sign in.

import { h, refill, toast } from "../js/dom.js";
import { get, problemText, send } from "./api.js";
import { invitationCard } from "./invitation.js";
import { action, c, card, chip, choice, field, form, grid, linkList, row, sheet } from "./parts.js";

const ROLES = ["student", "assistant", "teacher", "guest"];
const roles = () => ROLES.map((role) => [role, c(`role.${role}`)]);

export async function page(app) {
  const list = h("div", { class: "sheet" });
  const made = h("div", { class: "sheet", "aria-live": "polite" });
  const renaming = h("div", {});
  const mayChange = app.may("people.change");
  const showLinks = (people) => made.replaceChildren(linkList(people));

  async function draw() {
    const [people, teams] = await Promise.all([get("people"), get("teams")]);
    refill(list, card("", peopleTable(people, teams)), teamCard(teams));
  }

  function peopleTable(people, teams) {
    const names = teams.map(({ id, name }) => [String(id), name]);
    const change = (person, fields) => async () => {
      const answer = await send("PATCH", `people/${person.id}`, fields);
      if (answer.link) showLinks([answer]);
      await draw();
    };
    const picked = (person, label, value, entries, fields) => {
      const onchange = ({ target }) =>
        change(person, fields(target.value))().catch((error) => {
          toast(problemText(error), 6);
          return draw();
        });
      const optionsOf = (some) =>
        some.map(([entry, text]) => h("option", { value: entry, selected: entry === value }, text));
      // The others come when somebody is about to choose: a thousand lists of a thousand teams would be too many.
      const onfocus = ({ target }) => {
        if (target.length < entries.length) target.replaceChildren(...optionsOf(entries));
      };
      const key = `${label} ${person.id}`;
      const props = { "aria-label": `${label}: ${person.name}`, "data-key": key, onchange, onfocus };
      return h("select", props, optionsOf(entries.filter(([entry]) => entry === value)));
    };
    const rows = people.map((person) =>
      row(
        h("th", { scope: "row" }, person.name),
        mayChange ? picked(person, c("role"), person.role, roles(), (role) => ({ role })) : c(`role.${person.role}`),
        person.role === "student" && mayChange
          ? picked(person, c("team"), String(person.team), names, (team) => ({ team: Number(team) }))
          : (person.team_name ?? ""),
        person.disabled
          ? chip(c("person.disabled"), "bad")
          : person.has_password
            ? ""
            : chip(c("person.invited"), "wait"),
        mayChange &&
          h(
            "div",
            { class: "row" },
            action(c("person.link"), change(person, { link: true }), { "aria-label": c("person.link_of", person) }),
            action(
              c(person.disabled ? "person.enable" : "person.disable"),
              change(person, { disabled: !person.disabled }),
              { "aria-label": `${c(person.disabled ? "person.enable" : "person.disable")}: ${person.name}` },
            ),
          ),
      ),
    );
    return grid(c("nav.people"), [c("name"), c("role"), c("team"), c("state"), c("actions")], rows);
  }

  function teamCard(teams) {
    const mayRename = app.may("teams.change");
    const rows = teams.map((team) =>
      row(
        h("th", { scope: "row" }, team.name),
        team.members.map(({ name }) => name).join(", "),
        mayRename && action(c("team.rename"), () => rename(team), { "aria-label": c("team.rename_of", team) }),
      ),
    );
    const add = form([field("name", c("team.new"), { required: true, maxlength: 60 })], c("add"), async ({ name }) => {
      await send("POST", "teams", { name });
      await draw();
    });
    return card(
      c("teams"),
      grid(c("teams"), [c("team"), c("members"), mayRename && c("actions")].filter(Boolean), rows),
      renaming,
      add,
    );
  }

  // Another name for a team, in a form below the list.
  function rename(team) {
    const fields = [field("rename", c("team.name"), { required: true, maxlength: 60, value: team.name })];
    const save = form(fields, c("save"), async (values) => {
      await send("PATCH", `teams/${team.id}`, { name: values.rename });
      renaming.replaceChildren();
      await draw();
    });
    renaming.replaceChildren(h("h3", {}, c("team.rename_of", team)), save);
    renaming.querySelector("input").focus();
  }

  function addOne() {
    const fields = [
      field("name", c("name"), { required: true, maxlength: 60, autocomplete: "off" }),
      choice("role", c("role"), "student", roles()),
      field("team", c("team"), { maxlength: 60 }, c("team.how")),
    ];
    return card(
      c("person.add"),
      form(fields, c("person.invite"), async (values, element) => {
        showLinks(await send("POST", "people", { people: [values] }));
        element.reset();
        await draw();
      }),
    );
  }

  function addMany() {
    const fields = [
      field("csv", c("csv.text"), { rows: 5, placeholder: "name,team\nAda Lovelace,Engines" }, c("csv.how")),
      h(
        "label",
        { class: "field" },
        c("csv.file"),
        h("input", { type: "file", accept: ".csv,text/csv", name: "file" }),
      ),
    ];
    return card(
      c("csv.title"),
      form(fields, c("csv.add"), async ({ csv, file }, element) => {
        showLinks(await send("POST", "people", { csv: csv || (await file.text()) }));
        element.reset();
        await draw();
      }),
    );
  }

  await draw();
  const invitation = mayChange && (await invitationCard());
  return sheet(c("nav.people"), made, list, invitation, mayChange && addOne(), mayChange && addMany());
}
