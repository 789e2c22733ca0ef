// What the pages' own elements do when they are pressed.

import assert from "node:assert/strict";
import { test } from "node:test";
import { stepper } from "../../../web/static/shared/ui.js";
import { FakeDocument } from "./fake_page.js";

/** @param {number} detail the how manyeth tap in a row it is; 0 for a key */
const pressed = (detail) => Object.assign(new Event("click"), { detail });

test("a double tap on what takes a number takes it once, two taps one after the other twice", () => {
	globalThis.document = new FakeDocument();
	/** @type {number[]} */
	const sent = [];
	const row = stepper("Tac", { value: 1, send: "Score", onSend: (number) => sent.push(number) });
	const [less, , more, send] = row.children.flat();
	more.dispatchEvent(pressed(1));
	more.dispatchEvent(pressed(2));
	less.dispatchEvent(pressed(3));
	send.dispatchEvent(pressed(1));
	send.dispatchEvent(pressed(2));
	assert.deepEqual(sent, [2]);
	send.dispatchEvent(pressed(1));
	send.dispatchEvent(pressed(0));
	assert.deepEqual(sent, [2, 2, 2]);
});
