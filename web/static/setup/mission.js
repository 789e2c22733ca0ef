// The mission: picked, or edited on the board itself; what the rules say against it stands where it is.

import { h, set, svg } from "../shared/dom.js";
import { say } from "../shared/say.js";
import { Faults } from "./faults.js";
import { button, draggable, draggableName, field, fileButton, inDrawing, submit } from "./ui.js";

/**
 * What of a mission's file can be dragged here.
 * @typedef {object} MissionData
 * @property {string} name
 * @property {{ id: string, at: Point }[]} [objectives]
 * @property {{ at: Point }[]} markers
 * @property {{ drop_zone: Point[] }[]} sides
 * @property {{ outline: Point[] }[]} items
 */

const U = 100;
const NUDGE = 0.1;
const LONGEST = 14;
/** @param {number} value */
const round = (value) => Math.round(value * 100) / 100;

/** The step. */
export class Mission {
	static lead = say("setup-mission-lead");
	static stage = "board";

	/** @param {HTMLElement} root @param {Desk} desk */
	constructor(root, { board, view }) {
		this.view = view;
		this.board = board;
		this.layer = svg("g.mission");
		board.layers.ground.after(this.layer);
		this.handles = svg("g.handles");
		board.root.append(this.handles);
		this.picks = h("div.row");
		this.about = h("div.form");
		this.faults = new Faults(board);
		root.append(this.picks, this.faults.root, this.about);
	}

	leave() {
		this.layer.remove();
		this.handles.remove();
		this.faults.leave();
	}

	/** @param {SetupApi.SetupView} view @param {SetupApi.SetupView | null} before */
	update(view, before) {
		this.view = view;
		if (!before || before.mission?.name !== view.mission?.name) this.#picks(view);
		if (!before || JSON.stringify(before.mission) !== JSON.stringify(view.mission)) {
			this.#about(view.mission);
			this.#draw(view.mission);
		}
		this.faults.update(view.faults);
	}

