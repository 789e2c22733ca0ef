// How the game stands: sides, victory and command points, turning point, initiative.

import { h, side } from "./dom.js";
import { icon } from "./icons.js";
import { say } from "./say.js";

/** @param {Api.SeatView} seat @param {Pick<Api.GameView, "initiative">} game */
function standing(seat, game) {
	const first = game.initiative === seat.player && h("span.first", icon("challenge"), h("span", say("ui-initiative")));
	const who = h(
		"div.who",
		h("span.team", seat.team || seat.name),
		h("span.name", h("span", seat.team && seat.name), first),
	);
	/** @type {(name: string, number: number, title: string) => HTMLElement} */
	const points = (name, number, title) =>
		h(`span.${name}`, h("b", number), h("abbr", { title }, say("ui-points", { points: name })));
	const counts = [points("cp", seat.cp, say("ui-command-points")), points("vp", seat.vp, say("ui-victory-points"))];
	return side(h("div.side", who, counts), seat);
}

/**
 * Show the score in `root`.
 * @param {Element} root
 * @param {Pick<Api.GameView, "turning_point" | "title" | "phase" | "seats" | "initiative">} game
 */
export function score(root, game) {
	const { turning_point: point, title, phase, seats } = game;
	const when = h(
		"div.when",
		h(
			"b",
			point
				? [h("span", { "data-short": say("ui-turning-point-short") }, `${say("ui-turning-point")} `), point]
				: title,
		),
		h("span", phase),
	);
	const [left, ...others] = seats.map((seat) => standing(seat, game));
	root.replaceChildren(...[left, when, ...others].filter(Boolean));
}
