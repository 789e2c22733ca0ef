// A recorded game, moment by moment: the table says how all stood, the page asks and shows.

import { get, send } from "../shared/act.js";
import { Board } from "../shared/board.js";
import { operativeCard } from "../shared/card.js";
import { $, h, set, text } from "../shared/dom.js";
import { icon } from "../shared/icons.js";
import { colours, turning } from "../shared/page.js";
import { Rulings } from "../shared/rulings.js";
import { LOCALE, say } from "../shared/say.js";
import { score } from "../shared/score.js";

const SPEEDS = [1, 2, 4, 8, 16, 0.25, 0.5];
const [SHORTEST_MS, LONGEST_MS, AGAIN_MS] = [400, 4000, 4000];

/** @type {Api.RecordedView[]} */
let games = [];
let game = 0;
/** @type {Api.MarkView[]} */
let marks = [];
let at = 0;
/** @type {Api.Snapshot | null} */
let state = null;
let playing = 0;
let speed = 1;
let wish = 0;

const board = new Board($("#board", SVGSVGElement), {
	onSelect: (operative) => $("#card").replaceChildren(operative && state ? operativeCard(operative, state.game) : ""),
});
const list = $("#games", HTMLSelectElement);
const rulings = new Rulings($("#rulings"), { onShow: (ruling) => board.witness(ruling), announce: () => {} });
colours();
turning(board);

/** @param {string} iso */
const clock = (iso) => h("time", new Date(iso).toLocaleTimeString(LOCALE, { timeStyle: "medium" }));
const isOn = () => games.some(({ number, running }) => running && number === game);

/**
 * Show the moment after a mark; the newest wish wins.
 * @param {number} to
 */
async function go(to) {
	at = Math.max(0, Math.min(marks.length - 1, to));
	const mark = marks[at];
	if (!mark) return;
	$("#at", HTMLInputElement).value = String(at);
	set($("#at"), { "aria-valuetext": mark.words });
	$("#words").replaceChildren(
		clock(mark.at),
		h("b", mark.words),
		h("span", say("ui-choice-at", { at: at + 1, of: marks.length })),
	);
	for (const item of $("#highlights").children) item.classList.toggle("here", item.key === at);
	history.replaceState(null, "", `#${game}/${mark.sequence}`);
	const own = ++wish;
	/** @type {Api.Snapshot & { problem?: string }} */
	const now = await get(`/api/games/${game}/moments/${mark.sequence}`);
	if (own !== wish) return;
	if (now.problem) return text($("#words"), now.problem);
	state = now;
	score($("#score"), now.game);
	board.update(now);
	rulings.update(now.rulings, now.game);
	rulings.choose(mark.ruling);
	(await import("../fought/fought.js")).showCombat($("#combat"), state.combat[0], state.game);
}

function highlights() {
	const found = [...marks.entries()].filter(([, mark]) => mark.highlights.length);
	/** @type {(one: [number, Api.MarkView]) => HTMLElement} */
	const item = ([index, mark]) => {
		const words = h("span", mark.highlights.map(({ sentence }) => sentence).join(" · "));
		const button = h("button", { onclick: () => go(index) }, clock(mark.at), words);
		const clip = mark.clip > 1 && h("a.plain", { href: `/clip#${game}/${mark.clip_of}` }, say("clip-page-title"));
		return Object.assign(h("li", { "data-kind": mark.highlights[0].kind }, button, clip), { key: index });
	};
	/** @type {(one: [number, Api.MarkView]) => HTMLElement} */
	const tick = ([index, mark]) => h("i", { "data-kind": mark.highlights[0].kind, "--at": index / (marks.length - 1) });
	$("#highlights").replaceChildren(
		...(found.length ? found.map(item) : [h("li.empty", say("replay-page-no-highlights"))]),
	);
	$("#ticks").replaceChildren(...found.map(tick));
}

/** Read what was said and seen; return whether anything is new. */
async function read() {
	/** @type {Answer<Api.Recording>} */
	const { marks: now = [], problem } = await get(`/api/games/${game}`);
	if (problem) text($("#words"), problem);
	const other = now.length !== marks.length;
	marks = now;
	set($("#at"), { max: Math.max(0, marks.length - 1) });
	highlights();
	return other;
}

/** @param {number} number @param {number} [sequence] */
async function choose(number, sequence = 0) {
	stop();
	game = number;
	set($("#report"), { href: `/api/games/${number}/report.html` });
	list.value = String(number);
	await read();
	const from = sequence || (isOn() ? Infinity : 0);
	const wanted = marks.findIndex((mark) => mark.sequence >= from);
	await go(wanted < 0 ? marks.length - 1 : wanted);
}

