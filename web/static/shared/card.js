// An operative in words: its card, and what those hear who do not see the board.

import { h, side } from "./dom.js";
import { called } from "./icons.js";

const ORDER = { engage: "Engage", conceal: "Conceal" };

/** @param {Api.OperativeView} operative @param {Side[]} seats */
function told(operative, seats) {
	const seat = seats.find((one) => one.player === operative.player);
	const order = operative.order && ORDER[operative.order];
	return { seat, order, team: seat?.team || seat?.name || "", ready: operative.ready ? "ready" : "expended" };
}

/**
 * Return what is said of an operative: its name, side, order, state and place.
 * @param {Api.OperativeView} operative
 * @param {Side[]} seats
 */
export function describe(operative, seats) {
	const { team, order, ready } = told(operative, seats);
	const place = `at ${operative.x.toFixed(2)}, ${operative.y.toFixed(2)} in`;
	const name = `${operative.label} ${operative.name}`;
	const wounds = operative.wounds !== null && `${operative.wounds} left of ${operative.start_wounds} wounds`;
	return [name, team || operative.player, order, ready, wounds, called(operative), place].filter(Boolean).join(", ");
}

/**
 * Return the card of an operative, in words and numbers as they arrived.
 * @param {Api.OperativeView} operative
 * @param {{ seats: Side[] }} game
 */
export function operativeCard(operative, game) {
	const { seat, team, order, ready } = told(operative, game.seats);
	const facts = [
		order && `${order} · ${ready}`,
		operative.wounds !== null && `${operative.wounds} left of ${operative.start_wounds} wounds`,
		operative.carrying && `carries ${operative.carrying}`,
		called(operative),
		operative.level !== "floor" && `on ${operative.level}, ${operative.z.toFixed(1)} in up`,
	];
	const words = h("div", h("strong", operative.name), h("span.team", team));
	const list = h(
		"ul",
		facts.filter(Boolean).map((fact) => h("li", fact)),
	);
	return side(h("div.card", h("b.chip", operative.label), words, list), seat);
}
