// What a player may do now: an action at its printed price, and at the price that a rule makes it.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { Offers } from "../../../web/static/shared/offers.js";
import { FakeDocument, FakeElement } from "./fake_page.js";

let sent;
let root;
let offers;

const GAME = { seats: [{ player: "p1", name: "Blue", colour: "#2f7de1" }] };
const STATE = { game: GAME, prompts: [] };
const action = (name, more) => ({
	action: name,
	cost: 1,
	possible: true,
	why: "",
	needs: "nothing",
	choices: [],
	...more,
});
const NOW = {
	operative: "a1",
	player: "p1",
	of: 7,
	actions: [action("Guard"), action("Dash", { needs: "move" }), action("Loot", { possible: false, why: "no AP left" })],
};

beforeEach(() => {
	globalThis.document = new FakeDocument();
	globalThis.fetch = async (_, { body }) => {
		sent.push(JSON.parse(body).intent);
		return { ok: true, json: async () => ({}) };
	};
	sent = [];
	root = Object.assign(new FakeElement(), { dataset: {}, style: { setProperty() {} } });
	offers = new Offers(root, { board: {}, onAim() {} });
	offers.update([NOW], STATE);
});

const all = (element) => [element, ...element.children.flatMap(all)];
const buttons = (words) => all(root).filter((one) => one.nodeName === "button" && one.textContent.startsWith(words));

function tap(words) {
	const [found] = buttons(words);
	assert.ok(found, `no button ${words}`);
	found.dispatchEvent(new Event("click"));
}

test("an action is asked for at its printed price unless somebody says otherwise", () => {
	tap("Guard");
	assert.equal(sent.length, 1);
	assert.deepEqual([sent[0].action, "free" in sent[0], "cost_changes" in sent[0]], ["Guard", false, false]);
});

test("a move by hand is seen, and asked for by name only at another price", () => {
	assert.equal(buttons("Dash").length, 0);
	tap("Free");
	tap("Dash");
	assert.deepEqual([sent[0].action, sent[0].free], ["Dash", true]);
});

test("what cannot be paid can be asked for at another price", () => {
	assert.equal(buttons("Loot").length, 0);
	tap("1 AP less");
	tap("Loot");
	assert.deepEqual([sent[0].action, sent[0].cost_changes], ["Loot", [-1]]);
});

test("the price is the printed one again when the game has gone on", () => {
	tap("Free");
	offers.update([{ ...NOW, of: 8 }], STATE);
	tap("Guard");
	assert.equal("free" in sent[0], false);
});

test("what an action of a pack does stands with it, done by a touch or by hand", () => {
	const texts = ["It hums.", "It creeps."];
	const actions = [action("Hum", { text: texts[0] }), action("Creep", { needs: "move", text: texts[1] })];
	offers.update([{ ...NOW, of: 9, actions }], STATE);
	for (const text of texts)
		assert.ok(
			all(root).some((one) => one.textContent.split(" · ").includes(text)),
			text,
		);
});

test("what was seen and nobody has confirmed is named above the actions", () => {
	const told = () => all(root).filter((one) => one.textContent.startsWith("These actions do not count"));
	assert.equal(told().length, 0);
	offers.update([{ ...NOW, unconfirmed: "These actions do not count the move of Ilka." }], STATE);
	assert.ok(told().length > 0);
});

test("the likely actions come first, in their order, and the rest is behind More", () => {
	const actions = ["Guard", "Loot", "Search", "Shoot"].map((name) => action(name));
	offers.update([{ ...NOW, of: 8, actions, likely: ["Shoot", "Guard", "Search"] }], STATE);
	const shown = all(root).filter((one) => one.nodeName === "button");
	assert.deepEqual(
		shown.slice(0, 4).map((one) => one.textContent.split(/\d/)[0]),
		["Shoot", "Guard", "Search", "Loot"],
	);
	const more = all(root).find((one) => one.nodeName === "details" && one.textContent.startsWith("More"));
	assert.ok(more.textContent.startsWith("More (1)Loot"));
	assert.equal(more.getAttribute("open"), null);
	tap("Loot");
	assert.equal(sent[0].action, "Loot");
});

test("without a list of likely actions none is hidden", () => {
	assert.ok(!all(root).some((one) => one.textContent.startsWith("More")));
});
