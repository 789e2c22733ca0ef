// The board from above, as SVG: a hundredth of an inch is one unit.

import { showOperatives, showGhosts } from "./operative_layer.js";
import { set, svg } from "./dom.js";
import { EDGE, U, showGround, showMarkers, showTerrain } from "./terrain_layer.js";
import { layOutLabels } from "./label_layout.js";
import { pointing } from "./pointing.js";
import { drawWitness, path } from "./witness.js";

const NAMES_FROM_PX = 21;
const LABELS_EVERY_MS = 250;
const LAYERS = ["ground", "terrain", "markers", "areas", "ghosts", "operatives", "names", "witness"];

/** The board: `update(state)` shows it, `witness(ruling)` draws why, `turn` is quarter turns clockwise. */
export class Board {
	constructor(root, { turn = 0, onSelect = () => {}, onDrag = null, labels = true } = {}) {
		Object.assign(this, { root, turn, onSelect, labels, selected: null, state: null, ruling: null });
		this.layers = Object.fromEntries(LAYERS.map((name) => [name, svg(`g.${name}`)]));
		root.append(...Object.values(this.layers));
		set(root, { role: "group", "aria-label": "The board from above", class: "board" });
		for (const name of ["witness", "names"]) set(this.layers[name], { "aria-hidden": "true" });
		pointing(this, onDrag);
		new ResizeObserver(() => this.#measure()).observe(root);
	}

	/** Board inches to units of the drawing. */
	place = ([x, y]) => {
		const { width, depth } = this.state.table.board;
		const [px, py] = [
			[x, depth - y],
			[y, x],
			[width - x, y],
			[depth - y, width - x],
		][this.turn];
		return [px * U, py * U];
	};

	/** Units of the drawing to board inches. */
	inches(x, y) {
		const { width, depth } = this.state.table.board;
		const [px, py] = [x / U, y / U];
		return [
			[px, depth - py],
			[py, px],
			[width - px, py],
			[width - py, depth - px],
		][this.turn];
	}

	/** The path of places, in units of the drawing. */
	path = (points, closed = true) => path(points.map(this.place), closed);

	/** Show where a move could end: closed outlines in inches. */
	areas(outlines) {
		this.outlines = outlines;
		this.layers.areas.replaceChildren(
			...(outlines.length ? [svg("path", { d: outlines.map((one) => this.path(one)).join("") })] : []),
		);
	}

	rotate(turn) {
		this.turn = turn % 4;
		if (this.state) {
			this.before = null;
			this.update(this.state);
		}
	}

	update(state) {
		const before = this.before;
		this.before = this.state = state;
		const { table, game } = state;
		const anew = !before || before.table.board !== table.board;
		const other = (name) => anew || before.table[name] !== table[name];
		if (anew) {
			const [w, d] = showGround(this);
			set(this.root, { viewBox: `${-EDGE} ${-EDGE} ${w + 2 * EDGE} ${d + 2 * EDGE}` });
			this.root.style.aspectRatio = `${w + 2 * EDGE} / ${d + 2 * EDGE}`;
			this.#measure();
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
			this.areas(this.outlines ?? []);
		}
	}

	witness(ruling) {
		this.ruling = ruling;
		if (!this.state) return;
		drawWitness(this.layers.witness, ruling, { points: (stroke) => stroke.points.map(this.place), unit: this.unit ?? 2 });
		const things = new Set(ruling?.findings.flatMap((finding) => finding.things));
		for (const element of this.layers.operatives.children) element.classList.toggle("named", things.has(element.key));
		this.names();
	}

	select(id) {
		this.selected = id;
		for (const element of this.layers.operatives.children) set(element, { "aria-pressed": String(element.key === id) });
		this.names();
		this.onSelect(this.state.table.operatives.find((one) => one.id === id) ?? null);
	}

	/** Names stand where they cover no base and no other name; moved seldom, so that they do not jump. */
	names() {
		if (!this.labels || this.waiting) return;
		const placed = () => {
			this.waiting = 0;
			layOutLabels(this);
		};
		this.waiting = setTimeout(placed, this.named ? LABELS_EVERY_MS : 0);
		this.named = true;
	}

	#measure() {
		const box = this.root.viewBox.baseVal;
		const { width, height } = this.root.getBoundingClientRect();
		if (!width || !box.width) return;
		this.unit = Math.max(box.width / width, box.height / height);
		this.root.style.setProperty("--unit", this.unit);
		set(this.root, { "data-names": U / this.unit < NAMES_FROM_PX ? "few" : "all" });
		if (this.state) this.witness(this.ruling);
	}
}
