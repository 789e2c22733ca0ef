// The simulated table's box: what a hand would do, done by a button.

import { h, keyed, set, text } from "../shared/dom.js";
import { button, submit } from "./ui.js";

/** The box in `root`, shown on a simulated table alone. */
export class Box {
	/** @param {HTMLElement} root */
	constructor(root) {
		this.root = root;
		/** @type {SetupApi.SetupView["box"]} */
		this.items = [];
		this.list = h("ul");
		this.all = button("Put everything on the table", () => this.#everything());
		this.more = h(
			"details",
			h("summary", "Simulated table: put things under the camera"),
			h("div.inner", this.all, this.list),
		);
		root.append(this.more);
	}

	async #everything() {
		for (const one of this.items.filter((item) => !item.on_table)) await submit({ kind: "put", thing: one.thing });
	}

	/** @param {SetupApi.SetupView} view */
	update({ simulated, box }) {
		set(this.root, { hidden: !simulated });
		this.items = box;
		set(this.all, { disabled: box.every((one) => one.on_table) });
		keyed(this.list, box, {
			key: (one) => one.thing,
			make: (one) =>
				h(
					"li",
					button("", () => submit({ kind: this.#now(one.thing)?.on_table ? "take_off" : "put", thing: one.thing }), {
						"aria-pressed": "false",
					}),
				),
			update: (li, one) => {
				text(li.children[0], one.name);
				set(li.children[0], { "aria-pressed": String(one.on_table) });
			},
		});
	}

	/** @param {string} thing */
	#now(thing) {
		return this.items.find((one) => one.thing === thing);
	}
}
