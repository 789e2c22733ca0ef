// The camera picture, cropped to the board, with the same drawing over it in true perspective.

import { h, keyed, seatOf, set, side, svg } from "./dom.js";
import { say } from "./say.js";
import { drawWitness, path } from "./witness.js";

const AGAIN_MS = [1000, 2000, 4000];

/** The picture in `root`: `update(state)`, `witness(ruling)`; `watch(on)` opens or closes the stream. */
export class Camera {
	/** @param {HTMLElement} root */
	constructor(root) {
		this.root = root;
		this.image = h("img", { alt: say("ui-camera-image"), decoding: "async" });
		this.layers = {
			terrain: svg("g.terrain"),
			bases: svg("g.bases"),
			witness: svg("g.witness"),
		};
		this.over = svg("svg.over", { "aria-hidden": "true" }, ...Object.values(this.layers));
		this.lost = h("p.lost", { hidden: true }, say("ui-no-image"));
		this.frame = h("div.frame", this.image, this.over, this.lost);
		root.append(this.frame);
		this.tries = 0;
		this.timer = 0;
		this.away = false;
		/** @type {boolean | undefined} */
		this.wanted = undefined;
		/** @type {CameraState | null} */
		this.state = null;
		/** @type {Drawn | null | undefined} */
		this.ruling = null;
		this.image.addEventListener("error", () => this.#again());
		this.image.addEventListener("load", () => {
			this.tries = 0;
		});
		new ResizeObserver(() => this.witness(this.ruling)).observe(this.frame);
	}

	/**
	 * Open the stream only while somebody looks: a browser has few connections to one server.
	 * @param {boolean} on
	 */
	watch(on) {
		if (this.wanted === undefined) {
			document.addEventListener("visibilitychange", () => this.#stream());
			window.addEventListener("load", () => this.#stream());
		}
		this.wanted = on;
		this.#stream();
	}

	/** @param {CameraState} state */
	update(state) {
		const before = this.state;
		this.state = state;
		const { camera, table, game } = state;
		if (before?.camera !== camera) this.#crop(camera);
		if (before?.table.terrain !== table.terrain) this.#terrain(table.terrain);
		if (before?.table.operatives !== table.operatives) this.#bases(table.operatives, game);
	}

	/** @param {Drawn | null | undefined} ruling */
	witness(ruling) {
		this.ruling = ruling;
		const width = this.frame.clientWidth;
		const box = this.over.viewBox.baseVal;
		if (!width || !box?.width) return;
		const unit = box.width / width;
		set(this.over, { "--unit": unit });
		drawWitness(this.layers.witness, ruling, { points: (stroke) => stroke.points_px, unit });
	}

	/**
	 * Show a picture of that size, its part `view_px` over the whole frame.
	 * @param {{ size_px: Point, view_px: Api.CameraView["view_px"] }} shown
	 */
	show({ size_px, view_px }) {
		const [left, top, width, height] = view_px ?? [0, 0, ...size_px];
		set(this.over, { viewBox: `${left} ${top} ${width} ${height}` });
		this.frame.style.aspectRatio = `${width} / ${height}`;
		set(this.root, { "--wide": width / height });
		const { style } = this.image;
		style.width = `${(100 * size_px[0]) / width}%`;
		style.left = `${(-100 * left) / width}%`;
		style.top = `${(-100 * top) / height}%`;
		this.witness(this.ruling);
	}

	/** @param {Api.CameraView} camera */
	#crop({ size_px, view_px, state }) {
		const away = state === "lost";
		set(this.root, { "data-state": state });
		set(this.lost, { hidden: !away });
		if (this.away && !away) this.#stream();
		this.away = away;
		if (size_px) this.show({ size_px, view_px });
	}

	/** @param {Api.TerrainView[]} parts */
	#terrain(parts) {
		keyed(
			this.layers.terrain,
			parts.filter((part) => part.outline_px),
			{
				make: () => svg("path"),
				update: (shape, part) => set(shape, { d: path(part.outline_px ?? [], true) }),
			},
		);
	}

	/** @param {Api.OperativeView[]} operatives @param {CameraState["game"]} game */
	#bases(operatives, game) {
		keyed(
			this.layers.bases,
			operatives.filter((one) => one.outline_px && one.state !== "lifted" && one.state !== "gone"),
			{
				make: () => svg("path"),
				update: (shape, one) => {
					set(shape, { d: path(one.outline_px ?? [], true), "data-state": one.state });
					side(shape, seatOf(game, one.player));
				},
			},
		);
	}

	#stream() {
		clearTimeout(this.timer);
		// A stream that is begun before the page has loaded keeps it loading for ever.
		const on = this.wanted && !document.hidden && document.readyState === "complete";
		if (on && !this.image.hasAttribute("src")) this.image.src = `/camera.mjpg?${Date.now()}`;
		if (!on) this.image.removeAttribute("src");
	}

	#again() {
		if (!this.wanted || document.hidden) return;
		this.image.removeAttribute("src");
		this.timer = setTimeout(() => this.#stream(), AGAIN_MS[Math.min(this.tries++, AGAIN_MS.length - 1)]);
	}
}
