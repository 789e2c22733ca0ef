// What sheets are made of: big buttons, a row to choose a number with, a chance as a bar.

import { h } from "./dom.js";
import { say } from "./say.js";

/**
 * Return a big button; `small` stands below or beside its text. Props as for `h`.
 * @param {string} text
 * @param {Props} props
 * @param {Child} [small]
 */
export const button = (text, { class: more = "", ...props }, small) =>
	h(`button.choice`, { class: more, ...props }, h("span", text), small && h("small", small));

/**
 * Return a row of big buttons.
 * @param {Child[]} buttons
 */
export const choices = (...buttons) => h("div.choices", buttons);

/**
 * Return a row to choose a number with: `onSend(number)` gets it.
 * @param {string} name
 * @param {object} ways
 * @param {number} [ways.value]
 * @param {number} [ways.low]
 * @param {number} [ways.high]
 * @param {string} ways.send
 * @param {boolean} [ways.sure] whether the first number is the one to take
 * @param {(number: number) => void} ways.onSend
 */
export function stepper(name, { value = 1, low = 0, high = 30, send, sure = false, onSend }) {
	const shown = h("output", { "aria-label": name }, value);
	/** @type {(by: number) => () => void} */
	const step = (by) => () => {
		value = Math.min(high, Math.max(low, value + by));
		shown.textContent = String(value);
	};
	/** @type {(sign: string, word: string, amount: number) => HTMLElement} */
	const by = (sign, word, amount) => h("button.plain", { "aria-label": word, onclick: step(amount) }, sign);
	const row = [
		by("−", say("ui-less", { name }), -1),
		shown,
		by("+", say("ui-more", { name }), 1),
		button(send, { class: sure ? "default" : "", onclick: (tap) => tap.detail < 2 && onSend(value) }),
	];
	return h("div.stepper", { role: "group", "aria-label": name }, row);
}

/**
 * Return a chance as a bar; nothing where none is known.
 * @param {number | null} chance
 */
export function bar(chance) {
	if (chance === null) return null;
	return h("span.bar", { "aria-hidden": "true", "--chance": chance }, h("i"));
}

/**
 * Return wounds as a bar with words beside it: what is left, and what was lost just now.
 * @param {number} left
 * @param {number} most
 * @param {string} words
 * @param {number} [before]
 */
export function health(left, most, words, before = left) {
	const props = { "aria-hidden": "true", "--before": left && before / most, "--left": left / most };
	const bar = h("span.wounds", props, h("i.lost"), h("i.left"));
	return h("span.health", bar, h("span", { "aria-label": say("ui-wounds", { wounds: words }) }, words));
}
