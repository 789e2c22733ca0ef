// What the page sends up: each act under its own key, tried again under it when the line drops.

const RETRIES_MS = [400, 1200];

function key() {
	const bytes = crypto.getRandomValues(new Uint8Array(16));
	return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function send(path, body) {
	const headers = { "Idempotency-Key": key() };
	if (body) headers["Content-Type"] = "application/json";
	const request = { method: "POST", headers, body: body && JSON.stringify(body) };
	for (const wait of [...RETRIES_MS, null]) {
		try {
			const response = await fetch(path, request);
			const answer = await response.json();
			return response.ok ? { ok: true } : { ok: false, sentence: answer.detail };
		} catch {
			if (wait === null) return { ok: false, sentence: "The table did not answer. Is this device still connected?" };
			await new Promise((done) => setTimeout(done, wait));
		}
	}
}

/** Return what an address answers; `{ problem }` in words where it cannot. */
export async function get(address) {
	try {
		const response = await fetch(address);
		const answer = await response.json();
		return response.ok ? answer : { problem: answer.detail };
	} catch {
		return { problem: "The table did not answer." };
	}
}

let onRefused = () => {};

/** Say where refusals are shown: `show(sentence)`. */
export function showRefusals(show) {
	onRefused = show;
}

async function told(promise) {
	const outcome = await promise;
	if (!outcome.ok) onRefused(outcome.sentence);
	return outcome.ok;
}

/** Press a button of the panel; resolves to whether it was taken. */
export const press = (name) => told(send(`/api/buttons/${name}`));

/** Send a body to an address; resolves to whether it was taken. */
export const ask = (path, body) => told(send(path, body));

/** Send an intent for a player, the same way. */
export const submit = (intent, player = "any") => ask("/api/intents", { player, intent });
