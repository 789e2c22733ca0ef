// What the event's pages share: asking the hub, the clock, the tables of pairings and standings.

import { element } from "./parts.js";

const EVENT = "/api/v1/event";
const STATES = {
  open: "playing",
  said: "the table has said it",
  signed: "one has signed",
  agreed: "both agree",
  undecided: "not clear who won: the organiser decides",
  disputed: "signed differently: call the organiser",
  confirmed: "confirmed",
  bye: "bye",
};

export const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (one) => one.toString(16).padStart(2, "0")).join("");

/** Ask the hub; what is sent is sent again under the same key until the hub answers. */
export async function ask(path, body, headers = {}) {
  for (let tries = 0; ; tries += 1) {
    try {
      const answer = await fetch(EVENT + path, {
        method: body ? "POST" : "GET",
        headers: body ? { "Content-Type": "application/json", ...headers } : headers,
        body: body && JSON.stringify(body),
      });
      if (answer.status < 500 || tries > 5) return { ok: answer.ok, data: await answer.json() };
    } catch (fault) {
      if (tries > 5) return { ok: false, data: { detail: `The hub cannot be reached: ${fault.message}` } };
    }
    await new Promise((wake) => setTimeout(wake, 500 * 2 ** tries));
  }
}

export function rows(head, lines) {
  const table = element("table");
  const top = element("tr");
  for (const [text, kind] of head) {
    const cell = element(text ? "th" : "td", kind, text);
    if (text) cell.scope = "col";
    top.append(cell);
  }
  const body = element("tbody");
  body.append(...lines);
  const heading = element("thead");
  heading.append(top);
  table.append(heading, body);
  return table;
}

export function line(cells, className) {
  const row = element("tr", className);
  for (const [text, kind, more] of cells) {
    const cell = element("td", kind, text);
    if (more) cell.append(...more);
    row.append(cell);
  }
  return row;
}

/** How far a game is; before it is confirmed also the winner that the table reports against the points: a concession. */
function progress(match) {
  const winner = match.reported_winner === match.first ? match.names[0] : match.names[1];
  return STATES[match.state] + (match.reported_winner && !match.points ? `; by the table's report ${winner} won` : "");
}

export function pairings(round, extra) {
  const lines = round.matches.map((match) => {
    const [one, other] = match.points ?? ["", ""];
    const won = (who) => (match.winner && match.winner === who ? "won" : "");
    return line([
      [match.table || "–"],
      [match.names[0], won(match.first)],
      [String(one), "number"],
      [String(other), "number"],
      [match.names[1] ?? "no game", won(match.second)],
      [progress(match), `state-${match.state}`, extra?.(match)],
    ]);
  });
  return rows([["Table"], ["First"], ["VP", "number"], ["VP", "number"], ["Second"], ["Result"]], lines);
}

export function standings(lines) {
  return rows(
    [["", "number"], ["Player"], ["Team"], ["Score", "number"], ["W-D-L", "number"], ["Opponents", "number"], ["VP ±", "number"], ["VP", "number"]],
    lines.map((one) =>
      line(
        [
          [String(one.place), "number"],
          [one.name],
          [one.team],
          [String(one.score), "number"],
          [`${one.wins}-${one.draws}-${one.losses}`, "number"],
          [`${one.strength.toFixed(1)} %`, "number"],
          [String(one.difference), "number"],
          [String(one.points_for), "number"],
        ],
        one.dropped ? "gone" : "",
      ),
    ),
  );
}

/** Show the event whenever it is new, and its clock every second. */
export function followEvent(show) {
  let view = null;
  let shown = -1;
  let read = 0;
  const clock = document.getElementById("clock");
  const tick = () => {
    const round = view?.rounds.at(-1);
    if (!round) return;
    const left = round.left_s - (round.running ? Math.floor((performance.now() - read) / 1000) : 0);
    const [minutes, seconds] = [Math.floor(Math.abs(left) / 60), Math.abs(left) % 60];
    clock.textContent = `${left < 0 ? "over by " : ""}${minutes}:${String(seconds).padStart(2, "0")}${round.running ? "" : " (paused)"}`;
    clock.className = left < 0 ? "over" : "";
  };
  const look = async () => {
    const { ok, data } = await ask("");
    if (ok) {
      view = data;
      read = performance.now();
      const round = view.rounds.at(-1);
      document.getElementById("title").textContent = view.title;
      document.getElementById("when").textContent = round
        ? [`Round ${round.number} of ${view.rounds_planned}`, round.mission, round.killzone].filter(Boolean).join(", ")
        : `${view.entrants.length} players`;
      if (view.acts !== shown) show(view);
      shown = view.acts;
      tick();
    }
  };
  look();
  setInterval(look, 3000);
  setInterval(tick, 1000);
  return look;
}
