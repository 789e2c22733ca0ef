// Who is activated: a row for each operative, a button for each order it may have.

import { h } from "./dom.js";
import { icon } from "./icons.js";

/**
 * Return the rows; `choose(choice)` gets the one that was touched.
 * @param {Api.PromptChoiceView[]} choices
 * @param {(choice: Api.PromptChoiceView) => void} choose
 */
export function orders(choices, choose) {
	/** @type {Map<string, HTMLElement[]>} */
	const rows = new Map();
	for (const choice of choices) {
		/** @type {any} */
		const [, name, order] = choice.label.match(/^(.*), (engage|conceal)$/) ?? [];
		const sign = order && icon(order);
		const props = { "data-key": choice.key, "aria-label": choice.label, onclick: () => choose(choice) };
		const button = h("button.choice", props, sign ?? "", order ?? choice.label);
		rows.set(name ?? "", [...(rows.get(name ?? "") ?? []), button]);
	}
	return h(
		"ul.orders",
		[...rows].map(([name, buttons]) => h("li", h("b", name), buttons)),
	);
}
