// What the organiser's page asks for in dialogs, each with a preview, and the sentences of the log.

import { facts } from "./event_parts.js";
import { element } from "./parts.js";
import { say } from "./shared/say.js";

/** An empty dialog with a heading; it goes when it is closed. */
function dialog(title) {
  const box = element("dialog");
  const form = element("form");
  form.append(element("h2", "", title));
  box.append(form);
  box.addEventListener("close", () => box.remove());
  document.body.append(box);
  return { box, form };
}

function cancel(box) {
  const no = element("button", "", say("venue-cancel"));
  no.type = "button";
  no.addEventListener("click", () => box.close());
  return no;
}

/** Ask for some values, show what the act made of them would change, and do it when the button is pressed again. */
function asked(title, fields, send, make, desk, known = []) {
  const { box, form } = dialog(title);
  const notes = element("ul", "facts");
  notes.append(...known.map((text) => element("li", "", text)));
  form.append(notes);
  const inputs = fields.map(({ label, options, ...rest }) => {
    const row = element("label", "", label);
    const input = options ? element("select") : element("input");
    for (const [value, text] of options ?? []) {
      const option = element("option", "", text);
      option.value = value;
      input.append(option);
    }
    Object.assign(input, rest);
    row.append(input);
    form.append(row);
    return input;
  });
  const changes = element("ul", "changes");
  changes.setAttribute("aria-live", "polite");
  const fault = element("p", "trouble");
  fault.setAttribute("role", "alert");
  const ok = element("button", "", say("venue-preview"));
  form.append(changes, fault, ok, cancel(box));
  let previewed = "";
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const act = make(...inputs.map((input) => input.value.trim()));
    if (JSON.stringify(act) === previewed) {
      box.close();
      desk.act(act);
      return;
    }
    const answer = await desk.preview(act);
    fault.textContent = answer.ok ? "" : answer.data.detail;
    changes.replaceChildren(...(answer.ok ? answer.data : []).map((one) => element("li", "", one.sentence)));
    previewed = answer.ok ? JSON.stringify(act) : "";
    ok.textContent = answer.ok ? send : say("venue-preview");
  });
  form.addEventListener("input", () => {
    previewed = "";
    ok.textContent = say("venue-preview");
    changes.replaceChildren();
  });
  box.showModal();
}

const why = () => ({ label: say("venue-head-why"), required: true, maxLength: 200 });

/** Ask why, and do the act with that reason. */
export const reason = (title, send, make, desk) => asked(title, [why()], send, make, desk);

const BY_POINTS = "points";

/** Return the winner to propose: the known one if the points do not show it, nobody if the organiser has to decide. */
function winnerOf(match) {
  const [one, other] = match.points ?? [0, 0];
  const best = one === other ? null : one > other ? match.first : match.second;
  if (match.points) return match.winner === best ? BY_POINTS : match.winner;
  return match.reported_winner ?? (match.state === "undecided" ? "" : BY_POINTS);
}

/** Ask how a game ended, and who won if the points do not show it; filled with what is known. */
export function correction(match, round, desk) {
  const known = match.points ?? match.reported_points ?? match.signed_points.find((pair) => pair) ?? [];
  const points = (player, at) => ({ label: say("venue-points-of", { player }), type: "number", min: 0, max: 999, required: true, value: known[at] ?? "" });
  const winners = [["", say("venue-choose")], [BY_POINTS, say("venue-by-points")], [match.first, match.names[0]], [match.second, match.names[1]]];
  const endings = [["", say("venue-ending-played")], ["concession", say("venue-ending-concession")], ["time-out", say("venue-ending-time-out")], ["no-show", say("venue-ending-no-show")], ["draw", say("venue-ending-draw")]];
  const kept = endings.some(([value]) => value === match.ending) ? match.ending : "";
  asked(
    say("venue-match", { table: match.table, one: match.names[0], other: match.names[1] }),
    [points(match.names[0], 0), points(match.names[1], 1), { label: say("venue-won-by"), options: winners, required: true, value: winnerOf(match) }, why(), { label: say("venue-ending"), options: endings, value: kept }],
    say("venue-correct-send"),
    (one, other, winner, text, ending) => ({
      kind: "correct",
      round,
      entrant: match.first,
      points: [Number(one), Number(other)],
      winner: winner === BY_POINTS ? null : winner,
      ending: ending || null,
      why: text,
    }),
    desk,
    facts(match),
  );
}

/** Ask for an entrant's name, team and club. */
export function renamed(one, desk) {
  const text = (label, value, required) => ({ label, value, required, maxLength: 64 });
  asked(
    say("venue-rename-title", { player: one.name }),
    [text(say("venue-name"), one.name, true), text(say("venue-head-team"), one.team, false), text(say("venue-club"), one.club, false), why()],
    say("venue-rename-send"),
    (name, team, club, reasoned) => ({ kind: "rename", entrant: one.id, name, team, club, why: reasoned }),
    desk,
  );
}

