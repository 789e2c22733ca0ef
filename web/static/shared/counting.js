// A roll said by how many dice count as what, in one touch.

import { h, set } from "./dom.js";
import { say } from "./say.js";

/** @typedef {{ crit: number, success: number }} Counted */

/** The most dice that are counted: more are entered one by one. */
export const MOST_COUNTED = 6;

/**
 * Return the faces that stand for what was counted.
 * @param {Api.PromptView} prompt
 * @param {Counted} counted
 */
export function standing({ dice, grades }, { crit, success }) {
	/** @param {Api.Grade["counts_as"]} name */
	const face = (name) => grades.find((grade) => grade.counts_as === name)?.faces[0] ?? 1;
	const fails = dice - crit - success;
	return [
		...Array(crit).fill(face("crit")),
		...Array(success).fill(face("success")),
		...Array(fails).fill(face("fail")),
	];
}

/** The field of one question: down how many critical successes, across how many successes. */
export class Counting {
	/**
	 * @param {Api.PromptView} prompt
	 * @param {() => void} onChange
	 */
	constructor(prompt, onChange) {
		const { dice, grades } = prompt;
		this.prompt = prompt;
		this.onChange = onChange;
		/** @type {Counted | null} */
		this.counted = null;
		/** @param {Api.Grade["counts_as"]} name */
		const among = (name) => [...Array(grades.some((one) => one.counts_as === name) ? dice + 1 : 1).keys()];
		const across = among("success");
		// Many dice would take many rows: then each row begins where the one before it ended.
		const room = () => dice < 5 && h("i");
		const cells = among("crit").flatMap((crit) =>
			across.map((success) => (crit + success > dice ? room() : this.#cell({ crit, success }))),
		);
		const both = across.length === among("crit").length && across.length > 1;
		/** The share of the last rows that no cell takes; 0 if there is no room for a button. */
		this.room = both && dice < 5 ? 1 - (dice < 3 ? 1 : 2) / across.length : 0;
		const props = { role: "group", "aria-label": say("ui-counts"), "--across": across.length };
		this.element = h("div.counts", props, h("span", say("ui-counts-key")), cells);
	}

	/** @param {Counted | null} counted */
	take(counted) {
		this.counted = counted;
		for (const one of this.element.querySelectorAll("button"))
			set(one, { "aria-pressed": String(one.dataset.count === (counted && `${counted.crit} ${counted.success}`)) });
		this.onChange();
	}

	/** @param {Counted} counted */
	#cell(counted) {
		const { crit, success } = counted;
		const words = say("ui-counted", { crit, success, fail: this.prompt.dice - crit - success });
		const props = {
			"data-count": `${crit} ${success}`,
			"aria-label": words,
			"aria-pressed": "false",
			onclick: () => this.take(counted),
		};
		return h("button", props, `${crit ? `${crit}★` : ""}${success ? `${success}●` : ""}` || "–");
	}
}
