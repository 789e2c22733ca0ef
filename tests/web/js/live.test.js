// The live channel: what a delta makes of a snapshot, when a page draws, and how it comes back to a table that was away.

import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

import { apply, follow, namesIn } from "../../../web/static/shared/live.js";
import { FakeDocument, FakeEventSource } from "./fake_page.js";

const one = (id, x) => ({ id, x });
const snapshot = (revision) => ({
	revision,
	game: { title: "First" },
	notices: [],
	rulings: [{ id: "r1", claim: "old" }],
	table: {
		board: { width: 30 },
		flags: { settled: true },
		operatives: [one("a1", 1), one("b1", 2)],
		terrain: [],
		markers: [],
	},
});
const nothing = { board: null, operatives: null, terrain: null, markers: null, flags: null, rulings: null };

test("a delta changes what it names and leaves the very same objects elsewhere", () => {
	const before = snapshot(1);
	const after = apply(before, { ...nothing, since: 1, revision: 2, game: { title: "Second" }, notices: null });
	assert.equal(after.revision, 2);
	assert.deepEqual(after.game, { title: "Second" });
	assert.equal(after.table, before.table);
	assert.equal(after.rulings, before.rulings);
	assert.equal(after.notices, before.notices);
	assert.deepEqual(before, snapshot(1));
});

test("what is on air has its parts whole: no table, no lists by difference", () => {
	const before = { revision: 1, board: { width: 30 }, operatives: [one("a1", 1)], terrain: [], markers: [], feed: [] };
	const after = apply(before, { ...nothing, since: 1, revision: 2, operatives: [one("a1", 5)] });
	assert.deepEqual(after, { ...before, revision: 2, operatives: [one("a1", 5)] });
});

test("a list by difference keeps the order that is sent, changed items anew and the others as they were", () => {
	const before = snapshot(1);
	const operatives = { order: ["b1", "c1", "a1"], changed: [one("c1", 3), one("a1", 9)] };
	const after = apply(before, { ...nothing, since: 1, revision: 2, operatives });
	assert.deepEqual(after.table.operatives, [one("b1", 2), one("c1", 3), one("a1", 9)]);
	assert.equal(after.table.operatives[0], before.table.operatives[1]);
	assert.equal(after.table.terrain, before.table.terrain);
	assert.notEqual(after.table, before.table);
});

test("an item that the order leaves out is gone", () => {
	const after = apply(snapshot(1), { ...nothing, since: 1, revision: 2, rulings: { order: [], changed: [] } });
	assert.deepEqual(after.rulings, []);
});

test("a delta has no place for what the snapshot does not have", () => {
	assert.equal("since" in apply(snapshot(1), { ...nothing, since: 1, revision: 2 }), false);
});

let drawn;
let lines;
let frames;

beforeEach(() => {
	mock.timers.enable({ apis: ["setTimeout"] });
	[drawn, lines, frames] = [[], [], []];
	FakeEventSource.opened = [];
	globalThis.document = new FakeDocument();
	globalThis.window = new EventTarget();
	globalThis.EventSource = FakeEventSource;
	globalThis.requestAnimationFrame = (draw) => frames.push(draw);
	follow({ onState: (now, before) => drawn.push([now, before]), onLine: (line) => lines.push(line) });
});
afterEach(() => mock.timers.reset());

const frame = () => {
	for (const draw of frames.splice(0)) draw();
};
const delta = (since, revision, title) => ({ ...nothing, since, revision, game: { title } });

test("what arrives between two frames is drawn once, as the newest", () => {
	const source = FakeEventSource.newest;
	source.send("snapshot", snapshot(1), "t.1");
	source.send("delta", delta(1, 2, "Second"), "t.2");
	assert.equal(frames.length, 1);
	frame();
	assert.equal(drawn.length, 1);
	assert.equal(drawn[0][0].game.title, "Second");
	assert.equal(drawn[0][1], null);
	assert.equal(document.documentElement.dataset.revision, "2");
	source.send("delta", delta(2, 3, "Third"), "t.3");
	frame();
	assert.equal(drawn[1][1].game.title, "Second");
});

test("a beat says that the line is alive and draws nothing", () => {
	FakeEventSource.newest.send("beat", {});
	assert.deepEqual(lines, ["live"]);
	assert.equal(frames.length, 0);
});

