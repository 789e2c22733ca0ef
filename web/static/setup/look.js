// The camera's picture while a table is set up: every tag that is read, and an outline that can be drawn over it.

import { Camera } from "../shared/camera.js";
import { keyed, set, svg, text } from "../shared/dom.js";
import { say } from "../shared/say.js";
import { path } from "../shared/witness.js";
import { draggable, draggableName, inDrawing } from "./ui.js";

const ROOM = 0.8;
const RIM = 0.06;

/** @typedef {[left: number, top: number, width: number, height: number]} Box */

/** The picture: `touch(listener)` tells where it is touched, `draw(corners, listener)` shows corners to drag. */
export class Look {
	/** @param {HTMLElement} root */
	constructor(root) {
		this.camera = new Camera(root);
		this.unit = 1;
		/** @type {CameraState | null} */
		this.state = null;
		/** @type {((at: Point) => void) | null} */
		this.touched = null;
		/** @type {Point[]} */
		this.corners = [];
		/** @type {Box | null} */
		this.zoom = null;
		/** The piece that is not drawn: its outline is in hand. @type {string | null | undefined} */
		this.hidden = null;
		/** @type {(corners: Point[]) => void} */
		this.onChange = () => {};
		this.edit = svg("svg.edit", { role: "group", "aria-label": say("setup-image") });
		this.layers = { tags: svg("g.seen"), pieces: svg("g.pieces"), outline: svg("g.outline") };
		this.edit.append(this.layers.pieces, this.layers.tags, this.layers.outline);
		this.camera.frame.append(this.edit);
		this.edit.addEventListener("click", (event) => {
			if (event.target instanceof Element && event.target.closest(".corner")) return;
			const { x, y } = inDrawing(this.edit, event);
			this.touched?.([x, y]);
		});
		this.root = root;
		new ResizeObserver(() => this.state && this.#frame()).observe(/** @type {Element} */ (root.parentElement));
		this.rest();
	}

	/** Forget what a step asked for. */
	rest() {
		this.touched = null;
		this.corners = [];
		this.zoom = null;
		this.layers.outline.replaceChildren();
		if (this.state) this.#frame();
	}

	/** @param {boolean} on */
	watch(on) {
		this.camera.watch(on);
	}

	/** @param {(at: Point) => void} listener */
	touch(listener) {
		this.touched = listener;
	}

	/** @param {CameraState} state @param {SetupApi.SetupView} view */
	update(state, view) {
		this.state = state;
		this.#frame();
		const zones = new Map(view.teams.map((team) => [team.player, team]));
		const owner = new Map(
			view.teams.flatMap((team) => team.bases.filter((base) => base.matched).map((base) => [base.tag, team])),
		);
		keyed(
			this.layers.tags,
			view.tags.filter((tag) => tag.whose !== "board"),
			{
				make: () => svg("g", svg("path"), svg("text", { "text-anchor": "middle" })),
				update: (group, tag) => {
					const [shape, label] = group.children;
					const xs = tag.corners_px.map(([x]) => x);
					const ys = tag.corners_px.map(([, y]) => y);
					const team = owner.get(tag.id)?.colour ?? zones.get("p1")?.colour;
					set(group, { "data-whose": tag.whose, "--team": team });
					set(shape, { d: path(tag.corners_px, true) });
					set(label, { x: xs.reduce((a, b) => a + b) / 4, y: Math.min(...ys) });
					text(label, tag.whose === "base" ? tag.label.split(" ")[0] : tag.whose === "new" ? String(tag.id) : "");
				},
			},
		);
		keyed(
			this.layers.pieces,
			view.pieces.filter((piece) => piece.outline_px && piece.id !== this.hidden),
			{
				make: () => svg("path"),
				update: (shape, piece) => set(shape, { d: path(piece.outline_px ?? [], true) }),
			},
		);
	}

	/**
	 * Show corners that can be dragged, the picture drawn near; `onChange(corners)` is told when one was let go.
	 * @param {Point[]} corners @param {(corners: Point[]) => void} onChange
	 */
	draw(corners, onChange) {
		this.corners = corners;
		this.onChange = onChange;
		this.#near();
		this.#outline();
	}

	/** Draw the picture near to the corners, with room around them. */
	#near() {
		const { corners } = this;
		const xs = corners.map(([x]) => x);
		const ys = corners.map(([, y]) => y);
		const size = Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys), 40);
		const room = size * ROOM;
		this.zoom = [
			Math.min(...xs) - room,
			Math.min(...ys) - room / 2,
			Math.max(...xs) - Math.min(...xs) + 2 * room,
			Math.max(...ys) - Math.min(...ys) + room,
		];
		this.#frame();
	}

	/** Take the corners away again. */
	clear() {
		this.corners = [];
		this.zoom = null;
		this.layers.outline.replaceChildren();
		this.#frame();
	}

	#frame() {
		if (!this.state) return;
		const { camera } = this.state;
		const view_px = this.zoom ? this.#within(this.zoom, camera) : camera.view_px;
		this.camera.update({ ...this.state, camera: { ...camera, view_px } });
		const box = this.camera.over.getAttribute("viewBox");
		if (box) set(this.edit, { viewBox: box });
		this.#fit(view_px);
		this.#unit();
	}

	/**
	 * As large as the stage has room for, wide screens by height too.
	 * @param {Box | null} view_px
	 */
	#fit(view_px) {
		const stage = /** @type {Element} */ (this.root.parentElement);
		const { clientWidth: width, clientHeight: height } = stage;
		if (!view_px || !width) return;
		const shape = view_px[2] / view_px[3];
		const room = matchMedia("(min-width: 1100px)").matches ? height : innerHeight * 0.46;
		this.camera.frame.style.width = `${Math.floor(Math.min(width - 8, room * shape))}px`;
	}

	/**
	 * A part of the picture as wide against its height as the whole is shown, and no further than its rim.
	 * @param {Box} box @param {Api.CameraView} camera @returns {Box | null}
	 */
	#within([left, top, width, height], { size_px, view_px }) {
		if (!size_px) return view_px;
		const [, , w, hgt] = view_px ?? [0, 0, ...size_px];
		const shape = w / hgt;
		const wide = Math.min(Math.max(width, height * shape), size_px[0]);
		const tall = Math.min(wide / shape, size_px[1]);
		/** @type {(at: number, length: number, most: number) => number} */
		const inside = (at, length, most) => Math.min(Math.max(at, 0), Math.max(0, most - length));
		return [
			inside(left + width / 2 - wide / 2, wide, size_px[0]),
			inside(top + height / 2 - tall / 2, tall, size_px[1]),
			wide,
			tall,
		];
	}

	#unit() {
		const box = this.edit.viewBox.baseVal;
		const width = this.camera.frame.clientWidth;
		if (!box?.width || !width) return;
		const unit = box.width / width;
		if (unit === this.unit) return;
		this.unit = unit;
		set(this.edit, { "--unit": unit });
		if (this.corners.length) this.#outline();
	}

	#outline() {
		const d = path(this.corners, true);
		const shape = this.layers.outline.querySelector("path");
		if (shape && this.layers.outline.querySelectorAll(".corner").length === this.corners.length) {
			set(shape, { d });
			const groups = this.layers.outline.querySelectorAll(".corner");
			for (const [index, group] of groups.entries()) this.#place(group, this.corners[index]);
			return;
		}
		this.layers.outline.replaceChildren(
			svg("path", { d }),
			...this.corners.map((corner, index) => {
				const group = svg(
					"g.corner",
					{ "aria-label": draggableName(say("setup-corner", { corner: index + 1, corners: this.corners.length })) },
					svg("circle.grip"),
					svg("circle.dot"),
				);
				this.#place(group, corner);
				draggable(group, {
					point: (event) => inDrawing(this.edit, event),
					nudge: ([x, y]) => this.#move(index, { x: this.corners[index][0] + x, y: this.corners[index][1] - y }),
					at: (point) => this.#move(index, point),
					done: () => this.#let(index),
				});
				return group;
			}),
		);
	}

	/** @param {Element} group @param {Point} corner */
	#place(group, [x, y]) {
		const [grip, dot] = group.children;
		set(grip, { cx: x, cy: y, r: 22 * this.unit });
		set(dot, { cx: x, cy: y, r: 7 * this.unit });
	}

	/**
	 * A corner was let go; near the rim the picture makes room.
	 * @param {number} index
	 */
	#let(index) {
		const { x, y, width, height } = this.edit.viewBox.baseVal;
		const [cx, cy] = this.corners[index];
		const inside = Math.min((cx - x) / width, (x + width - cx) / width, (cy - y) / height, (y + height - cy) / height);
		if (inside < RIM) {
			this.#near();
			this.#outline();
		}
		this.onChange(this.corners);
	}

	/** @param {number} index @param {{ x: number, y: number }} to */
	#move(index, { x, y }) {
		this.corners = this.corners.map((corner, at) => (at === index ? [x, y] : corner));
		this.#outline();
	}
}
