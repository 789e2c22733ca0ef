// The page of a published tray: it shows each roll, and connects again after the program was away.

import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { FakeEventSource } from "./fake_page.js";

const settled = () => new Promise((done) => setImmediate(done));

test("the page is filled again after a roll and after the connection was lost", async () => {
	mock.timers.enable({ apis: ["setTimeout"] });
	const link = { hidden: true };
	const rolls = { texts: [], replaceChildren: (...nodes) => rolls.texts.push(...nodes) };
	let rolled = "first";
	globalThis.document = { getElementById: (id) => ({ rolls, link })[id] };
	globalThis.fetch = async () => ({ ok: true, text: async () => rolled });
	globalThis.DOMParser = class {
		parseFromString(text) {
			return { body: { childNodes: [text] } };
		}
	};
	globalThis.EventSource = class extends FakeEventSource {
		static CLOSED = 2;
	};
	await import("../../../web/static/tray/rolls.js");
	const first = FakeEventSource.newest;
	first.onopen();
	await settled();
	rolled = "second";
	first.send("roll", {});
	await settled();
	assert.deepEqual(rolls.texts, ["first", "second"]);

	first.readyState = 0;
	first.onerror();
	assert.equal(link.hidden, false);
	mock.timers.tick(5000);
	assert.equal(FakeEventSource.opened.length, 1, "the browser itself connects again");

	first.readyState = 2;
	first.onerror();
	mock.timers.tick(1000);
	assert.equal(FakeEventSource.opened.length, 2);
	rolled = "third";
	FakeEventSource.newest.onopen();
	await settled();
	assert.equal(link.hidden, true);
	assert.equal(rolls.texts.at(-1), "third");
});
