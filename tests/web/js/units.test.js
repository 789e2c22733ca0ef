// Lengths as a player reads them.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { chosen, inUnit, UNITS, words } from "../../../web/static/shared/units.js";

let remembered;

beforeEach(() => {
	remembered = {};
	globalThis.localStorage = {
		getItem: (name) => remembered[name] ?? null,
		setItem: (name, value) => {
			remembered[name] = value;
		},
	};
});

const length = (said, inches, sigma = null) => ({ said, inches, sigma });
const SENTENCE = ["Dash ", length("3 in", 3), ", then ", length("2.50 in, ±0.02", 2.5, 0.02), " more"];

test("inches are as they were said", () => {
	assert.equal(words(SENTENCE, "in"), "Dash 3 in, then 2.50 in, ±0.02 more");
});

test("millimetres are whole, but for a measure with an error: that has tenths, and so has its error", () => {
	assert.equal(words(SENTENCE, "mm"), "Dash 76 mm, then 63.5 mm, ±0.5 more");
});

test("the gauge has a sign for whole inches alone", () => {
	assert.equal(words(SENTENCE, "gauge"), "Dash ■, then 2.50 in, ±0.02 more");
});

for (const [inches, signs] of [
	[1, "▲"],
	[2, "●"],
	[3, "■"],
	[4, "■▲"],
	[5, "■●"],
	[6, "⬟"],
	[8, "⬟●"],
	[9, "⬟■"],
	[12, "2⬟"],
	[30, "5⬟"],
])
	test(`${inches} inches are ${signs} on the gauge`, () => {
		assert.equal(inUnit(length(`${inches} in`, inches), "gauge"), signs);
	});

test("what the gauge cannot show is said in inches", () => {
	for (const inches of [0, 0.5, 31]) assert.equal(inUnit(length(`${inches} in`, inches), "gauge"), `${inches} in`);
});

test("a device reads inches until it chooses otherwise, and then what it chose", () => {
	assert.equal(chosen(), "in");
	assert.equal(words([length("1 in", 1)]), "1 in");
	for (const unit of UNITS) {
		remembered["overlook.units"] = unit;
		assert.equal(chosen(), unit);
	}
	assert.equal(words([length("1 in", 1)]), "▲");
});
