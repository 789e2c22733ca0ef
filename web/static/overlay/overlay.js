// The stream's own page, on a transparent ground: what the director shows, and what always stands there. `/overlay/score`
// shows that part alone, `?size=` times as large and at another `?place=`; `?theme=` dark, light or contrast, `?delay=`
// seconds everything is held back, `?sponsor=` words; `?test` plays a scripted minute instead of the table's game.

import { Board } from "../shared/board.js";
import { $, h, keyed, seatOf, set, side, text } from "../shared/dom.js";
import { follow } from "../shared/live.js";
import { say } from "../shared/say.js";
import { score } from "../shared/score.js";
import { drawnOf, Stage } from "./stage.js";

if (location.hash.includes("token="))
	location.replace(`/pair?back=${encodeURIComponent(location.pathname + location.search)}${location.hash}`);

const STANDING = ["score", "clock", "sponsor", "squads", "feed", "board", "stage"];
const THEMES = ["dark", "light", "contrast"];
const OLD = { notices: "feed", dice: "combat" };
const LINES = 3;
const PLACES = ["top-left", "top-center", "top-right", "bottom-left", "bottom-center", "bottom-right"];

const options = new URLSearchParams(location.search);
const delayMs = 1000 * Number(options.get("delay") ?? 0);
const named = location.pathname.split("/")[2];
const part = OLD[/** @type {keyof typeof OLD} */ (named)] ?? named;
document.body.dataset.theme = THEMES.find((one) => one === options.get("theme")) ?? THEMES[0];

if (part) {
	const shown = STANDING.includes(part) ? part : "stage";
	set($("main"), { "data-alone": "" });
	for (const element of document.querySelectorAll(`[data-part=${shown}]`)) set(element, { "data-shown": "" });
	const size = Math.min(3, Math.max(0.5, Number(options.get("size") ?? 1) || 1));
	set(document.documentElement, { "--size": size });
	const place = PLACES.find((one) => one === options.get("place"));
	if (place) set($("main"), { "data-up": place.split("-")[0], "data-across": place.split("-")[1] });
}
const sponsor = options.get("sponsor");
set($("#sponsor"), { hidden: sponsor ? null : "" });
text($("#sponsor"), sponsor ?? "");

const board = new Board($("#board", SVGSVGElement), { labels: false, turn: 1 });
const stage = new Stage($("#stage"), STANDING.includes(part) ? undefined : part);
/** @type {NodeListOf<HTMLElement>} */
const squads = document.querySelectorAll(".squad");

/** @param {Api.AirView} now */
function showSquads({ game, squads: members }) {
	squads.forEach((list, at) => {
		const seat = game.seats[at];
		const own = members
			.filter((one) => one.player === seat?.player)
			.map((one) => ({ ...one, active: one.id === game.active }));
		keyed(list, own, {
			make: () => side(h("li", h("span.who"), h("span.left"), h("span.bar", h("i"))), seat),
			update: (li, one) => {
				set(li, {
					"data-out": one.out || null,
					"data-active": one.active || null,
					"data-hurt": 2 * one.wounds < one.start_wounds || null,
					"--left": one.wounds / one.start_wounds,
				});
				text(li.children[0], one.name);
				text(li.children[1], one.out ? say("overlay-out") : `${one.wounds}/${one.start_wounds}`);
			},
		});
	});
}

/** @param {Api.AirView} now */
function showFeed({ feed, game }) {
	// The newest first: the style sheet has it at the foot. What does not fit is let go of.
	const lines = feed.slice(-LINES).reverse();
	const list = $("#feed");
	for (let many = lines.length; many >= 0; many--) {
		keyed(list, lines.slice(0, many), {
			make: () => h("li"),
			update: (li, one) => {
				const seat = seatOf(game, one.player);
				if (seat) side(li, seat);
				text(li, one.sentence);
			},
		});
		if (many <= 1 || list.scrollHeight <= list.clientHeight) return;
	}
}

/** @param {number} seconds */
const minutes = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** @param {Api.ClockView} clock */
function showClock({ running, seats, round_s, limit_s }) {
	const used = seats.map((one) => minutes(one.used_s));
	set($("#clock"), { hidden: running || round_s > 0 ? null : "" });
	const left = limit_s ? minutes(Math.max(0, limit_s - round_s)) : minutes(round_s);
	$("#clock").replaceChildren(h("b", left), h("span", used.join(" · ")));
}

/** @type {Api.AirView | null} */
let before = null;
/** @param {Api.AirView} now */
function show(now) {
	/** @type {(...parts: (keyof Api.AirView)[]) => boolean} */
	const other = (...parts) => parts.some((one) => now[one] !== before?.[one]);
	document.body.dataset.ready = "";
	document.documentElement.dataset.shown = String(now.revision);
	if (other("game")) score($("#score"), now.game);
	if (other("game", "squads")) showSquads(now);
	if (other("feed")) showFeed(now);
	if (other("clock")) showClock(now.clock);
	if (other("accuracy")) {
		set($("#accuracy"), { hidden: now.accuracy ? null : "" });
		text($("#accuracy"), now.accuracy);
	}
	if (other("game", "table")) {
		const state = { table: now.table, game: now.game, ghosts: before ? board.shown.ghosts : [] };
		board.update(state);
		stage.board = state;
	}
	if (other("card")) {
		const [card] = now.card;
		const ruling = card?.rulings.find((one) => !one.taken_back);
		board.witness(card && ruling ? drawnOf(card, ruling) : null);
		stage.show(card, now.game);
	}
	before = now;
}

/** @param {Api.AirView} now */
const due = (now) => (delayMs ? setTimeout(show, delayMs, now) : show(now));

// A browser has few connections to one server: in a frame of `/overlays` that page follows for all of them.
if (options.has("test")) {
	import("../testcard/test-card.js").then(({ testCard }) => testCard(due));
} else if (parent === window) {
	/** @type {{ address: string, onLine: (line: "live" | "lost") => void, onState: (now: Api.AirView) => void }} */
	const ways = {
		address: "/api/air/live",
		onLine: (line) => set(document.documentElement, { "data-line": line }),
		onState: due,
	};
	follow(ways);
} else {
	window.addEventListener("message", ({ origin, data }) => {
		if (origin === location.origin && data.game) due(data);
	});
	parent.postMessage("ready", location.origin);
}
