// Where the models' names stand on the board.

/** @import { Board } from "./board.js" */

import { keyed, set, svg, text } from "./dom.js";
import { U } from "./terrain_layer.js";

/** @param {string} name */
const short = (name) => (name.length > 24 ? `${name.slice(0, 23)}…` : name);

/** @param {number[]} a @param {number[]} b */
const overlap = (a, b) =>
	Math.max(0, Math.min(a[2], b[2]) - Math.max(a[0], b[0])) * Math.max(0, Math.min(a[3], b[3]) - Math.max(a[1], b[1]));

/**
 * Put each name below, above or beside its base, where it covers least.
 * @param {Board} board
 */
export function layOutLabels(board) {
	const { operatives } = board.shown.table;
	const unit = board.unit;
	const focused = board.layers.operatives.querySelector(":focus-visible")?.key;
	const few = board.root.dataset.names === "few";
	const wanted = operatives.filter((one) => !few || one.id === board.selected || one.id === focused);
	const taken = operatives.flatMap((one) => {
		const [x, y] = board.place([one.x, one.y]);
		const r = (one.base[0] / 2) * U + 4 * unit;
		// The order's badge stands at the upper right.
		const [far, wide] = [0.7 * r + 4 * unit, 9 * unit];
		const badge = [x + far - wide, y - far - wide, x + far + wide, y - far + wide];
		return [[x - r, y - r, x + r, y + r], badge];
	});
	/** @type {NodeListOf<SVGTextElement>} */
	const notes = board.root.querySelectorAll(".note, .marker text");
	for (const note of notes) {
		const { x, y, width, height } = note.getBBox();
		taken.push([x, y, x + width, y + height]);
	}
	const box = board.root.viewBox.baseVal;
	/** @type {(a: number[]) => number} */
	const outside = (a) => Math.max(0, box.x - a[0]) + Math.max(0, a[2] - box.x - box.width);
	/** @type {(a: number[]) => number} */
	const hits = (a) => taken.reduce((sum, b) => sum + overlap(a, b), 1e4 * outside(a));
	keyed(board.layers.names, wanted, {
		make: () => svg("text.name"),
		update: (label, one) => text(label, short(one.name)),
	});
	/** @type {any} */
	const labels = board.layers.names.children;
	for (const label of labels) {
		/** @type {Api.OperativeView} */
		const one = label.item;
		const [x, y] = board.place([one.x, one.y]);
		const r = (one.base[0] / 2) * U;
		const w = label.getComputedTextLength() / 2 + 3 * unit;
		const high = 6.5 * unit;
		const spots = [
			[x, y + r + 12 * unit],
			[x, y - r - 9 * unit],
			[x + r + 8 * unit + w, y],
			[x - r - 8 * unit - w, y],
			[x, y + r + 27 * unit],
			[x, y - r - 24 * unit],
		];
		/** @type {(at: number[]) => number[]} */
		const area = ([cx, cy]) => [cx - w, cy - high, cx + w, cy + high];
		const best = spots.reduce((a, b) => (hits(area(b)) < hits(area(a)) - 1 ? b : a));
		taken.push(area(best));
		set(label, { "data-state": one.state });
		label.style.transform = `translate(${best[0].toFixed(0)}px, ${best[1].toFixed(0)}px)`;
	}
}
