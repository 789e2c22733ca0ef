// The producer's hand on the show: what is on air, what waits; hold, skip, pin. The same by plain HTTP.

import { $, h, keyed, set, text } from "../shared/dom.js";
import { follow } from "../shared/live.js";
import { inPageLanguage } from "../shared/messages.js";
import { say } from "../shared/say.js";

/** @type {Api.RundownView | undefined} */
let now;
let asked = 0;

/** @param {Api.RundownView} rundown */
function show(rundown) {
	now = rundown;
	const [on] = rundown.on;
	document.body.dataset.ready = "";
	text($("#on"), on ? on.sentence : say("director-nothing"));
	set($("#on"), { "data-pinned": rundown.pinned || null });
	keyed($("#queue"), rundown.queue, {
		make: ({ id }) =>
			h(
				"li",
				h("span"),
				h("button", { onclick: () => cut("pin", id) }, say("director-show-pin")),
				h("button", { onclick: () => cut("skip", id) }, say("director-drop")),
			),
		update: (li, card) => text(li.children[0], card.sentence),
	});
	set($("#none"), { hidden: rundown.queue.length > 0 });
	$("#cuts").replaceChildren(
		button(say(rundown.held ? "director-resume" : "director-hold"), rundown.held ? "resume" : "hold", rundown.held),
		button(say("director-skip"), "skip", false),
		button(say(rundown.pinned ? "director-unpin" : "director-pin"), rundown.pinned ? "unpin" : "pin", rundown.pinned),
	);
}

/** @param {string} label @param {string} what @param {boolean} pressed */
const button = (label, what, pressed) =>
	h("button", { "data-cut": what, "aria-pressed": String(pressed), onclick: () => cut(what) }, label);

/** @param {string} what @param {string} [card] */
async function cut(what, card) {
	const response = await fetch(`/api/director/${what}${card ? `?card=${encodeURIComponent(card)}` : ""}`, {
		method: "POST",
	});
	const answer = await inPageLanguage(await response.json());
	set($("#refused"), { hidden: response.ok });
	text($("#refused"), response.ok ? "" : answer.detail);
	if (response.ok) show(answer);
}

async function look() {
	const mine = ++asked;
	const response = await fetch("/api/director");
	if (mine === asked && response.ok) show(await inPageLanguage(await response.json()));
}

document.addEventListener("keydown", (event) => {
	if (event.target instanceof HTMLButtonElement || event.ctrlKey || event.metaKey || event.altKey) return;
	const what = { h: now?.held ? "resume" : "hold", s: "skip", p: now?.pinned ? "unpin" : "pin" }[event.key];
	if (what) cut(what);
});

/** @type {{ address: string, onLine: () => void, onState: (air: Api.AirView) => void }} */
const ways = { address: "/api/air/live", onLine: () => {}, onState: look };
follow(ways);
