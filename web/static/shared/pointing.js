// What a finger, a mouse or the keyboard does on the board.

/** @import { Board } from "./board.js" */

import { U } from "./terrain_layer.js";

const NEAR_PX = 26;
const PICK_PX = 14;
const DRAWN_FROM_PX = 12;
const SNAP_PX = 6;
/** @type {Record<string, number>} */
const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/**
 * What is under a point of the screen: the operative that is near enough and `may` be meant, and the place in inches.
 * @param {Board} board
 * @param {MouseEvent} event
 * @param {number} reachPx
 * @param {(id: string) => unknown} [may]
 * @returns {Spot}
 */
export function under(board, event, reachPx, may = () => true) {
	const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(board.root.getScreenCTM()?.inverse());
	let best = null;
	let least = reachPx * board.unit;
	for (const one of board.shown.table.operatives) {
		const [x, y] = board.place([one.x, one.y]);
		const away = Math.hypot(at.x - x, at.y - y) - (one.base[0] / 2) * U;
		if (away < least && may(one.id)) [best, least] = [one.id, away];
	}
	const [x, y] = board.inches(at.x, at.y);
	return { operative: best, x, y, px: event.clientX, py: event.clientY };
}

/**
 * Let the board be touched; while `board.dragging` is set, a line drawn on it is told as it grows and when done.
 * @param {Board} board
 * @param {((start: Spot, end: Spot, done: boolean) => void) | null} onDrag
 */
export function pointing(board, onDrag) {
	const { root } = board;
	/** Whether the last touch was drawn, and no tap. */
	let drawn = false;
	/** @type {(id: string | null) => void} */
	const toggle = (id) => board.select(id === board.selected ? null : id);
	root.addEventListener("click", (event) => {
		if (board.placing) board.placing(under(board, event, 0));
		else if (board.picking && board.state) {
			if (!drawn) board.picking(under(board, event, PICK_PX));
		} else if (board.state && !board.dragging) {
			/** @type {any} */
			const on = event.target;
			const says = on.closest(".marker")?.item.says;
			if (says) board.onMarker(says);
			else toggle(under(board, event, NEAR_PX).operative);
		}
	});
	root.addEventListener("keydown", (event) => {
		/** @type {any[]} */
		const elements = [...board.layers.operatives.children];
		const at = elements.findIndex((one) => event.target instanceof Node && one.contains(event.target));
		if (at < 0) return;
		const { picking } = board;
		const operative = String(elements[at].key);
		if (event.key === "Enter" || event.key === " ")
			picking ? picking({ operative, x: 0, y: 0, px: 0, py: 0 }) : toggle(operative);
		else if (event.key === "Escape") board.select(null);
		else if (STEPS[event.key]) elements.at((at + STEPS[event.key]) % elements.length)?.focus();
		else return;
		event.preventDefault();
	});
	if (!onDrag) return;
	/** @type {Spot | null} */
	let start = null;
	/** @type {(done: boolean) => (event: PointerEvent) => void} */
	const tell = (done) => (event) => {
		if (start) drawn ||= Math.hypot(event.clientX - start.px, event.clientY - start.py) >= DRAWN_FROM_PX;
		if (start && drawn) onDrag(start, under(board, event, SNAP_PX), done);
		if (done) start = null;
	};
	root.addEventListener("pointerdown", (event) => {
		if (!board.state || !board.dragging) return;
		drawn = false;
		start = under(board, event, SNAP_PX);
		root.setPointerCapture(event.pointerId);
	});
	root.addEventListener("pointermove", tell(false));
	root.addEventListener("pointerup", tell(true));
	root.addEventListener("pointercancel", () => {
		start = null;
	});
}
