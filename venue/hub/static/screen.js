// One large screen that turns through pairings and standings. News redraw the page that is up and keep its turn.

import { openCalls } from "./calls.js";
import { followEvent, pairings, standings } from "./event_parts.js";
import { element } from "./parts.js";
import { say } from "./shared/say.js";

const LINES = 20;
const TURN_MS = 10_000;
const page = document.getElementById("page");
let pages = [];
let at = 0;
let called = 0;

function parts(title, lines, draw) {
  const count = Math.max(1, Math.ceil(lines.length / LINES));
  return Array.from({ length: count }, (_, number) => () => {
    const heading = element("h2", "", count > 1 ? say("venue-page-of", { title, page: number + 1, pages: count }) : title);
    page.replaceChildren(heading, ...draw(lines.slice(number * LINES, (number + 1) * LINES)));
  });
}

const draw = () => pages[at % pages.length]?.();

followEvent((event) => {
  const round = event.rounds.at(-1);
  const before = pages.length;
  const calls = event.calls.length ? parts(say("venue-calls"), event.calls, (lines) => [openCalls(lines)]) : [];
  const played = round
    ? parts(say("venue-round", { round: round.number }), round.matches, (matches) => [pairings({ ...round, matches })])
    : [];
  pages = [...calls, ...played, ...parts(say("venue-standings"), event.standings, (lines) => standings(lines, { explained: false }))];
  const news = event.calls.filter((call) => call.state === "waiting").length;
  // A call for a judge comes up at once; other news leave the page that is up.
  if (news > called || pages.length < before) at = 0;
  called = news;
  draw();
});
setInterval(() => {
  if (!pages.length) return;
  at = (at + 1) % pages.length;
  draw();
}, TURN_MS);
