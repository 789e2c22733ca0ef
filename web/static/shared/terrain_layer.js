// What lies on the board and is nobody's: its floor with a rule along two sides, terrain, markers.

/** @import { Board } from "./board.js" */

import { keyed, seatOf, set, side, svg, text } from "./dom.js";
import { decimal, say } from "./say.js";

/** Units of the drawing in an inch, and those around the board. */
export const U = 100;
export const EDGE = 78;

/** @param {number} last */
const upTo = (last) => Array.from({ length: last + 1 }, (_, at) => at);

/**
 * Show the floor; return its width and depth as drawn.
 * @param {Board} board
 */
export function showGround(board) {
	const { width, depth } = board.shown.table.board;
	const [w, d] = board.turn % 2 ? [depth * U, width * U] : [width * U, depth * U];
	let ticks = "";
	let grid = "";
	/** @type {SVGElement[]} */
	const numbers = [];
	/** @type {(place: (at: number, off: number) => Point, last: number, others: number, first: number) => void} */
	const along = (place, last, others, firstNumber) => {
		for (const at of upTo(last)) {
			const [x, y] = board.place(place(at, 0));
			const [ox, oy] = board.place(place(at, -1));
			const [sx, sy] = [(ox - x) / U, (oy - y) / U];
			const long = at % 5 ? 10 : 20;
			ticks += `M${x + sx * 12} ${y + sy * 12}l${sx * long} ${sy * long}`;
			if (at % 5 === 0 && at >= firstNumber) numbers.push(svg("text", { x: x + sx * 54, y: y + sy * 54 }, at));
			if (at > 0 && at < last) grid += board.path([place(at, 0), place(at, others)], false);
		}
	};
	along((at, off) => [at, off], width, depth, 0);
	along((at, off) => [off, at], depth, width, 1);
	/** @type {(name: "rect.floor" | "rect.rim") => SVGElement} */
	const rect = (name) => svg(name, { width: w, height: d, rx: 6 });
	const lines = [svg("path.grid", { d: grid }), svg("path.ticks", { d: ticks }), svg("g.numbers", numbers)];
	board.layers.ground.replaceChildren(rect("rect.floor"), ...lines, rect("rect.rim"));
	return [w, d];
}

/** @param {number} length */
const inches = (length) => decimal(length, Number.isInteger(Number(length.toFixed(1))) ? 0 : 1);

/**
 * Show the terrain, drawn anew where the board was turned.
 * @param {Board} board
 * @param {boolean} anew
 */
export function showTerrain(board, anew) {
	const layer = board.layers.terrain;
	if (anew) layer.replaceChildren();
	keyed(
		layer,
		board.shown.table.terrain.toSorted((a, b) => a.top - b.top),
		{
			make: () => svg("g", svg("path.shade"), svg("path.top"), svg("text")),
			update: (group, part) => {
				const [shade, top, label] = group.children;
				const [x, y] = board.place(part.label_at);
				const d = board.path(part.outline);
				const high = say("ui-terrain-height", { bottom: inches(part.bottom), top: inches(part.top) });
				const named = [part.feature, high, ...part.traits, part.state].filter(Boolean).join(", ");
				const tall = Math.min(part.top / 4, 1);
				set(group, {
					class: `part ${part.see_through ? "glass" : ""}`,
					role: "img",
					"aria-label": named,
					"--tall": tall,
				});
				set(shade, { d, transform: `translate(${part.top * 7} ${part.top * 10})` });
				set(top, { d });
				set(label, { x, y });
				text(label, `${inches(part.top)}″`);
			},
		},
	);
}

/**
 * Show the markers, drawn anew where the board was turned.
 * @param {Board} board
 * @param {boolean} anew
 */
export function showMarkers(board, anew) {
	const layer = board.layers.markers;
	if (anew) layer.replaceChildren();
	keyed(
		layer,
		board.shown.table.markers.filter((marker) => !marker.carried_by),
		{
			make: () => svg("g.marker", { role: "img" }, svg("circle"), svg("circle.inner"), svg("text")),
			update: (group, marker) => {
				const [outer, inner, label] = group.children;
				const [x, y] = board.place([marker.x, marker.y]);
				const r = (marker.diameter / 2) * U;
				side(group, seatOf(board.shown.game, marker.holder));
				set(group, {
					"aria-label": [`${marker.kind} ${marker.label}`, marker.declared && say("ui-declared"), marker.says]
						.filter(Boolean)
						.join(", "),
					"data-held": Boolean(marker.holder),
					"data-kind": marker.kind,
					"data-declared": marker.declared,
				});
				const rim = r + marker.spread * U;
				set(outer, { cx: x, cy: y, r: rim });
				set(inner, { cx: x, cy: y, r: r * 0.72 });
				set(label, { x, y: y + rim, dy: ".7em" });
				text(label, marker.label);
			},
		},
	);
}
