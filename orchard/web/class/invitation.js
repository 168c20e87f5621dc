// For the teacher: one link by which a whole class signs up.

import { h, refill } from "../js/dom.js";
import { number } from "../js/i18n.js";
import { get, send } from "./api.js";
import { action, c, card, when } from "./parts.js";

export async function invitationCard() {
  const place = h("div", { class: "sheet", "aria-live": "polite" });
  let link = ""; // shown once, after it was made

  async function draw() {
    const open = await get("invitation");
    const make = async () => {
      ({ link } = await send("POST", "invitation", {}));
      await draw();
    };
    const withdraw = async () => {
      await send("DELETE", "invitation", {});
      link = "";
      await draw();
    };
    refill(
      place,
      open && h("p", {}, c("invite.open", { time: when(open.expires), n: number(open.places) })),
      link && h("p", { class: "links" }, c("invite.link"), " ", h("code", {}, link)),
      h("div", { class: "row" }, action(c("invite.make"), make), open && action(c("invite.withdraw"), withdraw)),
    );
  }

  await draw();
  return card(c("invite.title"), h("p", { class: "muted" }, c("invite.how")), place);
}
