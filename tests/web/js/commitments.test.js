// A phone checks what the other player reveals against the commitment that it saw while the choice was sealed.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { beforeEach, test } from "node:test";

import { check, sha256 } from "../../../web/static/shared/commitments.js";

let remembered;

beforeEach(() => {
	remembered = {};
	globalThis.localStorage = {
		getItem: (name) => remembered[name] ?? null,
		setItem: (name, value) => {
			remembered[name] = value;
		},
	};
});

test("SHA-256 is that of FIPS 180-4, whatever the length", () => {
	const abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
	assert.equal(sha256(new TextEncoder().encode("abc")), abc);
	for (let length = 0; length < 300; length++) {
		const bytes = Uint8Array.from({ length }, (_, i) => (i * 151 + length) % 256);
		assert.equal(sha256(bytes), createHash("sha256").update(bytes).digest("hex"), `${length} bytes`);
	}
});

const SALT = "ab".repeat(32);
const hash = (...choice) =>
	createHash("sha256").update(Buffer.from(SALT, "hex")).update(JSON.stringify(choice)).digest("hex");
const sealed = { player: "p2", topic: "tac_op", digest: hash("p2", "tac_op", "Dig „In“"), salt: "", values: [] };

test("a choice is sealed, and checked once it is revealed as it was sealed", () => {
	assert.equal(check(1, sealed), "sealed");
	assert.equal(check(1, { ...sealed, salt: SALT, values: ["Dig „In“"] }), "checked");
});

for (const [what, change] of [
	["another value", { values: ["Hold"] }],
	["another salt", { salt: "00".repeat(32) }],
	["another value with its own commitment", { values: ["Hold"], digest: hash("p2", "tac_op", "Hold") }],
])
	test(`${what} than was sealed does not match`, () => {
		check(1, sealed);
		assert.equal(check(1, { ...sealed, salt: SALT, values: ["Dig „In“"], ...change }), "wrong");
	});

test("a choice that was undone and made again is another one, and so is one of another game", () => {
	check(1, { ...sealed, digest: "0".repeat(64) });
	check(1, sealed);
	check(2, { ...sealed, digest: "1".repeat(64) });
	assert.equal(check(1, { ...sealed, salt: SALT, values: ["Dig „In“"] }), "checked");
});

test("what this device never saw sealed is checked against the table's commitment", () => {
	assert.equal(check(1, { ...sealed, salt: SALT, values: ["Dig „In“"] }), "checked");
	assert.equal(check(1, { ...sealed, salt: SALT, values: ["Hold"] }), "wrong");
});

test("options of equipment are hashed in their order", () => {
	const digest = hash("p1", "equipment", "mines", "ladders");
	const shown = { player: "p1", topic: "equipment", digest, salt: SALT, values: ["mines", "ladders"] };
	assert.equal(check(1, shown), "checked");
	assert.equal(check(1, { ...shown, values: ["ladders", "mines"] }), "wrong");
});
