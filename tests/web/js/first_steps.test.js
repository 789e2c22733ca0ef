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
