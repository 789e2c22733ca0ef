// A hand at a simulated table: models are dragged where one would put them, and the camera sees it as at a real one.

/** @import { Board } from "../shared/board.js" */

import { ask, get, refuse } from "../shared/act.js";
import { $, h, set, svg, text } from "../shared/dom.js";
import { keep } from "../shared/keep.js";
import { under } from "../shared/pointing.js";
import { decimal, say } from "../shared/say.js";
import { U } from "../shared/terrain_layer.js";

const STILL_PX = 5;
const HELD_PX = 2;
const HELD_MS = 200;
/** @type {Record<string, number>} */
const NEAR_PX = { mouse: 2, pen: 8, touch: 16 };
const TURN_DEG = 15;
const NUDGE_IN = 0.5;
const FINE_IN = 0.1;
const SEEN_IN = 1.3;
/** Nearer than this to where the game has it, what a finger or a mouse lets go of stands exactly there. */
const SNAP_IN = 0.5;
const WAIT_MS = 8000;
/** @type {Record<string, Point>} */
const ARROWS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

/** @typedef {Partial<SetupAction> & { kind: "put" | "take_off", thing: string }} Wish */

/** @typedef {{ id: string, from: Point, x: number, y: number, turn: number, turned?: boolean, fine?: boolean }} Held */

const NARROW = matchMedia("(max-width: 699px)");

/** What a hand holds, and what is drawn of it until the camera has seen it. */
export class Hand {
	/** @param {Board} board */
	constructor(board) {
		this.board = board;
		/** Whose phone this is, empty at the table's own screen and the referee's. */
		this.seat = "";
		/** @type {Map<string, SetupApi.BoxView>} */
		this.things = new Map();
		/** @type {Held | null} */
		this.held = null;
		/** @type {Map<string, Held & { until: number }>} */
		this.waiting = new Map();
		/** What was asked of the box last was asked of this table. */
		this.of = "";
		this.carrying = false;
		this.layer = svg("g.hand", { "aria-hidden": "true" });
		board.root.append(this.layer);
		this.bar = h("div", { id: "hand", role: "group", "aria-label": say("hand-bar"), hidden: true });
		this.active = "";
		/** @type {Api.Snapshot | null} */
		this.state = null;
		const stand = () =>
			NARROW.matches || document.querySelector("#sheets") ? $("footer").prepend(this.bar) : board.root.after(this.bar);
		NARROW.addEventListener("change", stand);
		stand();
		this.#listen();
	}

	/** @param {Api.Snapshot} state */
	update(state) {
		this.state = state;
		const of = [state.game.number, state.game.begun, ...state.table.operatives.map((one) => one.id)].join();
		if (of !== this.of) {
			this.of = of;
			this.#know();
		}
		for (const [id, one] of this.waiting) {
			const now = state.table.operatives.find((other) => other.id === id);
			const there = now && now.state === "seen" && Math.hypot(now.x - one.x, now.y - one.y) < SEEN_IN;
			if (!there && performance.now() < one.until) continue;
			this.waiting.delete(id);
			if (!there && now) refuse(say("hand-unseen", { label: now.label }));
		}
		// What was moved before somebody else is at work is let go of.
		const active = state.game.active ?? "";
		if (active !== this.active && this.board.selected !== active && this.#mine(this.board.selected))
			this.board.select(null);
		this.active = active;
		this.#draw();
		this.#bar();
	}

	/** Ask what may be moved: nothing at a real table, nor by who only watches. */
	async #know() {
		/** @type {[Answer<SetupApi.SetupView>, Answer<Api.Paired>]} */
		const [{ simulated = false, box = [] }, { role = "nobody", seat = "" }] = await Promise.all([
			get("/api/setup"),
			get("/api/session"),
		]);
		this.seat = role === "player" ? seat : "";
		const may = simulated && ["table", "screen", "referee", "player"].includes(role);
		this.things = new Map(may ? box.map((one) => [one.thing, one]) : []);
		set(document.body, { "data-hand": this.things.size > 0 });
		this.#bar();
	}

