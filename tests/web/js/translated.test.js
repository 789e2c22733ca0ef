// Data from the table in the page's language: each text from the message beside it.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Catalogue, withTexts } from "../../../web/static/shared/messages.js";

const GERMAN = new Catalogue("de", "a = Objektiv\nb = Brett\nc = { $n } Modelle\n");
const of = (code, args = {}) => ({ code, args });

/** Every kind of view whose message is of another field than a sentence: its data, and what the page shows. */
const VIEWS = [
	["a step of the first run", { title: "Lens", line: "", message: of("a") }, { title: "Objektiv", line: "" }],
	[
		"a step of the set-up",
		{ name: "Lens", told: "2 models", name_message: of("a"), message: of("c", { n: 2 }) },
		{ name: "Objektiv", told: "2 Modelle" },
	],
	[
		"a check",
		{ what: "Lens", sentence: "Board", what_message: of("a"), message: of("b") },
		{ what: "Objektiv", sentence: "Brett" },
	],
	["a section of the settings", { name: "lens", title: "Lens", message: of("a") }, { name: "lens", title: "Objektiv" }],
	["why the machine cannot restart", { wish: "stop", why_not: "Board", message: of("b") }, { why_not: "Brett" }],
	["a notice of the machine", { program: "x", notice: "Board", message: of("b") }, { program: "x", notice: "Brett" }],
	["a recorded game", { title: "Loot", problem: "Board", message: of("b") }, { title: "Loot", problem: "Brett" }],
	["a team", { name: "Crew", advice: "Board", message: of("b") }, { name: "Crew", advice: "Brett" }],
	["the dice that tell a bias", { needed: "Board", message: of("b") }, { needed: "Brett" }],
	["the tray", { fault: "Board", message: of("b") }, { fault: "Brett" }],
	["its calibration", { said: "Board", message: of("b") }, { said: "Brett" }],
	[
		"what to do",
		{ sentence: "Lens", mend: "Board", message: of("a"), remedy: of("b") },
		{ sentence: "Objektiv", mend: "Brett" },
	],
	[
		"notes of a ruling",
		{ notes: ["Lens", "Board"], note_messages: [of("a"), of("b")] },
		{ notes: ["Objektiv", "Brett"] },
	],
	["shelter of a target", { shelter: ["Board"], shelter_messages: [of("b")] }, { shelter: ["Brett"] }],
	["notes from before messages", { notes: ["Old"], note_messages: [] }, { notes: ["Old"] }],
	["a text that German lacks", { title: "Lens", message: of("unknown") }, { title: "Lens" }],
];

for (const [name, data, shown] of VIEWS)
	test(`${name} is in the page's language`, () => {
		const made = withTexts(data, GERMAN, {});
		assert.deepEqual(Object.fromEntries(Object.keys(shown).map((key) => [key, made[key]])), shown);
	});
