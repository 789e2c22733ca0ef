// The first run's steps: a slow request cannot be repeated meanwhile, and typed numbers stay as they are typed.

import assert from "node:assert/strict";
import { test } from "node:test";
import { STEPS } from "../../../web/static/first/steps.js";

/** Yield the nodes of a view, components not drawn. */
function* nodes(view) {
	if (Array.isArray(view)) for (const one of view) yield* nodes(one);
	else if (view?.type) {
		yield view;
		yield* nodes(view.props.children);
	}
}

const find = (view, true_of) => [...nodes(view)].find(true_of);
const words = (view) =>
	[view]
		.flat(9)
		.filter((one) => typeof one === "string")
		.join("");

const verify = (busy) =>
	STEPS.verify({ view: { places: [], places_wanted: 3, certificate: "", board_problem: "" }, busy, want: () => {} });
const measure = (view) => find(view, ({ props }) => words(props.children) === "Measure here");

test("a place cannot be measured again until the table has answered", () => {
	assert.equal(measure(verify(false)).props.disabled, false);
	assert.equal(measure(verify(true)).props.disabled, true);
});

test("a number stays as it is typed, is judged at once, and is sent when the field is left", () => {
	const wishes = [];
	const state = { view: { ruler_mm: 100, plate_mm: 0, kit_board: true }, ruler: null, plate: null };
	const print = () =>
		STEPS.print({ ...state, want: (wish) => wishes.push(wish), change: (fields) => Object.assign(state, fields) });
	const field = (number) => [...nodes(print())].filter(({ type }) => type === "input")[number];
	for (const [typed, said] of [
		["98.7", "The line is 1.3 mm off. Print again at 100 %."],
		["100.2", ""],
	]) {
		field(0).props.oninput({ target: { value: typed } });
		assert.equal(field(0).props.value, typed);
		assert.equal(words(find(print(), ({ props }) => props.role === "alert").props.children), said);
	}
	state.view.ruler_mm = 98.7;
	assert.equal(field(0).props.value, "100.2");
	field(1).props.oninput({ target: { value: "1.2" } });
	field(1).props.onchange();
	assert.deepEqual(wishes, [{ kind: "ruler", ruler_mm: 100.2, plate_mm: 1.2 }]);
});
