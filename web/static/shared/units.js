// Lengths as a player reads them: inches, millimetres, or the shapes of the 2021 gauge.

import { keep } from "./keep.js";
import { decimal } from "./say.js";

/** @typedef {"in" | "mm" | "gauge"} Unit */

/** @type {Unit[]} */
export const UNITS = ["in", "mm", "gauge"];
const MM_PER_INCH = 25.4;
/** @type {[number, string][]} */
const GAUGE = [
	[6, "⬟"],
	[3, "■"],
	[2, "●"],
	[1, "▲"],
];

/** The unit that was chosen on this device. */
export const chosen = () => /** @type {Unit} */ (keep.get("units", "in"));

/** @param {Api.LengthView} length */
function gauge({ inches, said }) {
	if (!Number.isInteger(inches) || inches < 1 || inches > 30) return said;
	let left = inches;
	let signs = "";
	for (const [size, sign] of GAUGE) {
		const count = Math.floor(left / size);
		left -= count * size;
		if (count) signs += count > 1 ? `${count}${sign}` : sign;
	}
	return signs;
}

/** @param {Api.LengthView} length */
function millimetres({ inches, sigma }) {
	const mm = inches * MM_PER_INCH;
	return sigma === null ? `${decimal(mm, 0)} mm` : `${decimal(mm, 1)} mm, ±${decimal(sigma * MM_PER_INCH, 1)}`;
}

/**
 * Return a length in a unit.
 * @param {Api.LengthView} length
 * @param {Unit} unit
 */
export function inUnit(length, unit) {
	if (unit === "in") return length.said;
	return unit === "mm" ? millimetres(length) : gauge(length);
}

/**
 * Return a sentence, given in pieces, with its lengths in the unit that was chosen.
 * @param {(string | Api.LengthView)[]} prose
 * @param {Unit} [unit]
 */
export const words = (prose, unit = chosen()) =>
	prose.map((piece) => (typeof piece === "string" ? piece : inUnit(piece, unit))).join("");
