// Building and refreshing the page: what is reused, what moves, and that nothing is touched that stays.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { h, keyed, renew, seatOf, set, svg, text } from "../../../web/static/shared/dom.js";
import { FakeDocument, FakeElement } from "./fake_page.js";

let parent;
let log;

beforeEach(() => {
	globalThis.document = new FakeDocument();
	parent = new FakeElement();
	log = [];
});

const items = (...ids) => ids.map((id) => ({ id }));
const ways = {
	make: (item) => {
		log.push(`make ${item.id}`);
		return new FakeElement();
	},
	update: (element, item, before) => {
		log.push(`update ${item.id}`);
		element.shows = item;
		element.before = before;
	},
};
const order = () => parent.children.map((element) => element.key).join("");

test("a property of an element's own style is no attribute of it", () => {
	const styled = h("i", { "--left": 0.5, "--none": undefined });
	const own = [];
	styled.style.setProperty = (name, value) => own.push(`${name} ${value}`);
	set(styled, { "--left": 0.25, title: "wounds" });
	assert.deepEqual(own, ["--left 0.25"]);
	assert.deepEqual(
		[...styled.attributes],
		[
			["--left", "0.5"],
			["title", "wounds"],
		],
	);
});

test("there is one element for each item, in order", () => {
	keyed(parent, items("a", "b", "c"), ways);
	assert.equal(order(), "abc");
	assert.deepEqual(log, ["make a", "update a", "make b", "update b", "make c", "update c"]);
});

test("the very same items again touch nothing", () => {
	const all = items("a", "b", "c");
	keyed(parent, all, ways);
	const [moves, said] = [parent.moves, log.length];
	keyed(parent, all, ways);
	assert.equal(parent.moves, moves);
	assert.equal(log.length, said);
});

test("an item that is another object is refreshed in its element, and told what it was", () => {
	const [before] = items("a");
	keyed(parent, [before], ways);
	const [element] = parent.children;
	const [after] = items("a");
	keyed(parent, [after], ways);
	assert.equal(parent.children[0], element);
	assert.equal(element.shows, after);
	assert.equal(element.before, before);
	assert.deepEqual(log, ["make a", "update a", "update a"]);
});

test("elements keep who they are in every order, and those whose items are gone go", () => {
	const all = items("a", "b", "c", "d");
	const orders = [[3, 2, 1, 0], [1], [], [0, 3], [2, 0, 1, 3], [0, 1, 2, 3]];
	keyed(parent, all, ways);
	for (const indices of orders) {
		const known = new Map(parent.children.map((element) => [element.key, element]));
		const now = indices.map((index) => all[index]);
		keyed(parent, now, ways);
		assert.deepEqual(
			parent.children.map((element) => element.key),
			now.map((item) => item.id),
		);
		for (const element of parent.children) assert.equal(known.get(element.key) ?? element, element);
	}
});

test("one that is put in front moves nothing else", () => {
	const all = items("b", "c");
	keyed(parent, all, ways);
	const { moves } = parent;
	keyed(parent, [...items("a"), ...all], ways);
	assert.equal(order(), "abc");
	assert.equal(parent.moves, moves + 1);
});

test("a list may be known by something else than an id, and children of others stay", () => {
	const heading = new FakeElement();
	parent.append(heading);
	const by = { ...ways, key: (item) => item.part, make: () => new FakeElement() };
	keyed(parent, [{ part: "camera" }, { part: "board" }], by);
	keyed(parent, [{ part: "board" }], by);
	assert.deepEqual(
		parent.children.map((element) => element.key),
		["board", undefined],
	);
});

test("an element is made with its classes, attributes, listeners and children", () => {
	let pressed = 0;
	const props = {
		class: "big",
		"aria-label": "Go",
		hidden: true,
		title: null,
		disabled: false,
		onclick: () => pressed++,
	};
	const element = h("button.choice.main", props, "Go", 0, null, false, [h("small", "on"), "!"]);
	assert.equal(element.nodeName, "button");
	assert.equal(element.type, "button");
	assert.deepEqual(Object.fromEntries(element.attributes), {
		class: "choice main big",
		"aria-label": "Go",
		hidden: "",
	});
	assert.equal(element.textContent, "Go0on!");
	element.dispatchEvent(new Event("click"));
	assert.equal(pressed, 1);
});

test("an element may have children alone, and text as an attribute", () => {
	assert.equal(h("p", "words").textContent, "words");
	assert.equal(svg("text.note", { text: 3, x: 0 }).textContent, "3");
	assert.equal(svg("text", { x: 0 }).getAttribute("x"), "0");
});

test("attributes and text are touched only where they differ", () => {
	const element = new FakeElement();
	set(element, { x: 1, hidden: null });
	text(element, "said");
	const { moves } = element;
	set(element, { x: 1 });
	text(element, "said");
	assert.equal(element.moves, moves);
	set(element, { x: false });
	assert.equal(element.getAttribute("x"), null);
});

test("an element is filled anew only when it says something else", () => {
	let made = 0;
	const fill = () => [h("b", String(++made))];
	renew(parent, ["same", 1], fill);
	renew(parent, ["same", 1], fill);
	assert.equal(parent.textContent, "1");
	renew(parent, ["other", 1], fill);
	assert.equal(parent.textContent, "2");
});

test("a seat is found by its player", () => {
	const seats = [{ player: "p1" }, { player: "p2" }];
	assert.equal(seatOf({ seats }, "p2"), seats[1]);
	assert.equal(seatOf({ seats }, null), undefined);
});
