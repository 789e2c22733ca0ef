// Whose phone this is, and what it waits for.

import { get } from "../shared/act.js";
import { h, seatOf, set, side, text } from "../shared/dom.js";
import { say } from "../shared/say.js";

/** @typedef {{ role: Api.Paired["role"], seat: string }} Identity */

/** @returns {Promise<Identity>} */
export async function whoIsThis() {
	/** @type {Answer<Api.Paired>} */
	const { role = "nobody", seat = "" } = await get("/api/session");
	return { role, seat };
}

/**
 * Return the questions that this phone answers, and the others.
 * @param {Identity} me
 * @param {Api.PromptView[]} prompts
 */
export function sorted({ role, seat }, prompts) {
	/** @param {Api.PromptView} prompt */
	const own = ({ owner }) => role !== "player" || owner === seat || owner === "any";
	return { mine: prompts.filter(own), others: prompts.filter((prompt) => !own(prompt)) };
}

/**
 * Say what is waited for: "Waiting for Red: ...", with the roll as it was read.
 * @param {HTMLElement} root
 * @param {Api.PromptView[]} others
 * @param {Api.GameView} game
 * @param {Api.TrayView[]} trays
 */
export function showWaiting(root, [first], game, [tray]) {
	set(root, { hidden: !first });
	if (!first) return;
	const seat = seatOf(game, first.owner);
	side(root, seat);
	const who = seat?.name ?? first.owner;
	const one = game.roster.find(({ id }) => id === first.about);
	const waiting =
		first.topic === "action"
			? say("phone-waiting-action", { name: who, operative: `${first.about.toUpperCase()} ${one?.name ?? ""}` })
			: say("phone-waiting", { name: who, question: first.question });
	const read = tray?.reads.find(({ prompt }) => prompt === first.id);
	const seen = read ? say("phone-read", { dice: read.dice.map(({ value }) => value ?? "?") }) : "";
	const shown = [waiting, seen].filter(Boolean).join(" ");
	if (root.textContent === shown) return;
	text(root, shown);
	if (read) root.append(h("span.rolled", h("img", { src: `/api/rolls/${tray?.roll}.jpg`, alt: say("ui-roll-image") })));
}

/**
 * Say whose phone this is, in that side's colours.
 * @param {HTMLElement} root
 * @param {Identity} me
 * @param {Api.GameView} game
 */
export function showIdentity(root, { role, seat }, game) {
	const mine = seatOf(game, seat);
	set(root, { hidden: !mine });
	if (!mine) return;
	side(root, mine);
	text(root, role === "player" ? say("phone-you-are", { name: mine.name }) : mine.name);
	set(document.body, { "data-role": role, "data-seat": seat });
}

/** Quarter turns of the board that bring an edge to who holds the phone. @type {Record<string, number>} */
const TURNS = { near: 0, right: 1, far: 2, left: 3 };

/**
 * Return by how many quarters the board is turned so that one's own models stand nearest; null where none do.
 * @param {Identity} me
 * @param {Api.GameView} game
 */
export function ownTurn({ seat }, game) {
	const turn = TURNS[seatOf(game, seat)?.edge ?? ""];
	return turn % 2 && innerHeight < innerWidth ? null : (turn ?? null);
}
