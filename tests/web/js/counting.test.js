// Every way that dice can count stands in the field once, in reading order, and few rows hold them.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { Counting } from "../../../web/static/shared/counting.js";
import { FakeDocument } from "./fake_page.js";

const GRADES = [
	{ counts_as: "crit", faces: [6] },
	{ counts_as: "success", faces: [4, 5] },
	{ counts_as: "fail", faces: [1, 2, 3] },
];

beforeEach(() => {
	const page = new FakeDocument();
	const make = page.createElement.bind(page);
	page.createElement = (name) => Object.assign(make(name), { dataset: {} });
	globalThis.document = page;
});

function field(dice, grades = GRADES) {
	const cells = new Counting({ dice, grades }, () => {}).element.children.slice(1);
	const across = grades.some(({ counts_as }) => counts_as === "success") ? dice + 1 : 1;
	return {
		rows: Math.ceil(cells.length / across),
		counts: cells.map((one) => one.getAttribute("data-count")).filter(Boolean),
	};
}

for (const dice of [1, 2, 3, 4, 5, 6])
	test(`each way that ${dice} dice count stands there once, in reading order, in at most five rows`, () => {
		const ways = [];
		for (let crit = 0; crit <= dice; crit++)
			for (let success = 0; crit + success <= dice; success++) ways.push(`${crit} ${success}`);
		const { rows, counts } = field(dice);
		assert.deepEqual(counts, ways);
		assert.ok(rows <= 5, `${rows} rows`);
	});

test("dice that are no critical success, or no other one, stand in one line", () => {
	const without = (name) => GRADES.filter(({ counts_as }) => counts_as !== name);
	assert.deepEqual(field(5, without("crit")).counts, ["0 0", "0 1", "0 2", "0 3", "0 4", "0 5"]);
	assert.deepEqual(field(5, without("success")).counts, ["0 0", "1 0", "2 0", "3 0", "4 0", "5 0"]);
});
