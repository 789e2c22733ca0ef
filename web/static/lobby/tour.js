// A short tour of the table's page: each step points at one part of it, and nothing is hidden.

import { h, set, text } from "../shared/dom.js";

/** @type {[string, string, string][]} */
const STEPS = [
	[
		"#board",
		"The board",
		"What the camera sees, in inches: both teams, terrain, objectives. Touch a model for its card.",
	],
	["#score", "The score", "Whose turn it is, the turning point, victory and command points."],
	[
		"#prompts",
		"Questions",
		"What the referee asks stands here. A model that was moved is judged, and its player takes the move.",
	],
	[
		"#log",
		"Rulings",
		"YES, NO or TOO CLOSE, with the rule, what was measured and how sure it is. Touch one to see it drawn.",
	],
	["#look", "The camera", "The picture that everything is read from. Here it is a simulated one."],
	["#dock", "The buttons", "Confirm takes what is marked, Undo takes it back, Challenge doubts a ruling."],
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
		{ id: "tour", role: "dialog", "aria-label": "Tour of the page" },
		name,
		words,
		h("div", next, h("button.plain", { text: "End the tour", onclick: () => end() })),
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
		text(name, `${at + 1} of ${steps.length}: ${steps[at].name}`);
		text(words, steps[at].words);
		text(next, at + 1 < steps.length ? "Next" : "Done");
		part.scrollIntoView({ block: "nearest" });
		const { top, bottom } = part.getBoundingClientRect();
		set(box, { "data-at": (top + bottom) / 2 > innerHeight / 2 ? "top" : "bottom" });
	};
	document.body.append(box);
	addEventListener("keydown", key);
	go(0);
	next.focus();
}
