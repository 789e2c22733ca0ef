// A roll said by how many dice count as what, in one touch.

import { h, set } from "./dom.js";

/** @typedef {{ crit: number, success: number }} Counted */

/** The most dice that are counted: more are entered one by one. */
export const MOST_COUNTED = 6;

/**
 * Return the faces that stand for what was counted.
 * @param {Api.Prompt} prompt
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
	 * @param {Api.Prompt} prompt
	 * @param {() => void} onChange
	 */
	constructor(prompt, onChange) {
		this.prompt = prompt;
		this.onChange = onChange;
		/** @type {Counted | null} */
		this.counted = null;
		this.element = h("div.counts", { role: "group", "aria-label": "How many dice count" });
		this.#fill();
	}

	/** @param {Counted | null} counted */
	take(counted) {
		this.counted = counted;
		for (const one of this.element.querySelectorAll("button"))
			set(one, { "aria-pressed": String(one.dataset.count === (counted && `${counted.crit} ${counted.success}`)) });
		this.onChange();
	}

	#fill() {
		const { dice, grades } = this.prompt;
		/** @param {Api.Grade["counts_as"]} name */
		const most = (name) => (grades.some((grade) => grade.counts_as === name) ? dice : 0);
		const across = [...Array(most("success") + 1).keys()];
		this.element.style.setProperty("--across", String(across.length));
		// Where a row has room left stands the one that fills it.
		const folded = dice > 4 && across.length > 1;
		const last = Math.min(most("crit"), folded ? (dice + 1) >> 1 : dice);
		const rows = [...Array(last + 1).keys()].map((crit) =>
			across.map((success) => {
				const over = crit + success - dice;
				if (over <= 0) return this.#cell({ crit, success });
				return folded && 2 * crit <= dice ? this.#cell({ crit: dice + 1 - crit, success: over - 1 }) : h("i");
			}),
		);
		this.element.append(h("span", "★ critical · ● normal · – none"), ...rows.flat());
	}

	/** @param {Counted} counted */
	#cell(counted) {
		const { crit, success } = counted;
		const words = `${crit} critical, ${success} normal, ${this.prompt.dice - crit - success} failed`;
		const props = {
			"data-count": `${crit} ${success}`,
			"aria-label": words,
			"aria-pressed": "false",
			onclick: () => this.take(counted),
		};
		return h("button", props, `${crit ? `${crit}★` : ""}${success ? `${success}●` : ""}` || "–");
	}
}
