// A shot or fight: what each rule did to the dice, and the damage as arithmetic.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { showCombat } from "../../../web/static/shared/combat.js";
import { FakeDocument, FakeElement } from "./fake_page.js";

const GAME = { seats: [{ player: "p1", name: "Anna", colour: "#f00", ink: "#fff" }] };
const die = (face, counts_as, more = {}) => ({ face, counts_as, was: null, met: [], says: `${face}`, ...more });
const side = (name, more = {}) => ({
	operative: name,
	player: "p1",
	name,
	wounds: 8,
	start_wounds: 8,
	before: 8,
	left: "8 of 8",
	line: "rifle",
	due: 0,
	dice: [],
	notes: [],
	note_messages: [],
	reasons: [],
	changes: [],
	...more,
});
const combat = (more) => ({ kind: "shoot", attacker: side("a1"), target: side("b1"), blows: [], results: [], ...more });

beforeEach(() => {
	globalThis.document = Object.assign(new FakeDocument(), { body: new FakeElement("body") });
});

/** The text of every element with that label, or of that name. */
const found = (root, right) => [
	...(right(root) ? [root.textContent] : []),
	...root.children.flatMap((child) => found(child, right)),
];

function shown(more) {
	const root = new FakeElement();
	showCombat(root, combat(more), GAME);
	return root;
}

test("each rule has one line, and a note that says the same is left out", () => {
	const changes = [{ rule: "G24-02", name: "Balanced", kind: "rerolled", dice: [0], says: "Balanced: 1 → 5" }];
	const notes = ["Balanced: 1 re-rolled", "Hot: 1, 2 damage"];
	const note_messages = [{ code: "roll-note-rerolled" }, { code: "roll-note-tested" }];
	const attacker = side("a1", { dice: [die(5, "success", { was: 1 })], changes, notes, note_messages });
	const root = shown({ attacker });
	const listed = found(root, (one) => one.getAttribute("aria-label") === "What each rule did to the dice");
	assert.deepEqual(listed, ["Balanced: 1 → 5G24-02"]);
	assert.ok(root.textContent.includes("Hot: 1, 2 damage"));
	assert.ok(!root.textContent.includes("re-rolled"));
});

test("the damage is shown as arithmetic, as soon as there is any", () => {
	const says = "Damage: 1 × 3 and 1 × 5 critical = 8. Wounds: 30 → 22";
	assert.ok(shown({ damage: { says } }).textContent.includes(says));
	assert.ok(!shown({ damage: null }).textContent.includes("Damage"));
});

test("a recorded combat without changes is shown as well", () => {
	const { changes, ...older } = side("a1");
	assert.ok(shown({ attacker: older }).textContent.includes("rifle"));
});
