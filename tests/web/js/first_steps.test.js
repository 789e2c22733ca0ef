// The first run's steps: what takes seconds cannot be pressed again meanwhile.

import assert from "node:assert/strict";
import { test } from "node:test";
import { STEPS } from "../../../web/static/first/steps.js";
import { FakeDocument } from "./fake_page.js";

test("a place cannot be asked to be measured while it is measured, and can when that is through", async () => {
	globalThis.document = new FakeDocument();
	let done = () => {};
	const wishes = [];
	const want = (wish) => {
		wishes.push(wish.kind);
		return new Promise((resolve) => {
			done = resolve;
		});
	};
	const shown = STEPS.verify.make({ places: [], places_wanted: 3, certificate: "", board_problem: "" }, want);
	const measure = shown.find(({ textContent }) => textContent === "Measure here");
	measure.dispatchEvent(new Event("click"));
	assert.deepEqual(wishes, ["take_place"]);
	assert.equal(measure.disabled, true);
	done();
	await new Promise((resolve) => setTimeout(resolve));
	assert.equal(measure.disabled, false);
});

test("what is typed of a print stays where it is typed when the table has heard it, and is judged at once", () => {
	globalThis.document = new FakeDocument();
	const wishes = [];
	const view = { ruler_mm: 100, plate_mm: 0, kit_board: true };
	assert.deepEqual(STEPS.print.said({ ...view, ruler_mm: 98.7, plate_mm: 1.2 }), STEPS.print.said(view));
	const shown = STEPS.print.make(view, (wish) => wishes.push(wish));
	const [ruler, plate] = shown
		.filter(({ nodeName }) => nodeName === "label")
		.map(({ children }) => children.find(({ nodeName }) => nodeName === "input"));
	const off = shown.find((one) => one?.getAttribute?.("role") === "alert");
	for (const [typed, said] of [
		["98.7", "That is 1.3 mm off: print again at 100 %."],
		["100.2", ""],
	]) {
		ruler.value = typed;
		ruler.dispatchEvent(new Event("input"));
		assert.equal(off.textContent, said);
	}
	plate.value = "1.2";
	plate.dispatchEvent(new Event("change"));
	assert.deepEqual(wishes, [{ kind: "ruler", ruler_mm: 100.2, plate_mm: 1.2 }]);
});
