// The end of the program and of the machine, each after a second tap; what cannot be ended here says why.

import { $, h, renew } from "../shared/dom.js";

/** @typedef {MachineApi.PowerView["wish"]} Wish */

/** @type {Record<Wish, [string, string, string]>} the button, what comes of it, and what is said once it is asked for */
const WORDS = {
	stop: ["Stop the program", "The table is dark until somebody starts the program at the machine.", "It stops…"],
	restart: ["Restart the program", "The table is gone for some seconds and comes back by itself.", "It restarts…"],
	reboot: ["Restart the machine", "The table is gone for a minute or two and comes back by itself.", "It restarts…"],
	shut_down: [
		"Shut the machine down",
		"Wait until its light stays off before the plug is pulled; it starts again by its plug or its button.",
		"It goes off…",
	],
};

/** @type {Wish | undefined} the one whose first tap was made */
let armed;
let said = "";
let runningBefore = 0;

/**
 * @param {MachineApi.MachineView} view
 * @param {(wish: MachineWish) => Promise<boolean>} wanted
 */
export function showPower(view, wanted) {
	const { powers, playing, running_s: running } = view;
	if (running < runningBefore) said = "";
	runningBefore = running;
	/** @param {Wish} [wish] */
	const arm = (wish) => {
		armed = wish;
		showPower(view, wanted);
	};
	/** @param {Wish} what */
	const sure = async (what) => {
		said = WORDS[what][2];
		arm();
		if (!(await wanted({ kind: "power", what }))) said = "";
		arm();
	};
	/** @param {Wish} wish */
	const asked = (wish) => [
		h("p", { role: "alert" }, `${WORDS[wish][1]}${playing ? " The battle that is on goes on then where it is." : ""}`),
		h(
			"p.row",
			h("button.go", { id: "end-sure", onclick: () => sure(wish) }, `Yes: ${WORDS[wish][0].toLowerCase()}`),
			h("button", { onclick: () => arm() }, "No"),
		),
	];
	const buttons = () =>
		powers
			.filter(({ why_not: why }) => !why)
			.map(({ wish }) => h("button", { id: `end-${wish}`, onclick: () => arm(wish) }, `${WORDS[wish][0]}…`));
	const whys = powers.filter(({ why_not: why }) => why);
	renew($("#power"), [powers, playing, armed, said], () => [
		...(armed ? asked(armed) : [said ? h("p", said) : h("p.row", buttons())]),
		h(
			"ul",
			whys.map(({ wish, why_not: why }) => h("li", `${WORDS[wish][0]}: ${why}`)),
		),
	]);
}
