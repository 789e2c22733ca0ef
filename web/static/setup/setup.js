// The set-up: one page, six steps that everybody at the table sees together. It shows what arrives and sends what is done.

import { Board } from "../shared/board.js";
import { $, h, keyed, set, text } from "../shared/dom.js";
import { icon } from "../shared/icons.js";
import { follow } from "../shared/live.js";
import { colours, refusals, showLine } from "../shared/page.js";
import { say } from "../shared/say.js";
import { Before } from "./before.js";
import { Box } from "./box.js";
import { Look } from "./look.js";
import { Markers } from "./markers.js";
import { Mission } from "./mission.js";
import { Ready } from "./ready.js";
import { Tags } from "./tags.js";
import { Teams } from "./teams.js";
import { Terrain } from "./terrain.js";
import { submit } from "./ui.js";

const STEPS = { teams: Teams, tags: Tags, terrain: Terrain, mission: Mission, markers: Markers, ready: Ready };

/** @type {SetupApi.SetupView | null} */
let view = null;
/** @type {Step | null} */
let step = null;

const look = new Look($("#camera"));
const board = new Board($("#board", SVGSVGElement), { labels: false });
const box = new Box($("#box"));
const offer = new Before($("#before"));

refusals();
colours();
$("#undo").addEventListener("click", () => submit({ kind: "take_back" }));
for (const [id, by] of /** @type {[string, number][]} */ ([
	["back", -1],
	["next", 1],
])) {
	$(`#${id}`).addEventListener("click", () => {
		if (!view) return;
		const names = view.steps.map((one) => one.id);
		const to = names[names.indexOf(view.step) + by];
		if (to) submit({ kind: "go", step: to });
	});
}

/**
 * What a board is given: the table as every page has it, with the teams as its seats.
 * @param {SetupApi.SetupView} view
 */
const played = ({ table, camera, teams }) => ({
	table,
	camera,
	ghosts: [],
	game: {
		active: null,
		seats: teams.map(({ player, seat, name, colour, ink }) => ({ player, name: name || seat, colour, ink })),
	},
});

/** @param {SetupApi.SetupView} now */
function steps(now) {
	keyed($("#steps"), now.steps, {
		make: ({ id }) => h("li", h("button", { onclick: () => submit({ kind: "go", step: id }) })),
		update: (li, one) => {
			const number = now.steps.indexOf(one) + 1;
			li.children[0].replaceChildren(
				h("i", { "aria-hidden": "true" }, one.done ? icon("check") : String(number)),
				h("span", h("b", one.name), h("small", one.told)),
			);
			set(li.children[0], {
				"aria-label": one.told ? `${one.name}: ${one.told}` : one.name,
				"data-done": String(one.done),
			});
		},
	});
	for (const li of $("#steps").children) set(li.children[0], { "aria-current": li.key === now.step ? "step" : null });
}

/** @param {SetupApi.SetupView} now */
function turn(now) {
	step?.leave?.();
	const { lead, stage } = STEPS[now.step];
	document.body.dataset.step = now.step;
	document.body.dataset.stage = stage;
	text($("#lead"), lead);
	text($("#hint"), "");
	$("#panel").replaceChildren();
	look.rest();
	look.watch(stage === "camera");
	const desk = { look, board, view: now, hint: (/** @type {string} */ words) => text($("#hint"), words) };
	step = new STEPS[now.step]($("#panel"), desk);
	const names = now.steps.map((one) => one.id);
	const at = names.indexOf(now.step);
	text($("#title"), now.steps[at].name);
	set($("#back"), { disabled: at === 0 });
	set($("#next"), { hidden: at === names.length - 1 });
	text($("#next"), at < names.length - 1 ? say("setup-next-step", { step: now.steps[at + 1].name }) : "");
}

/** @type {Parameters<typeof follow<SetupApi.SetupView>>[0]} */
const channel = {
	address: "/api/setup/live",
	onLine: showLine,
	onState: (now, before) => {
		const first = view === null;
		view = now;
		if (first || now.step !== before?.step) {
			turn(now);
			if (!first) {
				$("main").scrollTo(0, 0);
				$("#work").scrollTo(0, 0);
				$("#title").focus({ preventScroll: true });
			}
			before = null;
		}
		steps(now);
		set($("#undo"), { disabled: !now.undo, title: now.undo && say("setup-undo-what", { what: now.undo }) });
		const state = played(now);
		look.update(state, now);
		board.update(state);
		step?.update(now, before);
		box.update(now);
		offer.update(now);
		document.body.dataset.ready = "";
	},
};
follow(channel);
