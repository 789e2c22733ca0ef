// Open requests of one player to the other: a card with the answers, or with its withdrawal.

import { isReferee, submit } from "./act.js";
import { h, keyed, seatOf, set } from "./dom.js";
import { say } from "./say.js";
import { button, choices } from "./ui.js";

/**
 * Show the requests that concern this page in `root`; `own` is the seat of a player's phone, empty on the others.
 * @param {HTMLElement} root @param {Api.Snapshot} now @param {string} own
 */
export function showRequests(root, now, own) {
	const concerned = (now.requests ?? []).filter((one) => !own || own === one.by || own === one.asked);
	set(root, { hidden: concerned.length === 0 });
	keyed(root, concerned, {
		key: ({ id, to, screen }) => `${id} ${to} ${screen}`,
		make: (one) => card(one, now.game, own),
	});
}

/** @param {Api.RequestView} one @param {Api.GameView} game @param {string} own */
function card(one, game, own) {
	const seat = seatOf(game, one.by);
	const [passed, seatIsAsked] = [one.to === "referee", one.kind === "hand_over"];
	const by = seatIsAsked ? say("ui-another-device") : (seat?.name ?? one.by);
	const asked = seatOf(game, one.asked)?.name ?? one.asked;
	/** @type {(says: "accept" | "decline" | "referee") => () => void} */
	const answer = (says) => () => submit({ kind: "answer_request", answer: says, request: one.id });
	const answers = [
		button(say("ui-accept"), { "data-key": "accept", onclick: answer("accept") }),
		button(say("ui-decline"), { "data-key": "decline", onclick: answer("decline") }),
		passed || seatIsAsked ? "" : button(say("ui-ask-referee"), { "data-key": "referee", onclick: answer("referee") }),
	];
	const withdraw = button(say("ui-withdraw"), { onclick: () => submit({ kind: "withdraw_request" }) });
	const may = own ? own === one.asked : isReferee() ? !seatIsAsked : one.screen;
	const whom = passed ? say("ui-a-referee") : asked;
	const title = own === one.by ? say("ui-you-asked", { asked: whom }) : say("ui-asks", { by, asked: whom });
	return h(
		"section.prompt",
		{ "aria-label": title, "--team": seat?.colour ?? "var(--text)" },
		h("p.owner", title),
		h("p.question", one.sentence),
		own === one.by ? choices(withdraw) : may ? choices(...answers) : "",
	);
}
