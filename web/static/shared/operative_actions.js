// What a player may do with one operative beside its actions: activation, order, wounds, place.

/** @import { Board } from "./board.js" */

import { submit } from "./act.js";
import { h } from "./dom.js";
import { askPlace } from "./placing.js";
import { say } from "./say.js";
import { button, choices, stepper } from "./ui.js";

/**
 * Ask where an operative stands and say so.
 * @param {Board} board
 * @param {Api.AbsentView & { absent?: boolean }} operative
 */
export const placeByHand = (board, { id, player, name, absent }) =>
	askPlace(board, name, (x, y) => submit({ kind: absent ? "deploy" : "declare_place", operative: id, x, y }, player));

/** The stats that a rule may change for a while; Hit and Save get worse as they grow. */
const STATS = {
	apl: say("ui-stat-apl"),
	move: say("ui-stat-move"),
	hit: say("ui-stat-hit"),
	save: say("ui-stat-save"),
};

const UNTIL = {
	"end of its next activation": say("ui-until-next"),
	"end of its current or next activation": say("ui-until-this-or-next"),
	"end of the turning point": say("ui-until-turning-point"),
	"end of the battle": say("ui-until-battle"),
};

/**
 * Return a list to choose one of: the words by the value that each stands for.
 * @param {string} label
 * @param {Record<string, string>} among
 */
const pick = (label, among) =>
	h(
		"select",
		{ "aria-label": label },
		Object.entries(among).map(([value, words]) => h("option", { value }, words)),
	);

/**
 * Return the parts; `place(operative)` asks for its place on the board.
 * @param {Api.OperativeView} operative
 * @param {Api.GameView} game
 * @param {Place} place
 */
export function operativeActions(operative, game, place) {
	const { id, player, order, ready } = operative;
	/** @type {(kind: any, more?: any, who?: string) => () => void} */
	const declare =
		(kind, more, who = player) =>
		() =>
			submit({ kind, operative: id, ...more }, who);
	const orders = game.activations.find((one) => one.operative === id)?.orders ?? [];
	const other = order === "engage" ? "conceal" : "engage";
	/** @type {(as: Api.Order) => HTMLElement} */
	const activate = (as) =>
		button(say("ui-activate", { order: as }), { class: "default", onclick: declare("activate", { order: as }) });
	const declared = choices(
		order && button(say("ui-order-to", { order: other }), { onclick: declare("declare_status", { order: other }) }),
		document.body.dataset.role !== "player" &&
			button(say(ready ? "ui-set-expended" : "ui-set-ready"), {
				onclick: declare("declare_status", { ready: !ready }, "any"),
			}),
		button(say("ui-use-camera"), { onclick: declare("declare_place") }, say("ui-use-camera-why")),
		button(say("ui-set-position"), { onclick: () => place(operative) }, say("ui-set-position-how")),
		button(say("ui-remove"), { onclick: declare("remove_operative") }),
	);
	/** @type {(amount: number) => void} */
	const lose = (amount) => declare("declare_damage", { amount })();
	const stat = pick(say("ui-stat"), STATS);
	const until = pick(say("ui-until"), UNTIL);
	/** @type {(change: number) => void} */
	const alter = (change) => change && declare("declare_stat", { stat: stat.value, change, until: until.value })();
	return [
		orders.length > 0 && choices(...orders.map(activate)),
		h(
			"details",
			h("summary", say("ui-correct")),
			declared,
			stepper(say("ui-number-of-wounds"), { low: -30, send: say("ui-lose"), onSend: lose }),
			h("div.row", stat, until),
			stepper(say("ui-stat"), { low: -9, high: 9, send: say("ui-change"), onSend: alter }),
		),
	].filter((part) => part instanceof Element);
}
