// The first run: shows its step, what is missing, and the camera's image.

import { ask, get, showRefusals } from "../shared/act.js";
import { say } from "../shared/say.js";
import { h, show } from "../shared/view.js";
import { STEPS } from "./steps.js";

const AGAIN_MS = 500;
const SLOW_MS = 1500;

/** @type {FirstState} */
const state = {
	view: null,
	may: false,
	claim: {},
	refused: "",
	simulated: false,
	busy: false,
	ruler: null,
	plate: null,
	size: null,
};
const change = show(document.body, Page, state);
/** The page that follows once the table plays. */
let to = "";

showRefusals((refused) => change({ refused }));

/** @param {FirstWish} wish */
async function want(wish) {
	change({ refused: "", busy: true });
	if (await ask("/api/first", { wish })) await follow();
	change({ busy: false });
}

/** @param {FirstState} state @returns {import("../vendor/preact.module.js").View} */
function Page({ view, refused, claim, may, simulated, ...state }) {
	if (!view) return [h("h1", say("ui-product")), h("p", { role: "status" }, say("ui-connecting"))];
	const at = view.steps.findIndex(({ name }) => name === view.step);
	const caption = view.step === "picture" ? view.size_px.join(" x ") : "";
	const shown = { view, refused, claim, may, simulated, ...state };
	return [
		h(
			"header",
			h("h1", say("ui-product")),
			h("p", { id: "camera", role: "status", "data-state": view.camera_state }, view.camera_line),
		),
		h(Missing, { view }),
		!may && h(Claim, claim),
		h(
			"nav",
			{ "aria-label": say("ui-steps") },
			h(
				"ol",
				{ id: "steps" },
				view.steps.map((one) => h(StepButton, { one, view })),
			),
		),
		h("p", { id: "refused", role: "alert", hidden: !refused }, refused),
		h(
			"main",
			h(Picture, { view, caption }),
			h(
				"section",
				{ id: "step", "aria-live": "polite" },
				h(STEPS[view.step], { key: view.step, ...shown, want, change }),
			),
		),
		h(
			"footer",
			simulated && h("button", { onclick: leadBack }, say("first-simulated")),
			h("button", { id: "back", disabled: !may || at === 0 || view.playing, onclick: () => turn(-1) }, say("ui-back")),
			h(
				"button.go",
				{
					id: "next",
					disabled: !may || view.playing,
					hidden: at === view.steps.length - 1,
					onclick: () => turn(1),
				},
				say("ui-next"),
			),
			h(
				"button.go",
				{ id: "finish", disabled: !may || !view.ready, onclick: finish },
				say(view.playing ? "first-again" : "first-finish"),
			),
		),
	];
}

/** @param {{ view: FirstApi.FirstRunView }} props */
function Missing({ view: { lacks: all, step: here, steps } }) {
	// An unfinished first run is this page itself.
	const lacks = all.filter(({ message }) => message?.code !== "first-unfinished");
	return h(
		"section",
		{ id: "missing", "aria-labelledby": "lack", hidden: !lacks.length },
		h("h2", { id: "lack" }, say("first-missing")),
		h(
			"ul",
			{ id: "lacks" },
			lacks.map(({ sentence, step }) => {
				const { title = "" } = steps.find(({ name }) => name === step) ?? {};
				const go = step && step !== here;
				return h(
					"li",
					sentence,
					" ",
					go && h("button", { onclick: () => want({ kind: "turn", step }) }, say("first-go-to", { step: title })),
				);
			}),
		),
	);
}

/** @param {Answer<Api.ClaimView>} props */
const Claim = ({ owner, seconds }) =>
	h(
		"section",
		{ id: "claim", "aria-label": say("first-owner") },
		owner || seconds
			? h("button.go", { onclick: claimTable }, say(owner ? "phone-pair-reclaim" : "first-claim"))
			: h("p", say("first-claim-how")),
	);

/** @param {{ one: FirstApi.FirstRunStepView, view: FirstApi.FirstRunView }} props */
const StepButton = ({ one: { name, title, done }, view }) =>
	h(
		"li",
		h(
			"button",
			{
				class: done ? "done" : "",
				"aria-current": name === view.step ? "step" : null,
				disabled: view.playing,
				onclick: () => want({ kind: "turn", step: name }),
			},
			title,
		),
	);

/** @param {{ view: FirstApi.FirstRunView, caption: string }} props */
const Picture = ({ view: { picture, size_px: size, lens, board }, caption }) =>
	h(
		"figure",
		{ id: "stage" },
		h("img", {
			id: "picture",
			alt: say("ui-camera-image"),
			hidden: !picture,
			src: picture ? `/api/first/picture.jpg?n=${picture}` : null,
		}),
		h(
			"svg",
			{ id: "over", "aria-hidden": "true", viewBox: `0 0 ${size.join(" ")}` },
			lens
				? lens.corners_px.map(([x, y]) => h("circle", { cx: x, cy: y, r: size[0] / 260 }))
				: board?.tags.map((tag) => h(Tag, { tag, width: size[0] })),
		),
		h("figcaption", { id: "caption" }, caption),
	);

/** @param {{ tag: FirstApi.SeenTagView, width: number }} props */
function Tag({
	tag: {
		corners_px,
		miss_px: [x, y],
		left_out,
	},
	width,
}) {
	const [x1, y1] = [0, 1].map((axis) => corners_px.reduce((sum, corner) => sum + corner[axis] / 4, 0));
	const look = { class: left_out ? "out" : null, "stroke-width": width / 500 };
	return [
		h("polygon", { points: corners_px.join(" "), ...look }),
		h("line", { x1, y1, x2: x1 + 100 * x, y2: y1 + 100 * y, ...look }),
	];
}

/** @param {number} by */
function turn(by) {
	const { steps = [], step } = state.view ?? {};
	const next = steps[steps.findIndex(({ name }) => name === step) + by];
	if (next) want({ kind: "turn", step: next.name, done: by > 0 });
}

function finish() {
	to = "/setup";
	want({ kind: state.view?.playing ? "again" : "finish" });
}

async function follow() {
	/** @type {Answer<FirstApi.FirstRunView>} */
	const view = await get("/api/first");
	const now = state.view;
	const plays = now && !now.playing && (view.step ? view.playing : view.problem);
	if (plays && (await onward())) return true;
	if (!view.step) return false;
	change({ view: /** @type {FirstApi.FirstRunView} */ (view) });
	document.body.dataset.step = view.step;
	document.body.dataset.ready = "";
	return true;
}

/** Go to the table if it plays by now; whoever finished the first run sets it up next. */
async function onward() {
	const snapshot = await get("/api/snapshot");
	if (snapshot.game) location.replace(to || (location.pathname === "/" ? "/" : "/setup"));
	return Boolean(snapshot.game);
}

async function askOwner() {
	/** @type {Answer<Api.Seated>} */
	const { role, owner } = await get("/api/session");
	const may = role === "table" || Boolean(owner);
	change({ may, claim: may ? {} : await get("/api/claim") });
}

async function claimTable() {
	await ask("/api/claim", {});
	await askOwner();
	await follow();
}

async function again() {
	const answered = await follow();
	setTimeout(again, answered ? AGAIN_MS : SLOW_MS);
}

/** Whoever came here from the simulated table can return to it. */
async function askLobby() {
	/** @type {Answer<LobbyApi.LobbyView>} */
	const { wishes = [] } = await get("/api/lobby");
	change({ simulated: wishes.includes("watch") });
}

async function leadBack() {
	if (await ask("/api/lobby", { wish: "watch" })) to = "/";
}

await askOwner();
askLobby();
again();
