// The board from above, as SVG: a hundredth of an inch is one unit.

import { set, svg } from "./dom.js";
import { layOutLabels } from "./label_layout.js";
import { showGhosts, showOperatives } from "./operative_layer.js";
import { pointing } from "./pointing.js";
import { say } from "./say.js";
import { EDGE, showGround, showMarkers, showTerrain, U } from "./terrain_layer.js";
import { drawWitness, path } from "./witness.js";

const NAMES_FROM_PX = 21;
const LABELS_EVERY_MS = 250;
/** @typedef {"ground" | "terrain" | "markers" | "areas" | "ghosts" | "operatives" | "names" | "witness"} Layer */

/** @type {Layer[]} */
const LAYERS = ["ground", "terrain", "markers", "areas", "ghosts", "operatives", "names", "witness"];

/** The board: `update(state)` shows it, `witness(ruling)` draws why, `turn` is quarter turns clockwise. */
export class Board {
	/** @type {(state: any) => void} */
	onShown = () => {};
	/** @type {(says: string) => void} */
	onMarker = () => {};
	/**
	 * @param {SVGSVGElement} root
	 * @param {object} [options]
	 * @param {number} [options.turn]
	 * @param {(operative: Api.OperativeView | null) => void} [options.onSelect]
	 * @param {((start: Spot, end: Spot, done: boolean) => void) | null} [options.onDrag]
	 * @param {boolean} [options.labels]
	 */
	constructor(root, { turn = 0, onSelect = () => {}, onDrag = null, labels = true } = {}) {
		this.root = root;
		this.turn = turn;
		this.onSelect = onSelect;
		this.labels = labels;
		this.dragging = false;
		/** @type {((at: Spot) => void) | null} */
		this.placing = null;
		/** Told of each tap while the board is measured on. @type {((at: Spot) => void) | null} */
		this.picking = null;
		/** @type {string | null} */
		this.selected = null;
		/** @type {BoardState | null} */
		this.state = null;
		/** @type {BoardState | null} */
		this.before = null;
		/** @type {Drawn | null | undefined} */
		this.ruling = null;
		/** @type {Point[][]} */
		this.outlines = [];
		/** Units in a pixel of the screen. */
		this.unit = 2;
		/** The drawing's left, top, width and height, however close one looks. */
		this.whole = [0, 0, 0, 0];
		this.waiting = 0;
		this.named = false;
		/** @type {any} */
		const layers = Object.fromEntries(LAYERS.map((name) => [name, svg(`g.${name}`)]));
		/** @type {Record<Layer, SVGGElement>} */
		this.layers = layers;
		root.append(...Object.values(this.layers));
		set(root, { role: "group", "aria-label": say("ui-board-above"), class: "board" });
		for (const layer of [this.layers.witness, this.layers.names]) set(layer, { "aria-hidden": "true" });
		pointing(this, onDrag);
		new ResizeObserver(() => this.measure()).observe(root);
	}

	/** What is shown; an error before the first update. */
	get shown() {
		if (this.state) return this.state;
		throw new Error("board-without-state");
	}

	/**
	 * Board inches to units of the drawing.
	 * @param {readonly [number, number, number?]} place @returns {Point}
	 */
	place = ([x, y]) => {
		const { width, depth } = this.shown.table.board;
		const [px, py] = [
			[x, depth - y],
			[y, x],
			[width - x, y],
			[depth - y, width - x],
		][this.turn];
		return [px * U, py * U];
	};

	/**
	 * Units of the drawing to board inches.
	 * @param {number} x
	 * @param {number} y
	 * @returns {Point}
	 */
	inches(x, y) {
		const { width, depth } = this.shown.table.board;
		const [px, py] = [x / U, y / U];
		/** @type {Point[]} */
		const turned = [
			[px, depth - py],
			[py, px],
			[width - px, py],
			[width - py, depth - px],
		];
		return turned[this.turn];
	}

	/**
	 * The path of places, in units of the drawing.
	 * @param {(readonly [number, number, number?])[]} points @param {boolean} [closed]
	 */
	path = (points, closed = true) => path(points.map(this.place), closed);

	/**
	 * Show where a move could end: closed outlines in inches.
	 * @param {Point[][]} outlines
	 */
	areas(outlines) {
		this.outlines = outlines;
		this.layers.areas.replaceChildren(
			...(outlines.length ? [svg("path", { d: outlines.map((one) => this.path(one)).join("") })] : []),
		);
	}

	/** @param {number} turn */
	rotate(turn) {
		this.turn = turn % 4;
		if (this.state) {
			this.before = null;
			this.update(this.state);
		}
	}

	/** @param {BoardState} state */
	update(state) {
		const before = this.before;
		this.before = this.state = state;
		const { table, game } = state;
		const anew = !before || before.table.board !== table.board;
		/** @type {(name: "terrain" | "markers" | "operatives") => boolean} */
		const other = (name) => anew || before.table[name] !== table[name];
		if (anew) {
			set(document.body, { "--turn": this.turn, "data-turned": this.turn % 2 > 0 });
			const [w, d] = showGround(this);
			this.whole = [-EDGE, -EDGE, w + 2 * EDGE, d + 2 * EDGE];
			set(this.root, { viewBox: this.whole.join(" ") });
			this.root.classList.remove("close");
			this.root.style.aspectRatio = `${w + 2 * EDGE} / ${d + 2 * EDGE}`;
			this.measure();
		}
		if (other("terrain")) showTerrain(this, anew);
		if (other("markers")) showMarkers(this, anew);
		const played = anew || before.game !== game;
		if (played || other("operatives")) {
			showOperatives(this, played);
			this.names();
		}
		if (anew || before.ghosts !== state.ghosts) showGhosts(this);
		if (anew) {
			this.witness(this.ruling);
			this.areas(this.outlines);
		}
		this.onShown(state);
	}

	/** @param {Drawn | null | undefined} ruling */
	witness(ruling) {
		this.ruling = ruling;
		if (!this.state) return;
		drawWitness(this.layers.witness, ruling, {
			points: (stroke) => stroke.points.map(this.place),
			unit: this.unit,
		});
		const things = new Set(ruling?.findings.flatMap((finding) => finding.things));
		for (const element of this.layers.operatives.children)
			element.classList.toggle("named", things.has(String(element.key)));
		this.names();
	}

	/** @param {string | null} id */
	select(id) {
		this.selected = id;
		for (const element of this.layers.operatives.children) set(element, { "aria-pressed": String(element.key === id) });
		this.names();
		this.onSelect(this.shown.table.operatives.find((one) => one.id === id) ?? null);
	}

	/** Names stand where they cover no base and no other name; moved seldom. */
	names() {
		if (!this.labels || this.waiting) return;
		const placed = () => {
			this.waiting = 0;
			layOutLabels(this);
		};
		this.waiting = setTimeout(placed, this.named ? LABELS_EVERY_MS : 0);
		this.named = true;
	}

	/** Take in how large the drawing is on the screen. */
	measure() {
		const box = this.root.viewBox.baseVal;
		const { width, height } = this.root.getBoundingClientRect();
		if (!width || !box.width) return;
		this.unit = Math.max(box.width / width, box.height / height);
		set(this.root, { "--unit": this.unit, "data-names": U / this.unit < NAMES_FROM_PX ? "few" : "all" });
		if (this.state) this.witness(this.ruling);
	}
}
