// A short tour of the table's page: each step points at one part of it, and nothing is hidden.

import { h, set, text } from "../shared/dom.js";
import { say } from "../shared/say.js";

/** @type {[string, string, string][]} */
const STEPS = [
	["#board", say("ui-board"), say("lobby-tour-board")],
	["#score", say("ui-score"), say("lobby-tour-score")],
	["#prompts", say("ui-decisions"), say("lobby-tour-decisions")],
	["#log", say("ui-rulings"), say("lobby-tour-rulings")],
	["#look", say("ui-camera"), say("lobby-tour-camera")],
	["#dock", say("ui-panel"), say("lobby-tour-panel")],
];

/** Lead through the parts that the page shows now. */
export function takeTour() {
	document.querySelector("#tour")?.remove();
	const steps = STEPS.flatMap(([where, name, words]) => {
		const part = document.querySelector(where);
		return part?.getClientRects().length ? [{ part, name, words }] : [];
	});
	let at = -1;
	const name = h("b");
	const words = h("p");
	const next = h("button.plain.go", { onclick: () => go(at + 1) });
	const box = h(
		"div",
		{ id: "tour", role: "dialog", "aria-label": say("lobby-tour-title") },
		name,
		words,
		h("div", next, h("button.plain", { text: say("lobby-tour-end"), onclick: () => end() })),
	);
	const end = () => {
		for (const { part } of steps) part.classList.remove("toured");
		removeEventListener("keydown", key);
		box.remove();
	};
	/** @param {KeyboardEvent} event */
	const key = (event) => event.key === "Escape" && end();
	/** @param {number} to */
	const go = (to) => {
		if (to >= steps.length) return end();
		at = to;
		for (const [index, { part }] of steps.entries()) part.classList.toggle("toured", index === at);
		const { part } = steps[at];
		text(name, say("lobby-tour-step", { at: at + 1, of: steps.length, name: steps[at].name }));
		text(words, steps[at].words);
		text(next, say(at + 1 < steps.length ? "lobby-tour-next" : "lobby-tour-done"));
		part.scrollIntoView({ block: "nearest" });
		const { top, bottom } = part.getBoundingClientRect();
		set(box, { "data-at": (top + bottom) / 2 > innerHeight / 2 ? "top" : "bottom" });
	};
	document.body.append(box);
	addEventListener("keydown", key);
	go(0);
	next.focus();
}
