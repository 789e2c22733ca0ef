// What the rules say against the set-up: each in a line, the one that is touched (else the first) shown on the board.

/** @import { Board } from "../shared/board.js" */

import { h, keyed, set } from "../shared/dom.js";
import { mark } from "../shared/icons.js";
import { say } from "../shared/say.js";

/** The list in `root`; the board shows the one that is touched. */
export class Faults {
	/** @param {Board} board */
	constructor(board) {
		this.board = board;
		/** @type {SetupApi.RulingView[]} */
		this.faults = [];
		/** @type {string | undefined} */
		this.shown = undefined;
		this.root = h("ul.faults", { "aria-label": say("setup-faults") });
	}

	/** Take the drawing away. */
	leave() {
		this.board.witness(null);
	}

	/** @param {SetupApi.RulingView[]} faults */
	update(faults) {
		this.faults = faults;
		keyed(this.root, faults, {
			make: ({ id }) => h("li", h("button", { onclick: () => this.#show(id) })),
			update: (li, fault) => {
				set(li, { "data-verdict": fault.verdict });
				li.children[0].replaceChildren(mark(fault.verdict), h("span", h("b", fault.claim), h("small", fault.sentence)));
			},
		});
		this.#show(this.shown);
	}

	/** @param {string} [id] */
	#show(id) {
		this.shown = id;
		const shown = this.faults.find((one) => one.id === id) ?? this.faults[0];
		this.board.witness(shown ? { ...shown, findings: shown.findings.filter((one) => one.verdict !== "YES") } : null);
	}
}
