// The first run: asks how the table stands, shows its step and what is missing.

import { ask, get, showRefusals } from "../shared/act.js";
import { $, h, renew, set, svg, text } from "../shared/dom.js";
import { STEPS } from "./steps.js";

const AGAIN_MS = 500;
const SLOW_MS = 1500;

/** @type {FirstApi.FirstRunView | null} */
let now = null;
let may = false;
/** Where whoever leaves this page by its buttons goes once the table plays. */
let to = "";

showRefusals((sentence) => {
	text($("#refused"), sentence);
	set($("#refused"), { hidden: sentence ? null : "" });
});

/** @param {FirstWish} wish */
async function wanted(wish) {
	set($("#refused"), { hidden: "" });
	if (await ask("/api/first", { wish })) await follow();
}

/** @param {FirstApi.FirstRunView} view */
function missing({ lacks: all, step: here }) {
	// Where it was left is this page itself.
	const lacks = all.filter(({ part }) => part !== "first run");
	set($("#missing"), { hidden: lacks.length ? null : "" });
	renew($("#lacks"), [lacks, here], () =>
		lacks.map(({ sentence, step }) =>
			h(
				"li",
				sentence,
				" ",
				step && step !== here && h("button", { onclick: () => wanted({ kind: "turn", step }) }, `Go to: ${step}`),
			),
		),
	);
}

/** @param {FirstApi.FirstRunView} view */
function steps({ steps: all, step, playing }) {
	renew($("#steps"), [all, step, playing], () =>
		all.map(({ name, title, done }) =>
			h(
				"li",
				h(
					"button",
					{
						class: done ? "done" : "",
						"aria-current": name === step ? "step" : null,
						disabled: playing,
						onclick: () => wanted({ kind: "turn", step: name }),
					},
					title,
				),
			),
		),
	);
}

/** @param {FirstApi.FirstRunView} view */
function picture(view) {
	const {
		picture: number,
		size_px: [width, height],
	} = view;
	const image = $("#picture", HTMLImageElement);
	if (number && number !== now?.picture) {
		image.src = `/api/first/picture.jpg?n=${number}`;
		set(image, { hidden: null });
	}
	set($("#over", SVGSVGElement), { viewBox: `0 0 ${width} ${height}` });
	$("#over", SVGSVGElement).replaceChildren(...drawn(view, width));
}

/** @param {FirstApi.FirstRunView} view @param {number} width */
function drawn({ lens, board }, width) {
	if (lens) return lens.corners_px.map(([x, y]) => svg("circle", { cx: x, cy: y, r: width / 260 }));
	return (board?.tags ?? []).flatMap(({ corners_px, miss_px: [x, y], left_out }) => {
		const middle = [0, 1].map((k) => corners_px.reduce((sum, corner) => sum + corner[k] / 4, 0));
		const look = { class: left_out ? "out" : null, "stroke-width": width / 500 };
		return [
			svg("polygon", { points: corners_px.join(" "), ...look }),
			svg("line", { x1: middle[0], y1: middle[1], x2: middle[0] + 100 * x, y2: middle[1] + 100 * y, ...look }),
		];
	});
}

/** @param {FirstApi.FirstRunView} view */
function show(view) {
	text($("#camera"), view.camera_line);
	set($("#camera"), { "data-state": view.camera_state });
	missing(view);
	steps(view);
	picture(view);
	const names = view.steps.map(({ name }) => name);
	const at = names.indexOf(view.step);
	const { said, make, caption } = STEPS[view.step];
	renew($("#step"), [view.step, may, view.playing, ...said(view)], () => make(view, wanted));
	text($("#caption"), caption?.(view) ?? "");
	set($("#back"), { disabled: !may || at === 0 || view.playing });
	set($("#next"), { disabled: !may || view.playing, hidden: at === names.length - 1 ? "" : null });
	text($("#finish"), view.playing ? "Set the camera up again" : "Go to the table");
	set($("#finish"), { disabled: !may || !view.ready });
	document.body.dataset.step = view.step;
	document.body.dataset.ready = "";
	now = view;
}

/** @param {number} by */
function turn(by) {
	if (!now) return;
	const at = now.steps.findIndex(({ name }) => name === now?.step);
	const to = now.steps[at + by];
	if (to) wanted({ kind: "turn", step: to.name, done: by > 0 });
}

$("#back").addEventListener("click", () => turn(-1));
$("#next").addEventListener("click", () => turn(1));
$("#finish").addEventListener("click", () => {
	to = "/setup";
	wanted({ kind: now?.playing ? "again" : "finish" });
});

async function follow() {
	/** @type {Answer<FirstApi.FirstRunView>} */
	const view = await get("/api/first");
	const plays = now && !now.playing && (view.step ? view.playing : view.problem);
	if (plays && (await onward())) return true;
	if (view.step) show(/** @type {FirstApi.FirstRunView} */ (view));
	return Boolean(view.step);
}

/** The table plays by now: show it; who has brought it there sets it up next. */
async function onward() {
	const snapshot = await get("/api/snapshot");
	if (snapshot.game) location.replace(to || (location.pathname === "/" ? "/" : "/setup"));
	return Boolean(snapshot.game);
}

async function whose() {
	/** @type {Answer<Api.Seated>} */
	const { role, owner: administers } = await get("/api/session");
	may = role === "table" || Boolean(administers);
	/** @type {Answer<Api.ClaimView>} */
	const { seconds = 0, owner } = may ? {} : await get("/api/claim");
	set($("#claim"), { hidden: may ? "" : null });
	renew($("#claim"), [may, owner, seconds > 0], () => [
		owner || seconds
			? h("button.go", { onclick: claim }, owner ? "Come back as this table's owner" : "This is my table: claim it")
			: h("p", "Set the table up on its own screen, or hold the panel's pairing button and claim the table here."),
	]);
}

async function claim() {
	await ask("/api/claim", {});
	await whose();
	await follow();
}

async function again() {
	const answered = await follow();
	setTimeout(again, answered ? AGAIN_MS : SLOW_MS);
}

/** Who came here from the simulated table can go back to it. */
async function leadBack() {
	/** @type {Answer<LobbyApi.LobbyView>} */
	const { wishes = [] } = await get("/api/lobby");
	const back = async () => {
		if (await ask("/api/lobby", { wish: "watch" })) to = "/";
	};
	if (wishes.includes("watch")) $("footer").prepend(h("button", { onclick: back }, "Back to the simulated table"));
}

await whose();
leadBack();
again();
