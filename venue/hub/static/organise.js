// The event for its organiser: rounds, results, players, and everything that was done.

import { deskCalls, newCall, saveCalls } from "./calls.js";
import { ask, followEvent, line, newKey, pairings, rows } from "./event_parts.js";
import { correction, done, moved, proposed, reason, renamed, ruled, swapped } from "./organise_parts.js";
import { button, element } from "./parts.js";
import { LOCALE, say } from "./shared/say.js";

const NEWEST = 20;
const TOLD_MS = 15_000;
const said = document.getElementById("said");
const field = (id) => document.getElementById(id);
const key = { secret: sessionStorage.getItem("organiser") ?? "", by: sessionStorage.getItem("by") ?? "" };
let view = null;
let codes = {};
let opened = false;
let whole = false;

const headers = () => ({ Authorization: `Bearer ${key.secret}` });

function tell(ok, text) {
  said.textContent = text;
  if (ok) setTimeout(() => said.textContent === text && said.replaceChildren(), TOLD_MS);
}

async function send(path, body) {
  const { ok, data } = await ask(path, { key: newKey(), by: key.by, ...body }, headers());
  tell(ok, ok ? say("venue-done") : data.detail);
  await look();
  return ok;
}

/** The text of a list: UTF-8, or UTF-16 with its mark, else Windows-1252 as older spreadsheets write it. */
function listText(data) {
  const [first, second] = new Uint8Array(data);
  if (first === 0xff && second === 0xfe) return { text: new TextDecoder("utf-16le").decode(data), guessed: false };
  if (first === 0xfe && second === 0xff) return { text: new TextDecoder("utf-16be").decode(data), guessed: false };
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(data), guessed: false };
  } catch {
    return { text: new TextDecoder("windows-1252").decode(data), guessed: true };
  }
}

const act = (one) => send("/acts", { act: one });
const desk = {
  act,
  send,
  preview: (one) => ask("/preview", { by: key.by, act: one }, headers()),
  proposal: () => ask("/rounds/next", null, headers()),
};

const chosen = () => view.rounds[Number(field("shown").value) - 1] ?? view.rounds.at(-1);
const agreed = (round) => round?.matches.filter((match) => match.state === "agreed") ?? [];

function forMatch(match) {
  if (match.state === "bye") return [];
  const round = chosen();
  const last = round === view.rounds.at(-1);
  const buttons = [button(say("venue-correct"), () => correction(match, round.number, desk))];
  if (last && match.state === "agreed") {
    buttons.unshift(button(say("venue-confirm"), () => act({ kind: "confirm", round: round.number, table: match.table })));
  }
  if (last && match.state === "open") buttons.push(button(say("venue-change-table"), () => moved(match, round, desk)));
  const row = element("span", "buttons");
  row.append(...buttons);
  return [row];
}

function playerLine(one) {
  const player = one.name;
  const turn = one.dropped
    ? button(say("venue-return"), () => reason(say("venue-return-why", { player }), say("venue-return"), (why) => ({ kind: "return", entrant: one.id, why }), desk))
    : button(say("venue-drop"), () => reason(say("venue-drop-why", { player }), say("venue-drop"), (why) => ({ kind: "drop", entrant: one.id, why }), desk));
  const rename = button(say("venue-rename"), () => renamed(one, desk));
  return line([[one.name], [one.team], [one.club], [codes[one.id] ?? ""], ["", "", [turn, rename]]], one.dropped ? "gone" : "");
}

async function log() {
  await deskCalls(field("calls"), headers(), act);
  const { ok, data } = await ask("/acts", null, headers());
  if (!ok) return;
  const names = Object.fromEntries(view.entrants.map((one) => [one.id, one.name]));
  field("all-acts").hidden = whole || data.length <= NEWEST;
  const lines = data
    .reverse()
    .slice(0, whole ? data.length : NEWEST)
    .map((one) => {
      const { number, stands, kind, by, at, why = "" } = one;
      const back = button(say("venue-take-back"), () =>
        reason(say("venue-take-back-why", { number }), say("venue-take-back"), (text) => ({ kind: "undo", number, why: text }), desk),
      );
      const time = new Date(at).toLocaleTimeString(LOCALE, { timeStyle: "short" });
      const cells = [[String(number), "number"], [time], [by], [done(one, names)], [why], ["", "", stands ? [back] : []]];
      return line(cells, stands || kind === "undo" || kind === "take_back_round" ? "" : "back");
    });
  const heads = [["#", "number"], [say("venue-head-time")], [say("venue-head-who")], [say("venue-head-done")], [say("venue-head-why")], [""]];
  field("acts").replaceChildren(rows(heads, lines));
}

