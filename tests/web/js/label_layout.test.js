// Where the models' names stand: below, above or beside the base, where they cover least.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { layOutLabels } from "../../../web/static/shared/label_layout.js";
import { FakeDocument, FakeElement } from "./fake_page.js";

const LETTERS = 80;
const HALF = LETTERS / 2 + 3;
const RADIUS = 50;
const HIGH = 6.5;

/** A text that knows how long it is, and can be placed. */
class FakeText extends FakeElement {
	style = {};
	getComputedTextLength = () => LETTERS;
}

beforeEach(() => {
	globalThis.document = Object.assign(new FakeDocument(), { createElementNS: (_, name) => new FakeText(name) });
});

const model = (id, x, y, more = {}) => ({ id, name: `Model ${id}`, x, y, base: [1, 1], state: "seen", ...more });

function boardOf(operatives, { names = "all", selected = null, focused = null, notes = [] } = {}) {
	const box = { x: 0, y: 0, width: 3000, height: 2200 };
	return {
		shown: { table: { operatives } },
		unit: 1,
		selected,
		place: ([x, y]) => [100 * x, 100 * y],
		root: {
			dataset: { names },
			viewBox: { baseVal: box },
			querySelectorAll: () => notes.map((note) => ({ getBBox: () => note })),
		},
		layers: {
			names: new FakeElement("g"),
			operatives: { querySelector: () => focused && { key: focused } },
		},
	};
}

const places = (board) =>
	Object.fromEntries(
		board.layers.names.children.map((label) => {
			const [x, y] = label.style.transform.match(/-?\d+/g).map(Number);
			return [label.key, [x, y]];
		}),
	);
const named = (board) => board.layers.names.children.map((label) => label.key);

test("a name with room around stands below its base", () => {
	const board = boardOf([model("a", 10, 10)]);
	layOutLabels(board);
	assert.deepEqual(places(board), { a: [1000, 1000 + RADIUS + 12] });
	assert.equal(board.layers.names.children[0].textContent, "Model a");
});

test("a name that would lie across the board is cut, and says so", () => {
	const board = boardOf([
		model("a", 10, 10, { name: "Spindle-gunner Yarrow" }),
		model("b", 20, 10, { name: "Grand Archmagister Bartholomew Featherstonehaugh" }),
	]);
	layOutLabels(board);
	const said = board.layers.names.children.map((label) => label.textContent);
	assert.deepEqual(said, ["Spindle-gunner Yarrow", "Grand Archmagister Bart…"]);
});

test("a name that would lie on another's base goes beside its own", () => {
	const board = boardOf([model("a", 10, 10), model("b", 10, 11.1)]);
	layOutLabels(board);
	assert.deepEqual(places(board).a, [1000 + RADIUS + 8 + HALF, 1000]);
});

test("a name goes beside its base on the side that is on the board", () => {
	const column = (x) => [model("a", x, 10), model("b", x, 11.1), model("c", x, 8.9)];
	const inside = boardOf(column(10));
	layOutLabels(inside);
	assert.deepEqual(places(inside).a, [1000 + RADIUS + 8 + HALF, 1000]);
	const atTheEdge = boardOf(column(29.4));
	layOutLabels(atTheEdge);
	assert.deepEqual(places(atTheEdge).a, [2940 - RADIUS - 8 - HALF, 1000]);
});

test("a ruling's words are not covered", () => {
	const note = { x: 960, y: 1040, width: 80, height: 40 };
	const board = boardOf([model("a", 10, 10)], { notes: [note] });
	layOutLabels(board);
	assert.deepEqual(places(board).a, [1000 + RADIUS + 8 + HALF, 1000]);
});

test("a name goes above its base, over the order's badge, when there is no room below or beside", () => {
	const others = [model("b", 10, 11.1), model("c", 11.2, 10), model("d", 8.8, 10)];
	const board = boardOf([model("a", 10, 10), ...others]);
	layOutLabels(board);
	assert.deepEqual(places(board).a, [1000, 1000 - RADIUS - 24]);
});

test("no two names of a crowd with room enough lie on each other", () => {
	const crowd = Array.from({ length: 12 }, (_, k) => model(`m${k}`, 4 + 2.2 * (k % 4), 4 + 2.2 * Math.floor(k / 4)));
	const board = boardOf(crowd);
	layOutLabels(board);
	const all = Object.values(places(board));
	for (const [k, [x, y]] of all.entries())
		for (const [u, v] of all.slice(k + 1)) assert.ok(Math.abs(x - u) >= 2 * HALF || Math.abs(y - v) >= 2 * HIGH);
});

test("on a small board only the model that is looked at has its name", () => {
	const all = [model("a", 5, 5), model("b", 10, 5), model("c", 15, 5)];
	for (const [looked, wanted] of [
		[{}, []],
		[{ selected: "b" }, ["b"]],
		[{ selected: "b", focused: "c" }, ["b", "c"]],
	]) {
		const board = boardOf(all, { names: "few", ...looked });
		layOutLabels(board);
		assert.deepEqual(named(board), wanted);
	}
});
