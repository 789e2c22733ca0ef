// What the active operative may do, on the table's own screen: the same list as on its player's phone.

/** @import { Board } from "../shared/board.js" */

import { get } from "../shared/act.js";
import { h } from "../shared/dom.js";
import { Offers } from "../shared/offers.js";
import { say } from "../shared/say.js";

/**
 * Return what shows it, where this device may act for everybody.
 * @param {Board} board
 * @returns {Promise<(state: Api.Snapshot) => void>}
 */
export async function actions(board) {
	/** @type {Answer<Api.Seated>} */
	const { role = "nobody" } = await get("/api/session");
	if (!["table", "screen", "referee"].includes(role)) return () => {};
	const root = h("section", { id: "offers", "aria-label": say("ui-actions"), hidden: true });
	document.querySelector("#prompts")?.after(root);
	const offers = new Offers(root, { board, onAim: () => {} });
	/** @type {Partial<Api.Snapshot>} */
	let before = {};
	return (now) => {
		if (now.offers === before.offers && now.prompts === before.prompts) return;
		before = now;
		offers.update(now.prompts.some(({ topic }) => topic === "action") ? now.offers : [], now);
	};
}
