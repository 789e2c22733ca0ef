// Each step of the first run.

import { h, svg } from "../shared/dom.js";

const SIZES = ["2304x1296", "1920x1080", "1280x720", "4608x2592"];

/** @param {string} address @param {string} name */
const sheet = (address, name) =>
	h(
		"li",
		h("a.sheet", { href: address, target: "_blank" }, `${name}, A4`),
		" ",
		h("a.sheet", { href: `${address}?paper=Letter`, target: "_blank" }, "Letter"),
	);

/** What takes seconds is pressed once. @param {string} label @param {boolean} disabled @param {() => Promise<unknown>} work */
function slow(label, disabled, work) {
	/** @type {HTMLButtonElement} */
	const button = h("button.go", { disabled, onclick }, label);
	async function onclick() {
		button.disabled = true;
		await work();
		button.disabled = false;
	}
	return button;
}

/** @type {FirstMake} */
const camera = ({ cameras, wanted_px }, want) => {
	const sizes = [...new Set([wanted_px.join("x"), ...SIZES])].map((size) => h("option", { value: size }, size));
	const size = h("select", ...sizes);
	/** @param {string} source */
	const choose = (source) => {
		const [width, height] = size.value.split("x").map(Number);
		want({ kind: "choose", source, size_px: [width, height] });
	};
	const used = cameras.find(({ chosen }) => chosen);
	if (used) size.addEventListener("change", () => choose(used.source));
	return [
		h("h2", "Choose the camera"),
		h("p", "Plug the camera in and hang it above the middle of the board, looking straight down."),
		h("label", "Picture, pixels", size),
		h(
			"ul",
			...cameras.map(({ source, name, chosen }) =>
				h("li", h("button", { class: chosen ? "done" : "", onclick: () => choose(source) }, `${name} (${source})`)),
			),
		),
		cameras.length ? "" : h("p", "No camera is plugged in. It appears here by itself."),
	];
};

/** @type {FirstMake} */
const pictured = ({ verdicts }) => [
	h("h2", "Focus and light"),
	h("p", "Lay the board's tags out, or any printed sheet, and turn the lens until its edges are sharp."),
	h(
		"ul",
		...verdicts.map(({ part, state, sentence, mend }) =>
			h("li", { "data-state": state }, h("b", part), ` ${sentence}`, mend && ` ${mend}`),
		),
	),
];

/** @type {FirstMake} */
const print = ({ ruler_mm, plate_mm, kit_board }, want) => {
	const ruler = h("input", { type: "number", min: 90, max: 110, step: 0.1, value: ruler_mm });
	const plate = h("input", { type: "number", min: 0, max: 30, step: 0.1, value: plate_mm });
	const told = () => want({ kind: "ruler", ruler_mm: Number(ruler.value), plate_mm: Number(plate.value) });
	const off = h("p", { role: "alert" });
	const judge = () => {
		const mm = Math.abs(Number(ruler.value) - 100);
		off.textContent = mm > 0.5 ? `That is ${mm.toFixed(1)} mm off: print again at 100 %.` : "";
	};
	ruler.addEventListener("input", judge);
	ruler.addEventListener("change", told);
	plate.addEventListener("change", told);
	judge();
	return [
		h("h2", "Print"),
		h("p", "Print at 100 %, without scaling. The ruler on every sheet says whether it was."),
		h(
			"ul",
			sheet("/api/first/kit.pdf", "Starter kit"),
			sheet("/api/first/charuco.pdf", "Lens sheet"),
			sheet("/api/first/verify.pdf", "Verify plate"),
		),
		h("label", "The printed 100 mm line is, mm", ruler),
		h("label", "The verify plate on its card is thick, mm", plate),
		off,
		kit_board ? "" : h("button", { onclick: () => want({ kind: "kit_board" }) }, "Stand on the starter kit's board"),
	];
};

/** @type {FirstMake} */
const lens = ({ lens: wizard, steps }, want) => {
	if (!wizard) return [h("h2", "The lens")];
	const [columns, rows] = wizard.grid;
	const reached = new Set(wizard.cells.map(String));
	const all = Array.from({ length: columns * rows }, (_, k) => [k % columns, Math.floor(k / columns)]);
	return [
		h("h2", "The lens"),
		h(
			"p",
			"Glue the lens sheet on something flat and hold it still where you are asked to. Views are taken by themselves.",
		),
		h("p", { role: "status", id: "advice" }, wizard.problem ?? wizard.advice),
		svg(
			"svg.cells",
			{ viewBox: `0 0 ${columns} ${rows}` },
			...all.map(([x, y]) =>
				svg("rect", { x, y, width: 1, height: 1, class: reached.has(`${x},${y}`) ? "reached" : null }),
			),
		),
		h("p", wizard.so_far),
		h("ul", ...wizard.ways.map((way) => h("li", way))),
		slow("Find the lens", !wizard.enough, () => want({ kind: "find_lens" })),
		wizard.saved || steps.some(({ name, done }) => name === "lens" && done)
			? h("p", { id: "saved" }, wizard.saved ?? "The lens is known.")
			: "",
		h(
			"ul",
			...wizard.views
				.filter(({ bad }) => bad)
				.map(({ name, rms_px }) =>
					h(
						"li",
						`${name}: ${rms_px?.toFixed(2)} px `,
						h("button", { onclick: () => want({ kind: "drop_view", name }) }, "Leave it out"),
					),
				),
		),
	];
};

/** @type {FirstMake} */
const board = ({ board: found, board_problem }) => [
	h("h2", "The board"),
	h("p", "Lay the board's tags in their places. Lines show how far each lies from its place, a hundred times as long."),
	found ? h("p", { id: "found" }, found.line) : h("p", board_problem || "Looking for the board…"),
];

/** @type {FirstMake} */
const verify = ({ places, places_wanted, certificate, board_problem }, want) => [
	h("h2", "Verify"),
	h(
		"p",
		`Lay the verify plate flat on the bare board, in ${places_wanted} places at least, corners too, and measure each.`,
	),
	board_problem && h("p", board_problem),
	slow("Measure here", false, () => want({ kind: "take_place" })),
	h(
		"ul",
		...places.map(({ number, line }) =>
			h(
				"li",
				`${number}: ${line} `,
				h(
					"button",
					{ "aria-label": `Leave place ${number} out`, onclick: () => want({ kind: "drop_place", number }) },
					"✕",
				),
			),
		),
	),
	slow("Make the certificate", places.length < places_wanted, () => want({ kind: "certify" })),
	certificate && h("p", { id: "certificate" }, certificate),
];

/** @type {FirstSteps} */
export const STEPS = {
	camera: { said: ({ cameras, wanted_px }) => [cameras, wanted_px], make: camera },
	picture: { said: ({ verdicts }) => [verdicts], make: pictured, caption: ({ size_px }) => size_px.join(" x ") },
	// What is typed here is not drawn anew when the table has heard it: the next field is being typed in by then.
	print: { said: ({ kit_board }) => [kit_board], make: print },
	lens: {
		said: ({ lens: wizard, steps }) => [
			wizard && { ...wizard, picture: 0, corners_px: 0, tilt_deg: 0, blur_px: 0, still: 0 },
			steps,
		],
		make: lens,
	},
	board: {
		said: ({ board: found, board_problem }) => [found?.line, board_problem],
		make: board,
	},
	verify: { said: ({ places, certificate, board_problem }) => [places, certificate, board_problem], make: verify },
};
