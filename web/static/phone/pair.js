// Pairing: the PIN on the table's screen, and whose phone this is. An overlay comes with its token after the "#".

import { ask, get, showRefusals } from "../shared/act.js";
import { $, h, set, text } from "../shared/dom.js";

const said = new URLSearchParams(location.hash.slice(1));
const token = said.get("token");
const back = new URL(new URLSearchParams(location.search).get("back") ?? "/phone", location.href);
const target = back.origin === location.origin ? back.href : "/phone";

showRefusals((sentence) => {
	text($("#refused"), sentence);
	set($("#refused"), { hidden: null });
});

/**
 * Pair, and go back to where one was: to a page of this table alone.
 * @param {{ token: string } | { pin: string, seat: string }} body
 */
async function pair(body) {
	if (await ask("/api/pair", body)) location.replace(target);
}

async function begin() {
	if (token) {
		history.replaceState(null, "", location.pathname + location.search);
		return pair({ token });
	}
	const pin = said.get("pin");
	if (pin) {
		history.replaceState(null, "", location.pathname + location.search);
		$("#pin", HTMLInputElement).value = pin;
	}
	/** @type {Answer<Api.Snapshot>} */
	const snapshot = await get("/api/snapshot");
	/** @type {{ player: string, name: string, colour?: string }[]} */
	const seats = snapshot.game?.seats ?? [
		{ player: "p1", name: "Player 1" },
		{ player: "p2", name: "Player 2" },
	];
	$("#seats").replaceChildren(
		...[...seats, { player: "referee", name: "the referee" }].map(({ player, name, colour }, index) => {
			const label = h(
				"label",
				h("input", { type: "radio", name: "seat", value: player, checked: said.get("seat") === player || index === 0 }),
				h("span", name),
			);
			if (colour) label.style.setProperty("--team", colour);
			return label;
		}),
	);
	/** @type {Answer<Api.ClaimView>} */
	const { seconds = 0, owner } = await get("/api/claim");
	if (seconds || owner) {
		const claim = async () => (await ask("/api/claim", {})) && location.replace(target);
		$("#pair").before(h("button.go", { onclick: claim }, "This is my table"));
	}
	/** @type {Answer<Api.Paired>} */
	const { role = "nobody", seat } = await get("/api/session");
	/** @type {Partial<Record<Api.Paired["role"], string>>} */
	const known = {
		table: "This is the table's own screen.",
		referee: "Paired as the referee.",
		player: `Paired as ${seat}.`,
		viewer: "This device may look.",
	};
	text($("#known"), known[role] ?? "");
	document.body.dataset.ready = "";
}

$("#pair").addEventListener("submit", (event) => {
	event.preventDefault();
	pair({ pin: $("#pin", HTMLInputElement).value, seat: $("#seats input:checked", HTMLInputElement).value });
});

begin();
