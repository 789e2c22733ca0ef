// Stopping and restarting the program and the machine, each after a second tap.

import { say } from "../shared/say.js";
import { h } from "../shared/view.js";
import { Confirm } from "./parts.js";

/** @param {MachineTools} tools */
export function Power({ state, change, want }) {
	const { powers = [], playing = false } = state.view ?? {};
	const possible = powers.filter(({ why_not: why }) => !why);
	const armed = possible.find(({ wish }) => `end-${wish}` === state.armed);
	/** @param {MachineApi.PowerWish} end */
	const finish = async (end) => {
		change({ ending: end, armed: "" });
		if (!(await want({ kind: "power", what: end }))) change({ ending: "" });
	};
	return [
		armed
			? h(Confirm, {
					id: "end-sure",
					warning: say("machine-end-effect", { end: armed.wish, playing }),
					yes: say("machine-end-sure", { end: armed.wish }),
					onyes: () => finish(armed.wish),
					onno: () => change({ armed: "" }),
				})
			: state.ending
				? h("p", say("machine-end-begun", { end: state.ending }))
				: h(
						"p.row",
						possible.map(({ wish }) =>
							h(
								"button",
								{ id: `end-${wish}`, onclick: () => change({ armed: `end-${wish}` }) },
								`${say("machine-end-name", { end: wish })}…`,
							),
						),
					),
		h(
			"ul",
			powers
				.filter(({ why_not: why }) => why)
				.map(({ wish, why_not: why }) => h("li", `${say("machine-end-name", { end: wish })}: ${why}`)),
		),
	];
}
