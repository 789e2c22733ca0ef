// A question that takes several answers: what is picked stays pressed until it is taken.

import { set } from "./dom.js";
import { button, choices } from "./ui.js";

/** Return the row of buttons: `none` is the one that takes nothing, `onTake(keys)` gets what was picked. */
export function picks(prompt, none, onTake) {
	const picked = new Set();
	const take = button("", { class: "default", "data-take": true, hidden: true, onclick: () => onTake([...picked]) });
	const toggle = ({ key, label }) => {
		const pick = ({ currentTarget }) => {
			if (!picked.delete(key) && picked.size < prompt.picks) picked.add(key);
			set(currentTarget, { "aria-pressed": String(picked.has(key)) });
			take.firstChild.textContent = `Take ${picked.size} of at most ${prompt.picks}`;
			set(take, { hidden: !picked.size });
			set(none, { hidden: picked.size > 0 });
		};
		return button(label, { "aria-pressed": "false", "data-key": key, onclick: pick });
	};
	const row = choices(...prompt.choices.filter(({ key }) => key !== prompt.default).map(toggle), none, take);
	row.classList.add("picks");
	return row;
}
