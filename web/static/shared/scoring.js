// What may be scored now: who holds what, and the points that follow, to be taken with one touch or corrected.

import { submit } from "./act.js";
import { h, renew, seatOf, set, side } from "./dom.js";
import { say } from "./say.js";
import { stepper } from "./ui.js";

/** @param {Api.OpView} one */
function row({ player, op, label, vp, why, counted, scored }) {
	/** @type {(points: number) => void} */
	const onSend = (points) =>
		points && submit({ kind: "score", player, op, vp: points, why: counted ? why : "" }, player);
	const facts = [why, scored && say("ui-scored-so-far", { vp: scored })].filter(Boolean).join(" · ");
	const ways = { value: vp, high: 12, send: say("ui-score-op"), sure: counted && vp > 0, onSend };
	return h("div.op", h("p", h("b", label), facts), stepper(label, ways));
}

/**
 * Show in `root` what may be scored: by everybody, or by one player.
 * @param {HTMLElement} root
 * @param {Api.ScoringView[]} scoring
 * @param {Api.GameView} game
 * @param {string} [own]
 */
export function showScoring(root, [now], game, own = "") {
	set(root, { hidden: !now });
	renew(root, [now, own], () => {
		if (!now) return [];
		const held = now.held.map(({ player, why }) => side(h("li", why), seatOf(game, player)));
		const mine = game.seats.filter(({ player }) => !own || player === own);
		const parts = mine.map((seat) => {
			const ops = now.ops.filter(({ player }) => player === seat.player).map(row);
			return side(h("section.account", { "aria-label": seat.name }, h("b", seat.name), ops), seat);
		});
		return [h("h2.question", say("ui-score-point", { point: now.turning_point })), h("ul.held", held), ...parts];
	});
}
