// One large screen that turns through pairings and standings.

import { openCalls } from "./calls.js";
import { followEvent, pairings, standings } from "./event_parts.js";
import { element } from "./parts.js";

const LINES = 20;
const TURN_MS = 10_000;
const page = document.getElementById("page");
let pages = [];
let at = 0;

function parts(title, lines, draw) {
  const count = Math.max(1, Math.ceil(lines.length / LINES));
  return Array.from({ length: count }, (_, number) => () => {
    const heading = element("h2", "", count > 1 ? `${title}, ${number + 1} of ${count}` : title);
    page.replaceChildren(heading, draw(lines.slice(number * LINES, (number + 1) * LINES)));
  });
}

function turn() {
  if (!pages.length) return;
  pages[at % pages.length]();
  at = (at + 1) % pages.length;
}

followEvent((event) => {
  const round = event.rounds.at(-1);
  pages = [
    ...(event.calls.length ? parts("Calls for a judge", event.calls, openCalls) : []),
    ...(round ? parts(`Round ${round.number}`, round.matches, (matches) => pairings({ ...round, matches })) : []),
    ...parts("Standings", event.standings, standings),
  ];
  at = 0;
  turn();
});
setInterval(turn, TURN_MS);
