// Commitments to secret choices: this device remembers each while it is sealed, and checks it when it is revealed.
// SHA-256 is computed here, because browsers offer theirs only to pages with a certificate.

import { keep } from "./keep.js";

const PRIMES = [...primes(64)];
/** @param {number} root @param {number} count the first 32 bits of the fractional parts (FIPS 180-4, 4.2.2 and 5.3.3) */
const fractions = (root, count) =>
	Uint32Array.from(PRIMES.slice(0, count), (prime) => (prime ** (1 / root) % 1) * 2 ** 32);

/** @param {number} count */
function* primes(count) {
	for (let number = 2, found = 0; found < count; number++) {
		let factor = 2;
		while (number % factor) factor++;
		if (factor === number) {
			found++;
			yield number;
		}
	}
}

/** @param {number} word @param {number} bits */
const turned = (word, bits) => (word >>> bits) | (word << (32 - bits));

/**
 * Return SHA-256 of some bytes in hexadecimal digits.
 * @param {Uint8Array} bytes
 */
export function sha256(bytes) {
	const factors = fractions(3, 64);
	const state = fractions(2, 8);
	const padded = new Uint8Array(((bytes.length + 72) >> 6) << 6);
	padded.set(bytes);
	padded[bytes.length] = 0x80;
	const view = new DataView(padded.buffer);
	view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
	view.setUint32(padded.length - 4, bytes.length * 8);
	const words = new Uint32Array(64);
	for (let at = 0; at < padded.length; at += 64) {
		for (let i = 0; i < 16; i++) words[i] = view.getUint32(at + 4 * i);
		for (let i = 16; i < 64; i++) {
			const [near, far] = [words[i - 2], words[i - 15]];
			const one = turned(far, 7) ^ turned(far, 18) ^ (far >>> 3);
			words[i] = words[i - 16] + one + words[i - 7] + (turned(near, 17) ^ turned(near, 19) ^ (near >>> 10));
		}
		let [a, b, c, d, e, f, g, last] = state;
		for (let i = 0; i < 64; i++) {
			const high = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
			const one = (last + high + ((e & f) ^ (~e & g)) + factors[i] + words[i]) >>> 0;
			const two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
			[last, g, f, e, d, c, b, a] = [g, f, e, (d + one) >>> 0, c, b, a, (one + two) >>> 0];
		}
		for (const [i, word] of [a, b, c, d, e, f, g, last].entries()) state[i] += word;
	}
	return [...state].map((word) => word.toString(16).padStart(8, "0")).join("");
}

/**
 * Return the commitment that a salt and a choice open.
 * @param {Api.CommitmentView} one
 */
function digestOf({ player, topic, salt, values }) {
	const text = new TextEncoder().encode(JSON.stringify([player, topic, ...values]));
	const bytes = (salt.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
	return sha256(Uint8Array.from([...bytes, ...text]));
}

/**
 * Return how a choice stands: "sealed", "checked" if it is what was sealed, or "wrong". A digest that this device saw
 * while the choice was sealed counts, whatever the table shows later.
 * @param {number} game the game's number
 * @param {Api.CommitmentView} one
 */
export function check(game, one) {
	const name = `commitment.${game}.${one.player}.${one.topic}`;
	if (!one.salt) {
		keep.set(name, one.digest);
		return "sealed";
	}
	return digestOf(one) === keep.get(name, one.digest) ? "checked" : "wrong";
}
