// A question that takes several answers: what is picked stays pressed until it is taken.

import { set } from "./dom.js";
import { say } from "./say.js";
import { button, choices } from "./ui.js";

/**
 * Return the row of buttons: `none` is the one that takes nothing, `onTake(keys)` gets what was picked.
 * @param {Api.PromptView} prompt
 * @param {HTMLElement} none
 * @param {(keys: string[]) => void} onTake
 */
export function picks(prompt, none, onTake) {
	/** @type {Set<string>} */
	const picked = new Set();
	const take = button("", { class: "default", "data-take": true, hidden: true, onclick: () => onTake([...picked]) });
	/** @type {(choice: Api.PromptChoiceView) => HTMLElement} */
	const toggle = ({ key, label, says }) => {
		const pick = () => {
			const again = picked.delete(key);
			for (const other of picked) if (other.split(":")[0] === key.split(":")[0]) picked.delete(other);
			if (!again && picked.size < prompt.picks) picked.add(key);
			/** @type {NodeListOf<HTMLElement>} */
			const all = row.querySelectorAll("[aria-pressed]");
			for (const one of all) set(one, { "aria-pressed": String(picked.has(String(one.dataset.key))) });
			take.firstElementChild?.replaceChildren(say("ui-take-some", { count: picked.size, most: prompt.picks }));
			set(take, { hidden: !picked.size });
			set(none, { hidden: picked.size > 0 });
		};
		return button(label, { "aria-pressed": "false", "data-key": key, onclick: pick }, says);
	};
	const row = choices(...prompt.choices.filter(({ key }) => key !== prompt.default).map(toggle), none, take);
	row.classList.add("picks");
	return row;
}
