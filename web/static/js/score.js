// How the game stands: sides, victory and command points, turning point, initiative.

import { h } from "./dom.js";
import { icon } from "./icons.js";

function side(seat, game) {
  const first = game.initiative === seat.player;
  const element = h(
    "div",
    { class: "side", "data-player": seat.player },
    h(
      "div",
      { class: "who" },
      h("span", { class: "team", text: seat.team || seat.name }),
      h("span", { class: "name" }, h("span", { text: seat.team ? seat.name : "" }), first && h("span", { class: "first" }, icon("flag"), h("span", { text: "initiative" }))),
    ),
    h("span", { class: "cp" }, h("b", { text: seat.cp }), h("abbr", { title: "Command points", text: "CP" })),
    h("span", { class: "vp" }, h("b", { text: seat.vp }), h("abbr", { title: "Victory points", text: "VP" })),
  );
  element.style.setProperty("--team", seat.colour);
  element.style.setProperty("--ink", seat.ink);
  return element;
}

/** Show the score in `root`. */
export function score(root, game) {
  const [left, ...others] = game.seats;
  root.replaceChildren(
    ...(left ? [side(left, game)] : []),
    h(
      "div",
      { class: "when" },
      h("b", {}, ...(game.turning_point ? [h("span", { text: "Turning point " }), game.turning_point] : [game.title])),
      h("span", { text: game.phase }),
    ),
    ...others.map((seat) => side(seat, game)),
  );
}
