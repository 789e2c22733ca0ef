// What a player may do with one operative beside its actions: activation, order, wounds, place.

/** @import { Board } from "./board.js" */

import { submit } from "./act.js";
import { h } from "./dom.js";
import { askPlace } from "./placing.js";
import { button, choices, stepper } from "./ui.js";

/**
 * Ask where an operative stands and say so.
 * @param {Board} board
 * @param {Api.AbsentView & { absent?: boolean }} operative
 */
export const placeByHand = (board, { id, player, name, absent }) =>
	askPlace(board, name, (x, y) => submit({ kind: absent ? "deploy" : "declare_place", operative: id, x, y }, player));

/** The stats that a rule may change for a while; Hit and Save get worse as they grow. */
const STATS = { apl: "APL", move: "Move", hit: "Hit", save: "Save" };

const ENDS = ["its next activation", "its current or next activation", "the turning point", "the battle"];
const UNTIL = Object.fromEntries(ENDS.map((end) => [`end of ${end}`, end]));

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
	const activate = (as) => button(`Activate: ${as}`, { class: "default", onclick: declare("activate", { order: as }) });
	const declared = choices(
		order && button(`Order: ${other}`, { onclick: declare("declare_status", { order: other }) }),
		document.body.dataset.role !== "player" &&
			button(ready ? "Expended" : "Ready", { onclick: declare("declare_status", { ready: !ready }, "any") }),
		button("Stands here", { onclick: declare("declare_place") }, "as the camera sees it"),
		button("Place by hand", { onclick: () => place(operative) }, "touch the board"),
		button("Off the board", { onclick: declare("remove_operative") }),
	);
	/** @type {(amount: number) => void} */
	const lose = (amount) => declare("declare_damage", { amount })();
	const stat = pick("Stat", STATS);
	const until = pick("Until the end of", UNTIL);
	/** @type {(change: number) => void} */
	const alter = (change) => change && declare("declare_stat", { stat: stat.value, change, until: until.value })();
	return [
		orders.length > 0 && choices(...orders.map(activate)),
		h(
			"details",
			h("summary", "Declare"),
			declared,
			stepper("Wounds", { low: -30, send: "Lose", onSend: lose }),
			h("div.row", stat, until),
			stepper("Stat", { low: -9, high: 9, send: "Change", onSend: alter }),
		),
	].filter((part) => part instanceof Element);
}
