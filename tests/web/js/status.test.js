// The line below the score: who decides what, who is ready, the clock; and the other player's card.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { showMoving, showStatus, showTheirs } from "../../../web/static/shared/status.js";
import { FakeDocument, FakeElement } from "./fake_page.js";

const SEATS = [
	{ player: "p1", name: "Anna", colour: "#f00", ink: "#fff", ops: [{ op: "crit", label: "Crit op", vp: 2 }] },
	{ player: "p2", name: "Mirko", colour: "#00f", ink: "#fff", ops: [] },
];
const one = (id, player, more = {}) => ({ id, player, name: `Model ${id}`, ready: true, out: false, ...more });
const ROSTER = [one("a1", "p1"), one("a2", "p1", { ready: false }), one("b1", "p2"), one("b2", "p2", { out: true })];
const GAME = { seats: SEATS, roster: ROSTER, over: false };
const CLOCK = { running: false, on: null, seats: [] };
const ask = (topic, owner, more = {}) => ({ id: topic, topic, owner, question: "Which?", choices: [], ...more });

beforeEach(() => {
	globalThis.document = new FakeDocument();
});

function line(more) {
	const root = new FakeElement();
	showStatus(root, { game: GAME, prompts: [], clock: CLOCK, ...more });
	return root.children.map((child) => child.getAttribute("aria-label") ?? child.textContent);
}

test("the line says who decides what; a secret choice holds nothing up", () => {
	assert.equal(line({ prompts: [ask("tac_op", "p2"), ask("action", "p1")] })[0], "Anna: choosing an action");
	assert.equal(line({ prompts: [ask("activation", "p2")] })[0], "Mirko: choosing an operative");
	assert.equal(line({ prompts: [ask("challenge", "any")] })[0], "Both players: settling a challenge");
	const off = [ask("roll_off", "p1"), ask("roll_off", "p2")];
	assert.equal(line({ prompts: off })[0], "Both players: rolling off");
	assert.equal(line({ game: { ...GAME, over: true } })[0], "The battle is over");
});

test("the line counts who is ready, and who is out is not", () => {
	assert.deepEqual(line({}).slice(1, 3), ["Anna: 1 ready", "Mirko: 1 ready"]);
});

test("the line has each player's points by op, and the clock once it has run", () => {
	assert.deepEqual(line({}).slice(3), ["Anna: Crit op 2"]);
	const clock = {
		running: true,
		on: "p2",
		seats: [
			{ player: "p1", used_s: 61 },
			{ player: "p2", used_s: 7 },
		],
	};
	assert.deepEqual(line({ clock }).slice(4), ["Anna: 1:01", "Mirko: 0:07"]);
});

test("the other player's card lists what can be done, with the targets, and has no buttons", () => {
	const root = new FakeElement();
	const choices = [
		{ possible: true, target: "b1" },
		{ possible: true, target: "b1" },
		{ possible: false, target: "b2" },
	];
	const actions = [
		{ action: "Shoot", possible: true, choices },
		{ action: "Fight", possible: false, choices: [] },
	];
	showTheirs(root, [ask("action", "p1")], [{ player: "p1", actions }], GAME);
	assert.equal(root.textContent, "Which?ShootB1 Model b1");
	assert.equal(root.getAttribute("hidden"), null);
	showTheirs(root, [], [], GAME);
	assert.notEqual(root.getAttribute("hidden"), null);
});

test("a moving model's line has its side's colour and says nothing once it rests", () => {
	const root = new FakeElement();
	const table = { operatives: [{ id: "a1", player: "p1" }] };
	const hidden = { operative: "a1", state: "covered", inches: null, sentence: "A1: covered." };
	showMoving(root, { game: GAME, moving: [hidden], table });
	assert.equal(root.textContent, "A1: covered.");
	assert.equal(root.getAttribute("data-state"), "covered");
	assert.equal(root.getAttribute("--team"), "#f00");
	showMoving(root, { game: GAME, moving: [], table });
	assert.equal(root.getAttribute("hidden"), "true");
});

test("the line has what scores at the end of the turning point, by op, for each player", () => {
	const expected = [
		{
			player: "p1",
			vp: 3,
			ops: [
				{ label: "Crit op", vp: 2 },
				{ label: "Kill op", vp: 1 },
			],
		},
		{ player: "p2", vp: 0, ops: [] },
	];
	const root = new FakeElement();
	showStatus(root, { game: { ...GAME, expected }, prompts: [], clock: CLOCK });
	const row = root.children.at(-1);
	assert.equal(row.textContent, "End of turning point:Crit op +2, Kill op +1+0");
	assert.deepEqual(
		row.children.slice(1).map((one) => one.getAttribute("aria-label")),
		[
			"Anna, at the end of this turning point if nothing changes: Crit op +2, Kill op +1",
			"Mirko, at the end of this turning point if nothing changes: no points",
		],
	);
});
