// The machine's page: how the machine is, its settings with what each does, back-ups and reports.

import { ask, get, showRefusals } from "../shared/act.js";
import { $, h, renew, set, text } from "../shared/dom.js";
import { showParts } from "../shared/machine.js";
import { field, written } from "./fields.js";
import { showPower } from "./power.js";
import { showRestore } from "./restore.js";

const AGAIN_MS = 1500;
const MINUTE_S = 60;
const HOUR_S = 3600;

/** @type {MachineApi.MachineView | null} */
let now = null;
/** @type {Map<string, MachineApi.SettingChange>} what was changed on the page and not yet applied */
const changed = new Map();

/** @param {string} sentence */
function refused(sentence) {
	text($("#refused"), sentence);
	set($("#refused"), { hidden: sentence ? null : "" });
}

showRefusals(refused);

/** @param {MachineWish} wish */
async function wanted(wish) {
	refused("");
	const taken = await ask("/api/machine", { wish });
	await look();
	return taken;
}

/** @param {number} seconds */
function lasted(seconds) {
	const hours = Math.floor(seconds / HOUR_S);
	const minutes = Math.floor((seconds % HOUR_S) / MINUTE_S);
	return hours ? `${hours} h ${minutes} min` : `${minutes} min`;
}

/** @param {MachineApi.SettingChange} change @param {MachineApi.SettingView} setting */
function note(change, setting) {
	const same = !change.as_in_file && written(change.value) === written(setting.value);
	if (same) changed.delete(change.name);
	else changed.set(change.name, change);
	count();
}

function count() {
	const many = changed.size;
	set($("#send"), { hidden: many ? null : "" });
	const words = many === 1 ? "One setting" : `${many} settings`;
	text($("#changes"), many ? `${words} changed: the table is opened anew with ${many === 1 ? "it" : "them"}.` : "");
}

/** @param {MachineApi.MachineView} view */
function sections({ sections: all }) {
	const open = new Set(
		[...$("#settings").querySelectorAll("details[open]")].map((one) => one.getAttribute("data-section")),
	);
	renew($("#settings"), [all], () =>
		all.map(({ name, title, settings }) =>
			h(
				"details",
				{ "data-section": name, open: open.has(name) },
				h("summary", title),
				h("form", ...settings.map((one) => field(one, note))),
			),
		),
	);
}

/** @param {MachineApi.CopyView} copy */
function copied({ state, line, name }) {
	set($("#backup"), { disabled: state === "writing" });
	renew($("#copy"), [state, line, name], () => {
		if (state !== "ready") return [line];
		const words = ` ${line} Passwords and the table's key are in it: keep it where others do not read.`;
		return [h("a", { href: "/api/machine/backup", download: name }, `Download ${name}`), words];
	});
}

/** @param {MachineApi.MachineView} view */
function show(view) {
	now = view;
	text(
		$("#about"),
		`${view.program}, running for ${lasted(view.running_s)}, at ${view.addresses.join(" and ")}. ${view.system}.`,
	);
	showParts($("#parts"), view.parts);
	copied(view.copy_made);
	showRestore(view, { wanted, refused });
	showPower(view, wanted);
	if (!changed.size) sections(view);
	text($("#notice"), view.notice ?? "");
	set($("#notice"), { hidden: view.notice ? null : "" });
	text($("#lines"), view.lines.join("\n") || "nothing");
	document.body.dataset.ready = "";
}

async function look() {
	/** @type {Answer<MachineApi.MachineView>} */
	const view = await get("/api/machine");
	if (view.sections) {
		set($("#may"), { hidden: "" });
		set($("#all"), { hidden: null });
		show(/** @type {MachineApi.MachineView} */ (view));
		return;
	}
	/** @type {Answer<Api.Seated>} */
	const { role, owner } = await get("/api/session");
	if (role && role !== "table" && !owner) set($("#may"), { hidden: null });
	else if (now) text($("#about"), "The table is being opened anew…");
}

$("#backup").addEventListener("click", () => wanted({ kind: "backup" }));
$("#anew").addEventListener("click", () => wanted({ kind: "anew" }));
$("#settings").addEventListener("submit", (event) => event.preventDefault());
$("#apply").addEventListener("click", async () => {
	if (!(await wanted({ kind: "settings", changes: [...changed.values()] }))) return;
	changed.clear();
	count();
	await look();
});

async function again() {
	await look();
	setTimeout(again, AGAIN_MS);
}

again();
