// Pairing: the PIN on the table's screen, and whose phone this is. An overlay comes with its token after the "#".

import { $, h, say, set } from "./dom.js";

async function pair(body) {
	const headers = { "Content-Type": "application/json" };
	const response = await fetch("/api/pair", { method: "POST", headers, body: JSON.stringify(body) });
	const answer = await response.json();
	return response.ok ? { ok: true } : { ok: false, sentence: answer.detail };
}

const token = new URLSearchParams(location.hash.slice(1)).get("token");
const back = new URLSearchParams(location.search).get("back");
const home = back?.startsWith("/") && !back.startsWith("//") ? back : "/phone";

async function begin() {
	if (token) {
		history.replaceState(null, "", location.pathname + location.search);
		const { ok, sentence } = await pair({ token });
		if (ok) location.replace(home);
		else refuse(sentence);
		return;
	}
	const snapshot = await fetch("/api/snapshot").then((answer) => (answer.ok ? answer.json() : null));
	const seats = snapshot?.game.seats ?? [
		{ player: "p1", name: "Player 1" },
		{ player: "p2", name: "Player 2" },
	];
	const all = [
		...seats.map(({ player, name, colour }) => ({ player, name, colour })),
		{ player: "referee", name: "the referee" },
	];
	$("#seats").replaceChildren(
		...all.map(({ player, name, colour }, index) => {
			const label = h("label", h("input", { type: "radio", name: "seat", value: player, checked: index === 0 }), h("span", name));
			if (colour) label.style.setProperty("--team", colour);
			return label;
		}),
	);
	const { role, seat } = await fetch("/api/session").then((answer) => answer.json());
	const known = {
		table: "This is the table's own screen.",
		referee: "Paired as the referee.",
		player: `Paired as ${seat}.`,
		viewer: "This device may look.",
	};
	say($("#known"), known[role] ?? "");
	document.body.dataset.ready = "";
}

function refuse(sentence) {
	say($("#refused"), sentence);
	set($("#refused"), { hidden: null });
}

$("#pair").addEventListener("submit", async (event) => {
	event.preventDefault();
	const { ok, sentence } = await pair({ pin: $("#pin").value.trim(), seat: $("#seats input:checked").value });
	if (ok) location.assign(home);
	else refuse(sentence);
});

begin();
