// Every part of the overlay with a live preview and its address to copy.

import { $, h, text } from "../shared/dom.js";
import { follow } from "../shared/live.js";
import { say } from "../shared/say.js";

/** @type {[string, string][]} */
const PARTS = [
	["", say("overlay-part-all")],
	["score", say("overlay-part-score")],
	["clock", say("overlay-part-clock")],
	["sponsor", say("overlay-part-sponsor")],
	["squads", say("overlay-part-squads")],
	["feed", say("overlay-part-feed")],
	["board", say("overlay-part-board")],
	["stage", say("overlay-part-stage")],
	["combat", say("overlay-part-combat")],
	["kill", say("overlay-part-kill")],
	["ruling", say("overlay-part-ruling")],
	["challenge", say("overlay-part-challenge")],
	["replay", say("overlay-part-replay")],
	["points", say("overlay-part-points")],
	["objective", say("overlay-part-objective")],
	["model", say("overlay-part-model")],
	["turn", say("overlay-part-turn")],
	["end", say("overlay-part-end")],
];

/** @type {(id: string) => any} */
const field = (id) => $(`#${id}`);

/** @type {(id: string) => string} */
const value = (id) => field(id).value;

/** @param {string} part */
function address(part) {
	const query = new URLSearchParams();
	if (value("theme") !== "dark") query.set("theme", value("theme"));
	if (Number(value("delay")) > 0) query.set("delay", value("delay"));
	if (value("sponsor")) query.set("sponsor", value("sponsor"));
	if (part && value("scale") !== "1") query.set("size", value("scale"));
	if (part && value("place")) query.set("place", value("place"));
	if (value("shows") === "test") query.set("test", "");
	const asked = query.toString();
	return `${location.origin}/overlay${part && `/${part}`}${asked && `?${asked}`}`;
}

/** @param {string} words @param {HTMLElement} code */
async function copy(words, code) {
	// Where the address is not trusted a browser has no clipboard: then the address is marked, to be copied by hand.
	if (navigator.clipboard) await navigator.clipboard.writeText(words);
	else getSelection()?.selectAllChildren(code);
	text($("#copied"), navigator.clipboard ? say("overlay-copied", { address: words }) : say("overlay-marked"));
}

/** @param {[string, string]} part */
function shown([part, name]) {
	const where = address(part);
	const code = h("code", where);
	const [width, height] = value("size").split("x");
	return h(
		"li",
		{ "data-part": part || "all" },
		h(
			"h2",
			name,
			h(
				"button",
				{ "aria-label": say("overlay-copy-url", { name }), onclick: () => copy(where, code) },
				say("overlay-copy"),
			),
		),
		h("iframe", { src: where, title: name, loading: "lazy", tabindex: "-1" }),
		code,
		h("span", `${width} × ${height}`),
	);
}

function show() {
	$("#parts").replaceChildren(...PARTS.map(shown));
	const query = new URLSearchParams({ size: value("size"), theme: value("theme"), delay: value("delay") || "0" });
	if (value("obs") === "false") query.set("browser", "false");
	$("#scenes", HTMLAnchorElement).href = `/api/scenes.json?${query}`;
	document.body.dataset.ready = "";
}

/** @type {Api.AirView | null} */
let air = null;
window.addEventListener("message", ({ origin, source }) => {
	if (origin === location.origin && air) source?.postMessage(air, { targetOrigin: origin });
});
/** @type {{ address: string, onLine: () => void, onState: (now: Api.AirView) => void }} */
const ways = {
	address: "/api/air/live",
	onLine: () => {},
	onState: (now) => {
		air = now;
		for (const frame of document.querySelectorAll("iframe")) frame.contentWindow?.postMessage(now, location.origin);
	},
};
follow(ways);

$("#choices").addEventListener("change", show);
$("#choices").addEventListener("submit", (event) => event.preventDefault());
show();
