// Versions of the program: one uploaded or fetched and shown with its changes, installed after a second tap, or undone.

import { ask, get, refuse, showRefusals } from "../shared/act.js";
import { decimal, say } from "../shared/say.js";
import { h, show } from "../shared/view.js";
import { blocks } from "./changelog.js";
import { bringFile, Confirm, FileButton, NotOwner, Progress, Section } from "./parts.js";

const AGAIN_MS = 1500;
const MB = 1e6;

/** @typedef {UpdateApi.UpdateView} Update */
/** @typedef {import("../vendor/preact.module.js").View} View */

/** @type {UpdateState} */
const state = { view: null, foreign: false, gone: false, refused: "", armed: "", uploading: 0 };
const change = show(document.querySelector("main") ?? document.body, Page, state);

showRefusals((refused) => change({ refused }));

/** @param {UpdateWish} wish */
async function want(wish) {
	change({ refused: "", armed: "" });
	const taken = await ask("/api/machine/update", { wish });
	await look();
	return taken;
}

/** @param {number} bytes */
const mb = (bytes) => decimal(bytes / MB, 1);

/** @param {UpdateState} state @returns {View} */
function Page({ view, foreign, refused, gone, armed }) {
	return [
		h("h1", say("update-title")),
		foreign && h(NotOwner, { back: "/update" }),
		refused && h("p", { id: "refused", role: "alert" }, refused),
		view && h("div", { id: "all" }, h(All, { view, gone, armed })),
		h("p", h("a", { href: "/machine" }, say("machine-title")), " · ", h("a", { href: "/" }, say("page-to-table"))),
	];
}

/** @param {{ view: Update, gone: boolean, armed: string }} props */
function All({ view, gone, armed }) {
	const { plays, before, said, at_work: atWork, why_not: whyNot } = view;
	return [
		h("p", { id: "plays" }, say("update-plays", { version: plays })),
		h("p", { id: "said", role: "status" }, gone ? say("update-starting") : said),
		h(
			Section,
			{ id: "another", title: say("update-another") },
			h("p", say("update-another-about")),
			h(
				"div",
				{ id: "bring", "aria-live": "polite" },
				whyNot ? h("p", whyNot) : atWork ? h("p", say("update-at-work")) : h(Another, { view, armed }),
			),
		),
		before &&
			!atWork &&
			h(
				"div",
				{ id: "before" },
				h(
					Section,
					{ id: "back", title: say("update-before") },
					!whyNot &&
						h(Twice, {
							id: "back-to",
							armed,
							text: say("update-back", { version: before }),
							yes: say("update-back-sure", { version: before }),
							warning: say("update-back-effect", { plays, before }),
							wish: { kind: "back" },
						}),
				),
			),
	];
}

/**
 * A request that needs a second tap.
 * @param {{ id: string, armed: string, text: string, yes: string, warning: string, wish: UpdateWish, beside?: View }} props
 */
const Twice = ({ id, armed, text, yes, warning, wish, beside }) =>
	armed === id
		? h(Confirm, { id: "sure", warning, yes, onyes: () => want(wish), onno: () => change({ armed: "" }) })
		: h("p.row", h("button", { id, onclick: () => change({ armed: id }) }, `${text}…`), beside);

/** @param {File} file */
async function bring(file) {
	if (!(await want({ kind: "bring", name: file.name.slice(-120), size_bytes: file.size }))) return;
	const mine = state.view?.number ?? 0;
	change({ uploading: mine });
	const why = await bringFile(file, `/api/machine/update/${mine}`, () => state.uploading === mine);
	if (state.uploading === mine) change({ uploading: 0 });
	if (why) refuse(why);
}

function drop() {
	change({ uploading: 0 });
	want({ kind: "drop" });
}

/** @param {import("./changelog.js").Part[]} line @returns {View[]} */
const marked = (line) =>
	line.map(({ kind, text }) => (kind === "bold" ? h("strong", text) : kind === "code" ? h("code", text) : text));

/** @param {import("./changelog.js").Block} block @returns {View} */
function block({ kind, lines }) {
	if (kind === "list")
		return h(
			"ul",
			lines.map((line) => h("li", ...marked(line))),
		);
	return h(kind === "heading" ? "h4" : "p", ...marked(lines[0]));
}

/** @param {{ view: Update, armed: string }} props */
function Another({ view, armed }) {
	const { state: stage, line, name, number, version, changes, plays, playing, no_index: noIndex } = view;
	const { come_bytes: come, size_bytes: size } = view;
	const cancel = h("button", { onclick: drop }, say("upload-cancel"));
	switch (stage) {
		case "coming":
			return [
				h("p", size ? say("update-coming", { file: name, come: mb(come), size: mb(size) }) : line),
				size > 0 && h(Progress, { size, come }),
				h("p.row", cancel),
			];
		case "checking":
			return [h("p", `${name}: ${line}`), h("p.row", cancel)];
		case "ready":
			return [
				line && h("p", { role: "alert" }, line),
				h("p", say("update-found", { file: name, version, plays })),
				changes.map((one) => h("div.changes", { tabIndex: 0 }, h("h3", one.version), blocks(one.text).map(block))),
				!changes.length && h("p", say("update-changes-none")),
				h(Twice, {
					id: "take",
					armed,
					text: say("update-take", { version }),
					yes: say("update-take-sure", { version }),
					warning: say("update-take-effect", { version, plays, playing }),
					wish: { kind: "take", number },
					beside: cancel,
				}),
			];
		case "placing":
			return h("p", line);
		default:
			return [
				line && h("p.said", line),
				h(
					"p.row",
					h(FileButton, { text: say("update-choose"), label: say("update-file"), accept: ".whl", onfile: bring }),
					!noIndex && h("button", { id: "fetch", onclick: () => want({ kind: "fetch" }) }, say("update-fetch")),
				),
				noIndex && h("p", noIndex),
			];
	}
}

async function look() {
	/** @type {Answer<Update>} */
	const view = await get("/api/machine/update");
	if (view.plays) {
		change({ view: /** @type {Update} */ (view), foreign: false, gone: false });
		document.body.dataset.ready = "";
		return;
	}
	/** @type {Answer<Api.Seated>} */
	const { role, owner } = await get("/api/session");
	change({ foreign: Boolean(role && role !== "table" && !owner), gone: true });
}

async function again() {
	await look();
	setTimeout(again, AGAIN_MS);
}

again();
