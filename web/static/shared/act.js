// What the page sends up: each act under its own key, tried again under it when the line drops.

import { inPageLanguage } from "./messages.js";
import { say } from "./say.js";

const RETRIES_MS = [400, 1200];

function key() {
	const bytes = crypto.getRandomValues(new Uint8Array(16));
	return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<{ ok: boolean, sentence: string, code?: string, ticket?: string }>}
 */
export async function send(path, body) {
	/** @type {Record<string, string>} */
	const headers = { "Idempotency-Key": key() };
	if (body) headers["Content-Type"] = "application/json";
	const request = { method: "POST", headers, body: body ? JSON.stringify(body) : null };
	for (const wait of RETRIES_MS) {
		try {
			return await answered(path, request);
		} catch {
			await new Promise((done) => setTimeout(done, wait));
		}
	}
	const lost = { ok: false, sentence: say("ui-no-answer-connected") };
	return answered(path, request).catch(() => lost);
}

/** @param {string} path @param {RequestInit} request */
async function answered(path, request) {
	const response = await fetch(path, request);
	const { detail = "", message, words = "", ticket } = await inPageLanguage(await response.json());
	return { ok: response.ok, sentence: detail || words, code: message?.code, ticket };
}

/**
 * Return what an address answers; `{ problem }` in words where it cannot.
 * @param {string} address
 * @returns {Promise<any>} to be declared by who asks: `Answer<Api.…>`
 */
export async function get(address) {
	try {
		const response = await fetch(address);
		const answer = await inPageLanguage(await response.json());
		return response.ok ? answer : { problem: answer.detail };
	} catch {
		return { problem: say("ui-no-answer") };
	}
}

/** @type {(sentence: string) => void} */
let onRefused = () => {};

/**
 * Say where refusals are shown: `show(sentence)`.
 * @param {(sentence: string) => void} show
 */
export function showRefusals(show) {
	onRefused = show;
}

/** Show a sentence where refusals are shown. @param {string} sentence */
export const refuse = (sentence) => onRefused(sentence);

/** @param {ReturnType<typeof send>} promise */
async function told(promise) {
	const outcome = await promise;
	if (!outcome.ok) refuse(outcome.sentence);
	return outcome.ok;
}

const TO_ASK = "consent-ask";

/** What this device is to the table. @type {Api.Paired["role"]} */
let role = "player";

/** Note what this device is to the table. @param {Api.Paired["role"]} known */
export function actAs(known) {
	role = known;
}

/** Whether this is the referee's device. */
export const isReferee = () => role === "referee";

/**
 * Send what the other player has to agree to as a request; resolves to whether the act was done at once.
 * The table's screen and the referee ask nobody: they do it in their own name.
 * @param {ReturnType<typeof send>} promise @param {Intent} act @param {string} player
 */
async function toldOrAsked(promise, act, player) {
	const outcome = await promise;
	if (outcome.code !== TO_ASK) return told(Promise.resolve(outcome));
	if (role !== "player") return ask("/api/intents", { player: "any", intent: act });
	await ask("/api/intents", { player, intent: { kind: "request", act } });
	return false;
}

/**
 * Press a button of the panel; resolves to whether it was taken.
 * @param {string} name
 */
export const press = (name) => {
	const pressed = send(`/api/buttons/${name}`);
	return name === "undo" || name === "redo" ? toldOrAsked(pressed, { kind: name }, "any") : told(pressed);
};

/**
 * Send a body to an address; resolves to whether it was taken.
 * @param {string} path
 * @param {object} body
 */
export const ask = (path, body) => told(send(path, body));

/**
 * Send an intent for a player, the same way.
 * @param {Intent} intent
 * @param {string} [player]
 */
export const submit = (intent, player = "any") => toldOrAsked(send("/api/intents", { player, intent }), intent, player);
