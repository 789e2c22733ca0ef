// The test card: a scripted minute, directed as a game is, again and again. `python -m tools.test_card` writes it.

import { apply } from "../shared/live.js";

const MINUTE_S = 60;

/** @typedef {{ at_s: number, air?: Api.AirView, delta?: Partial<Api.AirDelta> }} Moment */

/**
 * Show the minute; whatever a moment changes is shown as if the table had said it.
 * @param {(now: Api.AirView) => void} show
 */
export async function testCard(show) {
	const text = await (await fetch("/static/testcard/test-card.ndjson")).text();
	/** @type {Moment[]} */
	const moments = text
		.trim()
		.split("\n")
		.map((line) => JSON.parse(line));
	/** @type {(state: any) => void} */
	const play = (state) => {
		for (const { at_s, air, delta } of moments) {
			setTimeout(() => {
				state = air ?? apply(state, /** @type {any} */ (delta));
				show(state);
			}, 1000 * at_s);
		}
		setTimeout(play, 1000 * MINUTE_S, state);
	};
	play(null);
}
