// The drawing that belongs to a ruling: the same strokes on the board and over the camera picture.

import { svg } from "./dom.js";
import { decimal } from "./say.js";

/**
 * Return the path through points.
 * @param {(readonly [number, number, number?])[]} points
 * @param {boolean} [closed]
 */
export const path = (points, closed) =>
	`M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}${closed ? "Z" : ""}`;

/** @param {Point[]} points @returns {Point} */
function middle(points) {
	if (points.length === 1) return points[0];
	const half = (points.length - 1) / 2;
	const [[ax, ay], [bx, by]] = [points[Math.floor(half)], points[Math.ceil(half)]];
	return [(ax + bx) / 2, (ay + by) / 2];
}

/** @param {Point[]} points */
const highest = (points) => points.reduce((best, point) => (point[1] < best[1] ? point : best));

/** @param {Api.StrokeView} stroke @param {Point[]} points @param {number} unit */
function shape(stroke, points, unit) {
	if (points.length === 1) {
		const [[cx, cy]] = [points[0]];
		return [svg("circle.dot.casing", { cx, cy, r: 7 * unit }), svg("circle.dot", { cx, cy, r: 5 * unit })];
	}
	const d = path(points, stroke.closed);
	/** @type {SVGElement[]} */
	const parts = [svg("path.casing", { d }), svg("path.line", { d })];
	if (!stroke.closed) {
		for (const [cx, cy] of [points[0], points[points.length - 1]]) {
			parts.push(svg("circle.end", { cx, cy, r: 3.5 * unit }));
		}
	}
	return parts;
}

/**
 * Return the label of a stroke; a length is written as the page's language writes numbers.
 * @param {Api.StrokeView} stroke @param {{ witness: readonly Api.StrokeView[], measured?: number | null }} finding
 */
function labelOf({ label }, { measured }) {
	if (typeof measured !== "number" || label !== `${measured.toFixed(2)}"`) return label;
	return `${decimal(measured, 2)}"`;
}

/**
 * Draw a ruling's witness into a group. `points(stroke)` gives a stroke's points in the drawing's own units, or null
 * where it cannot be drawn; `unit` is how many of them make one pixel on the screen.
 * @param {Element} group
 * @param {Drawn | null | undefined} ruling
 * @param {{ points: (stroke: Api.StrokeView) => Point[] | null, unit: number }} drawing
 */
export function drawWitness(group, ruling, { points, unit }) {
	group.replaceChildren();
	if (!ruling) return;
	const labels = [];
	for (const finding of ruling.findings) {
		for (const stroke of finding.witness) {
			const at = points(stroke);
			if (!at) continue;
			const kind = `stroke ${stroke.role} ${stroke.closed ? "area" : "open"}`;
			group.append(svg("g", { class: kind }, ...shape(stroke, at, unit)));
			if (stroke.label) {
				const [x, y] = stroke.closed ? highest(at) : middle(at);
				const dy = stroke.closed || at.length === 1 ? -9 * unit : -8 * unit;
				labels.push(svg("text", { class: `note ${stroke.role}`, x, y: y + dy }, labelOf(stroke, finding)));
			}
		}
	}
	group.append(...labels);
}
