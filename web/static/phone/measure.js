// A measure from anything to anything, by a line drawn on the board.

import { get } from "../shared/act.js";
import { h } from "../shared/dom.js";
import { say } from "../shared/say.js";
import { words } from "../shared/units.js";

const DRAWN_FROM_PX = 12;
/** @param {Spot} spot */
const near = (spot) => spot.operative ?? `${spot.x.toFixed(2)},${spot.y.toFixed(2)}`;

/** The measure's sheet, in `root`; `onShow()` is told when another line is to be drawn: its strokes are `witness`. */
export class Measure {
	/** @param {HTMLElement} root @param {() => void} onShow */
	constructor(root, onShow) {
		this.root = root;
		this.onShow = onShow;
		/** @type {Api.StrokeView[] | null} */
		this.witness = null;
		this.#tell(null);
	}

	/**
	 * Draw the line while it grows; when it is done, ask how long it is.
	 * @param {Spot} start
	 * @param {Spot} end
	 * @param {boolean} done
	 */
	async draw(start, end, done) {
		if (!done) {
			/** @type {Api.StrokeView["points"]} */
			const points = [
				[start.x, start.y, 0],
				[end.x, end.y, 0],
			];
			this.witness = [{ role: "measure", closed: false, label: "", points, points_px: null }];
			return this.onShow();
		}
		const short = Math.hypot(end.px - start.px, end.py - start.py) < DRAWN_FROM_PX;
		/** @type {Answer<Api.MeasureView> | null} */
		const answer = short
			? null
			: await get(`/api/measure?${new URLSearchParams({ start: near(start), end: near(end) })}`);
		this.witness = answer?.witness ?? null;
		this.#tell(answer);
		this.onShow();
	}

	/** @param {Answer<Api.MeasureView> | null} answer */
	#tell(answer) {
		const said = answer && [
			h("p.question", answer.problem ?? answer.sentence),
			h("p.figures", words(answer.figures_prose ?? [])),
		];
		this.root.replaceChildren(...(said ?? [h("p.empty", say("phone-draw-line"))]));
	}
}
