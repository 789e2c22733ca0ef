// What the event's pages share: asking the hub, the clock, the tables of pairings and standings.

import { element } from "./parts.js";
import { inPageLanguage } from "./shared/messages.js";
import { decimal, LOCALE, say } from "./shared/say.js";

const EVENT = "/api/v1/event";
const LOOK_MS = 3000;
const PATIENCE_MS = 5000;
const STATES = {
  open: () => say("venue-state-open"),
  said: () => say("venue-state-said"),
  signed: () => say("venue-state-signed"),
  agreed: () => say("venue-state-agreed"),
  undecided: () => say("venue-state-undecided"),
  disputed: () => say("venue-state-disputed"),
  confirmed: () => say("venue-state-confirmed"),
  bye: () => say("venue-state-bye"),
};
const ENDINGS = {
  concession: () => say("venue-ending-concession"),
  "time-out": () => say("venue-ending-time-out"),
  "no-show": () => say("venue-ending-no-show"),
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
      if (answer.status < 500 || tries > 5) return { ok: answer.ok, data: await inPageLanguage(await answer.json()) };
    } catch {
      if (tries > 5) return { ok: false, data: { detail: say("venue-hub-gone") } };
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

const same = (one, other) => one && other && one[0] === other[0] && one[1] === other[1];

/** What was signed and reported of a game, one line each. */
export function facts(match) {
  const lines = [];
  const [first, second] = match.signed_points;
  if (same(first, second)) lines.push(say("venue-signed-both", { one: first[0], other: first[1] }));
  else
    [first, second].forEach((pair, at) => {
      if (pair) lines.push(say("venue-signed-one", { player: match.names[at], one: pair[0], other: pair[1] }));
    });
  const reported = match.reported_points;
  if (reported) lines.push(say("venue-reported", { one: reported[0], other: reported[1] }));
  const winner = match.reported_winner === match.first ? match.names[0] : match.names[1];
  if (match.reported_winner) lines.push(say("venue-reported-winner", { player: winner }));
  return lines;
}

/** Whether the players signed other points than the table counted. */
export const contradicts = (match) =>
  Boolean(match.reported_points) && match.signed_points.some((pair) => pair && !same(pair, match.reported_points));

function progress(match) {
  const head = element("span", `state-${match.state}`, STATES[match.state]());
  const ending = ENDINGS[match.ending]?.();
  if (ending) head.textContent += `: ${ending}`;
  const known = match.points ? [] : facts(match);
  const list = element("ul", "facts");
  list.classList.toggle("warned", contradicts(match));
  list.append(...known.map((text) => element("li", "", text)));
  return known.length ? [head, list] : [head];
}

export function pairings(round, extra) {
  const lines = round.matches.map((match) => {
    const [one, other] = match.points ?? ["", ""];
    const won = (who) => (match.winner && match.winner === who ? "won" : "");
    return line(
      [
        [match.table || "–"],
        [match.names[0], won(match.first)],
        [String(one), "number"],
        [String(other), "number"],
        [match.names[1] ?? say("venue-no-game"), won(match.second)],
        ["", "", [...progress(match), ...(extra?.(match) ?? [])]],
      ],
      `match-${match.state}`,
    );
  });
  const head = [say("venue-head-table"), say("venue-head-first"), say("venue-head-vp"), say("venue-head-vp"), say("venue-head-second"), say("venue-head-result")];
  return rows(head.map((text, at) => (at === 2 || at === 3 ? [text, "number"] : [text])), lines);
}

/** The standings of players, with the tie-breaks explained below. */
export function standings(lines, { explained = true } = {}) {
  const heads = [
    ["#", "number"],
    [say("venue-head-player")],
    [say("venue-head-team")],
    [say("venue-head-score"), "number"],
    [say("venue-head-games"), "number"],
    [say("venue-head-opponents"), "number"],
    [say("venue-head-difference"), "number"],
    [say("venue-head-vp"), "number"],
  ];
  const table = rows(
    heads,
    lines.map((one) => {
      const row = line(
        [
          [String(one.place), "place"],
          [one.name, "player"],
          [one.team, "team"],
          [String(one.score), "score"],
          [`${one.wins}-${one.draws}-${one.losses}`, "number"],
          [`${decimal(one.strength, 1)} %`, "number"],
          [String(one.difference), "number"],
          [String(one.points_for), "number"],
        ],
        one.dropped ? "gone" : "",
      );
      [...row.cells].forEach((cell, at) => {
        cell.dataset.head = heads[at][0];
      });
      return row;
    }),
  );
  table.className = "standings";
  return explained ? [table, element("p", "explained", say("venue-tie-breaks"))] : [table];
}

function clockText(left, running) {
  const [minutes, seconds] = [Math.floor(Math.abs(left) / 60), Math.abs(left) % 60];
  const time = `${minutes}:${String(seconds).padStart(2, "0")}`;
  if (left < 0) return say("venue-clock-over", { time });
  return running ? time : say("venue-clock-paused", { time });
}

/** The hub's answer, or null while it does not answer. */
async function looked(tag) {
  try {
    const headers = tag ? { "If-None-Match": tag } : {};
    return await fetch(EVENT, { headers, cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) });
  } catch {
    return null;
  }
}

/** A line that says since when the hub does not answer; hidden while it does. */
function lostLine() {
  const lost = element("p", "lost");
  lost.setAttribute("role", "alert");
  lost.hidden = true;
  document.querySelector("header").after(lost);
  return lost;
}

/** Show the event whenever it is new, and its clock every second; `none` is called if the hub runs no event. */
export function followEvent(show, none = () => {}) {
  let view = null;
  let tag = "";
  let left = 0;
  let read = performance.now();
  let heard = new Date();
  const clock = document.getElementById("clock");
  const lost = lostLine();
  const tick = () => {
    const round = view?.rounds.at(-1);
    if (!round || !clock) return;
    const now = left - (round.running ? Math.floor((performance.now() - read) / 1000) : 0);
    clock.textContent = clockText(now, round.running);
    clock.className = now < 0 ? "over" : "";
  };
  const look = async () => {
    const answer = await looked(tag);
    const well = answer !== null && (answer.status === 304 || answer.ok);
    if (answer?.status === 404) {
      clearInterval(looking);
      none();
      return;
    }
    lost.hidden = well;
    document.body.classList.toggle("stale", !well);
    if (!well) {
      const time = heard.toLocaleTimeString(LOCALE, { timeStyle: "short" });
      lost.textContent = say("venue-hub-lost", { time });
      return;
    }
    heard = new Date();
    read = performance.now();
    left = Number(answer.headers.get("Round-Left") ?? 0);
    if (answer.status !== 304) {
      view = await inPageLanguage(await answer.json());
      tag = answer.headers.get("ETag") ?? "";
      const round = view.rounds.at(-1);
      const title = document.getElementById("title");
      const when = document.getElementById("when");
      if (title) title.textContent = view.title;
      if (when)
        when.textContent = round
          ? [say("venue-round-of", { round: round.number, rounds: view.rounds_planned }), round.mission, round.killzone].filter(Boolean).join(", ")
          : say("venue-players", { count: view.entrants.length });
      show(view);
    }
    tick();
  };
  const looking = setInterval(look, LOOK_MS);
  setInterval(tick, 1000);
  look();
  return look;
}
