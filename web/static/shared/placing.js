// A place on the board, shown by a touch.

/** @import { Board } from "./board.js" */

import { $, set, text } from "./dom.js";
import { say } from "./say.js";

/**
 * Ask where `what` stands: `done(x, y)` is told in inches. Escape or a touch elsewhere leaves it.
 * @param {Board} board
 * @param {string} what
 * @param {(x: number, y: number) => void} done
 */
export function askPlace(board, what, done) {
	const over = () => {
		board.placing = null;
		set($("#stage"), { "data-placing": null, "data-says": null });
		removeEventListener("keydown", cancel);
		removeEventListener("click", leave, true);
	};
	/** @param {KeyboardEvent} event */
	const cancel = ({ key }) => key === "Escape" && over();
	/** @param {MouseEvent} event */
	const leave = ({ target }) => target instanceof Element && !target.closest("#board") && over();
	board.placing = ({ x, y }) => {
		over();
		done(Number(x.toFixed(2)), Number(y.toFixed(2)));
	};
	set($("#stage"), { "data-placing": what, "data-says": say("ui-tap-where", { what }) });
	text($("#said"), say("ui-tap-where", { what }));
	addEventListener("keydown", cancel);
	addEventListener("click", leave, true);
}
