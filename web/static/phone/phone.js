// A player's phone: board, decisions, a model's card with targets and reach, a measure.

import { get } from "../shared/act.js";
import { Board } from "../shared/board.js";
import { showCombat } from "../shared/combat.js";
import { $, set, text } from "../shared/dom.js";
import { keep } from "../shared/keep.js";
import { follow } from "../shared/live.js";
import { Measure } from "../shared/measure.js";
import { Offers } from "../shared/offers.js";
import { placeByHand } from "../shared/operative_actions.js";
import { furnish, show, showLine } from "../shared/page.js";
import { Prompts } from "../shared/prompts.js";
import { showRequests } from "../shared/requests.js";
import { showResult } from "../shared/result.js";
import { Rulings } from "../shared/rulings.js";
import { say } from "../shared/say.js";
import { showScoring } from "../shared/scoring.js";
import { showTheirs } from "../shared/status.js";
import { chosen, UNITS } from "../shared/units.js";
import { zooming } from "../shared/zoom.js";
import { GameControls } from "./game_controls.js";
import { ownTurn, showIdentity, showWaiting, sorted, whoIsThis } from "./identity.js";
import { OperativeSheet } from "./operative_sheet.js";
import { showPloys } from "./ploys.js";
import { Roster } from "./roster.js";
import { watchTabs } from "./tabs.js";

/** @import { Unit } from "../shared/units.js" */

/** @typedef {"game" | "model" | "team" | "measure"} Sheet */

/** @type {Api.Snapshot | null} */
let state = null;
/** @type {Api.RulingView | null} */
let ruling = null;
/** @type {Sheet} */
let sheet = "game";
/** @type {import("./identity.js").Identity} */
let me = { role: "player", seat: "" };
/** @type {string | null} */
let aimed = null;
/** @type {Answer<Api.OperativeCard> | null} */
let shot = null;

const board = new Board($("#board", SVGSVGElement), {
	turn: Number(keep.get("turn", "0")),
	onSelect: (operative) => {
		if (operativeSheet.choose(operative) && sheet === "game" && operative?.id !== state?.game.active) open("model");
	},
	onDrag: (start, end, done) => {
		if (sheet === "measure") measure.draw(start, end, done);
	},
});
const measure = new Measure($("#measured"), { board, onShow: draw });
const operativeSheet = new OperativeSheet($("#model"), {
	onShow: draw,
	place: (operative) => placeByHand(board, operative),
});
const controls = new GameControls($("#controls"), board);
const prompts = new Prompts($("#prompts"));
const offers = new Offers($("#offers"), { board, onAim: aim });
const roster = new Roster($("#team"), (id) => {
	const operative = state?.table.operatives.find((one) => one.id === id) ?? null;
	if (operativeSheet.choose(operative)) open("model");
});
const rulings = new Rulings($("#rulings"), {
	onShow: (shown) => {
		ruling = shown;
		draw();
	},
	announce: (words) => text($("#said"), words),
});
furnish(board, { measure: () => open(sheet === "measure" ? "game" : "measure") });
zooming(board);

/**
 * Draw the line of a shot that is being chosen.
 * @param {Api.ChoiceView | null} way
 */
async function aim(way) {
	aimed = way?.target ?? null;
	const shooter = state?.offers[0]?.operative;
	if (aimed && shooter && shot?.operative !== shooter)
		shot = await get(`/api/operatives/${encodeURIComponent(shooter)}`);
	draw();
}

function draw() {
	/** @type {(witness?: Api.StrokeView[] | null) => Drawn | null} */
	const drawn = (witness) => (witness ? { findings: [{ witness, things: [] }] } : null);
	const line = aimed && shot?.targets?.find((one) => one.operative === aimed);
	const acts = sheet === "game" && state?.offers[0]?.moves && operativeSheet.now?.id === state?.game.active;
	board.areas(sheet === "model" || acts ? operativeSheet.reach : []);
	board.witness(
		{
			game: line ? drawn(line.witness) : ruling,
			team: null,
			model: drawn(operativeSheet.witness),
			measure: drawn(measure.witness),
		}[sheet],
	);
}

/** @type {NodeListOf<HTMLButtonElement>} */
const tabs = document.querySelectorAll("#sheets button");

/** @param {any} name */
function open(name) {
	sheet = document.body.dataset.sheet = name;
	for (const tab of tabs) set(tab, { "aria-pressed": String(tab.dataset.sheet === name) });
	/** @type {NodeListOf<HTMLElement>} */
	const sheets = document.querySelectorAll(".sheet");
	for (const one of sheets) one.hidden = one.dataset.name !== name;
	measure.listen(name === "measure");
	set($("#dock [data-button=measure]"), { "aria-pressed": String(name === "measure") });
	draw();
}
for (const tab of tabs) tab.addEventListener("click", () => open(tab.dataset.sheet));

