// A player's phone: the board, what is decided, an operative's card with targets and reach, and a measure.

import { Board, operativeCard } from "./board.js";
import { $, h, say, set } from "./dom.js";
import { mark } from "./icons.js";
import { follow } from "./live.js";
import { furnish, keep, show, showLine } from "./page.js";
import { Keeping, Offers, handling } from "./play.js";
import { Prompts } from "./prompts.js";
import { Rulings } from "./rulings.js";
import { submit } from "./act.js";
import { UNITS, words } from "./units.js";

const ASK_AGAIN_MS = 600;
const DRAWN_FROM_PX = 12;

let state = null;
let ruling = null;
let model = null;
let sheet = "game";

const board = new Board($("#board"), {
  turn: Number(keep.get("turn", 1)),
  onSelect: (operative) => {
    if (operative && operative.id === model?.id) {
      model.shown = operative;
      showModel();
      return;
    }
    model = operative && { id: operative.id, shown: operative, card: null, target: null, action: null, reach: null };
    showModel();
    if (operative) {
      ask();
      if (sheet === "game") open("model");
    }
  },
  onDrag: (start, end, done) => {
    if (placing) done && putDown(end);
    else if (sheet === "measure") measure(start, end, done);
  },
});
let aimed = null;
const offers = new Offers($("#offers"), {
  onAim: (way) => {
    aimed = way?.target ?? null;
    if (aimed && state.offers[0]) aim(state.offers[0].operative);
    draw();
  },
});
const keeping = new Keeping($("#keeping"));
const prompts = new Prompts($("#prompts"));
const rulings = new Rulings($("#rulings"), {
  onShow: (shown) => {
    ruling = shown;
    draw();
  },
  say: (words) => say($("#said"), words),
});
furnish(board);

async function get(address) {
  try {
    const response = await fetch(address);
    const answer = await response.json();
    return response.ok ? answer : { problem: answer.detail };
  } catch {
    return { problem: "The table did not answer." };
  }
}

// What is drawn belongs to the sheet that is open

let measured = null;
let shot = null;

/** The line of a shot that is being chosen. */
async function aim(shooter) {
  if (shot?.operative !== shooter) shot = await get(`/api/operatives/${encodeURIComponent(shooter)}`);
  draw();
}

const drawn = (witness) => ({ findings: [{ witness, things: [] }] });

function draw() {
  const target = model?.card?.targets?.find((one) => one.operative === model.target);
  board.areas(sheet === "model" && model?.reach ? model.reach : []);
  const line = aimed && shot?.targets?.find((one) => one.operative === aimed);
  if (sheet === "game") board.witness(line ? drawn(line.witness) : ruling);
  else if (sheet === "model") board.witness(target ? drawn(target.witness) : null);
  else board.witness(measured ? drawn(measured) : null);
}

function open(name) {
  sheet = name;
  document.body.dataset.sheet = name;
  for (const tab of document.querySelectorAll("#sheets button")) set(tab, { "aria-pressed": String(tab.dataset.sheet === name) });
  board.dragging = name === "measure";
  draw();
}
for (const tab of document.querySelectorAll("#sheets button")) tab.addEventListener("click", () => open(tab.dataset.sheet));

// The model

let asking = 0;
async function ask() {
  clearTimeout(asking);
  const asked = model;
  if (!asked) return;
  const answer = await get(`/api/operatives/${encodeURIComponent(asked.id)}`);
  if (asked !== model) return;
  asked.card = answer;
  asked.action ??= answer.moves?.[0]?.action ?? null;
  showModel();
  draw();
  reach();
}

async function reach() {
  const asked = model;
  const action = asked?.action;
  if (!action) return;
  const answer = await get(`/api/operatives/${encodeURIComponent(asked.id)}/reach/${encodeURIComponent(action)}`);
  if (asked !== model || asked.action !== action) return;
  asked.reach = (answer.areas ?? []).map(({ points }) => points);
  draw();
}

const choose = (name, value) => () => {
  model[name] = model[name] === value ? null : value;
  if (name === "action") {
    model.reach = null;
    reach();
  }
  showModel();
  draw();
};

function target(one) {
  const enemy = state.table.operatives.find(({ id }) => id === one.operative);
  const facts = [one.weapon, one.cover === "YES" && "in cover", one.obscured === "YES" && "obscured", one.odds];
  const on = model.target === one.operative;
  const bar = one.chance === null ? null : h("span", { class: "bar" }, h("i", {}));
  const button = h(
    "button",
    { type: "button", class: "target", "aria-pressed": String(on), "data-verdict": one.verdict, onclick: choose("target", one.operative) },
    mark(one.verdict),
    h(
      "span",
      { class: "words" },
      h("b", { text: `${enemy?.label ?? ""} ${enemy?.name ?? one.operative}` }),
      h("span", { text: words(facts.filter(Boolean).join(" · ")) }),
      on && h("span", { text: words(one.sentence) }),
    ),
    bar,
  );
  bar?.style.setProperty("--chance", one.chance);
  return h("li", {}, button);
}

const weapon = (one) =>
  h(
    "li",
    {},
    h("b", { text: one.name }),
    h("span", { class: "stats", text: `${one.kind} · ${one.attacks} dice · ${one.hit} · ${one.damage}` }),
    h("span", { text: words(one.rules.join(", ")) }),
  );