/** Ask which two players of the running round change places. */
export function swapped(round, names, desk) {
  const seated = round.matches.flatMap((match) => [match.first, match.second]).filter(Boolean);
  const options = seated.map((id) => [id, names[id]]).sort((one, other) => one[1].localeCompare(other[1]));
  const fields = [{ label: say("venue-swap-one"), options }, { label: say("venue-swap-other"), options }, why()];
  asked(say("venue-swap"), fields, say("venue-swap-send"), (one, other, text) => {
    const turned = (id) => (id === one ? other : id === other ? one : id);
    const seatings = round.matches.map((match) => ({ table: match.table, first: turned(match.first), second: match.second && turned(match.second) }));
    return { kind: "reseat", round: round.number, seatings, why: text };
  }, desk);
}

/** Ask to which other table a game moves. */
export function moved(match, round, desk) {
  const fields = [{ label: say("venue-head-table"), required: true, maxLength: 64, value: match.table }, why()];
  const title = say("venue-match", { table: match.table, one: match.names[0], other: match.names[1] });
  asked(title, fields, say("venue-other-table"), (table, text) => {
    const seatings = round.matches.map((one) => ({ table: one === match ? table : one.table, first: one.first, second: one.second }));
    return { kind: "reseat", round: round.number, seatings, why: text };
  }, desk);
}

/** Show the pairings that the hub proposes, and publish them; the clock starts later. */
export async function proposed(round, names, view, desk) {
  const { ok, data } = await desk.proposal();
  const { box, form } = dialog(ok ? say("venue-round-preview", { round: data.round }) : say("venue-round-refused"));
  if (!ok) form.append(element("p", "trouble", data.detail));
  const list = element("ol", "changes");
  const seatings = ok ? data.seatings : [];
  const played = new Set(view.rounds.flatMap((one) => one.matches.flatMap((match) => [`${match.first} ${match.table}`, `${match.second} ${match.table}`])));
  for (const { table, first, second } of seatings) {
    const again = second && [first, second].some((id) => played.has(`${id} ${table}`));
    const text = second ? say("venue-match", { table, one: names[first], other: names[second] }) : say("venue-bye-of", { player: names[first] });
    list.append(element("li", again ? "warned" : "", again ? `${text} ${say("venue-table-again")}` : text));
  }
  const publish = element("button", "", say("venue-publish"));
  publish.hidden = !ok;
  form.append(list, publish, cancel(box));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    box.close();
    await desk.send("/rounds", { ...round, seatings, running: false });
  });
  box.showModal();
}

const LOG = {
  set_up: (one) => say("venue-log-set-up", { title: one.title, rounds: one.rounds }),
  enter: (one) => say("venue-log-enter", { player: one.name }),
  drop: (one, name) => say("venue-log-drop", { player: name(one.entrant) }),
  return: (one, name) => say("venue-log-return", { player: name(one.entrant) }),
  rename: (one) => say("venue-log-rename", { player: one.name }),
  start_round: (one) => say("venue-log-round", { round: one.round, minutes: one.minutes }),
  table_says: (one) => say("venue-log-report", { table: one.table, one: one.points[0], other: one.points[1] }),
  sign: (one, name) => say("venue-log-sign", { player: name(one.entrant), one: one.points[0], other: one.points[1] }),
  confirm: (one) => say("venue-log-confirm", { table: one.table }),
  correct: (one, name) => say("venue-log-correct", { player: name(one.entrant), round: one.round, one: one.points[0], other: one.points[1] }),
  reseat: (one) => say("venue-log-reseat", { round: one.round }),
  clock: (one) => (one.running ? say("venue-log-clock-starts") : say("venue-log-clock-stops")),
  call_judge: (one) => say("venue-log-call", { table: one.table }),
  withdraw_call: (one) => say("venue-log-call-withdrawn", { table: one.table }),
  judge_coming: (one) => say("venue-log-judge-coming", { table: one.table }),
  judge_answered: (one) => say("venue-log-judge-answered", { table: one.table }),
  take_back_round: (one) => say("venue-log-round-back", { round: one.round }),
  undo: (one) => say("venue-log-undo", { number: one.takes_back ?? 0 }),
};

/** What an act did, as a sentence of the log. */
export const done = (one, names) => LOG[one.kind]?.(one, (id) => names[id] ?? id) ?? one.kind;

/** Fill the form of the event's rules once; tables that the hall knows are proposed where none are named yet. */
export async function ruled(form, view, act) {
  const { title, rounds, win, draw, loss, bye, tables } = form.elements;
  const rules = view.rules;
  [title.value, rounds.value, win.value, draw.value, loss.value] = [view.title, view.rounds_planned, rules.win, rules.draw, rules.loss];
  bye.value = rules.bye_vp[0];
  tables.value = rules.tables.join(", ");
  if (!rules.tables.length) {
    const known = await (await fetch("/api/tables")).json();
    tables.value = known.map((one) => one.table).join(", ");
  }
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const number = (field) => Number(field.value);
    act({
      kind: "set_up",
      title: title.value.trim(),
      rounds: number(rounds),
      win: number(win),
      draw: number(draw),
      loss: number(loss),
      bye_vp: [number(bye), rules.bye_vp[1]],
      tables: tables.value.split(/[,\n]/).map((one) => one.trim()).filter(Boolean),
    });
  });
}
