// What only some tables have beside the board: loaded once the board is drawn, and only where it is of use.

/** @import { Board } from "../shared/board.js" */

import { get } from "../shared/act.js";
import { h } from "../shared/dom.js";

/** @param {string} href */
const style = (href) => document.head.append(h("link", { rel: "stylesheet", href }));

/** @returns {Promise<Answer<LobbyApi.LobbyView>>} */
const asked = () => get("/api/lobby");

/**
 * Put the hand of a simulated table, and on the table's own page the lobby, beside a board. A page whose table was
 * opened as another one is loaded anew, or goes where it had been asked to. Rejects where the table goes away meanwhile: the
 * page goes on without.
 * @param {Board} board
 */
export async function beside(board) {
	const lobby = await asked();
	/** @type {((state: Api.Snapshot) => void)[]} */
	const all = [];
	let anew = () => location.reload();
	if (lobby.runs === "simulated") {
		style("/static/hand/hand.css");
		const { Hand } = await import("../hand/hand.js");
		const hand = new Hand(board);
		all.push((state) => hand.update(state));
	}
	if (location.pathname === "/") {
		style("/static/lobby/lobby.css");
		const bar = await import("./lobby.js");
		const { actions } = await import("./actions.js");
		anew = bar.anew;
		all.push(bar.openLobby(), await actions(board));
	}
	/** @type {Api.Snapshot | null} */
	let before = null;
	/** @param {Api.Snapshot} state */
	board.onShown = (state) => {
		const other = before && (state.revision < before.revision || state.game.title !== before.game.title);
		before = state;
		if (other) asked().then(({ opened = lobby.opened }) => opened !== lobby.opened && anew());
		for (const update of all) update(state);
	};
	board.onShown(board.state);
}
