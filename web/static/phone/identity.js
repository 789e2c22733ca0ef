// Whose phone this is: what one is asked oneself, and what one waits for.

import { get } from "../shared/act.js";
import { pips } from "../shared/dice.js";
import { h, seatOf, set, side, text } from "../shared/dom.js";

/** @typedef {{ role: Api.Paired["role"], seat: string }} Identity */

/** @returns {Promise<Identity>} */
export async function whoIsThis() {
	/** @type {Answer<Api.Paired>} */
	const { role = "nobody", seat = "" } = await get("/api/session");
	return { role, seat };
}

/**
 * Return the questions that this phone answers, and the others: a player's phone has its own and anybody's.
 * @param {Identity} me
 * @param {Api.Prompt[]} prompts
 */
export function sorted({ role, seat }, prompts) {
	/** @param {Api.Prompt} prompt */
	const own = ({ owner }) => role !== "player" || owner === seat || owner === "any";
	return { mine: prompts.filter(own), others: prompts.filter((prompt) => !own(prompt)) };
}

/**
 * Say what is waited for, "Waiting for Red: ...", with the picture of the roll and its reading: who waits may say no.
 * @param {HTMLElement} root
 * @param {Api.Prompt[]} others
 * @param {Api.GameView} game
 * @param {Api.TrayView[]} trays
 */
export function showWaiting(root, [first], game, [tray]) {
	set(root, { hidden: !first });
	if (!first) return;
	const seat = seatOf(game, first.owner);
	side(root, seat);
	const who = seat?.name ?? first.owner;
	const said = first.topic === "action" ? `${who} acts with ${first.about.toUpperCase()}` : first.question;
	const words = said.startsWith(who) ? `Waiting. ${said}` : `Waiting for ${who}: ${said}`;
	const read = tray?.reads.find(({ prompt }) => prompt === first.id);
	const shown = words + (read?.key ?? "");
	if (root.dataset.shown === shown) return;
	root.dataset.shown = shown;
	root.replaceChildren(words);
	if (!read) return;
	const gone = () => picture.remove();
	const src = `/api/rolls/${tray?.roll}.jpg`;
	/** @type {HTMLElement} */
	const picture = h("img", { src, alt: "The roll as the camera saw it", onerror: gone });
	const values = h("span.hidden", `Read as ${read.dice.map(({ value }) => value ?? "?").join(", ")}`);
	root.append(h("span.rolled", picture), h("span.tray", ...read.dice.map(({ value }) => pips(value)), values));
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
	text(root, role === "player" ? `You are ${mine.name}` : mine.name);
	set(document.body, { "data-role": role });
}

/**
 * Return by how many quarters the upright board is turned so that one's own models stand nearest; null where none do.
 * @param {Identity} me
 * @param {Api.TableView} table
 */
export function ownTurn({ seat }, { board, operatives }) {
	const own = operatives.filter((one) => one.player === seat);
	if (!own.length) return null;
	const middle = own.reduce((sum, one) => sum + one.x, 0) / own.length;
	return middle > board.width / 2 ? 1 : 3;
}
