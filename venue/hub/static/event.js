// The event for players: pairings, signing, standings.

import { ask, followEvent, newKey, pairings, standings } from "./event_parts.js";
import { element } from "./parts.js";

const find = document.getElementById("find");
const who = document.getElementById("who");
const said = document.getElementById("said");
let view = null;
let pending = null;

function mine() {
  return view?.rounds.at(-1)?.matches.find((match) => match.second && [match.first, match.second].includes(who.value));
}

function fill() {
  const round = view.rounds.at(-1);
  const wanted = find.value.trim().toLowerCase();
  const matches = round?.matches.filter((match) => match.names.some((name) => name?.toLowerCase().includes(wanted))) ?? [];
  document
    .getElementById("pairings")
    .replaceChildren(round ? pairings({ ...round, matches }) : element("p", "", "The first round has not begun."));
}

function labels() {
  const match = mine();
  const second = match?.second === who.value;
  document.getElementById("mine").textContent = match ? `Points of ${match.names[second ? 1 : 0]}` : "Your points";
  document.getElementById("theirs").textContent = match ? `Points of ${match.names[second ? 0 : 1]}` : "Their points";
}

find.addEventListener("input", fill);
who.addEventListener("change", labels);
document.getElementById("sign").addEventListener("submit", async (event) => {
  event.preventDefault();
  const match = mine();
  if (!match) {
    said.textContent = "You play no game in this round.";
    return;
  }
  const [own, other] = ["own", "other"].map((id) => Number(document.getElementById(id).value));
  const points = match.second === who.value ? [other, own] : [own, other];
  const asked = { entrant: who.value, code: document.getElementById("code").value, round: view.rounds.length, points };
  if (JSON.stringify(asked) !== pending?.asked) pending = { asked: JSON.stringify(asked), key: newKey() };
  const { ok, data } = await ask("/signatures", { key: pending.key, ...asked });
  said.textContent = ok ? "Signed. It stands when the other has signed the same and the organiser confirms it." : data.detail;
  if (ok) pending = null;
  look();
});

const look = followEvent((event) => {
  view = event;
  fill();
  const chosen = who.value;
  who.replaceChildren(
    ...event.entrants.filter((one) => !one.dropped).map((one) => {
      const option = element("option", "", one.name);
      option.value = one.id;
      return option;
    }),
  );
  if (chosen) who.value = chosen;
  labels();
  document.getElementById("standings").replaceChildren(standings(event.standings));
});
