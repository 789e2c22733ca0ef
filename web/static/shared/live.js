// The live channel: a snapshot, then what changes; comes back by itself, and says how the line is.

const SILENCE_MS = 7000;
const UNSEEN_MS = 15000;
const PAUSE_MS = [300, 700, 1500, 3000, 5000];

const LISTS = ["operatives", "terrain", "markers"];

function listed(old, diff) {
	const known = new Map(old.map((item) => [item.id, item]));
	for (const item of diff.changed) known.set(item.id, item);
	return diff.order.map((id) => known.get(id));
}

/** Return the snapshot that a delta makes of an earlier one. Parts that did not change are the same objects. */
export function apply(state, delta) {
	const next = { ...state };
	for (const [name, part] of Object.entries(delta)) if (part && name in state) next[name] = part;
	if (delta.rulings) next.rulings = listed(state.rulings, delta.rulings);
	const table = { ...state.table };
	if (delta.board) table.board = delta.board;
	if (delta.flags) table.flags = delta.flags;
	for (const name of LISTS) if (delta[name]) table[name] = listed(state.table[name], delta[name]);
	if (delta.board || delta.flags || LISTS.some((name) => delta[name])) next.table = table;
	return next;
}

/**
 * Follow the table. `onState(state, before)` is called at most once a frame with the newest state; `onLine(line)`
 * with "live" or "lost".
 */
export function follow({ address = "/api/live", onState, onLine }) {
	let state = null;
	let shown = null;
	let lastId = null;
	let source = null;
	let tries = 0;
	let silence = 0;
	let pause = 0;
	let unseen = 0;
	let frame = 0;

	const draw = () => {
		frame = 0;
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

	const take = (event, next) => {
		heard();
		if (!next) return;
		lastId = event.lastEventId;
		state = next;
		document.documentElement.dataset.revision = state.revision;
		// A page in the background gets no frames; it draws the newest when it is looked at again.
		frame ||= requestAnimationFrame(draw);
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
		source.addEventListener("snapshot", (event) => take(event, JSON.parse(event.data)));
		source.addEventListener("delta", (event) => {
			const delta = JSON.parse(event.data);
			if (state && delta.since === state.revision) {
				take(event, apply(state, delta));
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
	open();
}
