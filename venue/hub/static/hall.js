// The hall: every table with who plays there; with an event also its round, results, calls for a judge and standings.

import { openCalls } from "./calls.js";
import { followEvent, line, pairings, rows, standings } from "./event_parts.js";
import { element, follow, scoreLine } from "./parts.js";
import { say } from "./shared/say.js";

const views = new Map();
const cards = new Map();
const field = (id) => document.getElementById(id);
const list = field("tables");
const large = field("large");
let chosen = null;
let playing = new Map();
let connected = true;

function status(view) {
  if (!connected) return ["away", say("venue-table-unknown")];
  if (!view.online) return ["away", say("venue-table-away")];
  const trouble = view.state?.trouble ?? [];
  return trouble.length ? ["trouble", trouble[0]] : ["live", say("venue-table-live")];
}

function fill(body, view) {
  const [kind, words] = status(view);
  const head = element("p", `status ${kind}`, words);
  const rulings = element("ol", "rulings");
  for (const text of view.rulings) {
    rulings.append(element("li", text.split(":")[0].toLowerCase(), text.replace(/^TOO_CLOSE:/, "TOO CLOSE:")));
  }
  const match = playing.get(view.table);
  const names = match ? say("venue-pair", { one: match.names[0], other: match.names[1] }) : "";
  body.replaceChildren(...(match ? [element("p", "players", names)] : []), scoreLine(view), head, rulings);
}

function card(view) {
  let item = cards.get(view.table);
  if (!item) {
    item = element("li", "table");
    const button = element("button", "open");
    button.type = "button";
    button.append(element("h2", "", view.table), element("div", "body"));
    button.addEventListener("click", () => show(view.table));
    item.append(button);
    cards.set(view.table, item);
    const after = [...cards.keys()].sort().find((name) => name > view.table);
    list.insertBefore(item, after ? cards.get(after) : null);
  }
  fill(item.querySelector(".body"), view);
}

function show(table) {
  chosen = table;
  large.hidden = table === null;
  list.hidden = table !== null;
  if (table === null) return;
  field("large-title").textContent = table;
  fill(field("large-body"), views.get(table));
}

function redraw() {
  for (const view of views.values()) card(view);
  if (chosen) show(chosen);
}

/** The standings of a hall without an event: every game that ended, by the names at the tables. */
async function league() {
  const answer = await fetch("/api/results").catch(() => null);
  if (!answer?.ok) return;
  const heads = [[say("venue-head-player")], [say("venue-head-played"), "number"], [say("venue-head-won"), "number"], [say("venue-head-drawn"), "number"], [say("venue-head-score"), "number"], [say("venue-head-vp"), "number"]];
  const lines = (await answer.json()).standings.map((one) =>
    line([[one.player], ...[one.games, one.wins, one.draws, one.score, `${one.points_for}:${one.points_against}`].map((value) => [String(value), "number"])]),
  );
  field("standings").replaceChildren(rows(heads, lines));
}

field("close").addEventListener("click", () => show(null));
document.addEventListener("keydown", (event) => event.key === "Escape" && show(null));
follow(
  (changed) => {
    for (const view of changed) {
      views.set(view.table, view);
      card(view);
      if (view.table === chosen) show(chosen);
    }
    field("empty").hidden = views.size > 0;
  },
  (well) => {
    field("link").textContent = well ? say("venue-live") : say("venue-hub-gone");
    field("link").className = well ? "live" : "trouble";
    if (well !== connected) {
      connected = well;
      redraw();
    }
  },
);
followEvent(
  (event) => {
    field("of-event").hidden = false;
    const round = event.rounds.at(-1);
    playing = new Map((round?.matches ?? []).filter((match) => match.second).map((match) => [match.table, match]));
    field("calls-section").hidden = !event.calls.length;
    field("calls").replaceChildren(openCalls(event.calls));
    field("pairings-section").hidden = !round;
    if (round) field("pairings").replaceChildren(pairings(round));
    field("standings").replaceChildren(...standings(event.standings));
    redraw();
  },
  () => {
    league();
    // A result comes with its game's events, perhaps later than the state that says "ended", and an undo takes it back.
    setInterval(league, 5000);
  },
);
