// How a battle ended: who won, who has signed, the report to keep.

import { submit } from "./act.js";
import { h, renew, seatOf, set } from "./dom.js";
import { say } from "./say.js";
import { button, choices } from "./ui.js";

/**
 * Show the result in `root`; nothing while the battle goes on. A player signs on its own phone alone.
 * @param {HTMLElement} root
 * @param {Api.GameView} game
 * @param {string} [own]
 */
export function showResult(root, game, own = "") {
	const { over, winner, seats, signed, number } = game;
	set(root, { hidden: !over });
	/** @type {(seat: Api.SeatView) => HTMLElement} */
	const sign = ({ name, player }) => {
		const done = signed.includes(player);
		const onclick = () => submit({ kind: "sign", player }, player);
		return button(say(done ? "ui-signed" : "ui-sign", { name }), {
			disabled: done || (own && own !== player),
			onclick,
		});
	};
	const won = seatOf(game, winner);
	const vp = say("ui-to", { one: seats[0]?.vp ?? 0, other: seats[1]?.vp ?? 0 });
	const said = won ? say("ui-winner", { name: won.name, vp }) : say("ui-battle-over", { vp });
	renew(root, [over, said, signed, own], () => [
		h("h2.question", said),
		choices(
			...seats.map(sign),
			number ? h("a.choice", { href: `/api/games/${number}/report.html` }, say("ui-match-report")) : "",
		),
	]);
}
