// The machine's page: state of the machine, its settings, backups and reports.

import { ask, get, showRefusals } from "../shared/act.js";
import { partName, SIGN } from "../shared/machine.js";
import { say } from "../shared/say.js";
import { h, Icon, show } from "../shared/view.js";
import { changesIn, Field } from "./fields.js";
import { NotOwner, Section } from "./parts.js";
import { Power } from "./power.js";
import { Restore } from "./restore.js";

const AGAIN_MS = 1500;
const MINUTE_S = 60;
const HOUR_S = 3600;

/** @type {MachineState} */
const state = { view: null, foreign: false, gone: false, refused: "", typed: {}, ending: "", armed: "", uploading: 0 };
const change = show(document.querySelector("main") ?? document.body, Page, state);
/** @type {MachineTools} */
const tools = { change, want, state };

showRefusals((refused) => change({ refused }));

/** @param {MachineWish} wish */
async function want(wish) {
	change({ refused: "" });
	const taken = await ask("/api/machine", { wish });
	await look();
	return taken;
}

/** @param {MachineState} state @returns {import("../vendor/preact.module.js").View} */
function Page({ view, foreign, refused, gone, typed }) {
	return [
		h("h1", say("machine-title")),
		foreign && h(NotOwner, { back: "/machine" }),
		refused && h("p", { id: "refused", role: "alert" }, refused),
		view && h("div", { id: "all" }, h(All, { view, gone, typed })),
		h("p", h("a", { href: "/health" }, say("page-to-health")), " · ", h("a", { href: "/" }, say("page-to-table"))),
	];
}

/** @param {{ view: MachineApi.MachineView, gone: boolean, typed: MachineState["typed"] }} props */
const All = ({ view, gone, typed }) => [
	h("p", { id: "about" }, gone ? say("machine-reopening") : h(About, view)),
	h(
		"ul",
		{ id: "parts", "aria-live": "polite" },
		view.parts.map(({ part, state, sentence }) =>
			h(
				"li",
				{ key: part, "data-state": state },
				h(Icon, { name: SIGN[state] }),
				h("b", partName(part)),
				h("span", sentence),
			),
		),
	),
	h("p", h("a", { href: "/update" }, say("machine-to-update"))),
	h(
		Section,
		{ id: "kept", title: say("machine-keep") },
		h(Backup, view.copy_made),
		h(
			"p",
			h("a", { id: "report", href: "/api/machine/report.txt", download: "" }, say("machine-report")),
			" ",
			say("machine-report-about"),
		),
		h(
			"p",
			h("button", { id: "anew", onclick: () => want({ kind: "anew" }) }, say("machine-reopen")),
			" ",
			say("machine-reopen-about"),
		),
	),
	h(
		Section,
		{ id: "bring", title: say("machine-restore") },
		h("p", say("machine-restore-about")),
		h("div", { id: "restore", "aria-live": "polite" }, h(Restore, tools)),
	),
	h(Section, { id: "set", title: say("machine-settings") }, h(Settings, { view, typed })),
	h(
		Section,
		{ id: "end", title: say("machine-end") },
		h("div", { id: "power", "aria-live": "polite" }, h(Power, tools)),
	),
	h(
		Section,
		{ id: "said", title: say("machine-log") },
		h("pre", { id: "lines" }, view.lines.join("\n") || say("machine-log-none")),
	),
];

/** @param {MachineApi.MachineView} view */
const About = ({ program, running_s: running, addresses, system }) =>
	say("machine-about", {
		program,
		hours: Math.floor(running / HOUR_S),
		minutes: Math.floor((running % HOUR_S) / MINUTE_S),
		addresses,
		system,
	});

/** @param {MachineApi.CopyView} copy */
const Backup = ({ state, line, name }) =>
	h(
		"p",
		h(
			"button",
			{ id: "backup", disabled: state === "writing", onclick: () => want({ kind: "backup" }) },
			say("machine-backup"),
		),
		" ",
		h(
			"span",
			{ id: "copy", role: "status" },
			state === "ready" &&
				h("a", { href: "/api/machine/backup", download: name }, say("machine-backup-download", { file: name })),
			" ",
			line,
			state === "ready" && [" ", say("machine-backup-secret")],
		),
	);

/** @param {{ view: MachineApi.MachineView, typed: MachineState["typed"] }} props */
function Settings({ view: { sections, notice }, typed }) {
	const changes = changesIn(sections, typed);
	const apply = async () => {
		if (!(await want({ kind: "settings", changes }))) return;
		change({ typed: {} });
		await look();
	};
	/** @type {(name: string, value: MachineState["typed"][string]) => void} */
	const type = (name, value) => change({ typed: { ...state.typed, [name]: value } });
	return [
		h(
			"div",
			{ id: "settings" },
			sections.map(({ name, title, settings }) =>
				h(
					"details",
					{ key: name, "data-section": name },
					h("summary", title),
					h(
						"form",
						{ onsubmit: (/** @type {Event} */ event) => event.preventDefault() },
						settings.map((setting) => h(Field, { key: setting.name, setting, typed: typed[setting.name], type })),
					),
				),
			),
		),
		notice && h("p", { id: "notice", role: "status" }, notice),
		h(
			"p",
			{ id: "send", hidden: !changes.length },
			h("button.go", { id: "apply", onclick: apply }, say("machine-apply")),
			h(
				"span",
				{ id: "changes", role: "status" },
				changes.length > 0 && say("machine-changes", { count: changes.length }),
			),
		),
	];
}

async function look() {
	/** @type {Answer<MachineApi.MachineView>} */
	const view = await get("/api/machine");
	if (view.sections) {
		const started = (view.running_s ?? 0) < (state.view?.running_s ?? 0);
		change({
			view: /** @type {MachineApi.MachineView} */ (view),
			foreign: false,
			gone: false,
			ending: started ? "" : state.ending,
		});
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
