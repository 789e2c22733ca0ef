// A measurement between two models or points that somebody chose: on the board, by a line drawn there, or from a list.

/** @import { Board } from "./board.js" */

import { get } from "./act.js";
import { h, renew, set, text } from "./dom.js";
import { mark } from "./icons.js";
import { say } from "./say.js";
import { button } from "./ui.js";
import { words } from "./units.js";

const AGAIN_MS = 600;
const MOVED_IN = 0.02;
/** A model's id, or a point in inches. @typedef {string | Point} End */

/** @param {Spot} spot @returns {End} */
const endOf = ({ operative, x, y }) => operative ?? [Number(x.toFixed(2)), Number(y.toFixed(2))];
/** @param {End} end */
const asked = (end) => (typeof end === "string" ? end : end.map((one) => one.toFixed(2)).join(","));
/** @param {Point} point */
const pointName = ([x, y]) => say("measure-point", { x, y });

/** The measurement's part of a page, in `root`. `onShow()` is called when other strokes, `witness`, are to be drawn. */
export class Measure {
	/** @param {HTMLElement} root @param {{ board: Board, onShow: () => void }} ways */
	constructor(root, { board, onShow }) {
		this.board = board;
		this.onShow = onShow;
		/** @type {Api.StrokeView[] | null} */
		this.witness = null;
		/** @type {[End | null, End | null]} */
		this.ends = [null, null];
		/** @type {Answer<Api.MeasureView> | null} */
		this.answer = null;
		/** @type {Api.Snapshot | null} */
		this.state = null;
		this.asking = 0;
		/** @type {(label: string, at: 0 | 1) => HTMLSelectElement} */
		const select = (label, at) =>
			h("select", { "aria-label": label, onchange: () => this.#choose(at, lists[at].value || null) });
		/** @type {[HTMLSelectElement, HTMLSelectElement]} */
		const lists = [select(say("measure-from"), 0), select(say("measure-to"), 1)];
		this.lists = lists;
		const named = [say("measure-from"), say("measure-to")].map((label, at) => h("label", h("span", label), lists[at]));
		this.hint = h("p.empty", { role: "status" });
		this.said = h("div.answer", { "aria-live": "polite" });
		this.again = button(say("measure-again"), { hidden: true, onclick: () => this.clear() });
		root.append(h("div.ends", named), this.hint, this.said, this.again);
		this.#show();
	}

	/** @param {boolean} on whether the board is tapped to measure */
	listen(on) {
		this.board.dragging = on;
		this.board.picking = on ? (spot) => this.#pick(endOf(spot)) : null;
	}

	/** Forget both ends, and what was measured between them. */
	clear() {
		clearTimeout(this.asking);
		this.ends = [null, null];
		this.answer = this.witness = null;
		this.#show();
		this.onShow();
	}

	/**
	 * Take a new state: a finished measurement ends with the next act, and follows a model that a hand moves.
	 * @param {Api.Snapshot} state
	 * @param {Api.Snapshot | null} before
	 */
	update(state, before) {
		this.state = state;
		this.#options();
		if (before && state.game !== before.game && this.answer) return this.clear();
		if (!before || !this.answer || state.table.operatives === before.table.operatives) return;
		/** @param {Api.Snapshot} of */
		const places = (of) => of.table.operatives.filter(({ id }) => this.ends.includes(id));
		const then = places(before);
		/** @type {(one: Api.OperativeView, at: number) => boolean} */
		const moved = ({ x, y }, at) => !then[at] || Math.hypot(x - then[at].x, y - then[at].y) > MOVED_IN;
		if (!places(state).some(moved)) return;
		clearTimeout(this.asking);
		this.asking = setTimeout(() => this.#ask(), AGAIN_MS);
	}

	/**
	 * Draw the line while it grows; when it is done, ask how long it is.
	 * @param {Spot} start
	 * @param {Spot} end
	 * @param {boolean} done
	 */
	draw(start, end, done) {
		if (done) {
			this.ends = [endOf(start), endOf(end)];
			this.#show();
			return this.#ask();
		}
		/** @type {Api.StrokeView["points"]} */
		const points = [
			[start.x, start.y, 0],
			[end.x, end.y, 0],
		];
		this.witness = [{ role: "measure", closed: false, label: "", points, points_px: null }];
		this.onShow();
	}

	/** @param {End} end */
	#pick(end) {
		const [from, to] = this.ends;
		this.#choose(from === null || to !== null ? 0 : 1, end);
	}

	/** @param {0 | 1} at @param {End | null} end */
	#choose(at, end) {
		if (at === 0 && this.answer) this.ends = [null, null];
		this.ends[at] = end;
		this.answer = this.witness = null;
		const [from, to] = this.ends;
		if (from !== null && to !== null && from !== to) this.#ask();
		else if (from === to) this.ends[1] = null;
		this.#mark();
		this.#show();
		this.onShow();
	}

	/** Mark what is chosen so far. */
	#mark() {
		const there = this.ends.find((end) => end !== null);
		const model = this.state?.table.operatives.find(({ id }) => id === there);
		const at = model ? [model.x, model.y] : typeof there === "string" ? null : there;
		/** @type {any} */
		const stroke = at && { role: "measure", closed: false, label: "", points: [[...at, 0]], points_px: null };
		this.witness = stroke ? [stroke] : null;
	}

	async #ask() {
		const [from, to] = this.ends;
		if (from === null || to === null) return;
		const query = new URLSearchParams({ start: asked(from), end: asked(to) });
		/** @type {Answer<Api.MeasureView>} */
		const answer = await get(`/api/measure?${query}`);
		if (from !== this.ends[0] || to !== this.ends[1]) return;
		this.answer = answer;
		this.witness = answer.witness ?? null;
		this.#show();
		this.onShow();
	}

	#options() {
		const { table, game } = this.state ?? {};
		if (!table || !game) return;
		for (const at of [0, 1]) {
			const end = this.ends[at];
			const point = end !== null && typeof end !== "string" ? end : null;
			const groups = game.seats.map(({ player, name }) => ({
				name,
				models: table.operatives
					.filter((one) => one.player === player)
					.map(({ id, label, name }) => [id, `${label} ${name}`]),
			}));
			renew(this.lists[at], [groups, point], () => [
				h("option", { value: "" }, say("measure-choose")),
				...(point ? [h("option", { value: asked(point) }, pointName(point))] : []),
				...groups.map(({ name, models }) =>
					h(
						"optgroup",
						{ label: name },
						models.map(([value, label]) => h("option", { value }, label)),
					),
				),
			]);
			this.lists[at].value = end === null ? "" : asked(end);
		}
	}

	#show() {
		this.#options();
		const { ends, answer } = this;
		const chosen = ends.filter((end) => end !== null).length;
		text(this.hint, say("measure-hint", { chosen }));
		set(this.hint, { hidden: chosen === 2 });
		set(this.again, { hidden: !answer });
		/** @param {Api.MeasureFactView} fact */
		const told = (fact) =>
			h(
				"li",
				{ "data-verdict": fact.verdict },
				fact.verdict === "TOO_CLOSE" && mark(fact.verdict),
				h("span", h("b", fact.sentence), h("span.stats", fact.why)),
			);
		this.said.replaceChildren(
			...(answer
				? [
						h("p.question", answer.problem ?? answer.sentence),
						h("p.figures", words(answer.figures_prose ?? [])),
						answer.facts?.length ? h("ul.list", answer.facts.map(told)) : "",
					]
				: []),
		);
	}
}