async function open() {
  const answer = await ask("/codes", null, headers());
  const signedIn = answer.ok && field("desk").hidden;
  field("desk").hidden = !answer.ok;
  field("key").hidden = answer.ok;
  if (!answer.ok) {
    if (key.secret) said.textContent = answer.data.detail;
    return;
  }
  if (signedIn) said.replaceChildren();
  codes = answer.data;
  sessionStorage.setItem("organiser", key.secret);
  sessionStorage.setItem("by", key.by);
  if (view && !opened) {
    opened = true;
    field("set-up").open = !view.rules.tables.length && !view.rounds.length;
    ruled(field("rules"), view, act);
  }
  draw();
}

function rounds() {
  const shown = field("shown");
  const count = shown.options.length;
  const kept = shown.value;
  if (count === view.rounds.length) return;
  shown.replaceChildren(
    ...view.rounds.map((one) => {
      const option = element("option", "", say("venue-round", { round: one.number }));
      option.value = String(one.number);
      return option;
    }),
  );
  shown.value = Number(kept) < count && Number(kept) <= view.rounds.length ? kept : String(view.rounds.length);
}

function draw() {
  if (!view || field("desk").hidden) return;
  rounds();
  const last = view.rounds.at(-1);
  const round = last && chosen();
  for (const id of ["pause", "swap", "take-back", "confirm-all"]) field(id).hidden = !last || round !== last;
  field("confirm-all").disabled = !agreed(last).length;
  field("pause").textContent = last?.running ? say("venue-clock-pause") : say("venue-clock-start");
  field("warnings").replaceChildren(...view.warnings.map((one) => element("li", "", one.sentence)));
  field("pairings").replaceChildren(round ? pairings(round, forMatch) : element("p", "", say("venue-round-none")));
  const heads = [[say("venue-head-player")], [say("venue-head-team")], [say("venue-club")], [say("venue-code")], [""]];
  field("players").replaceChildren(rows(heads, view.entrants.map(playerLine)));
  log();
}

field("key").addEventListener("submit", (event) => {
  event.preventDefault();
  key.secret = field("secret").value;
  key.by = field("by").value.trim();
  open();
});
field("shown").addEventListener("change", draw);
field("all-acts").addEventListener("click", () => {
  whole = true;
  log();
});
field("begin").addEventListener("submit", (event) => {
  event.preventDefault();
  const { mission, killzone, minutes } = event.target.elements;
  const names = Object.fromEntries(view.entrants.map((one) => [one.id, one.name]));
  proposed({ mission: mission.value, killzone: killzone.value, minutes: Number(minutes.value) }, names, view, desk);
});
field("confirm-all").addEventListener("click", async () => {
  const round = view.rounds.at(-1);
  for (const match of agreed(round)) await act({ kind: "confirm", round: round.number, table: match.table });
});
field("take-back").addEventListener("click", () => {
  const round = view.rounds.length;
  reason(say("venue-round-take-back-why", { round }), say("venue-round-take-back"), (why) => ({ kind: "take_back_round", round, why }), desk);
});
field("swap").addEventListener("click", () => {
  const names = Object.fromEntries(view.entrants.map((one) => [one.id, one.name]));
  swapped(view.rounds.at(-1), names, desk);
});
field("pause").addEventListener("click", () => act({ kind: "clock", running: !view.rounds.at(-1).running }));
field("enter").addEventListener("submit", async (event) => {
  event.preventDefault();
  const { name, team, club } = event.target.elements;
  const free = new Set(view.entrants.map((one) => one.id));
  const entrant = Array.from({ length: 2000 }, (_, at) => `p${at + 1}`).find((one) => !free.has(one));
  if (await act({ kind: "enter", entrant, name: name.value, team: team.value, club: club.value })) event.target.reset();
});
field("call").addEventListener("submit", async (event) => {
  event.preventDefault();
  const { table, words } = event.target.elements;
  if (await act(newCall(table.value.trim(), words.value.trim()))) event.target.reset();
});
field("save").addEventListener("click", async () => {
  said.textContent = await saveCalls(headers());
});
field("list").addEventListener("submit", async (event) => {
  event.preventDefault();
  const { text, guessed } = listText(await event.target.elements.file.files[0].arrayBuffer());
  if (!(await send("/entrants", { csv: text }))) return;
  event.target.reset();
  if (guessed) said.textContent += ` ${say("venue-list-guessed")}`;
});

const look = followEvent((event) => {
  const news = event.entrants.length !== view?.entrants.length;
  view = event;
  if (news) open();
  else draw();
});
if (key.secret) open();