/** A game that is on grows: what is new is read, and where one stands stays. */
setInterval(async () => {
	const last = at === marks.length - 1;
	if (isOn() && !document.hidden && (await read())) go(last && !playing ? marks.length - 1 : at);
}, AGAIN_MS);

function step() {
	const [now, next] = [marks[at], marks[at + 1]];
	if (!next) return stop();
	const gap = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, Date.parse(next.at) - Date.parse(now.at)));
	playing = setTimeout(async () => {
		await go(at + 1);
		if (playing) step();
	}, gap / speed);
}

function stop() {
	clearTimeout(playing);
	playing = 0;
	set(KEYS.play, { "aria-pressed": "false" });
}

function play() {
	if (playing) return stop();
	set(KEYS.play, { "aria-pressed": "true" });
	if (at === marks.length - 1) go(0);
	step();
}

/** @param {1 | -1} way */
function jump(way) {
	for (let index = at + way; marks[index]; index += way) if (marks[index].highlights.length) return go(index);
}

function faster() {
	speed = SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length];
	KEYS.faster.textContent = `${speed}×`;
	set(KEYS.faster, { "aria-label": say("replay-page-speed", { speed }) });
}

const [before, after] = [() => jump(-1), () => jump(1)];
const [back, forth] = [() => go(at - 1), () => go(at + 1)];
/** @type {(name: string, act: () => unknown, inside: Child) => HTMLElement} */
const key = (name, act, inside) => h("button", { "aria-label": name, title: name, onclick: act }, inside);
const KEYS = {
	before: key(say("replay-page-before"), before, icon("earlier")),
	back: key(say("replay-page-back"), back, icon("back")),
	play: key(say("replay-page-play"), play, [icon("play"), icon("pause")]),
	forth: key(say("replay-page-forward"), forth, icon("forth")),
	after: key(say("replay-page-after"), after, icon("later")),
	faster: key(say("replay-page-speed", { speed: 1 }), faster, "1×"),
};
$("#keys").append(...Object.values(KEYS));
$("#at").addEventListener("input", () => go(Number($("#at", HTMLInputElement).value)));

/** Begin a new game from this moment, and show its table. */
async function playOn() {
	if (!marks[at] || !confirm(say("replay-page-play-on-sure"))) return;
	const intent = { kind: "play_on", game, sequence: marks[at].sequence };
	const { ok, sentence } = await send("/api/intents", { intent });
	if (ok) location.assign("/");
	else text($("#words"), sentence);
}
$("#play-on").addEventListener("click", playOn);
const PLAYING = ["table", "screen", "referee", "player"];
get("/api/session").then(({ role }) => set($("#play-on"), { hidden: !PLAYING.includes(role) }));

/** @type {Record<string, () => unknown>} */
const ON = {
	" ": play,
	ArrowRight: forth,
	ArrowLeft: back,
	PageDown: after,
	PageUp: before,
	Home: () => go(0),
	End: () => go(Infinity),
};
document.addEventListener("keydown", (event) => {
	const { key, target } = event;
	/** @type {any} */
	const within = target;
	const taken = within.closest("select, .operative") || (key === " " && within.closest("button"));
	if (taken || !ON[key] || event.ctrlKey || event.metaKey || event.altKey) return;
	ON[key]();
	event.preventDefault();
});

$("#link").append(icon("link"));
$("#link").addEventListener("click", async () => {
	await navigator.clipboard?.writeText(location.href);
	text($("#words"), say("replay-page-copied"));
});
list.addEventListener("change", () => choose(Number(list.value)));

function linked() {
	const [, number, sequence] = location.hash.match(/^#(\d+)\/(\d+)$/) ?? [];
	const wanted = games.find((one) => one.number === Number(number)) ?? games.find((one) => !one.problem);
	return wanted && choose(wanted.number, Number(sequence));
}
addEventListener("hashchange", linked);

/** @type {Answer<Api.RecordedGames>} */
const answer = await get("/api/games");
games = answer.games ?? [];
/** @type {(one: Api.RecordedView) => string} */
const named = ({ number, title, players, begun, problem }) =>
	problem
		? say("replay-page-unreadable", { number })
		: `${number} · ${players.join(" – ") || title} · ${begun.slice(0, 10)}`;
list.replaceChildren(...games.map((one) => h("option", { value: one.number }, named(one))));
if (games.length) await linked();
else text($("#words"), answer.problem ?? say("replay-page-none"));
document.body.dataset.ready = "";
