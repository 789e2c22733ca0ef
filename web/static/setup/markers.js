// Markers and tokens: those with a tag are seen; the others are marked by hand, and say so.

import { h, keyed, text, set, svg } from "../shared/dom.js";
import { Faults } from "./faults.js";
import { button, draggable, field, inDrawing, whose, submit } from "./ui.js";

const U = 100;
const COMMON = ["objective", "mines", "ammo cache", "comms device", "smoke", "supply", "token"];

/** The step. */
export class Markers {
	static title = "Markers and tokens";
	static lead = "A marker with a tag is seen by itself. Any other: say what it is, then touch the board where it lies.";
	static stage = "board";

	constructor(root, { board, hint }) {
		this.board = board;
		this.layer = svg("g.declared");
		board.root.append(this.layer);
		this.what = h("input", { type: "text", maxlength: 80, value: COMMON[0], list: "kinds" });
		this.size = h("input", { type: "number", min: 5, max: 200, value: 40, inputmode: "decimal" });
		this.list = h("ul.pieces");
		this.faults = new Faults(board);
		root.append(h("div.row", field("What it is", this.what), field("Across, mm", this.size)), h("datalist", { id: "kinds" }, COMMON.map((one) => h("option", { value: one }))), this.faults.root, this.list);
		this.touch = (event) => this.#put(event);
		board.root.addEventListener("click", this.touch);
		hint("Touch the board where the marker lies");
	}

	leave() {
		this.layer.remove();
		this.faults.leave();
		this.board.root.removeEventListener("click", this.touch);
	}

	#put(event) {
		if (event.target.closest(".spot")) return;
		const at = inDrawing(this.board.root, event);
		const [x, y] = this.board.inches(at.x, at.y);
		const { width, depth } = this.view.table.board;
		if (x < 0 || y < 0 || x > width || y > depth) return;
		submit({ kind: "declare_marker", what: this.what.value.trim() || "marker", x, y, diameter_mm: Number(this.size.value) });
	}

	update(view) {
		this.view = view;
		this.faults.update(view.faults);
		const seen = view.table.markers.map((one) => ({ ...one, kind: one.kind, seen: true }));
		const all = [...view.declared, ...seen];
		keyed(this.list, all, {
			make: (one) => h("li", h("div.head", h("b"), h("small")), one.seen ? null : h("div.row", one.equipment && this.#whose(one), button("Take it away", () => submit({ kind: "marker_gone", id: one.id }), { "aria-label": `Take ${one.kind} ${one.id} away` }))),
			update: (li, one) => {
				const [name, where] = li.firstChild.children;
				text(name, `${one.kind} ${one.id}`);
				text(where, `${one.seen ? "seen" : "declared by hand"} at ${one.x.toFixed(1)}, ${one.y.toFixed(1)} in`);
				if (one.equipment) li.querySelector("select").value = one.owner;
			},
		});
		keyed(this.layer, view.declared, {
			make: (one) => this.#spot(one),
			update: (group, one) => {
				const [x, y] = this.board.place([one.x, one.y]);
				group.at = [one.x, one.y];
				set(group, { transform: `translate(${x} ${y})`, "aria-label": `${one.kind}, declared by hand: drag it, or use the arrow keys` });
				set(group.firstChild, { r: Math.max((one.diameter_mm / 25.4 / 2) * U, 60) });
				set(group.children[1], { r: (one.diameter_mm / 25.4 / 2) * U });
				text(group.lastChild, one.kind);
			},
		});
	}

	#whose({ id, kind, owner }) {
		return whose(this.view, `${kind} ${id}`, owner, (now) => this.#moved({ ...this.view.declared.find((one) => one.id === id), owner: now }));
	}

	#moved({ id, kind: what, x, y, diameter_mm, owner }) {
		submit({ kind: "declare_marker", id, what, x, y, diameter_mm, owner: owner || null });
	}

	#spot(one) {
		const group = svg("g.spot", svg("circle.grip"), svg("circle.ring"), svg("text", { "text-anchor": "middle", "dominant-baseline": "central" }));
		const show = ([x, y]) => {
			group.at = [x, y];
			const [px, py] = this.board.place([x, y]);
			set(group, { transform: `translate(${px} ${py})` });
		};
		draggable(group, {
			point: (event) => inDrawing(this.board.root, event),
			nudge: ([x, y]) => show([group.at[0] + x / 10, group.at[1] + y / 10]),
			at: (at) => show(this.board.inches(at.x, at.y)),
			done: () => this.#moved({ ...group.item, x: group.at[0], y: group.at[1] }),
		});
		return group;
	}
}