test("a line that breaks is opened again from the last event", () => {
	FakeEventSource.newest.send("snapshot", snapshot(1), "boot 7.41");
	FakeEventSource.newest.onerror();
	assert.equal(FakeEventSource.newest.closed, true);
	assert.deepEqual(lines, ["live", "lost"]);
	mock.timers.tick(300);
	assert.equal(FakeEventSource.newest.address, "/api/live?after=boot%207.41");
});

test("a first line that breaks is opened again from nothing", () => {
	FakeEventSource.newest.onerror();
	mock.timers.tick(300);
	assert.equal(FakeEventSource.opened.length, 2);
	assert.equal(FakeEventSource.newest.address, "/api/live");
});

test("tries go on, each after a longer pause, and a line that was heard begins anew with the shortest", () => {
	for (const pause of [300, 700, 1500, 3000, 5000, 5000]) {
		const tries = FakeEventSource.opened.length;
		FakeEventSource.newest.onerror();
		mock.timers.tick(pause - 1);
		assert.equal(FakeEventSource.opened.length, tries);
		mock.timers.tick(1);
		assert.equal(FakeEventSource.opened.length, tries + 1);
	}
	FakeEventSource.newest.send("beat", {});
	FakeEventSource.newest.onerror();
	const tries = FakeEventSource.opened.length;
	mock.timers.tick(300);
	assert.equal(FakeEventSource.opened.length, tries + 1);
});

test("seven silent seconds are a line that is lost; a beat puts that off", () => {
	FakeEventSource.newest.send("beat", {});
	mock.timers.tick(6000);
	FakeEventSource.newest.send("beat", {});
	mock.timers.tick(6999);
	assert.deepEqual(lines, ["live", "live"]);
	mock.timers.tick(1);
	assert.equal(lines.at(-1), "lost");
});

test("a delta against another revision is not applied: the whole is asked for", () => {
	FakeEventSource.newest.send("snapshot", snapshot(4), "t.4");
	FakeEventSource.newest.send("delta", delta(3, 5, "Never"), "t.5");
	assert.equal(lines.at(-1), "lost");
	mock.timers.tick(300);
	assert.equal(FakeEventSource.newest.address, "/api/live");
	frame();
	assert.equal(drawn[0][0].game.title, "First");
});

test("a page that nobody looks at gives its line back, and takes it again when it is looked at", () => {
	document.hidden = true;
	document.dispatchEvent(new Event("visibilitychange"));
	for (let second = 0; second < 14; second += 1) {
		FakeEventSource.newest.send("beat", {});
		mock.timers.tick(1000);
	}
	assert.equal(FakeEventSource.newest.closed, false);
	mock.timers.tick(1000);
	assert.equal(FakeEventSource.newest.closed, true);
	assert.equal(FakeEventSource.opened.length, 1);
	document.hidden = false;
	document.dispatchEvent(new Event("visibilitychange"));
	assert.equal(FakeEventSource.opened.length, 2);
	assert.equal(FakeEventSource.newest.closed, false);
});

test("the first state has names in the page's language, as later ones have", async () => {
	document.documentElement.lang = "de";
	globalThis.fetch = async () => ({ ok: true, text: async () => "moves = { NAME($who) } geht\n" });
	follow({ onState: (now) => drawn.push([now, null]), onLine: () => {} });
	await new Promise((done) => setImmediate(done));
	const source = FakeEventSource.newest;
	const sentence = { sentence: "A1 moves", message: { code: "moves", args: { who: "a1" } } };
	const first = { ...snapshot(1), rulings: [{ id: "r1", ...sentence }] };
	first.table.operatives[0].label = "A1 Scout";
	source.send("snapshot", first, "t.1");
	frame();
	assert.equal(drawn.at(-1)[0].rulings[0].sentence, "A1 Scout geht");
	source.send(
		"delta",
		{ ...delta(1, 2, "Second"), rulings: { order: ["r2"], changed: [{ id: "r2", ...sentence }] } },
		"t.2",
	);
	frame();
	assert.equal(drawn.at(-1)[0].rulings[0].sentence, "A1 Scout geht");
});

test("the first state has the names of its own texts, and markers have theirs", () => {
	const names = namesIn({
		game: { seats: [{ player: "p1", name: "Mira" }], roster: [{ id: "a7" }] },
		table: { operatives: [{ id: "b2", label: "B2" }], markers: [{ id: "m1", label: "M1" }] },
	});
	assert.deepEqual(names, { p1: "Mira", a7: "A7", b2: "B2", m1: "M1" });
	assert.deepEqual(namesIn({ since: 3 }), {});
});
