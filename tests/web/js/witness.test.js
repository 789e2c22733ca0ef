// The drawing that belongs to a ruling.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { drawWitness, path } from "../../../web/static/shared/witness.js";
import { FakeDocument, FakeElement } from "./fake_page.js";

let group;

beforeEach(() => {
	globalThis.document = new FakeDocument();
	group = new FakeElement("g");
});

const stroke = (points, more = {}) => ({ role: "measure", points, closed: false, label: "", points_px: null, ...more });
const ruling = (...strokes) => ({ findings: [{ witness: strokes, things: [] }] });
const drawing = { points: (one) => one.points, unit: 2 };
const labels = () => group.children.filter((one) => one.nodeName === "text");

test("a path runs through its points, and back where it is closed", () => {
	const points = [
		[0, 0],
		[1.04, 2],
		[3, 4.26],
	];
	assert.equal(path(points), "M0.0 0.0L1.0 2.0L3.0 4.3");
	assert.equal(path(points, true), "M0.0 0.0L1.0 2.0L3.0 4.3Z");
});

test("a line has a casing and two ends, an outline none, a point is a dot", () => {
	const line = stroke([
		[0, 0],
		[9, 0],
	]);
	drawWitness(group, ruling(line, { ...line, closed: true }, stroke([[5, 5]])), drawing);
	const shapes = group.children.map((one) => one.children.map((shape) => shape.getAttribute("class")));
	assert.deepEqual(shapes, [
		["casing", "line", "end", "end"],
		["casing", "line"],
		["dot casing", "dot"],
	]);
	assert.deepEqual(
		group.children.map((one) => one.getAttribute("class")),
		["stroke measure open", "stroke measure area", "stroke measure open"],
	);
});

test("a label stands over the middle of a line, over the highest point of an outline, and above everything drawn", () => {
	const points = [
		[0, 40],
		[10, 20],
		[30, 60],
	];
	drawWitness(
		group,
		ruling(stroke(points, { label: "line" }), stroke(points, { closed: true, label: "area" })),
		drawing,
	);
	assert.deepEqual(
		labels().map((one) => [one.textContent, one.getAttribute("x"), one.getAttribute("y")]),
		[
			["line", "10", "4"],
			["area", "10", "2"],
		],
	);
	assert.deepEqual(group.children.slice(-2), labels());
});

test("a line of two points is labelled half-way", () => {
	const points = [
		[0, 100],
		[20, 200],
	];
	drawWitness(group, ruling(stroke(points, { label: "half" })), drawing);
	assert.deepEqual([labels()[0].getAttribute("x"), labels()[0].getAttribute("y")], ["10", "134"]);
});

test("what has no place in this drawing is left out, and another ruling takes the place of the first", () => {
	const lines = ruling(stroke([[1, 1]], { label: "seen" }));
	drawWitness(group, lines, { points: () => null, unit: 1 });
	assert.equal(group.children.length, 0);
	drawWitness(group, lines, drawing);
	drawWitness(group, lines, drawing);
	assert.equal(group.children.length, 2);
	drawWitness(group, null, drawing);
	assert.equal(group.children.length, 0);
});
