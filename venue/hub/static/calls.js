// Calls for a judge: the desk's list with what the organiser does about each, and the large screen's.

import { ask, line, newKey, rows } from "./event_parts.js";
import { button, element } from "./parts.js";
import { LOCALE, say } from "./shared/say.js";

const MINUTE_MS = 60_000;
const STATES = {
  waiting: () => say("venue-call-waiting"),
  coming: () => say("venue-call-coming"),
  answered: () => say("venue-call-answered"),
  withdrawn: () => say("venue-call-withdrawn"),
  replaced: () => say("venue-call-replaced"),
};

const isOpen = (call) => call.state === "waiting" || call.state === "coming";

function waited(at) {
  const minutes = Math.max(0, Math.floor((Date.now() - at.getTime()) / MINUTE_MS));
  return say("venue-waited", { time: at.toLocaleTimeString(LOCALE, { timeStyle: "short" }), minutes });
}

function since(call) {
  const at = new Date(call.since);
  const time = element("time", "", isOpen(call) ? waited(at) : at.toLocaleTimeString(LOCALE, { timeStyle: "short" }));
  time.dateTime = call.since;
  if (isOpen(call)) time.dataset.waits = "";
  return [time];
}

setInterval(() => {
  for (const time of document.querySelectorAll("time[data-waits]")) time.textContent = waited(new Date(time.dateTime));
}, MINUTE_MS / 6);

function looked(call) {
  if (!call.link) return [];
  const link = element("a", "look", say("venue-call-look"));
  link.href = call.link;
  link.relList.add("noreferrer", "noopener");
  link.target = "_blank";
  return [" ", link];
}

/** The open calls as everybody may see them. */
export function openCalls(calls) {
  const lines = calls.map((call) =>
    line([[call.table], [call.by], ["", "", since(call)], [STATES[call.state](), `call-${call.state}`], [call.ruling]]),
  );
  return rows([[say("venue-head-table")], [say("venue-head-caller")], [say("venue-head-since")], [say("venue-head-judge")], [say("venue-head-ruling")]], lines);
}

function doable(call, act) {
  const { table, call: id } = call;
  const coming = button(say("venue-call-go"), () => act({ kind: "judge_coming", table, call: id }));
  const answered = button(say("venue-call-answer"), () => {
    const words = prompt(say("venue-call-words"));
    if (words !== null) act({ kind: "judge_answered", table, call: id, words: words.trim() });
  });
  if (call.state === "waiting") return [coming, " ", answered];
  return call.state === "coming" ? [answered] : [];
}

/** All calls for the organiser, the open ones first; `act` does something to the event. */
export async function deskCalls(root, headers, act) {
  const { ok, data } = await ask("/calls", null, headers);
  if (!ok) return;
  const lines = data.map((call) =>
    line(
      [
        [call.table],
        [call.by],
        ["", "", since(call)],
        [call.words, "words"],
        [call.ruling, "", looked(call)],
        [call.judge ? `${STATES[call.state]()} (${call.judge})` : STATES[call.state](), `call-${call.state}`],
        [call.answer, "words"],
        ["", "", doable(call, act)],
      ],
      isOpen(call) ? "" : "past",
    ),
  );
  const waiting = data.filter((call) => call.state === "waiting").length;
  document.title = `${waiting ? `(${waiting}) ` : ""}${say("venue-title-organise")}`;
  const head = [[say("venue-head-table")], [say("venue-head-caller")], [say("venue-head-since")], [say("venue-head-words")], [say("venue-head-ruling")], [say("venue-head-judge")], [say("venue-head-answer")], [""]];
  root.replaceChildren(lines.length ? rows(head, lines) : element("p", "", say("venue-calls-none")));
}

/** A call that somebody makes at the desk, for a table. */
export const newCall = (table, words) => ({ kind: "call_judge", table, call: newKey().slice(0, 16), words });

/** Save the log of calls as a file. */
export async function saveCalls(headers) {
  const answer = await fetch("/api/v1/event/calls.csv", { headers });
  if (!answer.ok) return (await answer.json()).detail;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await answer.blob());
  link.download = "calls.csv";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), MINUTE_MS);
  return say("venue-saved");
}
