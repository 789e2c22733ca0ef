// Other versions of the program: one brought and shown with what it changes, taken after a second tap, or gone back from.

import { ask, get, showRefusals } from "../shared/act.js";
import { $, h, renew, set, text } from "../shared/dom.js";
import { bringFile } from "./parts.js";

const AGAIN_MS = 1500;
const MB = 1e6;

/** @typedef {UpdateApi.UpdateView} View */

/** @type {number | undefined} the number under which this page brings a file */
let bringing;
/** @type {string | undefined} what the first tap was made for */
let armed;
/** @type {View | undefined} */
let now;

/** @param {string} sentence */
function refused(sentence) {
	text($("#refused"), sentence);
	set($("#refused"), { hidden: sentence ? null : "" });
}

showRefusals(refused);

/** @param {UpdateWish} wish */
async function wanted(wish) {
	refused("");
	armed = undefined;
	const taken = await ask("/api/machine/update", { wish });
	await look();
	return taken;
}

/** @param {number} bytes */
const mb = (bytes) => (bytes / MB).toFixed(1);

function chooser() {
	const input = h("input", {
		type: "file",
		accept: ".whl",
		class: "hidden",
		tabindex: -1,
		"aria-label": "A version's file",
	});
	input.addEventListener("change", async () => {
		const file = input.files?.[0];
		input.value = "";
		if (!file) return;
		if (!file.size) return refused(`${file.name} is empty.`);
		if (!(await wanted({ kind: "bring", name: file.name.slice(-120), size_bytes: file.size }))) return;
		const number = now?.number ?? 0;
		bringing = number;
		const why = await bringFile(file, `/api/machine/update/${number}`, () => bringing === number);
		if (bringing === number) bringing = undefined;
		if (why) refused(why);
	});
	return [h("button", { id: "choose", onclick: () => input.click() }, "Choose a version's file"), input];
}

/** @param {string} [what] */
function arm(what) {
	armed = what;
	if (now) show(now);
}

/** @param {string} id @param {string} words @param {string} warning @param {UpdateWish} wish @param {Node[]} [beside] */
const twice = (id, words, warning, wish, beside = []) =>
	armed === id
		? [
				h("p", { role: "alert" }, warning),
				h(
					"p.row",
					h("button.go", { id: "sure", onclick: () => wanted(wish) }, `Yes: ${words.toLowerCase()}`),
					h("button", { onclick: () => arm() }, "No"),
				),
			]
		: [h("p.row", h("button", { id, onclick: () => arm(id) }, `${words}…`), ...beside)];

/** @param {View} view @returns {any[]} */
function brought(view) {
	const { state, line, name, number, version, changes, playing, no_index: noIndex } = view;
	const drop = () => {
		bringing = undefined;
		wanted({ kind: "drop" });
	};
	const stop = h("button", { onclick: drop }, "Take it back");
	switch (state) {
		case "coming":
			return [
				h("p", view.size_bytes ? `${name}: ${mb(view.come_bytes)} of ${mb(view.size_bytes)} MB` : line),
				view.size_bytes &&
					h("progress", { max: view.size_bytes, value: view.come_bytes, "aria-label": "How much has come" }),
				h("p.row", stop),
			];
		case "checking":
			return [h("p", `${name}: ${line}`), h("p.row", stop)];
		case "ready": {
			const on = playing ? " The battle that is on goes on then where it is." : "";
			const gone = `The games are backed up, ${version} is built beside ${view.plays}, which takes some minutes, and then the table is gone for some seconds.${on}`;
			return [
				line && h("p", { role: "alert" }, line),
				h("p", `${name} is whole. It is version ${version}; ${view.plays} plays now.`),
				...changes.map((one) => h("div.changes", { tabindex: 0 }, `${one.version}\n\n${one.text}`)),
				!changes.length && h("p", "Its list of changes names none."),
				...twice("take", `Take ${version}`, gone, { kind: "take", number }, [stop]),
			];
		}
		case "placing":
			return [h("p", line)];
		default:
			return [
				line && h("p.said", line),
				h(
					"p.row",
					...chooser(),
					!noIndex && h("button", { id: "fetch", onclick: () => wanted({ kind: "fetch" }) }, "Fetch the newest"),
				),
				noIndex && h("p", noIndex),
			];
	}
}

/** @param {View} view */
function show(view) {
	now = view;
	const { plays, before, said, at_work: atWork, why_not: whyNot } = view;
	text($("#plays"), `Overlook ${plays} plays.`);
	text($("#said"), said);
	set($("#before"), { hidden: before && !atWork ? null : "" });
	renew($("#bring"), [view, armed], () =>
		whyNot
			? [h("p", whyNot)]
			: atWork
				? [h("p", "The system is at work on it; this page says what comes of it.")]
				: brought(view).filter(Boolean),
	);
	const warning = `The games and settings stay as they are; what ${plays} has written may not all open in ${before}. The table is gone for some seconds.`;
	renew($("#leave"), [view, armed], () =>
		whyNot ? [] : twice("back-to", `Go back to ${before}`, warning, { kind: "back" }),
	);
	document.body.dataset.ready = "";
}

async function look() {
	/** @type {Answer<View>} */
	const view = await get("/api/machine/update");
	if (view.plays) {
		set($("#may"), { hidden: "" });
		set($("#all"), { hidden: null });
		return show(/** @type {View} */ (view));
	}
	/** @type {Answer<Api.Seated>} */
	const { role, owner } = await get("/api/session");
	if (role && role !== "table" && !owner) set($("#may"), { hidden: null });
	else if (now) text($("#said"), "The table is being started…");
}

async function again() {
	await look();
	setTimeout(again, AGAIN_MS);
}

again();
