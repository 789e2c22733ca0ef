// Pairing: the PIN on the table's screen, and whose phone this is. An overlay comes with its token after the "#".

import { ask, get, refuse, send, showRefusals } from "../shared/act.js";
import { $, h, set, text } from "../shared/dom.js";
import { say } from "../shared/say.js";

const said = new URLSearchParams(location.hash.slice(1));
const token = said.get("token");
const back = new URL(new URLSearchParams(location.search).get("back") ?? "/phone", location.href);
/** How often the page looks who has sat down. */
const LOOK_MS = 2000;
const target = back.origin === location.origin ? back.href : "/phone";

showRefusals((sentence) => {
	text($("#refused"), sentence);
	set($("#refused"), { hidden: null });
});

/**
 * Pair, and go back to where one was: to a page of this table alone. A seat that has a phone is asked for until it is
 * handed over.
 * @param {{ token?: string, pin?: string, seat?: string, ticket?: string }} body
 */
async function pair(body) {
	const { ok, sentence, ticket } = await send("/api/pair", body);
	if (ok && !ticket) return location.replace(target);
	refuse(sentence);
	if (ticket) setTimeout(pair, LOOK_MS, { seat: body.seat, ticket });
}

let chosen = said.get("seat");
let shown = "";
$("#seats").addEventListener("change", () => {
	chosen = $("#seats input:checked", HTMLInputElement).value;
});

/**
 * Offer the seats, first one that has no phone yet: the other player may be pairing at this very moment.
 * @param {{ player: string, name: string, colour?: string }[]} seats
 * @returns {Promise<Answer<Api.Seated>>}
 */
async function offer(seats) {
	/** @type {Answer<Api.Seated>} */
	const here = await get("/api/session");
	const { taken = [] } = here;
	if (shown === `${taken}` && $("#seats").children.length) return here;
	shown = `${taken}`;
	const free = seats.find(({ player }) => !taken.includes(player)) ?? seats[0];
	const wanted = chosen ?? free?.player;
	$("#seats").replaceChildren(
		...[
			...seats,
			{ player: "screen", name: say("phone-pair-screen") },
			{ player: "referee", name: say("phone-pair-referee") },
		].map(({ player, name, colour }) =>
			h(
				"label",
				{ "--team": colour },
				h("input", { type: "radio", name: "seat", value: player, checked: player === wanted }),
				h("span", taken.includes(player) ? say("phone-pair-taken", { name }) : name),
			),
		),
	);
	return here;
}

async function begin() {
	const pin = said.get("pin");
	if (token || pin) history.replaceState(null, "", location.pathname + location.search);
	if (token) return pair({ token });
	if (pin) $("#pin", HTMLInputElement).value = pin;
	/** @type {Answer<Api.Snapshot>} */
	const snapshot = await get("/api/snapshot");
	/** @type {{ player: string, name: string, colour?: string }[]} */
	const seats = snapshot.game?.seats ?? [
		{ player: "p1", name: say("phone-pair-player", { number: 1 }) },
		{ player: "p2", name: say("phone-pair-player", { number: 2 }) },
	];
	const { role = "nobody", seat, owner: administers } = await offer(seats);
	setInterval(offer, LOOK_MS, seats);
	if (administers && !pin) {
		/** @type {Answer<Api.Invitation>} */
		const shown = await get("/api/pairing");
		$("#pin", HTMLInputElement).value = shown.pin ?? "";
	}
	/** @type {Answer<Api.ClaimView>} */
	const { seconds = 0, owner } = await get("/api/claim");
	if (seconds || (owner && !administers)) {
		const claim = async () => (await ask("/api/claim", {})) && location.replace(target);
		$("#pair").before(h("button.go", { onclick: claim }, say(owner ? "phone-pair-reclaim" : "phone-pair-claim")));
	}
	/** @type {Partial<Record<Api.Paired["role"], string>>} */
	const known = {
		table: say("phone-paired-table"),
		owner: say("phone-paired-owner"),
		screen: say("phone-paired-screen"),
		referee: say("phone-paired-referee"),
		player: say("phone-paired-player", { seat: seat ?? "" }),
		viewer: say("phone-paired-viewer"),
	};
	text($("#known"), known[role] ?? "");
	document.body.dataset.ready = "";
}

$("#pair").addEventListener("submit", (event) => {
	event.preventDefault();
	pair({ pin: $("#pin", HTMLInputElement).value, seat: $("#seats input:checked", HTMLInputElement).value });
});

begin();
