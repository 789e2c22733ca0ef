// The table's own page: board, camera, rulings, prompts, buttons.

import { get } from "../shared/act.js";
import { Board } from "../shared/board.js";
import { Camera } from "../shared/camera.js";
import { operativeCard } from "../shared/card.js";
import { showCombat } from "../shared/combat.js";
import { $, h, renew, set, text } from "../shared/dom.js";
import { keep } from "../shared/keep.js";
import { follow } from "../shared/live.js";
import { Measure } from "../shared/measure.js";
import { placeByHand } from "../shared/operative_actions.js";
import { furnish, show, showLine } from "../shared/page.js";
import { Prompts } from "../shared/prompts.js";
import { showRequests } from "../shared/requests.js";
import { showResult } from "../shared/result.js";
import { caption, Rulings } from "../shared/rulings.js";
import { say } from "../shared/say.js";
import { showScoring } from "../shared/scoring.js";
import { zooming } from "../shared/zoom.js";

const INVITE_MS = 2000;
const PHONE = matchMedia("(max-width: 699px)");

/** @type {NodeListOf<HTMLButtonElement>} */
const tabs = document.querySelectorAll("#tabs button");
/** @type {Api.Snapshot | null} */
let state = null;

const board = new Board($("#board", SVGSVGElement), {
	turn: Number(keep.get("turn", PHONE.matches ? "1" : "0")),
	onSelect: (operative) => {
		if (!operative || !state) return $("#card").replaceChildren();
		const place = h("button.plain", { onclick: () => placeByHand(board, operative) }, say("ui-set-position"));
		$("#card").replaceChildren(operativeCard(operative, state.game), place);
	},
	onDrag: (start, end, done) => measure.draw(start, end, done),
});
/** @type {Api.RulingView | null} */
let shown = null;
let measuring = false;
const measure = new Measure($("#measured"), {
	board,
	onShow: () => board.witness({ findings: [{ witness: measure.witness ?? [], things: [] }] }),
});

/** @param {boolean} on */
function measureHere(on) {
	measuring = on;
	measure.listen(on);
	measure.clear();
	set($("#measured"), { hidden: !on });
	set(document.body, { "data-measuring": on });
	set($("#dock [data-button=measure]"), { "aria-pressed": String(on) });
	if (!on) board.witness(shown);
}
const camera = new Camera($("#camera"));
const prompts = new Prompts($("#prompts"));
const rulings = new Rulings($("#rulings"), {
	onShow: (ruling) => {
		shown = ruling;
		if (!measuring) board.witness(ruling);
		camera.witness(ruling);
		caption($("#caption"), ruling);
	},
	announce: (words) => text($("#said"), words),
});
furnish(board, { measure: () => measureHere(!measuring) });
zooming(board);

/** @param {string} [name] */
function showStage(name = "board") {
	document.body.dataset.stage = name;
	for (const tab of tabs) set(tab, { "aria-pressed": String(tab.dataset.stage === name) });
	camera.watch(!PHONE.matches || name === "camera");
}
for (const tab of tabs) tab.addEventListener("click", () => showStage(tab.dataset.stage));
PHONE.addEventListener("change", () => showStage(document.body.dataset.stage));
showStage();

// The PIN stands on the table's own screen alone.

let inviting = 0;
/** Seats with a phone: the invitation leaves with the last. */
let met = 0;
/** @param {boolean} open */
function invitation(open) {
	set($("#pairing"), { "aria-expanded": String(open) });
	set($("#invitation"), { hidden: !open });
	clearInterval(inviting);
	if (open) inviting = setInterval(invite, INVITE_MS);
}
async function invite() {
	/** @type {Answer<Api.Invitation>} */
	const { pin, words = "", scanned, taken = [], staff_pin = "" } = await get("/api/pairing");
	set($("#pairing"), { hidden: !pin });
	const seats = state?.game.seats ?? [];
	const here = seats
		.map(({ player, name }) => say(taken.includes(player) ? "table-phone-here" : "table-phone-missing", { name }))
		.join(" · ");
	if (taken.length > met && seats.every(({ player }) => taken.includes(player))) invitation(false);
	met = taken.length;
	renew($("#invitation"), [pin, staff_pin, here], () => {
		if (!pin) return [];
		/** @param {string} one */
		const spaced = (one) => one.replace(/\B(?=(\d{3})+$)/g, " ");
		const scan = h("img", { src: `/api/pairing/qr.svg?${pin}`, alt: say("table-scan"), width: 164, height: 164 });
		return [
			scanned ? scan : "",
			h("span", words),
			h("b", say("table-pin", { pin: spaced(pin) })),
			h("span", here),
			staff_pin && h("details", h("summary", say("table-staff-pin")), h("span", spaced(staff_pin))),
		];
	});
}
$("#pairing").addEventListener("click", () => {
	invitation($("#pairing").getAttribute("aria-expanded") === "false");
	invite();
});
invite();

follow({
	onLine: showLine,
	onState: (now, before) => {
		state = now;
		show(now, before);
		board.update(now);
		camera.update(now);
		if (measuring && measure.answer && before && now.game !== before.game) measureHere(false);
		measure.update(now, before);
		if (!before) import("../lobby/beside.js").then(({ beside }) => beside(board)).catch(() => {});
		if (now.combat !== before?.combat || now.game !== before?.game) showCombat($("#combat"), now.combat[0], now.game);
		if (now.scoring !== before?.scoring) showScoring($("#scoring"), now.scoring, now.game);
		if (now.game !== before?.game) showResult($("#result"), now.game);
		if (now.prompts !== before?.prompts || now.tray !== before?.tray)
			prompts.update(now.prompts, now.game, now.tray, now.combat);
		if (now.requests !== before?.requests || now.game !== before?.game) showRequests($("#requests"), now, "");
		if (now.rulings !== before?.rulings || now.game.active !== before?.game.active)
			rulings.update(now.rulings, now.game);
	},
});