	/** @param {SetupApi.SetupView} view */
	#picks({ missions, mission }) {
		this.picks.replaceChildren(
			...missions.map(({ id, name }) =>
				button(name, () => submit({ kind: "pick_mission", name: id }), {
					"aria-pressed": String(name === mission?.name),
				}),
			),
			fileButton(say("setup-mission-file"), ".toml", (source, text) => submit({ kind: "mission_file", source, text })),
		);
	}

	/** @param {SetupApi.MissionView | null} mission */
	#about(mission) {
		if (!mission) {
			this.about.replaceChildren(h("p.muted", say("setup-mission-without")));
			return;
		}
		const name = h("input", { type: "text", value: mission.name });
		const rename = () =>
			this.#edit((data) => {
				data.name = name.value.trim() || mission.name;
			});
		name.addEventListener("change", rename);
		/** @type {Map<string, string>} */
		const team = new Map(this.view.teams.map((one) => [one.player, one.name || one.seat]));
		const add = () =>
			this.#edit((data) => {
				const { objectives = [] } = data;
				data.objectives = [...objectives, { id: free(objectives), at: [15, 11] }];
			});
		/** @type {(k: number) => void} */
		const take = (k) =>
			this.#edit((data) => {
				data.objectives?.splice(k, 1);
			});
		this.about.replaceChildren(
			field(say("setup-name"), name),
			h(
				"ul.sides",
				mission.sides.map((one) =>
					h("li", h("b", one.name), h("span", ` ${team.get(one.player) || say("setup-side-nobody")}`)),
				),
			),
			h(
				"div.row",
				button(say("setup-mission-swap"), () => submit({ kind: "swap_sides" })),
				button(say("setup-objective-add"), add),
				h("a.plain", { href: "/api/setup/mission.toml", download: "mission.toml", text: say("setup-download") }),
				mission.objectives.length + mission.markers.length
					? h("a.plain", {
							href: "/api/setup/markers.pdf",
							download: "marker-tags.pdf",
							text: say("setup-mission-tags"),
						})
					: null,
			),
			h(
				"ul.pieces",
				mission.objectives.map((one, k) =>
					h(
						"li",
						h("div.head", h("b", objectiveName(one)), h("small", say("ui-at", { x: one.x, y: one.y }))),
						h(
							"div.row",
							button(say("setup-remove"), () => take(k), {
								"aria-label": say("setup-remove-thing", { thing: objectiveName(one) }),
							}),
						),
					),
				),
			),
		);
	}

	/**
	 * Send the mission changed.
	 * @param {(data: MissionData) => void} change
	 */
	#edit(change) {
		if (!this.view.mission) return;
		const data = structuredClone(this.view.mission.data);
		change(/** @type {MissionData} */ (data));
		submit({ kind: "edit_mission", data });
	}

	/** @param {SetupApi.MissionView | null} mission */
	#draw(mission) {
		if (!mission) {
			this.layer.replaceChildren();
			this.handles.replaceChildren();
			return;
		}
		const { board } = this;
		const zones = mission.sides.flatMap((one, s) => {
			const own = { "--team": one.colour };
			const shapes = [svg("path.zone", { d: board.path(one.drop_zone), "data-side": s, ...own })];
			if (one.territory.length) shapes.unshift(svg("path.territory", { d: board.path(one.territory), ...own }));
			return shapes;
		});
		this.layer.replaceChildren(
			...zones,
			...mission.items.map((item) => svg("path.item", { d: board.path(item.outline) })),
		);
		this.handles.replaceChildren(
			...mission.sides.flatMap((one, s) =>
				one.drop_zone.map((corner, k) =>
					this.#handle(
						corner,
						"zone",
						say("setup-zone-corner", { side: one.name, corner: k + 1 }),
						one.colour,
						(data, at) => {
							data.sides[s].drop_zone[k] = at;
						},
					),
				),
			),
			...mission.objectives.map((one, k) =>
				this.#spot(one, objectiveName(one), (data, at) => {
					if (data.objectives) data.objectives[k].at = at;
				}),
			),
			...mission.markers.map((one, k) =>
				this.#spot(one, `${one.kind} ${one.id}`, (data, at) => {
					data.markers[k].at = at;
				}),
			),
			...mission.items.map((item, k) =>
				this.#handle(middle(item.outline), "item", item.item, null, (data, at) => {
					const from = middle(data.items[k].outline);
					data.items[k].outline = data.items[k].outline.map(([x, y]) => [
						round(x + at[0] - from[0]),
						round(y + at[1] - from[1]),
					]);
				}),
			),
		);
	}

	/** @param {SetupApi.SpotView} one @param {string} name @param {(data: MissionData, at: Point) => void} change */
	#spot(one, name, change) {
		return this.#handle([one.x, one.y], "objective", name, null, change, one);
	}

	/**
	 * @param {Point} at
	 * @param {string} kind
	 * @param {string} name
	 * @param {string | null} colour
	 * @param {(data: MissionData, at: Point) => void} change
	 * @param {SetupApi.SpotView} [one]
	 */
	#handle(at, kind, name, colour, change, one) {
		const r = one ? Math.max((one.diameter_mm / 25.4 / 2) * U, 30) : 30;
		const group = svg(
			"g.corner",
			{ "data-kind": kind, "aria-label": draggableName(name), "--team": colour },
			svg("circle.grip", { r: Math.max(r, 80) }),
			svg("circle.dot", { r }),
			one ? svg("text", { "text-anchor": "middle", y: r, dy: "1.05em", text: short(one.id) }) : null,
		);
		let now = at;
		/** @type {(to: Point) => void} */
		const show = (to) => {
			const { width, depth } = this.view.table.board;
			now = [round(Math.min(Math.max(to[0], 0), width)), round(Math.min(Math.max(to[1], 0), depth))];
			const [x, y] = this.board.place(now);
			set(group, { transform: `translate(${x} ${y})` });
		};
		show(at);
		draggable(group, {
			point: (event) => inDrawing(this.board.root, event),
			nudge: ([x, y]) => show([now[0] + x * NUDGE, now[1] + y * NUDGE]),
			at: (point) => show(this.board.inches(point.x, point.y)),
			done: () => this.#edit((data) => change(data, now)),
		});
		return group;
	}
}

/** @param {{ id: string }} objective */
const objectiveName = ({ id }) => say("setup-objective", { objective: id });

/** @param {Point[]} outline @returns {Point} */
function middle(outline) {
	/** @type {(axis: 0 | 1) => number} */
	const mean = (axis) => round(outline.reduce((sum, point) => sum + point[axis], 0) / outline.length);
	return [mean(0), mean(1)];
}

/**
 * A name as it fits beside a marker.
 * @param {string} name
 */
const short = (name) => (name.length > LONGEST ? `${name.slice(0, LONGEST - 1)}…` : name);

/** @param {{ id: string }[]} objectives */
function free(objectives) {
	const names = new Set(objectives.map((one) => one.id));
	let number = objectives.length + 1;
	while (names.has(`o${number}`)) number += 1;
	return `o${number}`;
}
