// A back-up put back: brought in parts, shown once the table has verified it, put in place after a second tap.

import { $, h, renew } from "../shared/dom.js";
import { bringFile } from "./parts.js";

const MB = 1e6;

/** @typedef {MachineApi.MachineView["restoring"]} Restoring */
/** @typedef {{ wanted: (wish: MachineWish) => Promise<boolean>, refused: (sentence: string) => void }} Page */

/** @type {number | undefined} the number under which this page brings a file */
let bringing;
/** @type {number | undefined} the back-up whose first tap was made */
let armed;
/** @type {Restoring | undefined} */
let latest;

/** @param {number} bytes */
const mb = (bytes) => (bytes / MB).toFixed(bytes < MB ? 2 : 0);

/** @param {number} many */
const games = (many) => (many === 1 ? "one game" : `${many} games`);

/** @param {File} file @param {number} number @param {Page} page */
async function bring(file, number, page) {
	bringing = number;
	const why = await bringFile(file, `/api/machine/upload/${number}`, () => bringing === number);
	if (bringing !== number) return;
	if (why) page.refused(why);
	bringing = undefined;
}

/** @param {Page} page */
function chooser(page) {
	const input = h("input", { type: "file", class: "hidden", tabindex: -1, "aria-label": "A back-up's file" });
	input.addEventListener("change", async () => {
		const file = input.files?.[0];
		input.value = "";
		if (!file) return;
		const wish = { kind: /** @type {const} */ ("bring"), name: file.name.slice(-120), size_bytes: file.size };
		if (!file.size) page.refused(`${file.name} is empty.`);
		else if (await page.wanted(wish)) bring(file, latest?.number ?? 0, page);
	});
	return [h("button", { id: "choose", onclick: () => input.click() }, "Choose a back-up's file"), input];
}

/** @param {Restoring} view @param {boolean} playing @param {Page} page @param {() => void} draw */
function ready(
	{ number = 0, name, made, program, games: inside, games_here: here, files, ...view },
	playing,
	page,
	draw,
) {
	const when = made ? new Date(made).toISOString().slice(0, 16).replace("T", " ") : "";
	const found = `${name} was made on ${when} UTC by Overlook ${program}. In it: ${games(inside)}, ${files} files, ${mb(view.unpacked_bytes)} MB, all as they were.`;
	const arm = () => {
		armed = number;
		draw();
	};
	const leave = () => {
		armed = undefined;
		draw();
	};
	const first = [
		h("button", { id: "place", onclick: arm }, "Put it in place…"),
		h("button", { onclick: () => page.wanted({ kind: "drop" }) }, "Take it back"),
	];
	const second = [
		h("button.go", { id: "sure", onclick: () => page.wanted({ kind: "place", number }) }, "Yes, put it in place"),
		h("button", { onclick: leave }, "No"),
	];
	const aside = `What is here now is put aside in the data folder, under put-aside and the date, and not deleted: ${games(here)}${playing ? ", the battle that is on among them" : ""}. The table is closed for it and opened anew.`;
	return [
		h("p", found),
		h("ul", [
			h(
				"li",
				"What had been set on this page holds again. The settings file of then is only laid beside, in restored-settings: it is not applied.",
			),
			h(
				"li",
				"Who is paired now stays paired. The keys of then are not taken over: who was paired only then pairs again, and overlays keep the address of now.",
			),
		]),
		h("div", armed === number && h("p", { role: "alert" }, aside)),
		h("p.row", ...(armed === number ? second : first)),
	];
}

/**
 * Show how far it is.
 * @param {MachineApi.MachineView} machine
 * @param {Page} page
 */
export function showRestore(machine, page) {
	const view = machine.restoring;
	const { state, line, number, name, come_bytes: come, size_bytes: size } = view;
	const back = () => {
		bringing = undefined;
		page.wanted({ kind: "drop" });
	};
	const stop = h("button", { onclick: back }, "Take it back");
	const draw = () => showRestore(machine, page);
	const shown = {
		none: () => [line && h("p.said", line), h("p.row", ...chooser(page))],
		coming: () => [
			h("p", `${bringing === number ? "Bringing" : "Another page brings"} ${name}: ${mb(come)} of ${mb(size)} MB`),
			h("progress", { max: size, value: come, "aria-label": "How much has come" }),
			h("p.row", stop),
		],
		checking: () => [h("p", `${name}: ${line}`), h("p.row", stop)],
		ready: () => ready(view, Boolean(machine.playing), page, draw),
		placing: () => [h("p", `${name}: ${line} The table is being opened again…`)],
	};
	latest = view;
	renew($("#restore"), [view, armed, bringing, machine.playing], shown[state]);
}
