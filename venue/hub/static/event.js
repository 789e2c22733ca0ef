// The event for players: pairings, signing, standings.

import { ask, contradicts, followEvent, newKey, pairings, standings } from "./event_parts.js";
import { element } from "./parts.js";
import { say } from "./shared/say.js";

const find = document.getElementById("find");
const who = document.getElementById("who");
const said = document.getElementById("said");
let view = null;
const code = document.getElementById("code");
let pending = null;
let listed = "";

function mine() {
  return view?.rounds.at(-1)?.matches.find((match) => match.second && [match.first, match.second].includes(who.value));
}

function fill() {
  const round = view.rounds.at(-1);
  const wanted = find.value.trim().toLowerCase();
  const matches = round?.matches.filter((match) => match.names.some((name) => name?.toLowerCase().includes(wanted))) ?? [];
  document
    .getElementById("pairings")
    .replaceChildren(round ? pairings({ ...round, matches }) : element("p", "", say("venue-round-none")));
}

/** How far the signatures of the own game are. */
function signed(match, second, other) {
  if (match.state === "confirmed") return say("venue-mine-confirmed");
  if (match.state === "undecided") return say("venue-mine-undecided");
  if (contradicts(match)) return say("venue-mine-table-differs");
  if (match.state === "disputed") return say("venue-mine-disputed");
  const [own, theirs] = second ? [match.signed[1], match.signed[0]] : match.signed;
  if (own && theirs) return say("venue-mine-both");
  if (own) return say("venue-mine-own", { other });
  return theirs ? say("venue-mine-other", { other }) : say("venue-mine-nobody");
}

/** What is told of the own game: against whom and where, and who has signed. */
function told(match) {
  const name = view.entrants.find((one) => one.id === who.value)?.name;
  if (!name) return say("venue-choose-yourself");
  const round = view.rounds.at(-1);
  if (!round) return say("venue-round-none");
  if (!match) return say("venue-mine-none", { player: name, round: round.number });
  const second = match.second === who.value;
  const other = match.names[second ? 0 : 1];
  return `${say("venue-mine", { round: round.number, other, table: match.table })} ${signed(match, second, other)}`;
}

function labels() {
  const match = mine();
  const second = match?.second === who.value;
  const points = (at) => say("venue-points-of", { player: match.names[at] });
  document.getElementById("mine").textContent = match ? points(second ? 1 : 0) : say("venue-points-yours");
  document.getElementById("theirs").textContent = match ? points(second ? 0 : 1) : say("venue-points-theirs");
  document.getElementById("game").textContent = told(match);
}

/** The player of this phone: as its slip's address says, or as the phone has signed before. */
function remembered() {
  const slip = /^#([A-Za-z0-9_-]+)\.([A-Za-z0-9]+)$/.exec(location.hash);
  if (slip) {
    localStorage.setItem("entrant", slip[1]);
    localStorage.setItem("code", slip[2]);
    history.replaceState(null, "", location.pathname);
  }
  code.value = localStorage.getItem("code") ?? "";
  return localStorage.getItem("entrant");
}

function choices(entrants) {
  const playing = entrants.filter((one) => !one.dropped).sort((one, other) => one.name.localeCompare(other.name));
  const names = JSON.stringify(playing);
  if (names === listed) return;
  const chosen = who.value || own;
  who.replaceChildren(
    ...playing.map((one) => {
      const option = element("option", "", one.name);
      option.value = one.id;
      return option;
    }),
  );
  who.value = playing.some((one) => one.id === chosen) ? chosen : "";
  listed = names;
}

find.addEventListener("input", fill);
who.addEventListener("change", labels);
document.getElementById("sign").addEventListener("submit", async (event) => {
  event.preventDefault();
  const match = mine();
  if (!match) {
    said.textContent = say("venue-no-game-yours");
    return;
  }
  const [ours, theirs] = ["own", "other"].map((id) => Number(document.getElementById(id).value));
  const points = match.second === who.value ? [theirs, ours] : [ours, theirs];
  const asked = { entrant: who.value, code: code.value, round: view.rounds.length, points };
  if (JSON.stringify(asked) !== pending?.asked) pending = { asked: JSON.stringify(asked), key: newKey() };
  const { ok, data } = await ask("/signatures", { key: pending.key, ...asked });
  const other = match.names[match.second === who.value ? 0 : 1];
  said.textContent = ok ? say("venue-signed", { own: ours, theirs, other }) : data.detail;
  if (ok) {
    pending = null;
    localStorage.setItem("entrant", who.value);
    localStorage.setItem("code", code.value);
  }
  look();
});

const own = remembered();
const look = followEvent((event) => {
  view = event;
  fill();
  choices(event.entrants);
  labels();
  document.getElementById("standings").replaceChildren(...standings(event.standings));
});
