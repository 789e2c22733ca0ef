// The line below the score: who decides what, who is ready, the clock; and what the other player chooses from.

import { h, renew, seatOf, set, side, text } from "./dom.js";
import { say } from "./say.js";

/** @param {number} seconds */
export const time = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** What holds the game up: a secret choice does not. @param {Api.PromptView[]} prompts */
const holdsUp = (prompts) => prompts.find(({ topic }) => topic !== "tac_op");

/**
 * Show the line in `root`.
 * @param {HTMLElement} root
 * @param {Pick<Api.Snapshot, "game" | "prompts" | "clock">} state
 */
export function showStatus(root, { game, prompts, clock }) {
	const first = holdsUp(prompts);
	const alone = prompts.every(({ topic, owner }) => topic !== first?.topic || owner === first.owner);
	const seat = first && alone ? seatOf(game, first.owner) : undefined;
	const name = seat?.name ?? say("status-both");
	const doing = game.over ? say("status-over") : first ? say("status-doing", { name, topic: first.topic }) : "";
	const ready = game.seats.map((one) => {
		const count = game.roster.filter(({ player, ready, out }) => player === one.player && ready && !out).length;
		return { one, count, says: say("status-ready", { name: one.name, count }) };
	});
	const timed = clock.running || clock.seats.some(({ used_s }) => used_s > 0);
	const times = timed ? clock.seats.map(({ player, used_s }) => [player, time(used_s)]) : [];
	const ops = game.seats.flatMap((one) => {
		const facts = one.ops.map(({ label, vp }) => say("status-op", { label, vp })).join(", ");
		return facts ? [{ one, facts, says: say("status-ops", { name: one.name, facts }) }] : [];
	});
	const expected = (game.expected ?? []).map(({ player, vp, ops }) => {
		const one = seatOf(game, player);
		const shown = ops.map(({ label, vp }) => say("status-expected-op", { label, vp })).join(", ");
		const facts = shown || say("status-expected-none");
		return { one, shown, vp, says: say("status-expected", { name: one?.name ?? player, facts }) };
	});
	side(root, seat);
	renew(root, [doing, ready, ops, expected, times], () =>
		[
			h("b.doing", doing),
			...ready.map(({ one, count, says }) => side(h("span.ready", { role: "img", "aria-label": says }, count), one)),
			...ops.map(({ one, facts, says }) => side(h("span.ops", { role: "img", "aria-label": says }, facts), one)),
			expected.length > 0 &&
				h(
					"span.expected",
					h("span", say("status-at-end")),
					expected.map(({ one, shown, vp, says }) =>
						side(h("span.ops", { role: "img", "aria-label": says }, shown || `+${vp}`), one),
					),
				),
			...times.map(([player, shown]) => {
				const says = say("status-time", { name: seatOf(game, player)?.name ?? player, time: shown });
				return h(
					"span.time",
					{ role: "img", "aria-label": says, "data-on": clock.running && clock.on === player },
					shown,
				);
			}),
		].filter((part) => part !== false),
	);
}

/**
 * Show in `root` how far the model that moves has come; nothing is guessed while its tag is hidden.
 * @param {HTMLElement} root
 * @param {Pick<Api.Snapshot, "game" | "moving" | "table">} state
 */
export function showMoving(root, { game, moving: [now], table }) {
	set(root, { hidden: !now, "data-state": now?.state });
	if (!now) return;
	const mover = table.operatives.find(({ id }) => id === now.operative);
	side(root, mover && seatOf(game, mover.player));
	text(root, now.sentence);
}

/**
 * Show in `root` what the other player chooses from; nobody touches it here.
 * @param {HTMLElement} root
 * @param {Api.PromptView[]} others
 * @param {Api.OffersView[]} offers
 * @param {Api.GameView} game
 */
export function showTheirs(root, others, [offer], game) {
	const first = holdsUp(others);
	const shown = first?.topic === "action" && offer?.player === first.owner ? offer.actions : null;
	/** @type {(action: Api.OfferView) => HTMLElement} */
	const act = ({ action, choices }) => {
		const targets = new Set(choices.filter(({ possible, target }) => possible && target).map(({ target }) => target));
		const facts = [...targets].map((id) => {
			const name = game.roster.find((one) => one.id === id)?.name ?? "";
			return say("choice-operative", { operative: id.toUpperCase(), name });
		});
		return h("li", h("b", action), facts.length > 0 && h("span.stats", say("status-targets", { facts })));
	};
	const options = shown
		? shown.filter(({ possible }) => possible).map(act)
		: (first?.choices ?? []).map(({ label, says }) => h("li", h("b", label), says && h("span.stats", says)));
	set(root, { hidden: !options.length });
	side(root, first && seatOf(game, first.owner));
	renew(root, [first?.id, shown && first?.question, first?.choices, shown], () => [
		...(shown && first ? [h("p.question", first.question)] : []),
		h("ul.list", options),
	]);
}
