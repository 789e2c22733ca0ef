// A shot or a fight, face to face: both sides' dice as they lie, what stops what, and what came of it.

import { pips } from "./dice.js";
import { h, seatOf, set, side } from "./dom.js";
import { say } from "./say.js";
import { health } from "./ui.js";

/** @param {Api.CombatDieView} die */
function drawn(die) {
	const inside = die.face
		? pips(die.face)
		: h("b", { "aria-hidden": "true" }, { crit: "★", success: "●", fail: "×" }[die.counts_as]);
	const props = {
		role: "img",
		"aria-label": die.says,
		"data-counts": die.counts_as,
		"data-spent": die.spent,
		"data-met": die.met.length ? (die.spent ? "done" : "proposed") : null,
		"data-kept": die.kept,
		"data-again": die.was ? "" : null,
	};
	return h("span.cube", props, inside, die.met.length > 0 && h("i.shield", { "aria-hidden": "true" }));
}

/**
 * @param {Api.CombatSideView} one
 * @param {Side} [seat]
 */
function fighter(one, seat) {
	const due = Array.from({ length: one.due }, () =>
		h("span.cube.due", { role: "img", "aria-label": say("ui-to-be-rolled") }),
	);
	const row = [...one.dice.map(drawn), ...due];
	return side(
		h(
			"section.fighter",
			{ "aria-label": one.name },
			h("header", h("strong", one.name), health(one.wounds, one.start_wounds, one.left, one.before)),
			h("p.numbers", one.line),
			row.length > 0 && h("div.cubes", { role: "group", "aria-label": say("ui-dice") }, row),
			one.changes?.length > 0 && h("ul.changes", { "aria-label": say("ui-changes") }, one.changes.map(change)),
			others(one).length > 0 && h("p.notes", others(one).join(" · ")),
			one.reasons.length > 0 && h("ul.reasons", { "aria-label": say("ui-why") }, one.reasons.map(reason)),
		),
		seat,
	);
}

/**
 * Show the combat in `root`; nothing hides it.
 * @param {HTMLElement} root
 * @param {Api.CombatView | undefined} combat
 * @param {Pick<Api.GameView, "seats">} game
 */
export function showCombat(root, combat, game) {
	set(root, { hidden: !combat, "data-over": combat?.over, "data-kind": combat?.kind });
	set(document.body, { "data-combat": combat && (combat.over ? "over" : "open") });
	if (!combat) return root.replaceChildren();
	const { attacker, target } = combat;
	const blows = combat.blows.map((blow) => h("li", blow));
	root.replaceChildren(
		fighter(attacker, seatOf(game, attacker.player)),
		fighter(target, seatOf(game, target.player)),
		combat.damage ? h("p.damage", combat.damage.says) : "",
		blows.length && !combat.over ? h("ol.blows", { "aria-label": say("ui-blows") }, blows.slice(-3)) : "",
		combat.over
			? h("div.results", { role: "status", "aria-label": say("ui-result") }, h("ul", combat.results.map(result)))
			: "",
	);
}

/** The codes of notes that the changes of the dice say better. @type {unknown[]} */
const SAID = ["roll-note-rerolled", "roll-note-kept", "roll-note-obscured", "roll-note-discarded", "roll-note-used"];

/** What else there is to say beside the dice. @param {Api.CombatSideView} one */
const others = ({ notes, note_messages: messages }) => notes.filter((_, at) => !SAID.includes(messages[at]?.code));

/** @param {Api.CombatChangeView} one */
const change = ({ says, rule }) => h("li", says, rule && h("code", { title: say("ui-rule-id") }, rule));

/** @param {Api.CombatReasonView} one */
const reason = ({ says, rule }) => h("li", says, rule && h("code", rule));

/** @param {Api.CombatResultView} one */
const result = (one) => h("li", { "data-down": one.down }, one.sentence);
