// The score names each side with its own points, and when in the battle it is.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { score } from "../../../web/static/shared/score.js";
import { FakeDocument, FakeElement } from "./fake_page.js";

const SEATS = [
	{ player: "p1", name: "Anna", team: "Rooks", cp: 3, vp: 7, colour: "#f00", ink: "#fff" },
	{ player: "p2", name: "Mirko", team: "", cp: 1, vp: 0, colour: "#00f", ink: "#fff" },
];
const GAME = { turning_point: 2, title: "", phase: "Firefight", seats: SEATS, initiative: "p2" };

beforeEach(() => {
	globalThis.document = new FakeDocument();
});

function shown(game) {
	const root = new FakeElement();
	score(root, game);
	return root.children;
}

/** The words of the first element of a class below another. */
function words(element, name) {
	if (element.getAttribute("class") === name) return element.textContent;
	return element.children.map((child) => words(child, name)).find((found) => found !== undefined);
}

test("each side has its own command and victory points, the first seat on the left", () => {
	const [left, when, right] = shown(GAME);
	assert.deepEqual([words(left, "team"), words(left, "cp"), words(left, "vp")], ["Rooks", "3CP", "7VP"]);
	assert.deepEqual([words(right, "team"), words(right, "cp"), words(right, "vp")], ["Mirko", "1CP", "0VP"]);
	assert.equal(when.textContent, "Turning point 2Firefight");
});

test("only the side with initiative is marked", () => {
	const [left, , right] = shown(GAME);
	assert.equal(words(left, "first"), undefined);
	assert.equal(words(right, "first"), "initiative");
});

test("before the first turning point the title is shown instead", () => {
	const [, when] = shown({ ...GAME, turning_point: null, title: "Set-up", phase: "" });
	assert.equal(when.textContent, "Set-up");
});
