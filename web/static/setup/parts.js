// The parts of a piece seen from above: walls, openings, doors, hatches and floors, each with its heights.

import { h, set, svg } from "../shared/dom.js";
import { say } from "../shared/say.js";
import { button, draggable, draggableName, field, inDrawing, select, submit } from "./ui.js";

/** @typedef {SetupApi.PartView} PartView */

const U = 100;

/** @param {Point[]} outline */
const shape = (outline) => `M${outline.map(([x, y]) => `${x * U} ${-y * U}`).join("L")}Z`;

/**
 * The box around parts, with room; in the units of a drawing.
 * @param {PartView[]} parts
 * @param {number} room
 */
function boxOf(parts, room) {
	const xs = parts.flatMap((part) => part.outline.map(([x]) => x));
	const ys = parts.flatMap((part) => part.outline.map(([, y]) => y));
	return [
		Math.min(...xs) - room,
		-Math.max(...ys) - room,
		Math.max(...xs) - Math.min(...xs) + 2 * room,
		Math.max(...ys) - Math.min(...ys) + 2 * room,
	].map((one) => one * U);
}

/**
 * A small picture of parts from above; the higher, the darker.
 * @param {PartView[]} parts
 */
export function topView(parts) {
	const sorted = [...parts].sort((a, b) => a.top - b.top);
	return svg(
		"svg.top-view",
		{ viewBox: boxOf(parts, 0.2).join(" "), "aria-hidden": "true" },
		sorted.map((part) =>
			svg("path", { d: shape(part.outline), "data-role": part.vantage ? "floor" : part.role || "solid" }),
		),
	);
}

/** The editor of one piece's parts. */
export class Parts {
	/** @param {SetupApi.PieceView} piece @param {{ view: SetupApi.SetupView, done: () => void }} ways */
	constructor(piece, { view, done }) {
		this.roles = view.roles;
		this.done = done;
		this.parts = structuredClone(piece.parts);
		this.piece = piece;
		this.at = 0;
		this.drawing = svg("svg.parts", { role: "group", "aria-label": say("terrain-above", { piece: piece.name }) });
		this.fields = h("div.form");
		const add = select([["", say("terrain-add")], ...view.part_kinds.map(({ id }) => [id, id])], "", {
			"aria-label": say("terrain-part-add"),
		});
		add.addEventListener("change", () => {
			const kind = view.part_kinds.find(({ id }) => id === add.value);
			if (kind) this.#add(kind);
			add.value = "";
		});
		this.root = h(
			"div.editor",
			this.drawing,
			this.fields,
			h(
				"div.row",
				add,
				button(say("terrain-parts-keep"), () => this.#save(), { class: "main" }),
				button(say("setup-cancel"), done),
			),
		);
		this.#show();
	}

	/** @param {SetupApi.PieceView} piece */
	update(piece) {
		this.piece = piece;
	}

	/**
	 * Add a part of that kind in the middle of the piece.
	 * @param {PartView} kind
	 */
	#add(kind) {
		const names = new Set(this.parts.map((part) => part.id));
		let number = 1;
		while (names.has(`${kind.id}-${number}`)) number += 1;
		const [left, top, width, height] = boxOf(this.parts, 0).map((one) => one / U);
		/** @type {(at: Point) => Point} */
		const there = ([x, y]) => [left + width / 2 + x, y - top - height / 2];
		this.parts.push({ ...structuredClone(kind), id: `${kind.id}-${number}`, outline: kind.outline.map(there) });
		this.at = this.parts.length - 1;
		this.#show();
	}

	async #save() {
		const { id, name } = this.piece;
		if (await submit({ kind: "edit_piece", id, name, parts: this.parts })) this.done();
	}

	#show() {
		this.#draw();
		const part = this.parts[this.at];
		/** @type {(key: "bottom" | "top", label: string) => HTMLElement} */
		const number = (key, label) => {
			const input = h("input", { type: "number", min: 0, max: 12, step: 0.1, value: part[key], inputmode: "decimal" });
			input.addEventListener("change", () => {
				part[key] = Number(input.value);
			});
			return field(label, input);
		};
		/** @type {(key: "vantage" | "see_through", label: string) => HTMLElement} */
		const tick = (key, label) => {
			const input = h("input", { type: "checkbox", checked: part[key] });
			input.addEventListener("change", () => {
				part[key] = input.checked;
			});
			return h("label.tick", input, h("span", label));
		};
		const which = select(
			this.parts.map((one, k) => [String(k), one.id]),
			String(this.at),
		);
		which.addEventListener("change", () => {
			this.at = Number(which.value);
			this.#show();
		});
		const role = select(
			[...new Set(["", ...this.roles, part.role])].map((one) => [one, one.replace("_", " ") || say("terrain-solid")]),
			part.role,
		);
		role.addEventListener("change", () => {
			part.role = role.value;
		});
		const traits = h("input", { type: "text", value: part.traits.join(", ") });
		traits.addEventListener(
			"change",
			() =>
				(part.traits = traits.value
					.split(",")
					.map((one) => one.trim())
					.filter(Boolean)),
		);
		this.fields.replaceChildren(
			h("div.row", field(say("terrain-part"), which), field(say("terrain-role"), role)),
			h("div.row", number("bottom", say("terrain-bottom")), number("top", say("terrain-top"))),
			field(say("terrain-traits"), traits),
			h(
				"div.row",
				tick("vantage", say("terrain-vantage-floor")),
				tick("see_through", say("terrain-see-through")),
				this.parts.length > 1 ? button(say("terrain-part-remove"), () => this.#drop()) : null,
			),
		);
	}

	#drop() {
		this.parts.splice(this.at, 1);
		this.at = 0;
		this.#show();
	}

	#draw() {
		const box = boxOf(this.parts, 0.8);
		set(this.drawing, { viewBox: box.join(" ") });
		const part = this.parts[this.at];
		const reach = box[2] / 26;
		const shapes = this.parts.map((one, k) =>
			svg("path", {
				d: shape(one.outline),
				"data-role": one.vantage ? "floor" : one.role || "solid",
				"data-on": String(k === this.at),
				onclick: () => {
					this.at = k;
					this.#show();
				},
			}),
		);
		this.drawing.replaceChildren(
			...shapes,
			...part.outline.map((corner, k) => {
				const grip = svg(
					"g.corner",
					{ "aria-label": draggableName(say("terrain-part-corner", { corner: k + 1, part: part.id })) },
					svg("circle.grip", { r: reach * 1.6 }),
					svg("circle.dot", { r: reach * 0.5 }),
				);
				/** @type {(to: Point) => void} */
				const move = ([x, y]) => {
					part.outline[k] = [Math.round(x * 100) / 100, Math.round(y * 100) / 100];
					set(grip, { transform: `translate(${part.outline[k][0] * U} ${-part.outline[k][1] * U})` });
					set(shapes[this.at], { d: shape(part.outline) });
				};
				move(corner);
				draggable(grip, {
					point: (event) => inDrawing(this.drawing, event),
					nudge: ([x, y]) => move([part.outline[k][0] + x / 20, part.outline[k][1] + y / 20]),
					at: ({ x, y }) => move([x / U, -y / U]),
					done: () => {},
				});
				return grip;
			}),
		);
	}
}
