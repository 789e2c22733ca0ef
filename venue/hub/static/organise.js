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
  const csv = await event.target.elements.file.files[0].text();
  if (await send("/entrants", { csv })) event.target.reset();
});

const look = followEvent((event) => {
  const news = event.entrants.length !== view?.entrants.length;
  view = event;
  if (news) open();
  else draw();
});
if (key.secret) open();
