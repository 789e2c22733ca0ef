// What the organiser's page asks for in forms: the event's rules, a result, another pairing, a name.

import { element } from "./parts.js";

/** Ask in a dialog and call back with the form's values; nothing is asked twice at once. */
function asked(title, fields, send, done) {
  const box = element("dialog");
  const form = element("form");
  form.append(element("h2", "", title));
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
  const ok = element("button", "", send);
  const no = element("button", "", "Leave it");
  no.type = "button";
  no.addEventListener("click", () => box.close());
  form.append(ok, no);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const values = inputs.map((input) => input.value.trim());
    box.close();
    done(...values);
  });
  box.addEventListener("close", () => box.remove());
  box.append(form);
  document.body.append(box);
  box.showModal();
}

const WHY = { label: "Why", required: true, maxLength: 200 };

const BY_POINTS = "points";

/** Return the winner to propose: the known one if the points do not show it, nobody if the organiser has to decide. */
function proposed(match) {
  const [one, other] = match.points ?? [0, 0];
  const best = one === other ? null : one > other ? match.first : match.second;
  if (match.points) return match.winner === best ? BY_POINTS : match.winner;
  return match.reported_winner ?? (match.state === "undecided" ? "" : BY_POINTS);
}

/** Ask how a game ended, and who won if the points do not show it. */
export function correction(match, round, act) {
  const points = (name, at) => ({ label: `Points of ${name}`, type: "number", min: 0, max: 999, required: true, value: match.points?.[at] ?? "" });
  const winners = [["", "choose"], [BY_POINTS, "as the points say"], [match.first, match.names[0]], [match.second, match.names[1]]];
  asked(
    `${match.table}: ${match.names[0]} against ${match.names[1]}`,
    [points(match.names[0], 0), points(match.names[1], 1), { label: "Won by", options: winners, required: true, value: proposed(match) }, WHY],
    "Correct the result",
    (one, other, winner, why) =>
      act({ kind: "correct", round, entrant: match.first, points: [Number(one), Number(other)], winner: winner === BY_POINTS ? null : winner, why }),
  );
}

/** Ask for an entrant's name, team and club. */
export function renamed(one, act) {
  const text = (label, value, required) => ({ label, value, required, maxLength: 64 });
  asked(
    `${one.name}: name, team, club`,
    [text("Name", one.name, true), text("Team", one.team, false), text("Club", one.club, false), WHY],
    "Change it",
    (name, team, club, why) => act({ kind: "rename", entrant: one.id, name, team, club, why }),
  );
}

/** Ask which two players of the running round change places. */
export function swapped(round, names, act) {
  const seated = round.matches.flatMap((match) => [match.first, match.second]).filter(Boolean);
  const options = seated.map((id) => [id, names[id]]).sort((one, other) => one[1].localeCompare(other[1]));
  asked("Two players change places", [{ label: "One", options }, { label: "The other", options }, WHY], "Swap them", (one, other, why) => {
    const turned = (id) => (id === one ? other : id === other ? one : id);
    const seatings = round.matches.map((match) => ({ table: match.table, first: turned(match.first), second: match.second && turned(match.second) }));
    act({ kind: "reseat", round: round.number, seatings, why });
  });
}

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
