// What every page for people has: panel, notices, health, the line's state, colours.

/**
 * @import { Board } from "./board.js"
 * @import { Sign } from "./icons.js"
 */

import { actAs, get, press, refuse, showRefusals } from "./act.js";
import { $, h, keyed, set, text } from "./dom.js";
import { icon, told } from "./icons.js";
import { keep } from "./keep.js";
import { showParts } from "./machine.js";
import { say } from "./say.js";
import { score } from "./score.js";
import { showMoving, showStatus } from "./status.js";

const REFUSED_MS = 6000;
const BACK_MS = 2500;
const GONE_MS = 10000;
const THEMES = ["auto", "light", "dark"];
/** @type {Record<string, Sign>} */
const DOCK = { confirm: "check", undo: "undo", redo: "redo", measure: "measure", next: "next", challenge: "challenge" };

let line = "first";
let gone = 0;

/**
 * Say how the line to the table is: "live" or "lost".
 * @param {"live" | "lost"} now
 */
export function showLine(now) {
	if (now === line) return;
	const again = now === "live" && line === "lost";
	text($("#line span"), say(now === "lost" ? "ui-reconnecting" : again ? "ui-connected-again" : "ui-live"));
	if (again) setTimeout(() => line === "live" && text($("#line span"), say("ui-live")), BACK_MS);
	document.documentElement.dataset.line = now;
	line = now;
	clearTimeout(gone);
	if (now === "lost") gone = setTimeout(showGone, GONE_MS, new Date());
	else document.querySelector("#gone")?.remove();
}

/**
 * Say that the table has not answered for a while, since when, and what to do about it.
 * @param {Date} since
 */
function showGone(since) {
	const time = since.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
	$("footer").prepend(
		h("p.gone", { id: "gone", role: "alert" }, h("b", say("ui-gone", { time })), " ", say("ui-gone-what-to-do")),
	);
}

/** @param {string} theme */
function showTheme(theme) {
	document.documentElement.dataset.theme = theme;
	const title = say("ui-colours", { theme });
	set($("#theme"), { "aria-label": title, title });
}

/** @param {[string, Sign]} entry @param {Record<string, () => void>} does what a button does here, in place of a press */
function button([name, sign], does) {
	const label = say("ui-press", { button: name });
	const onclick = async () => {
		if (does[name]) return does[name]();
		element.classList.add("pressed");
		/** @type {HTMLElement | null} */
		const take = document.querySelector("[data-take]:not([hidden])");
		if (name === "confirm" && take) take.click();
		else await press(name);
		element.classList.remove("pressed");
	};
	/** @type {HTMLElement} */
	const element = h("button", { "data-button": name, onclick }, icon(sign), h("span", label));
	return element;
}

/**
 * Put the panel, the colours and the place for refusals on the page.
 * @param {Board} board
 * @param {Record<string, () => void>} [does] what buttons of the panel do on this page, by name
 */
export function furnish(board, does = {}) {
	$("#dock").append(...Object.entries(DOCK).map((one) => button(one, does)));
	refusals();
	colours();
	turning(board);
	board.onMarker = refuse;
}

let asked = 0;

/** Say on an unpaired device that it only watches, and lead to pairing and back. */
async function watching() {
	const mine = ++asked;
	/** @type {Answer<Api.Paired>} */
	const { role = "table" } = await get("/api/session");
	if (mine !== asked) return;
	actAs(role);
	document.querySelector("#watching")?.remove();
	const href = `/pair?back=${encodeURIComponent(location.pathname + location.search)}`;
	const said = h("p", { id: "watching" }, say("ui-watch-only"), h("a", { href }, say("ui-pair-to-play")));
	const inert = ["nobody", "owner", "viewer"].includes(role);
	if (inert) $("footer").prepend(said);
	for (const one of document.querySelectorAll("#prompts, #offers")) set(one, { inert });
}

export function refusals() {
	watching();
	let timer = 0;
	showRefusals((sentence) => {
		text($("#refused"), sentence);
		set($("#refused"), { hidden: null });
		clearTimeout(timer);
		timer = setTimeout(() => set($("#refused"), { hidden: true }), REFUSED_MS);
		watching();
	});
}

export function colours() {
	$("#theme").append(icon("theme"));
	$("#theme").addEventListener("click", () => {
		const theme = THEMES[(THEMES.indexOf(keep.get("theme", "auto")) + 1) % THEMES.length];
		keep.set("theme", theme);
		showTheme(theme);
	});
	showTheme(keep.get("theme", "auto"));
}

/**
 * The button that turns the board to the seat that one sits on.
 * @param {Board} board
 */
export function turning(board) {
	$("#turn").append(icon("turn"));
	$("#turn").addEventListener("click", () => {
		board.rotate(board.turn + 1);
		keep.set("turn", String(board.turn));
	});
}

/** @param {Api.Snapshot} state */
function showNotices({ notices }) {
	keyed($("#notices"), notices, {
		make: () => h("li"),
		update: (li, notice) => {
			set(li, { "data-severity": notice.severity });
			const more = notice.severity === "trouble" && h("a", { href: "/health" }, say("ui-health"));
			li.replaceChildren(told(notice.severity), h("span", notice.sentence), more || "");
		},
	});
}

/**
 * What Confirm would take: the panel at the table has no screen of its own.
 * @param {Api.MenuView[]} menus
 */
function showMenu([menu]) {
	set($("#marked"), { hidden: !menu });
	set(document.body, {
		"data-picked": Boolean(menu?.picked.length),
		"data-menu": menu && (menu.at ? "marked" : "open"),
	});
	const said = menu?.marked ?? say("ui-no-decision");
	set($("[data-button=confirm]"), { title: said, "aria-description": said });
	if (!menu) return;
	const dice = menu.entered.length ? `${menu.entered.join(" ")} · ` : "";
	$("#marked").replaceChildren(
		h("span", say("ui-confirm", { dice })),
		h("b", menu.marked),
		h("span", say("ui-choice-at", { at: menu.at || 0, of: menu.of })),
		h("span", menu.picked.join(", ") || (menu.prompt ? "" : menu.question)),
	);
	/** @type {NodeListOf<HTMLElement>} */
	const open = document.querySelectorAll(".prompt [data-key]");
	for (const choice of open)
		choice.classList.toggle(
			"marked",
			choice.dataset.key === menu.choice && String(choice.closest(".prompt")?.key).startsWith(`${menu.prompt} `),
		);
}

/**
 * Show the parts of a state that every page shows.
 * @param {Api.Snapshot} now
 * @param {Api.Snapshot | null} before
 */
export function show(now, before) {
	document.body.dataset.ready = "";
	if (now.game !== before?.game) {
		score($("#score"), now.game);
		const edition = document.querySelector("#edition");
		if (edition) text(edition, now.game.edition);
		document.title = say("ui-title", { page: now.game.title });
		/** @type {("undo" | "redo")[]} */
		const names = ["undo", "redo"];
		for (const name of names) {
			const element = $(`#dock [data-button=${name}]`, HTMLButtonElement);
			element.disabled = !now.game[name];
			set(element, { title: now.game[name], "aria-description": now.game[name] });
		}
	}
	if (now.game !== before?.game || now.prompts !== before?.prompts || now.clock !== before?.clock)
		showStatus($("#status"), now);
	if (now.moving !== before?.moving) showMoving($("#moving"), now);
	if (now.menu !== before?.menu || now.prompts !== before?.prompts) requestAnimationFrame(() => showMenu(now.menu));
	if (now.notices !== before?.notices) showNotices(now);
	if (now.health !== before?.health) showParts($("#health"), now.health);
}
