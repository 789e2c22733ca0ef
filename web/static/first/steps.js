// Each step of the first run.

import { say } from "../shared/say.js";
import { h } from "../shared/view.js";

const SIZES = ["2304x1296", "1920x1080", "1280x720", "4608x2592"];
const RULER_MM = 100;
const RULER_MOST_OFF_MM = 0.5;

/** @param {{ address: string, name: string }} props */
const Sheet = ({ address, name }) =>
	h(
		"li.sheets",
		["A4", "Letter"].map((paper) =>
			h(
				"a.sheet",
				{ href: `${address}${paper === "A4" ? "" : `?paper=${paper}`}`, target: "_blank" },
				say("first-sheet", { sheet: name, paper }),
			),
		),
	);

/** @type {FirstStepView} */
const Camera = ({ view: { cameras, wanted_px }, size, want, change }) => {
	/** @param {string} source @param {string} size */
	const choose = (source, size) => {
		const [width, height] = size.split("x").map(Number);
		want({ kind: "choose", source, size_px: [width, height] });
	};
	const used = cameras.find(({ chosen }) => chosen);
	/** @param {{ target: HTMLSelectElement }} event */
	const onchange = ({ target: { value } }) => {
		change({ size: value });
		if (used) choose(used.source, value);
	};
	const chosen = size ?? wanted_px.join("x");
	return [
		h("h2", say("first-camera-choose")),
		h("p", say("first-camera-hang")),
		h(
			"label",
			say("first-image-size"),
			h(
				"select",
				{ value: chosen, onchange },
				[...new Set([wanted_px.join("x"), ...SIZES])].map((one) => h("option", { value: one }, one)),
			),
		),
		h(
			"ul",
			cameras.map(({ source, name, chosen: done }) =>
				h(
					"li",
					h("button", { class: done ? "done" : "", onclick: () => choose(source, chosen) }, `${name} (${source})`),
				),
			),
		),
		!cameras.length && h("p", say("first-camera-waiting")),
	];
};

/** @type {FirstStepView} */
const Focus = ({ view: { verdicts } }) => [
	h("h2", say("first-focus")),
	h("p", say("first-focus-how")),
	h(
		"ul",
		verdicts.map(({ part, state, sentence, mend }) =>
			h("li", { "data-state": state }, h("b", part), ` ${sentence}`, mend && ` ${mend}`),
		),
	),
];

/** @type {FirstStepView} */
const Print = ({ view, ruler, plate, want, change }) => {
	const [ruler_mm, plate_mm] = [ruler ?? String(view.ruler_mm), plate ?? String(view.plate_mm)];
	const off = Math.abs(Number(ruler_mm) - RULER_MM);
	const tell = () => want({ kind: "ruler", ruler_mm: Number(ruler_mm), plate_mm: Number(plate_mm) });
	/** @param {"ruler" | "plate"} name @param {string} value @param {number} min @param {number} max */
	const field = (name, value, min, max) =>
		h("input", {
			...{ type: "number", min, max, step: 0.1, value },
			oninput: (/** @type {{ target: HTMLInputElement }} */ { target }) => change({ [name]: target.value }),
			onchange: tell,
		});
	return [
		h("h2", say("first-step-print")),
		h("p", say("first-print-how")),
		h(
			"ul",
			h(Sheet, { address: "/api/first/kit.pdf", name: say("first-sheet-kit") }),
			h(Sheet, { address: "/api/first/charuco.pdf", name: say("first-sheet-lens") }),
			h(Sheet, { address: "/api/first/verify.pdf", name: say("first-sheet-plate") }),
		),
		h("label", say("first-ruler"), field("ruler", ruler_mm, 90, 110)),
		h("label", say("first-plate"), field("plate", plate_mm, 0, 30)),
		h("p", { role: "alert" }, off > RULER_MOST_OFF_MM && say("first-ruler-off", { off })),
		!view.kit_board && h("button", { onclick: () => want({ kind: "kit_board" }) }, say("first-kit-board")),
	];
};

/** @type {FirstStepView} */
const Lens = ({ view: { lens: wizard, steps }, busy, want }) => {
	if (!wizard) return h("h2", say("first-step-lens"));
	const [columns, rows] = wizard.grid;
	const reached = new Set(wizard.cells.map(String));
	const cells = Array.from({ length: columns * rows }, (_, k) => [k % columns, Math.floor(k / columns)]);
	const known = wizard.saved || steps.some(({ name, done }) => name === "lens" && done);
	return [
		h("h2", say("first-step-lens")),
		h("p", say("first-lens-how")),
		h("p", { role: "status", id: "advice" }, wizard.problem ?? wizard.advice),
		h(
			"svg.cells",
			{ viewBox: `0 0 ${columns} ${rows}`, "aria-hidden": "true" },
			cells.map(([x, y]) =>
				h("rect", { x, y, width: 1, height: 1, class: reached.has(`${x},${y}`) ? "reached" : null }),
			),
		),
		h("p", wizard.so_far),
		h(
			"ul",
			wizard.ways.map((way) => h("li", way)),
		),
		h(
			"button.go",
			{ disabled: !wizard.enough || busy, onclick: () => want({ kind: "find_lens" }) },
			say("first-lens-find"),
		),
		known && h("p", { id: "saved" }, wizard.saved ?? say("first-lens-known")),
		h(
			"ul",
			wizard.views
				.filter(({ bad }) => bad)
				.map(({ name, rms_px: rms }) =>
					h(
						"li",
						rms === null ? name : say("first-view", { view: name, rms }),
						" ",
						h("button", { onclick: () => want({ kind: "drop_view", name }) }, say("first-view-drop", { view: name })),
					),
				),
		),
	];
};

/** @type {FirstStepView} */
const Board = ({ view: { board, board_problem } }) => [
	h("h2", say("first-step-board")),
	h("p", say("first-board-how")),
	board ? h("p", { id: "found" }, board.line) : h("p", board_problem || say("first-board-looking")),
];

/** @type {FirstStepView} */
const Verify = ({ view: { places, places_wanted, certificate, board_problem }, busy, want }) => [
	h("h2", say("first-step-verify")),
	h("p", say("first-verify-how", { places: places_wanted })),
	board_problem && h("p", board_problem),
	h("button.go", { disabled: busy, onclick: () => want({ kind: "take_place" }) }, say("first-verify-measure")),
	h(
		"ul",
		places.map(({ number, line }) =>
			h(
				"li",
				`${number}: ${line} `,
				h(
					"button",
					{
						"aria-label": say("first-place-drop", { place: number }),
						onclick: () => want({ kind: "drop_place", number }),
					},
					"✕",
				),
			),
		),
	),
	h(
		"button.go",
		{ disabled: busy || places.length < places_wanted, onclick: () => want({ kind: "certify" }) },
		say("first-verify-certify"),
	),
	certificate && h("p", { id: "certificate" }, certificate),
];

/** @type {Record<FirstApi.FirstStep, FirstStepView>} */
export const STEPS = { camera: Camera, picture: Focus, print: Print, lens: Lens, board: Board, verify: Verify };
