// What the set-up's pages send: what was refused before is gone as soon as the next thing is asked.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { submit } from "../../../web/static/setup/ui.js";
import { showRefusals } from "../../../web/static/shared/act.js";
import { set } from "../../../web/static/shared/dom.js";
import { FakeDocument, FakeElement } from "./fake_page.js";

let refused;
let answers;

beforeEach(() => {
	refused = new FakeElement("p");
	answers = [];
	globalThis.HTMLElement = FakeElement;
	globalThis.document = Object.assign(new FakeDocument(), {
		querySelector: (selector) => (selector === "#refused" ? refused : null),
	});
	showRefusals((sentence) => {
		refused.textContent = sentence;
		set(refused, { hidden: null });
	});
	globalThis.fetch = async () => {
		const ok = answers.shift();
		return { ok, json: async () => (ok ? {} : { detail: "m.toml is no mission" }) };
	};
});

const hidden = () => refused.getAttribute("hidden") !== null;

test("a refused upload is said, and no longer once the next one is taken", async () => {
	answers = [false, true];
	assert.equal(await submit({ kind: "mission_file", source: "m.toml", text: "" }), false);
	assert.equal(refused.textContent, "m.toml is no mission");
	assert.equal(hidden(), false);
	assert.equal(await submit({ kind: "mission_file", source: "m.toml", text: "name = 1" }), true);
	assert.equal(hidden(), true);
});

test("an upload that is refused again is said again", async () => {
	answers = [false, false];
	for (let k = 0; k < 2; k += 1) await submit({ kind: "mission_file", source: "m.toml", text: "" });
	assert.equal(hidden(), false);
});
