// A table of another day that is on the board again: taken with one touch, with what is not as it was.

import { h, say } from "/static/js/dom.js";
import { icon } from "/static/js/icons.js";
import { wish } from "./wish.js";

const SIGNS = { moved: "warn", missing: "cross", new: "warn" };

/** The offer above every step. */
export class Before {
	constructor(root) {
		this.root = root;
		this.question = h("h2", { id: "again" });
		this.name = h("p.muted");
		this.moved = h("ul");
		const take = h("button.main", { text: "Take it again", onclick: () => wish({ kind: "take_again", name: this.name.textContent }) });
		root.append(this.question, this.name, this.moved, h("div.row", take, h("button.plain", { text: "Begin anew", onclick: () => wish({ kind: "begin_anew" }) })));
	}

	update({ before }) {
		this.root.hidden = !before;
		if (!before) return;
		say(this.question, before.sentence);
		say(this.name, before.name);
		const lines = before.moved.map((one) => h("li", icon(SIGNS[one.change]), h("span", one.sentence)));
		this.moved.replaceChildren(...(lines.length ? lines : [h("li", icon("check"), h("span", "Everything stands as it did."))]));
	}
}