/** @type {Record<Unit, string>} */
const SIGNS = { in: "in", mm: "mm", gauge: "▲" };

/** @param {Unit} unit */
function showUnits(unit) {
	const title = say("phone-lengths", { unit });
	set($("#units"), { "aria-label": title, title });
	$("#units").textContent = SIGNS[unit];
}
$("#units").addEventListener("click", () => {
	const unit = UNITS[(UNITS.indexOf(chosen()) + 1) % UNITS.length];
	keep.set("units", unit);
	showUnits(unit);
	operativeSheet.show();
	if (offers.now) offers.show();
});
showUnits(chosen());

/** How long what an operative may do is worked out before its plain question is shown instead. */
const OFFERS_MS = 2500;
let since = Number.NEGATIVE_INFINITY;
let again = 0;

/** What the offers show better is not asked twice. @type {(state: Api.Snapshot) => Api.PromptView[]} */
const asked = ({ prompts: open, offers: [offer] }) =>
	open.filter((one) => one.topic !== "action" || !(offer || performance.now() < since + OFFERS_MS));

/** What the active operative may do is its player's to choose. @param {Api.Snapshot} now */
const offered = ({ offers: of, prompts: open }) =>
	of.filter(({ player }) => (me.role !== "player" || player === me.seat) && open.some((one) => one.topic === "action"));

/** @param {Api.Snapshot} now @param {Api.Snapshot | null} before */
function ask(now, before) {
	const { mine, others } = sorted(me, now.prompts);
	prompts.update(sorted(me, asked(now)).mine, now.game, now.tray, now.combat);
	showWaiting($("#waiting"), others, now.game, now.tray);
	showTheirs($("#theirs"), mine.length ? [] : others, now.offers, now.game);
	const fresh = before && mine.some((one) => !before.prompts.some(({ id }) => id === one.id));
	if (fresh) open("game");
	if (fresh || (mine.length === 0) !== document.body.hasAttribute("data-idle")) $("main").scrollTop = 0;
	set(document.body, { "data-idle": mine.length === 0 && others.length > 0 });
}

async function identify() {
	me = await whoIsThis();
	if (!state) return;
	known(state);
	controls.update(state, state, own());
	showPloys(state, own());
	offers.update(offered(state), state);
	ask(state, null);
	showRequests($("#requests"), state, own());
}

/** The seat of a player's phone; empty on the table's and the referee's. */
const own = () => (me.role === "player" ? me.seat : "");

/** The game that the board was turned for. @type {number | null} */
let seen = -1;

/** What belongs to whose phone this is. @param {Api.Snapshot} now */
function known(now) {
	showIdentity($("#me"), me, now.game);
	roster.update(now.game, me.seat);
	showResult($("#result"), now.game, own());
	showScoring($("#scoring"), now.scoring, now.game, own());
	const turn = seen === now.game.number || keep.get("turn", "") ? null : ownTurn(me, now.game);
	if (turn === null) return;
	seen = now.game.number;
	board.rotate(turn);
}
identify();
watchTabs();

follow({
	onLine: showLine,
	onState: (now, before) => {
		state = now;
		document.body.dataset.phones = now.phones?.join(" ") ?? "";
		show(now, before);
		board.update(now);
		operativeSheet.update(now, before);
		measure.update(now, before);
		const acts = now.table.operatives.find(({ id }) => id === now.game.active);
		if (acts && acts.id !== before?.game.active && acts.player === me.seat) operativeSheet.choose(acts);
		if (!before) import("../lobby/beside.js").then(({ beside }) => beside(board)).catch(() => {});
		controls.update(now, before, own());
		if (now.game !== before?.game || now.prompts !== before?.prompts) showPloys(now, own());
		if (now.offers !== before?.offers || now.prompts !== before?.prompts) {
			if (now.offers[0]?.of !== before?.offers[0]?.of) aimed = shot = null;
			offers.update(offered(now), now);
		}
		if (now.combat !== before?.combat || now.game !== before?.game) showCombat($("#combat"), now.combat[0], now.game);
		if (now.game !== before?.game || now.scoring !== before?.scoring) known(now);
		const active = now.prompts.find((one) => one.topic === "action");
		if (active && !before?.prompts.some(({ id }) => id === active.id)) {
			since = performance.now();
			clearTimeout(again);
			again = setTimeout(() => state && ask(state, state), OFFERS_MS);
		}
		if (now.prompts !== before?.prompts || now.offers !== before?.offers || now.tray !== before?.tray) ask(now, before);
		if (now.requests !== before?.requests || now.game !== before?.game) showRequests($("#requests"), now, own());
		if (now.rulings !== before?.rulings || now.game.active !== before?.game.active)
			rulings.update(now.rulings, now.game);
	},
});