	/** @param {string | null} id */
	#mine(id) {
		const model = this.state?.table.operatives.find((one) => one.id === id);
		return model && this.things.has(model.id) && ["", model.player].includes(this.seat) ? model : null;
	}

	/** @param {PointerEvent} event */
	#under = (event) => under(this.board, event, NEAR_PX[event.pointerType] ?? 2, (id) => this.#mine(id));

	#listen() {
		const { root } = this.board;
		let fingers = 0;
		/** @type {{ id: number, x: number, y: number, off: Point, since: number } | null} */
		let grip = null;
		let dragged = false;
		/** Whether the model that is held is drawn along: what is held for a while a little, too. @param {PointerEvent} event */
		const drawn = (event) => {
			if (!grip) return false;
			const still = event.timeStamp - grip.since < HELD_MS ? STILL_PX : HELD_PX;
			if (!dragged && Math.hypot(event.clientX - grip.x, event.clientY - grip.y) < still) return false;
			if (!dragged && event.type === "pointermove") root.setPointerCapture(event.pointerId);
			dragged = true;
			const { x, y } = this.#under(event);
			this.#move(x + grip.off[0], y + grip.off[1]);
			return true;
		};
		root.addEventListener(
			"pointerdown",
			(event) => {
				dragged = false;
				fingers = event.isPrimary ? 1 : fingers + 1;
				if (fingers > 1) {
					grip = null;
					this.#leave();
				}
				const free = this.board.state && !this.board.dragging && !this.board.placing && !this.carrying;
				if (!free || fingers !== 1 || event.button !== 0) return;
				const { operative, x, y } = this.#under(event);
				const model = this.#mine(operative);
				if (!model) return;
				grip = {
					id: event.pointerId,
					x: event.clientX,
					y: event.clientY,
					off: [model.x - x, model.y - y],
					since: event.timeStamp,
				};
				this.#take(model);
			},
			true,
		);
		root.addEventListener(
			"pointermove",
			(event) => {
				if (!grip || !this.held || event.pointerId !== grip.id) return;
				if (!drawn(event)) return;
				event.stopImmediatePropagation();
			},
			true,
		);
		/** @type {(done: boolean) => (event: PointerEvent) => void} */
		const ended = (done) => (event) => {
			fingers = Math.max(0, fingers - 1);
			if (!grip) return;
			if (done) drawn(event);
			grip = null;
			if (done && dragged) this.#putDown();
			else this.#leave();
		};
		root.addEventListener("pointerup", ended(true), true);
		root.addEventListener("pointercancel", ended(false), true);
		root.addEventListener("click", (event) => dragged && event.stopImmediatePropagation(), true);
		root.addEventListener("touchmove", (event) => grip && event.cancelable && event.preventDefault(), {
			passive: false,
		});
		root.addEventListener(
			"wheel",
			(event) => {
				if (!grip || !dragged) return;
				event.preventDefault();
				this.#turn(Math.sign(event.deltaY));
			},
			{ passive: false },
		);
		addEventListener("keydown", (event) => this.#key(event), true);
		for (const chosen of ["click", "keyup"]) root.addEventListener(chosen, () => this.#bar());
	}

	/** @param {Api.OperativeView} model */
	#take(model) {
		this.held = { id: model.id, from: [model.x, model.y], x: model.x, y: model.y, turn: model.rotation_deg };
	}

	/** @param {number} x @param {number} y */
	#move(x, y) {
		if (!this.held) return;
		const { width, depth } = this.board.shown.table.board;
		const model = this.#mine(this.held.id);
		const rim = model ? model.base[1] / 2 : 0;
		this.held.x = Math.min(width - rim, Math.max(rim, x));
		this.held.y = Math.min(depth - rim, Math.max(rim, y));
		this.#draw();
	}

	/** @param {number} steps clockwise as one looks at it */
	#turn(steps) {
		if (this.held) Object.assign(this.held, { turn: this.held.turn - steps * TURN_DEG, turned: true });
		this.#draw();
	}

	#leave() {
		this.held = null;
		this.#carry(false);
	}

	/** Let what is held down where it is: the table is asked as if a hand had done it. */
	async #putDown() {
		const { held } = this;
		this.held = null;
		this.#carry(false);
		if (!held) return;
		keep.set("hand", "known");
		const model = this.#mine(held.id);
		const home = model?.belongs ?? model;
		const snaps = home && this.state?.game.begun && !held.fine && !held.turned;
		if (snaps && Math.hypot(held.x - home.x, held.y - home.y) < SNAP_IN) {
			if (!model?.belongs) return this.#draw();
			Object.assign(held, { x: home.x, y: home.y, turn: home.rotation_deg });
		}
		this.waiting.set(held.id, { ...held, until: performance.now() + WAIT_MS });
		setTimeout(() => this.state && this.update(this.state), WAIT_MS);
		this.#draw();
		const rotation_deg = ((((held.turn + 180) % 360) + 360) % 360) - 180;
		const [x, y] = [Number(held.x.toFixed(2)), Number(held.y.toFixed(2))];
		const wish = { kind: "put", thing: held.id, x, y, rotation_deg: Number(rotation_deg.toFixed(1)) };
		if (!(await ask("/api/setup", { wish }))) this.waiting.delete(held.id);
		this.#draw();
	}

	/** @param {Wish} wish */
	async #do(wish) {
		await ask("/api/setup", { wish });
		await this.#know();
	}

	/** Carry what is chosen without dragging: a touch of the board or the keys say where. @param {boolean} on */
	#carry(on) {
		const chosen = this.#mine(this.board.selected);
		if (on && chosen) this.#take(chosen);
		if (this.carrying && !on) this.board.placing = null;
		this.carrying = on && chosen !== null;
		if (this.carrying) {
			this.board.placing = ({ x, y }) => {
				this.#move(x, y);
				this.#putDown();
			};
			text($("#said"), say("hand-how"));
		}
		this.#draw();
		this.#bar();
	}

	/** @param {KeyboardEvent} event */
	#key(event) {
		if (!this.held) return;
		const { key, shiftKey } = event;
		const step = (shiftKey ? FINE_IN : NUDGE_IN) * U;
		const [px, py] = this.board.place([this.held.x, this.held.y]);
		if (ARROWS[key]) {
			this.held.fine = true;
			this.#move(...this.board.inches(px + ARROWS[key][0] * step, py + ARROWS[key][1] * step));
		} else if (key === "[" || key === "]") this.#turn(key === "]" ? 1 : -1);
		else if (key === "Enter" && this.carrying && !this.bar.contains(document.activeElement)) this.#putDown();
		else if (key === "Escape") this.#leave();
		else return;
		event.preventDefault();
		event.stopPropagation();
	}

	#draw() {
		const shown = [...this.waiting.values(), ...(this.held ? [this.held] : [])];
		this.layer.replaceChildren(...shown.map((one) => this.#ghost(one)));
	}

	/** @param {Held} held */
	#ghost({ id, from, x, y, turn }) {
		const model = this.board.shown.table.operatives.find((one) => one.id === id);
		const [rx, ry] = (model?.base ?? [1, 1]).map((size) => (size / 2) * U);
		const [ax, ay] = this.board.place(from);
		const [bx, by] = this.board.place([x, y]);
		const transform = `translate(${bx} ${by}) rotate(${90 * this.board.turn - turn})`;
		const far = Math.hypot(x - from[0], y - from[1]);
		return svg(
			"g",
			svg("path", { d: `M${ax} ${ay}L${bx} ${by}` }),
			svg("ellipse", { rx, ry, transform }),
			svg("path.nose", { d: `M0 0h${rx}`, transform }),
			svg("text", { x: bx, y: by - ry - 10 * this.board.unit }, far < 0.05 ? "" : `${decimal(far, 1)}"`),
		);
	}

	/** What can be asked of the box without a hand: who stands wrong, is out of the battle, or lies beside the table. */
	#deeds() {
		/** @type {[string, Wish][]} */
		const deeds = [];
		for (const { id: thing, label, belongs } of this.state?.table.operatives ?? []) {
			if (!this.#mine(thing)) continue;
			const { x = 0, y = 0, rotation_deg = 0 } = belongs ?? {};
			if (belongs) deeds.push([say("hand-put-back", { label }), { kind: "put", thing, x, y, rotation_deg }]);
			const { on_table, name } = /** @type {SetupApi.BoxView} */ (this.things.get(thing));
			if (!on_table) deeds.push([say("hand-put-on", { name }), { kind: "put", thing }]);
		}
		// What is out and still seen is told as a notice.
		for (const { id: thing, player, name } of this.state?.game.roster ?? [])
			if (this.things.has(thing) && ["", player].includes(this.seat))
				if (this.state?.notices.some(({ id }) => id === `out-${thing}`))
					deeds.push([say("hand-take-off-model", { label: thing.toUpperCase(), name }), { kind: "take_off", thing }]);
		return deeds;
	}

	/** What can be done with the model that is chosen, and what else there is to do. */
	#bar() {
		const chosen = this.#mine(this.board.selected);
		const deeds = this.#deeds();
		/** Whether it is out and still stands there: its button says what its notice would. @param {string} [id] */
		const down = (id) => deeds.some(([, { kind, thing }]) => kind === "take_off" && thing === id);
		for (const li of $("#notices").children) set(li, { class: down(String(li.key).slice(4)) && "hidden" });
		const known = keep.get("hand", "") !== "" || document.querySelector("#lobby");
		const hint = known || deeds[0] || !this.state?.offers[0]?.moves ? null : this.#mine(this.active);
		set(this.bar, { hidden: !chosen && !deeds.length && !hint });
		const said = this.carrying
			? say("hand-tap-where", { label: chosen?.label ?? "" })
			: chosen
				? `${chosen.label} ${chosen.name}`
				: hint
					? say("hand-drag", { label: hint.label })
					: "";
		const what = [said, ...deeds.map(([words]) => words)].join();
		if (this.bar.dataset.what === what) return;
		this.bar.dataset.what = what;
		/** @type {(words: string, onclick: () => unknown, props?: Props) => HTMLElement} */
		const button = (words, onclick, props) => h("button.plain", { text: words, onclick, ...props });
		/** @type {(steps: number) => () => void} */
		const turn = (steps) => () => {
			if (!this.carrying) this.#carry(true);
			this.#turn(steps);
		};
		const held = document.activeElement?.textContent;
		const turns = [
			button("⟲", turn(-1), { "aria-label": say("hand-turn-left") }),
			button("⟳", turn(1), { "aria-label": say("hand-turn-right") }),
		];
		const ways = this.carrying
			? [
					button(say("hand-put-down"), () => this.#putDown(), { class: "go" }),
					turns,
					button(say("hand-cancel"), () => this.#leave()),
				]
			: [
					button(say("hand-move"), () => this.#carry(true), { title: say("hand-move-how") }),
					turns,
					down(chosen?.id)
						? ""
						: button(say("hand-take-off"), () => this.#do({ kind: "take_off", thing: String(chosen?.id) })),
				];
		this.bar.replaceChildren(
			h("span", said),
			...(chosen ? ways.flat() : []),
			...deeds.map(([words, wish]) => button(words, () => this.#do(wish))),
		);
		const again = [...this.bar.querySelectorAll("button")].find((one) => one.textContent === held);
		if (held && again) again.focus();
		else if (this.carrying) this.bar.querySelector("button")?.focus();
	}
}
