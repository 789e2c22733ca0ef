// The lens wizard: asks for what it knows several times a second, and shows the picture that this is about.

import { $, h, keyed, set, svg, text } from "../shared/dom.js";
import { inPageLanguage } from "../shared/messages.js";
import { decimal, say } from "../shared/say.js";

const AGAIN_MS = 200;
const SHOWN_TOOK_MS = 700;
/** @type {Record<string, string>} */
const WORDS = {
	flat: say("lens-page-flat"),
	left: say("lens-page-left"),
	right: say("lens-page-right"),
	up: say("lens-page-top"),
	down: say("lens-page-bottom"),
};
/** @type {Record<string, string>} */
const WEDGES = {
	flat: "M-18-14H18V14H-18Z",
	left: "M-50-38L-20-15V15L-50 38Z",
	right: "M50-38L20-15V15L50 38Z",
	up: "M-48-38H48L19-16H-19Z",
	down: "M-48 38H48L19 16H-19Z",
};
/** @type {Record<string, Point>} */
const AT = { flat: [0, 0], left: [-35, 0], right: [35, 0], up: [0, -27], down: [0, 27] };

/** @type {LensApi.WizardView | null} */
let shown = null;
let taken = 0;
let timer = 0;

/** @param {LensApi.WizardView} now */
function picture({ size_px: [width, height], corners_px, picture: number, still, views }) {
	if (number !== shown?.picture) $("#picture", HTMLImageElement).src = `/camera.jpg?n=${number}`;
	const over = $("#over", SVGSVGElement);
	set(over, { viewBox: `0 0 ${width} ${height}` });
	const dots = corners_px.map(([x, y]) => svg("circle", { cx: x + 0.5, cy: y + 0.5, r: width / 260 }));
	over.replaceChildren(...dots);
	set($("#stage"), { "data-still": String(still) });
	if (views.length > taken) {
		set($("#stage"), { "data-took": "" });
		clearTimeout(timer);
		timer = setTimeout(() => set($("#stage"), { "data-took": null }), SHOWN_TOOK_MS);
	}
	taken = views.length;
}

/** @param {LensApi.WizardView} now */
function coverage({ grid: [columns, rows], cells, cells_so_far, size_px }) {
	const reached = new Set(cells.map(([x, y]) => `${x} ${y}`));
	const tall = (size_px[1] / size_px[0]) * (columns / rows);
	const map = $("#cells", SVGSVGElement);
	set(map, { viewBox: `0 0 ${columns} ${rows * tall}` });
	const all = Array.from({ length: columns * rows }, (_, k) => [k % columns, Math.floor(k / columns)]);
	map.replaceChildren(
		...all.map(([x, y]) =>
			svg("rect", { x, y: y * tall, width: 1, height: tall, "data-reached": String(reached.has(`${x} ${y}`)) }),
		),
	);
	text($("#covered"), cells_so_far);
}

/** @param {LensApi.WizardView} now */
function tilts({ leans, leans_wanted, lean, tilt_deg }) {
	$("#leans", SVGSVGElement).replaceChildren(
		...Object.entries(leans).map(([name, number]) =>
			svg(
				"g",
				{ "data-done": String(number >= leans_wanted), "data-now": String(name === lean) },
				svg("path", { d: WEDGES[name] }),
				svg("text", { x: AT[name][0], y: AT[name][1] }, `${WORDS[name]} ${number}`),
			),
		),
	);
	text($("#tilt"), tilt_deg === null ? "" : say("lens-page-tilt-now", { angle: Math.round(tilt_deg) }));
}

/** @param {LensApi.WizardView} now */
function sharpness({ blur_px, blur_limit_px }) {
	const share = blur_px === null ? 0 : Math.max(0, Math.min(1, 1 - (blur_px - 0.5) / (2 * blur_limit_px - 0.5)));
	set($("#blur"), { low: 0.45, high: 0.6, optimum: 1, value: share });
	text($("#sharp"), blur_px === null ? "" : say("lens-page-blur", { blur: blur_px }));
}

/** @param {LensApi.WizardView} now */
function list({ views, views_so_far }) {
	const known = views.flatMap((view) => view.rms_px ?? []);
	const most = Math.max(0.3, ...known);
	keyed($("#views"), views.toReversed(), {
		key: (view) => view.name,
		make: (view) =>
			h(
				"li",
				h("span", view.name),
				svg("svg", { viewBox: "0 0 100 10", preserveAspectRatio: "none" }, svg("rect", { height: 10, width: 0 })),
				h("output"),
				h(
					"button",
					{ "aria-label": say("lens-page-leave-out", { name: view.name }), onclick: () => drop(view.name) },
					"✕",
				),
			),
		update: (li, { rms_px, bad }) => {
			set(li, { "data-bad": String(bad) });
			set(li.children[1].children[0], { width: rms_px === null ? 0 : (100 * rms_px) / most });
			text(li.children[2], rms_px === null ? "…" : `${decimal(rms_px, 2)} px`);
		},
	});
	text($("#count"), views_so_far);
}

/** @param {string | null} sentence @param {boolean} good */
function outcome(sentence, good) {
	set($("#outcome"), { hidden: sentence ? null : "", "data-good": String(good) });
	text($("#outcome"), sentence ?? "");
}

/** @param {LensApi.WizardView} now */
function show(now) {
	text($("#camera"), `${now.camera}, ${now.mode}`);
	picture(now);
	text($("#advice"), now.problem ?? now.advice);
	coverage(now);
	tilts(now);
	sharpness(now);
	list(now);
	$("#finish", HTMLButtonElement).disabled = !now.enough;
	if (now.saved) outcome(now.saved, true);
	shown = now;
	document.body.dataset.ready = "";
}

/** @param {string} path @param {string} method */
async function ask(path, method) {
	const response = await fetch(path, { method });
	const answer = await inPageLanguage(await response.json());
	if (response.ok) show(answer);
	else outcome(answer.detail, false);
}

/** @param {string} name */
const drop = (name) => ask(`/api/calibration/views/${encodeURIComponent(name)}`, "DELETE");
$("#finish").addEventListener("click", () => ask("/api/calibration/finish", "POST"));

async function follow() {
	try {
		const response = await fetch("/api/calibration");
		if (response.ok) show(await inPageLanguage(await response.json()));
	} catch {
		text($("#advice"), say("lens-page-no-answer"));
	}
	setTimeout(follow, AGAIN_MS);
}

follow();
