// Markers and tokens: those with a tag are seen; the others are marked by hand, and say so.

import { h, keyed, set, svg, text } from "../shared/dom.js";
import { say } from "../shared/say.js";
import { Faults } from "./faults.js";
import { button, draggable, draggableName, field, inDrawing, submit, whose } from "./ui.js";

const U = 100;

/** The step. */
export class Markers {
	static lead = say("setup-markers-lead");
	static stage = "board";

	/** @param {HTMLElement} root @param {Desk} desk */
	constructor(root, { board, hint, view }) {
		this.board = board;
		this.view = view;
		/** Where each spot lies just now. @type {WeakMap<Element, Point>} */
		this.at = new WeakMap();
		this.layer = svg("g.declared");
		board.root.append(this.layer);
		this.what = h("input", { type: "text", value: view.marker_kinds[0], list: "kinds" });
		this.size = h("input", { type: "number", min: 5, max: 200, value: 40, inputmode: "decimal" });
		this.list = h("ul.pieces");
		this.faults = new Faults(board);
		root.append(
			h("div.row", field(say("setup-marker-what"), this.what), field(say("setup-marker-diameter"), this.size)),
			h(
				"datalist",
				{ id: "kinds" },
				view.marker_kinds.map((one) => h("option", { value: one })),
			),
			this.faults.root,
			this.list,
		);
		this.touch = (/** @type {MouseEvent} */ event) => this.#put(event);
		board.root.addEventListener("click", this.touch);
		hint(say("setup-marker-touch"));
	}

	leave() {
		this.layer.remove();
		this.faults.leave();
		this.board.root.removeEventListener("click", this.touch);
	}

	/** @param {MouseEvent} event */
	#put(event) {
		if (event.target instanceof Element && event.target.closest(".spot")) return;
		const at = inDrawing(this.board.root, event);
		const [x, y] = this.board.inches(at.x, at.y);
		const { width, depth } = this.view.table.board;
		if (x < 0 || y < 0 || x > width || y > depth) return;
		submit({
			kind: "declare_marker",
			what: this.what.value.trim() || "marker",
			x,
			y,
			diameter_mm: Number(this.size.value),
		});
	}

	/** @param {SetupApi.SetupView} view */
	update(view) {
		this.view = view;
		this.faults.update(view.faults);
		const all = [...view.declared, ...view.table.markers];
		keyed(this.list, all, {
			make: (one) =>
				h(
					"li",
					h("div.head", h("b"), h("small")),
					!("diameter_mm" in one)
						? null
						: h(
								"div.row",
								one.equipment && this.#whose(one),
								button(say("setup-remove"), () => submit({ kind: "marker_gone", id: one.id }), {
									"aria-label": say("setup-remove-thing", { thing: `${one.kind} ${one.id}` }),
								}),
							),
				),
			update: (li, one) => {
				const [name, where] = li.children[0].children;
				text(name, `${one.kind} ${one.id}`);
				text(where, say("setup-marker-place", { declared: "diameter_mm" in one, x: one.x, y: one.y }));
				const owner = li.querySelector("select");
				if (owner && "owner" in one) owner.value = one.owner;
			},
		});
		keyed(this.layer, view.declared, {
			make: () => this.#spot(),
			update: (group, one) => {
				const [x, y] = this.board.place([one.x, one.y]);
				this.at.set(group, [one.x, one.y]);
				set(group, {
					transform: `translate(${x} ${y})`,
					"aria-label": draggableName(say("setup-marker-declared", { marker: one.kind })),
				});
				set(group.children[0], { r: Math.max((one.diameter_mm / 25.4 / 2) * U, 60) });
				set(group.children[1], { r: (one.diameter_mm / 25.4 / 2) * U });
				text(group.children[2], one.kind);
			},
		});
	}

	/** @param {SetupApi.SpotView} declared */
	#whose({ id, kind, owner }) {
		return whose(this.view, `${kind} ${id}`, owner, (now) => {
			const one = this.view.declared.find((spot) => spot.id === id);
			if (one) this.#moved({ ...one, owner: now ?? "" });
		});
	}

	/** @param {SetupApi.SpotView} declared */
	#moved({ id, kind: what, x, y, diameter_mm, owner }) {
		submit({ kind: "declare_marker", id, what, x, y, diameter_mm, owner: /** @type {Player | ""} */ (owner) || null });
	}

	/** @returns {SVGGElement} */
	#spot() {
		const group = svg(
			"g.spot",
			svg("circle.grip"),
			svg("circle.ring"),
			svg("text", { "text-anchor": "middle", "dominant-baseline": "central" }),
		);
		/** @type {() => Point} */
		const here = () => this.at.get(group) ?? [0, 0];
		/** @type {(to: Point) => void} */
		const show = ([x, y]) => {
			this.at.set(group, [x, y]);
			const [px, py] = this.board.place([x, y]);
			set(group, { transform: `translate(${px} ${py})` });
		};
		draggable(group, {
			point: (event) => inDrawing(this.board.root, event),
			nudge: ([x, y]) => show([here()[0] + x / 10, here()[1] + y / 10]),
			at: (at) => show(this.board.inches(at.x, at.y)),
			done: () => this.#moved({ .../** @type {SetupApi.SpotView} */ (group.item), x: here()[0], y: here()[1] }),
		});
		return group;
	}
}
