// A place on the board, shown by a touch.

import { $, text, set } from "./dom.js";

/** Ask where `what` stands: `done(x, y)` is told in inches. Escape or a touch elsewhere leaves it. */
export function askPlace(board, what, done) {
	const over = () => {
		board.placing = null;
		set($("#stage"), { "data-placing": null });
		removeEventListener("keydown", leave);
		removeEventListener("click", leave, true);
	};
	const leave = ({ key, target }) => (key === "Escape" || !(key || target.closest("#board"))) && over();
	board.placing = ({ x, y }) => {
		over();
		done(Number(x.toFixed(2)), Number(y.toFixed(2)));
	};
	set($("#stage"), { "data-placing": what });
	text($("#said"), `Touch the board where ${what} is.`);
	addEventListener("keydown", leave);
	addEventListener("click", leave, true);
}
