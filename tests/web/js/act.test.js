// What a page sends up: done once, tried again when the line drops, refused in words.

import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";

import { actAs, ask, get, press, showRefusals, submit } from "../../../web/static/shared/act.js";

let sent;
let answers;
let refused;

beforeEach(() => {
	mock.timers.enable({ apis: ["setTimeout"] });
	[sent, answers, refused] = [[], [], []];
	showRefusals((sentence) => refused.push(sentence));
	globalThis.fetch = async (path, request) => {
		sent.push({ path, ...request });
		const answer = answers.shift() ?? { ok: true, body: {} };
		if (answer === "dropped") throw new TypeError("Failed to fetch");
		return { ok: answer.ok, json: async () => answer.body };
	};
});
afterEach(() => {
	mock.timers.reset();
	actAs("player");
});

/** Let waits pass until a promise is settled. */
async function passing(promise) {
	let settled = false;
	promise.finally(() => {
		settled = true;
	});
	for (let round = 0; !settled && round < 50; round += 1) {
		await new Promise((done) => setImmediate(done));
		mock.timers.tick(2000);
	}
	return promise;
}

test("an intent is sent for its player, each under a key of its own", async () => {
	assert.equal(await submit({ kind: "undo" }, "p1"), true);
	await submit({ kind: "undo" });
	assert.equal(sent[0].path, "/api/intents");
	assert.equal(sent[0].method, "POST");
	assert.deepEqual(JSON.parse(sent[0].body), { player: "p1", intent: { kind: "undo" } });
	assert.deepEqual(JSON.parse(sent[1].body).player, "any");
	const keys = sent.map((one) => one.headers["Idempotency-Key"]);
	assert.notEqual(keys[0], keys[1]);
	for (const key of keys) assert.match(key, /^[0-9a-f]{32}$/);
});

test("a button is pressed without a body", async () => {
	await press("confirm");
	assert.deepEqual([sent[0].path, sent[0].body], ["/api/buttons/confirm", null]);
	assert.equal("Content-Type" in sent[0].headers, false);
});

test("an act whose line drops is sent again under the same key, twice at most", async () => {
	answers = ["dropped", "dropped", { ok: true, body: {} }];
	assert.equal(await passing(ask("/api/setup", { wish: {} })), true);
	assert.equal(new Set(sent.map((one) => one.headers["Idempotency-Key"])).size, 1);
	assert.equal(sent.length, 3);
	assert.deepEqual(refused, []);
});

test("an act that never arrives is told in words", async () => {
	answers = ["dropped", "dropped", "dropped"];
	assert.equal(await passing(press("undo")), false);
	assert.equal(sent.length, 3);
	assert.deepEqual(refused, ["The table did not answer. Check this device's connection."]);
});

test("a refusal is told as the table says it, and not tried again", async () => {
	answers = [{ ok: false, body: { detail: "There is nothing to undo" } }];
	assert.equal(await press("undo"), false);
	assert.equal(sent.length, 1);
	assert.deepEqual(refused, ["There is nothing to undo"]);
});

test("what is asked is answered as it arrives, or with a problem in words", async () => {
	answers = [{ ok: true, body: { pin: "204817" } }, { ok: false, body: { detail: "Not here" } }, "dropped"];
	assert.deepEqual(await get("/api/pairing"), { pin: "204817" });
	assert.deepEqual(await get("/api/pairing"), { problem: "Not here" });
	assert.deepEqual(await get("/api/pairing"), { problem: "The table did not answer." });
});

const TO_ASK = { ok: false, body: { detail: "Blue has to agree", message: { code: "consent-ask", args: {} } } };

test("a phone sends what needs consent as a request of its player", async () => {
	answers = [TO_ASK];
	assert.equal(await submit({ kind: "undo" }, "p1"), false);
	assert.deepEqual(JSON.parse(sent[1].body), { player: "p1", intent: { kind: "request", act: { kind: "undo" } } });
	assert.deepEqual(refused, []);
});

test("the table's screen and the referee ask nobody, and act in no player's name", async () => {
	for (const role of ["table", "referee"]) {
		actAs(role);
		[sent, answers] = [[], [TO_ASK]];
		assert.equal(await submit({ kind: "undo" }, "p1"), true);
		assert.deepEqual(JSON.parse(sent[1].body), { player: "any", intent: { kind: "undo" } });
	}
});
