// A player's ploys as cards: what each is called, when it is used, its price, what it does, and why it is not used now.

import { submit } from "../shared/act.js";
import { $, h, renew, seatOf, set, side, text } from "../shared/dom.js";
import { say } from "../shared/say.js";
import { button } from "../shared/ui.js";

/** @type {string | undefined} */
let asked;

/**
 * Show the cards of one's own side on a player's phone (`own`), else of both; opened where a ploy is asked for.
 * @param {Api.Snapshot} now
 * @param {string} own
 */
export function showPloys({ game, prompts }, own) {
	const cards = game.ploys.filter(({ player }) => !own || player === own);
	const able = cards.filter(({ why }) => !why);
	const turn = prompts.find(({ topic, owner }) => topic === "turn" && (!own || owner === own))?.id;
	set($("#ploys"), { hidden: !cards.length, ...(turn !== asked && { open: Boolean(turn && able.length) }) });
	asked = turn;
	text($("#ploys summary"), able.length ? say("phone-ploys-now", { count: able.length }) : say("phone-ploys"));
	renew($("#ploys ul"), cards, () => [...able, ...cards.filter(({ why }) => why)].map((one) => card(one, game)));
}

/** @param {Api.PloyView} one @param {Api.GameView} game */
function card({ player, name, when, cost, text: does, why }, game) {
	const onclick = () => submit({ kind: "use_ploy", player, name, cost }, player);
	const facts = h("small", say("phone-ploy-facts", { when: when === "any" ? say("phone-any-time") : when, cost }));
	const use = why
		? h("small.empty", why)
		: button(say("phone-use"), { onclick, "aria-label": say("phone-use-ploy", { name, cost }) });
	return side(h("li.ploy", h("span.words", h("b", name), facts, does && h("span", does)), use), seatOf(game, player));
}
