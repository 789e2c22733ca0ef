// The live channel: a snapshot, then what changes; comes back by itself, and says how the line is.

import { loadPageCatalogue, translated } from "./messages.js";

const SILENCE_MS = 7000;
const UNSEEN_MS = 15000;
const PAUSE_MS = [300, 700, 1500, 3000, 5000];

/**
 * @template {{ id: string }} T
 * @param {T[]} old
 * @param {{ order: string[], changed: T[] }} diff
 */
function listed(old, diff) {
	const known = new Map(old.map((item) => [item.id, item]));
	for (const item of diff.changed) known.set(item.id, item);
	return diff.order.flatMap((id) => known.get(id) ?? []);
}

/**
 * Return the snapshot that a delta makes of an earlier one. Parts that did not change are the same objects.
 * @param {Api.Snapshot} state
 * @param {Api.Delta} delta
 * @returns {Api.Snapshot}
 */
export function apply(state, delta) {
	const next = { ...state };
	for (const [name, part] of Object.entries(delta)) if (part && name in state) Object.assign(next, { [name]: part });
	// What is on air has no table of its own: its parts come whole.
	if (!("table" in state)) return next;
	if (delta.rulings) next.rulings = listed(state.rulings, delta.rulings);
	const table = { ...state.table };
	if (delta.board) table.board = delta.board;
	if (delta.flags) table.flags = delta.flags;
	if (delta.operatives) table.operatives = listed(table.operatives, delta.operatives);
	if (delta.terrain) table.terrain = listed(table.terrain, delta.terrain);
	if (delta.markers) table.markers = listed(table.markers, delta.markers);
	if (delta.board || delta.flags || delta.operatives || delta.terrain || delta.markers) next.table = table;
	return next;
}

/**
 * Return the display names of players, operatives and markers by id, as far as a state or a delta has them.
 * @param {any} state
 * @returns {Record<string, string>}
 */
export function namesIn(state) {
	/** @type {(list: any[] | null | undefined, name: (one: any) => [string, string]) => [string, string][]} */
	const pairs = (list, name) => (list ?? []).map(name);
	return Object.fromEntries([
		...pairs(state.game?.seats, (seat) => [seat.player, seat.name]),
		...pairs(state.game?.roster, (one) => [one.id, one.id.toUpperCase()]),
		...pairs(state.table?.operatives, (one) => [one.id, one.label]),
		...pairs(state.table?.markers, (one) => [one.id, one.label]),
	]);
}

/**
 * Follow the table. `onState(state, before)` is called at most once a frame with the newest state; `onLine(line)`
 * with "live" or "lost".
 * @template {{ revision: number }} [S=Api.Snapshot]
 * @param {object} ways
 * @param {string} [ways.address]
 * @param {(state: S, before: S | null) => void} ways.onState
 * @param {(line: "live" | "lost") => void} ways.onLine
 */
export function follow({ address = "/api/live", onState, onLine }) {
	/** @type {S | null} */
	let state = null;
	/** @type {S | null} */
	let shown = null;
	/** @type {string | null} */
	let lastId = null;
	/** @type {EventSource | null} */
	let source = null;
	let tries = 0;
	let silence = 0;
	let pause = 0;
	let unseen = 0;
	let frame = 0;

	/** @type {(state: any, delta: any) => any} */
	const changed = apply;

	const draw = () => {
		frame = 0;
		if (!state) return;
		const before = shown;
		shown = state;
		onState(state, before);
	};

	const heard = () => {
		tries = 0;
		clearTimeout(silence);
		silence = setTimeout(lost, SILENCE_MS);
		onLine("live");
	};

	/** A whole state names its own players and operatives; a delta those of the state before. @type {(data: string) => any} */
	const whole = (data) => {
		const sent = JSON.parse(data);
		return translated(sent, namesIn(sent));
	};
	/** @type {(data: string) => any} */
	const part = (data) => translated(JSON.parse(data), state ? namesIn(state) : {});

	/** @type {(event: MessageEvent, next: S | null) => void} */
	const take = (event, next) => {
		heard();
		if (!next) return;
		lastId = event.lastEventId;
		state = next;
		document.documentElement.dataset.revision = String(next.revision);
		// A page in the background gets no frames; it draws the newest when it is looked at again.
		if (!frame) frame = requestAnimationFrame(draw);
	};

	function rest() {
		source?.close();
		source = null;
		clearTimeout(silence);
		clearTimeout(pause);
	}

	function lost() {
		rest();
		onLine("lost");
		pause = setTimeout(open, PAUSE_MS[Math.min(tries++, PAUSE_MS.length - 1)]);
	}

	function open() {
		clearTimeout(pause);
		source?.close();
		source = new EventSource(address + (lastId && state ? `?after=${encodeURIComponent(lastId)}` : ""));
		silence = setTimeout(lost, SILENCE_MS);
		source.addEventListener("beat", (event) => take(event, null));
		source.addEventListener("snapshot", (event) => take(event, whole(event.data)));
		source.addEventListener("delta", (event) => {
			const delta = part(event.data);
			if (state && delta.since === state.revision) {
				take(event, changed(state, delta));
			} else {
				lastId = null;
				lost();
			}
		});
		source.onerror = lost;
	}

	// A browser has six connections to one server: a page that nobody looks at gives its own back.
	document.addEventListener("visibilitychange", () => {
		clearTimeout(unseen);
		if (!document.hidden && !source) open();
		if (document.hidden) unseen = setTimeout(rest, UNSEEN_MS);
	});
	window.addEventListener("online", open);
	window.addEventListener("pagehide", () => source?.close());
	const catalogue = loadPageCatalogue();
	if (catalogue) catalogue.then(open, open);
	else open();
}
