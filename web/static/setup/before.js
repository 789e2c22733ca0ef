// A table of another day that is on the board again: taken with one touch, with what is not as it was.

import { h, text } from "../shared/dom.js";
import { icon } from "../shared/icons.js";
import { say } from "../shared/say.js";
import { submit } from "./ui.js";

const SIGNS = /** @type {const} */ ({ moved: "warn", missing: "cross", new: "warn" });

/** The offer above every step. */
export class Before {
	/** @param {HTMLElement} root */
	constructor(root) {
		this.root = root;
		this.question = h("h2", { id: "again" });
		this.name = h("p.muted");
		this.moved = h("ul");
		const take = h("button.main", {
			text: say("setup-offer-use"),
			onclick: () => submit({ kind: "take_again", name: this.name.textContent ?? "" }),
		});
		root.append(
			this.question,
			this.name,
			this.moved,
			h(
				"div.row",
				take,
				h("button.plain", { text: say("setup-offer-drop"), onclick: () => submit({ kind: "begin_anew" }) }),
			),
		);
	}

	/** @param {SetupApi.SetupView} view */
	update({ before }) {
		this.root.hidden = !before;
		if (!before) return;
		text(this.question, before.sentence);
		text(this.name, before.name);
		const lines = before.moved.map((one) => h("li", icon(SIGNS[one.change]), h("span", one.sentence)));
		this.moved.replaceChildren(
			...(lines.length ? lines : [h("li", icon("check"), h("span", say("setup-offer-same")))]),
		);
	}
}
