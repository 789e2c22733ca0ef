// The simulated table's box: what a hand would do, done by a button.

import { h, keyed, set, text } from "../shared/dom.js";
import { say } from "../shared/say.js";
import { button, submit } from "./ui.js";

/** The box in `root`, shown on a simulated table alone. */
export class Box {
	/** @param {HTMLElement} root */
	constructor(root) {
		this.root = root;
		/** @type {SetupApi.SetupView["box"]} */
		this.items = [];
		this.list = h("ul");
		this.all = button(say("setup-box-all"), () => this.#everything());
		this.more = h("details", h("summary", say("setup-box")), h("div.inner", this.all, this.list));
		root.append(this.more);
	}

	async #everything() {
		for (const { thing, on_table } of this.items) if (!on_table) await submit({ kind: "put", thing });
	}

	/** @param {SetupApi.SetupView} view */
	update({ simulated, box }) {
		set(this.root, { hidden: !simulated });
		this.items = box;
		set(this.all, { disabled: box.every((one) => one.on_table) });
		keyed(this.list, box, {
			key: (one) => one.thing,
			make: ({ thing }) => {
				const there = () => this.items.find((one) => one.thing === thing)?.on_table;
				return h(
					"li",
					button("", () => submit({ kind: there() ? "take_off" : "put", thing })),
				);
			},
			update: (li, one) => {
				text(li.children[0], one.name);
				set(li.children[0], { "aria-pressed": String(one.on_table) });
			},
		});
	}
}