const list = (title, items) => (items.length ? [h("h2", { text: title }), h("ul", { class: "list" }, ...items)] : []);

const HEAD = h("div", {});
const BODY = h("div", { class: "body" });
$("#model").append(HEAD, BODY);

function actions(card) {
  const stats = { APL: `${card.apl_left} of ${card.apl}`, Move: words(`${card.move_in} in`), Save: card.save };
  const go = card.moves.map((one) =>
    h(
      "button",
      { type: "button", class: "choice", "aria-pressed": String(model.action === one.action), onclick: choose("action", one.action) },
      h("span", { text: one.action }),
      h("small", { text: words(one.sentence) }),
    ),
  );
  return [
    ...handling(model.shown, state.game, placeByHand),
    h("dl", {}, ...Object.entries(stats).map(([name, value]) => h("div", {}, h("dt", { text: name }), h("dd", { text: value })))),
    ...(go.length ? [h("h2", { text: "Can go" }), h("div", { class: "choices" }, ...go)] : []),
    ...list("Can shoot", card.targets.map(target)),
    ...list("Weapons", card.weapons.map(weapon)),
    ...list("Under", card.effects.map((text) => h("li", { text }))),
  ];
}

/** The body is made anew only when it says something else: a button must not vanish under a thumb. */
function showModel() {
  HEAD.replaceChildren(
    model ? operativeCard(model.shown, state.game) : h("p", { class: "empty", text: "Touch a model on the board." }),
  );
  const { order, ready, wounds } = model?.shown ?? {};
  const { active, turn, phase } = state?.game ?? {};
  const key = JSON.stringify([model?.id, model?.card, model?.target, model?.action, order, ready, wounds, active, turn, phase, keep.get("units", "in")]);
  if (BODY.key === key) return;
  BODY.key = key;
  if (!model?.card) BODY.replaceChildren();
  else if (model.card.problem) BODY.replaceChildren(h("p", { class: "empty", text: model.card.problem }));
  else BODY.replaceChildren(...actions(model.card));
}

let placing = null;

function placeByHand(operative) {
  placing = operative;
  board.dragging = true;
  say($("#said"), `Touch the board where ${operative.name} stands.`);
  set($("#stage"), { "data-placing": operative.label });
}

function putDown({ x, y }) {
  submit({ kind: "declare_place", operative: placing.id, x: Number(x.toFixed(2)), y: Number(y.toFixed(2)) }, placing.player);
  placing = null;
  board.dragging = sheet === "measure";
  set($("#stage"), { "data-placing": null });
}

// The measure

const near = (spot) => spot.operative ?? `${spot.x.toFixed(2)},${spot.y.toFixed(2)}`;

async function measure(start, end, done) {
  if (!done) {
    measured = [{ role: "measure", closed: false, label: "", points: [[start.x, start.y, 0], [end.x, end.y, 0]] }];
    draw();
    return;
  }
  if (Math.hypot(end.px - start.px, end.py - start.py) < DRAWN_FROM_PX) {
    measured = null;
    showMeasure();
    draw();
    return;
  }
  const query = new URLSearchParams({ start: near(start), end: near(end) });
  const answer = await get(`/api/measure?${query}`);
  measured = answer.witness ?? null;
  showMeasure(answer);
  draw();
}

function showMeasure(answer) {
  $("#measured").replaceChildren(
    ...(answer
      ? [h("p", { class: "question", text: answer.problem ?? answer.sentence }), h("p", { class: "figures", text: words(answer.figures ?? "") })]
      : [h("p", { class: "empty", text: "Draw a line on the board: from a model or a point to another." })]),
  );
}
showMeasure();
showModel();

function showUnits() {
  const unit = keep.get("units", "in");
  const name = { in: "inches", mm: "millimetres", gauge: "gauge symbols" }[unit];
  set($("#units"), { "aria-label": `Lengths: ${name}`, title: `Lengths: ${name}` });
  $("#units").textContent = { in: "in", mm: "mm", gauge: "▲" }[unit];
}
$("#units").addEventListener("click", () => {
  keep.set("units", UNITS[(UNITS.indexOf(keep.get("units", "in")) + 1) % UNITS.length]);
  showUnits();
  showModel();
  offers.show();
});
showUnits();

/** What the offers show better is not asked a second time. */
const asked = ({ prompts: open, offers: [offer] }) => open.filter((one) => !(offer && one.id.startsWith("act:")));

follow({
  onLine: showLine,
  onState: (now, before) => {
    state = now;
    show(now, before);
    board.update(now);
    keeping.update(now, before);
    if (now.offers !== before?.offers || now.game !== before?.game) {
      if (now.offers[0]?.of !== before?.offers[0]?.of) aimed = shot = null;
      offers.update(now.offers, now.game);
    }
    if (now.prompts !== before?.prompts || now.offers !== before?.offers) {
      prompts.update(asked(now), now.game);
      if (before && asked(now).some((one) => !before.prompts.some(({ id }) => id === one.id))) {
        open("game");
        $("main").scrollTop = 0;
      }
    }
    if (now.rulings !== before?.rulings) rulings.update(now.rulings);
    if (model && before && (now.table.operatives !== before.table.operatives || now.game !== before.game)) {
      showModel();
      clearTimeout(asking);
      asking = setTimeout(ask, ASK_AGAIN_MS);
    }
  },
});
