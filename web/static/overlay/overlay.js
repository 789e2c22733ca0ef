// The stream's own page: score, board and the last ruling on a transparent ground. `/overlay/score` shows that part
// alone; `?theme=light`, `?hold=` seconds a ruling stays (0: for good), `?delay=` seconds everything is held back.

import { Board } from "../shared/board.js";
import { operativeCard } from "../shared/card.js";
import { $, h, keyed, seatOf, set } from "../shared/dom.js";
import { CALLED, icon, mark, told } from "../shared/icons.js";
import { follow } from "../shared/live.js";
import { score } from "../shared/score.js";

if (location.hash.includes("token="))
	location.replace(`/pair?back=${encodeURIComponent(location.pathname + location.search)}${location.hash}`);

const options = new URLSearchParams(location.search);
const holdS = Number(options.get("hold") ?? 15);
const delayMs = 1000 * Number(options.get("delay") ?? 0);
const WIPE_MS = 3500;
document.body.dataset.part = location.pathname.split("/")[2] ?? "all";
document.body.dataset.theme = options.get("theme") === "light" ? "light" : "dark";

const board = new Board($("#board", SVGSVGElement), { labels: false });
/** @type {string | null} */
let shown = null;
let timer = 0;

/**
 * The lower third comes with a ruling and leaves after `hold` seconds; 0 keeps it.
 * @param {Api.RulingView | null} ruling
 */
function call(ruling) {
	const key = ruling && `${ruling.id} ${ruling.taken_back}`;
	if (key === shown) return;
	shown = key;
	const third = $("#third");
	board.witness(ruling?.taken_back ? null : ruling);
	set(third, { "data-on": String(Boolean(ruling)), "data-verdict": ruling?.verdict, "data-back": ruling?.taken_back });
	clearTimeout(timer);
	if (!ruling) return;
	third.replaceChildren(
		h("div.slab", mark(ruling.verdict), h("b", CALLED[ruling.verdict])),
		h("div.words", h("p.claim", ruling.claim), h("p.sentence", ruling.taken_back ? "Taken back" : ruling.sentence)),
		h("p.figures", ruling.taken_back ? "" : ruling.figures),
	);
	if (holdS) {
		timer = setTimeout(() => {
			set(third, { "data-on": "false" });
			board.witness(null);
		}, 1000 * holdS);
	}
}

/** @param {Api.Snapshot} state */
function strips({ prompts, notices, game }) {
	const [asked] = prompts;
	keyed($("#strips"), [...notices, ...(asked ? [asked] : [])], {
		make: () => h("li"),
		update: (li, one) => {
			const notice = "severity" in one;
			set(li, { "data-severity": notice && one.severity });
			if (!notice) li.style.setProperty("--loud", seatOf(game, one.owner)?.colour ?? "");
			li.replaceChildren(notice ? told(one.severity) : icon("next"), h("span", notice ? one.sentence : one.question));
		},
	});
}

/** @type {number | null} */
let wiped = null;
/** @param {Api.GameView} game */
function wipe({ turning_point: now, phase }) {
	if (wiped !== null && now !== wiped && now > 0) {
		$("#turn").replaceChildren(h("b", `Turning point ${now}`), h("span", phase));
		set($("#turn"), { "data-on": "true" });
		setTimeout(() => set($("#turn"), { "data-on": "false" }), WIPE_MS);
	}
	wiped = now;
}

/** @param {Api.Snapshot} state */
function acting({ game, table }) {
	const operative = table.operatives.find((one) => one.id === game.active);
	$("#model").replaceChildren(operative ? operativeCard(operative, game) : "");
}

/**
 * How exact the table was verified to be, under the board.
 * @param {Api.HealthView[]} health
 */
function accuracy(health) {
	const verified = health.find((part) => part.part === "accuracy");
	set($("#accuracy"), { hidden: verified ? null : "" });
	$("#accuracy").textContent = verified?.sentence ?? "";
}

/**
 * Dice that are asked for, filled as they are entered.
 * @param {Api.Snapshot} state
 */
function roll({ prompts, menu: [menu], game }) {
	const asked = prompts.find((prompt) => prompt.dice);
	set($("#roll"), { "data-on": String(Boolean(asked)) });
	if (!asked) return;
	const entered = menu?.prompt === asked.id ? menu.entered : [];
	$("#roll").style.setProperty("--team", seatOf(game, asked.owner)?.colour ?? "var(--text)");
	const dice = Array.from({ length: asked.dice }, (_, number) => h("b", entered[number] ?? ""));
	$("#roll").replaceChildren(h("p", asked.question), h("div", ...dice));
}

/** @type {Api.Snapshot | null} */
let before = null;
/** @param {Api.Snapshot} now */
function show(now) {
	/** @type {(...parts: (keyof Api.Snapshot)[]) => boolean} */
	const other = (...parts) => parts.some((part) => now[part] !== before?.[part]);
	document.body.dataset.ready = "";
	if (other("game")) score($("#score"), now.game);
	if (other("game", "table")) acting(now);
	if (other("game", "prompts", "menu")) roll(now);
	if (other("game", "prompts", "notices")) strips(now);
	board.update(now);
	wipe(now.game);
	accuracy(now.health);
	call(now.rulings[0] ?? null);
	before = now;
}

follow({
	onLine: (line) => set(document.documentElement, { "data-line": line }),
	onState: (now) => (delayMs ? setTimeout(show, delayMs, now) : show(now)),
});
