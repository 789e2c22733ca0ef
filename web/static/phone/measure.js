// A measure from anything to anything, by a line drawn on the board.

import { get } from "../shared/act.js";
import { h } from "../shared/dom.js";
import { words } from "./units.js";

const DRAWN_FROM_PX = 12;
const near = (spot) => spot.operative ?? `${spot.x.toFixed(2)},${spot.y.toFixed(2)}`;

/** The measure's sheet, in `root`; `onShow()` is told when another line is to be drawn: its strokes are `witness`. */
export class Measure {
	constructor(root, onShow) {
		Object.assign(this, { root, onShow, witness: null });
		this.#text(null);
	}

	async draw(start, end, done) {
		if (!done) {
			const points = [start, end].map(({ x, y }) => [x, y, 0]);
			this.witness = [{ role: "measure", closed: false, label: "", points }];
			return this.onShow();
		}
		const short = Math.hypot(end.px - start.px, end.py - start.py) < DRAWN_FROM_PX;
		const answer = short ? null : await get(`/api/measure?${new URLSearchParams({ start: near(start), end: near(end) })}`);
		this.witness = answer?.witness ?? null;
		this.#text(answer);
		this.onShow();
	}

	#text(answer) {
		const said = answer && [h("p.question", answer.problem ?? answer.sentence), h("p.figures", words(answer.figures ?? ""))];
		this.root.replaceChildren(...(said ?? [h("p.empty", "Draw a line on the board: from a model or a point to another.")]));
	}
}
