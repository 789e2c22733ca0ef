// The event for its organiser: rounds, results, players, and everything that was done.

import { deskCalls, newCall, saveCalls } from "./calls.js";
import { ask, followEvent, line, newKey, pairings, rows } from "./event_parts.js";
import { correction, renamed, ruled, swapped } from "./organise_parts.js";
import { element } from "./parts.js";

const said = document.getElementById("said");
const field = (id) => document.getElementById(id);
const key = { secret: sessionStorage.getItem("organiser") ?? "", by: sessionStorage.getItem("by") ?? "" };
let view = null;
let codes = {};
let opened = false;

const headers = () => ({ Authorization: `Bearer ${key.secret}` });

async function send(path, body) {
  const { ok, data } = await ask(path, { key: newKey(), by: key.by, ...body }, headers());
  said.textContent = ok ? "Done." : data.detail;
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

function button(text, pressed) {
  const made = element("button", "", text);
  made.type = "button";
  made.addEventListener("click", pressed);
  return made;
}

function why(question) {
  const text = prompt(question);
  return text?.trim() || null;
}

function forMatch(match) {
  const round = view.rounds.length;
  if (match.state === "bye") return [];
  const correct = button("Correct", () => correction(match, round, act));
  const confirm = button("Confirm", () => act({ kind: "confirm", round, table: match.table }));
  return [" ", ...(match.state === "agreed" ? [confirm] : []), correct];
}

function player(one) {
  const turn = one.dropped
    ? button("Takes part again", () => {
        const reason = why(`Why does ${one.name} take part again?`);
        if (reason) act({ kind: "return", entrant: one.id, why: reason });
      })
    : button("Drop", () => {
        const reason = why(`Why does ${one.name} drop?`);
        if (reason) act({ kind: "drop", entrant: one.id, why: reason });
      });
  return line([[one.name], [one.team], [one.club], [codes[one.id] ?? ""], ["", "", [turn, button("Rename", () => renamed(one, act))]]], one.dropped ? "gone" : "");
}

async function done() {
  await deskCalls(field("calls"), headers(), act);
  const { ok, data } = await ask("/acts", null, headers());
  if (!ok) return;
  const names = Object.fromEntries(view.entrants.map((one) => [one.id, one.name]));
  const lines = data.reverse().map((one) => {
    const { number, stands, kind, by, at, why: reason = "", ...rest } = one;
    const undo = button("Take back", () => {
      const text = why("Why?");
      if (text) act({ kind: "undo", number, why: text });
    });
    const named = (value) => names[value] ?? value;
    const said = Object.entries(rest).filter(([name]) => name !== "seatings" && rest[name] !== "" && rest[name] !== null).map(([name, value]) => `${name.replaceAll("_", " ")} ${Array.isArray(value) ? value.join("-") : named(value)}`).join(", ");
    const cells = [[String(number), "number"], [new Date(at).toLocaleTimeString()], [by], [kind.replaceAll("_", " ")], [said], [reason], ["", "", stands ? [undo] : []]];
    return line(cells, stands || kind === "undo" ? "" : "back");
  });
  field("acts").replaceChildren(rows([["", "number"], ["When"], ["Who"], ["What"], [""], ["Why"], [""]], lines));
}

async function open() {
  const answer = await ask("/codes", null, headers());
  field("desk").hidden = !answer.ok;
  field("key").hidden = answer.ok;
  if (!answer.ok) {
    if (key.secret) said.textContent = answer.data.detail;
    return;
  }
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

function draw() {
  if (!view || field("desk").hidden) return;
  const round = view.rounds.at(-1);
  field("pause").hidden = field("swap").hidden = !round;
  field("pause").textContent = round?.running ? "Pause the clock" : "Let the clock go on";
  field("warnings").replaceChildren(...view.warnings.map((one) => element("li", "", one.sentence)));
  field("pairings").replaceChildren(round ? pairings(round, forMatch) : element("p", "", "No round has begun."));
  field("players").replaceChildren(rows([["Player"], ["Team"], ["Club"], ["Code"], [""]], view.entrants.map(player)));
  done();
}

field("key").addEventListener("submit", (event) => {
  event.preventDefault();
  key.secret = field("secret").value;
  key.by = field("by").value.trim();
  open();
});
field("begin").addEventListener("submit", (event) => {
  event.preventDefault();
  const { mission, killzone, minutes } = event.target.elements;
  send("/rounds", { mission: mission.value, killzone: killzone.value, minutes: Number(minutes.value) });
});
field("swap").addEventListener("click", () => {
  const names = Object.fromEntries(view.entrants.map((one) => [one.id, one.name]));
  swapped(view.rounds.at(-1), names, act);
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
  if (guessed) said.textContent += " The file is not in UTF-8. It was read as Windows-1252: check the names.";
});

const look = followEvent((event) => {
  const news = event.entrants.length !== view?.entrants.length;
  view = event;
  if (news) open();
  else draw();
});
if (key.secret) open();
