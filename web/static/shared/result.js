// How a battle ended: who won, who has signed, the report to keep.

import { submit } from "./act.js";
import { h, renew, seatOf, set } from "./dom.js";
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
		return button(`${name} ${done ? "has signed" : "signs"}`, { disabled: done || (own && own !== player), onclick });
	};
	const won = seatOf(game, winner);
	const said = `${won ? `${won.name} wins` : "The battle is over"}, ${seats.map(({ vp }) => vp).join(" to ")}`;
	renew(root, [over, said, signed, own], () => [
		h("h2.question", said),
		choices(
			...seats.map(sign),
			number ? h("a.choice", { href: `/api/games/${number}/report.html` }, "Match report") : "",
		),
	]);
}
