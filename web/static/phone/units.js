// Lengths as a player reads them: inches, millimetres, or the shapes of the 2021 gauge.

import { keep } from "../shared/page.js";

export const UNITS = ["in", "mm", "gauge"];
/** @type {[number, string][]} */
const GAUGE = [
	[6, "⬟"],
	[3, "■"],
	[2, "●"],
	[1, "▲"],
];
const LENGTH = /(\d+(?:\.\d+)?) ?(?:in\b|"|″)/g;

/** @param {number} inches */
function gauge(inches) {
	if (!Number.isInteger(inches) || inches < 1 || inches > 30) return `${inches} in`;
	let left = inches;
	let text = "";
	for (const [size, sign] of GAUGE) {
		const count = Math.floor(left / size);
		left -= count * size;
		if (count) text += count > 1 ? `${count}${sign}` : sign;
	}
	return text;
}

/**
 * Return a sentence with its lengths in the unit that was chosen.
 * @param {string} text
 */
export function words(text) {
	const unit = keep.get("units", "in");
	if (unit === "in" || !text) return text;
	return text.replace(LENGTH, (_, number) =>
		unit === "mm" ? `${(Number(number) * 25.4).toFixed(0)} mm` : gauge(Number(number)),
	);
}
