// An operative in words: its card, and what those hear who do not see the board.

import { h, side } from "./dom.js";
import { called } from "./icons.js";
import { say } from "./say.js";

/** @param {Api.OperativeView} operative @param {Side[]} seats */
function told(operative, seats) {
	const seat = seats.find((one) => one.player === operative.player);
	const order = operative.order && say("ui-order", { order: operative.order });
	return {
		seat,
		order,
		team: seat?.team || seat?.name || "",
		ready: say(operative.ready ? "ui-ready" : "ui-expended"),
	};
}

/** @param {Api.OperativeView} operative */
const woundsLeft = ({ wounds, start_wounds: of }) => wounds !== null && say("ui-wounds-left", { left: wounds, of });

/**
 * Return what is said of an operative: its name, side, order, state, place, and whether it is active.
 * @param {Api.OperativeView} operative
 * @param {Side[]} seats
 * @param {boolean} [active]
 */
export function describe(operative, seats, active = false) {
	const { team, order, ready } = told(operative, seats);
	const place = say("ui-at", { x: operative.x, y: operative.y });
	const name = `${operative.label} ${operative.name}`;
	const wounds = woundsLeft(operative);
	return [name, team || operative.player, order, ready, wounds, called(operative), place, active && say("ui-active")]
		.filter(Boolean)
		.join(", ");
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
		woundsLeft(operative),
		operative.carrying && say("ui-carries", { thing: operative.carrying }),
		called(operative),
		operative.level !== "floor" && say("ui-on-level", { level: operative.level, up: operative.z }),
	];
	const words = h("div", h("strong", operative.name), h("span.team", team));
	const list = h(
		"ul",
		facts.filter(Boolean).map((fact) => h("li", fact)),
	);
	return side(h("div.card", h("b.chip", operative.label), words, list), seat);
}
