// Every sign on the pages, drawn in a box of 24. What colour says, a shape says too.

import { svg } from "./dom.js";
import { say } from "./say.js";

/** The lines of each sign. */
export const LINES = {
	check: "M5 12.5l4.5 4.5L19 7.5",
	cross: "M6.5 6.5l11 11M17.5 6.5l-11 11",
	about: "M4 9.8c2.6-2.6 5.2-2.6 8 0s5.4 2.6 8 0M4 15.8c2.6-2.6 5.2-2.6 8 0s5.4 2.6 8 0",
	undo: "M8.5 5L4 9.5 8.5 14M4.5 9.5H14a5.2 5.2 0 0 1 0 10.5h-4",
	redo: "M15.5 5L20 9.5 15.5 14M19.5 9.5H10a5.2 5.2 0 0 0 0 10.5h4",
	measure: "M3 16.5L16.5 3 21 7.5 7.5 21zM7 12.5l2 2M10.2 9.3l2.6 2.6M13.4 6.1l2 2",
	next: "M5 5l8 7-8 7zM18.5 5v14",
	challenge: "M6 21V4M6 4.5h12l-3 4.25 3 4.25H6",
	engage: "M12 3v5M12 16v5M3 12h5M16 12h5M12 6a6 6 0 1 0 0 12 6 6 0 0 0 0-12z",
	conceal: "M3 12c2.5-4.3 5.5-6.3 9-6.3s6.5 2 9 6.3c-2.5 4.3-5.5 6.3-9 6.3S5.5 16.3 3 12zM4.5 20L19.5 4",
	moving: "M4 6l6 6-6 6M12 6l6 6-6 6",
	covered: "M4 9h16M4 14h16M4 19h16M4 4h16",
	lifted: "M12 20V5M5.5 11.5L12 5l6.5 6.5",
	gone: "M6.5 6.5l11 11M17.5 6.5l-11 11",
	declared: "M4 20l1-4.5L16 4.5l3.5 3.5L8.5 19z",
	hand: "M8 12V5.5a1.5 1.5 0 0 1 3 0V11V4a1.5 1.5 0 0 1 3 0v7V5.5a1.5 1.5 0 0 1 3 0V14c0 4-2.5 6.5-6 6.5-3 0-4.5-1.5-6-4l-2-3.5a1.5 1.5 0 0 1 2.5-1.5z",
	warn: "M12 4L2.5 20h19zM12 10v4.5M12 17v.5",
	turn: "M19.5 12a7.5 7.5 0 1 1-2.2-5.3M19.5 3v4.2h-4.2",
	theme: "M12 4a8 8 0 1 0 0 16zM12 4a8 8 0 0 1 0 16",
	down: "M6 9.5l6 6 6-6",
	play: "M7 4.5v15l12-7.5z",
	pause: "M8 5v14M16 5v14",
	forth: "M9 5l7 7-7 7",
	back: "M15 5l-7 7 7 7",
	later: "M5 5l7 7-7 7M13 5l7 7-7 7",
	earlier: "M19 5l-7 7 7 7M11 5l-7 7 7 7",
	link: "M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 6 6l1-1",
};

/** @typedef {keyof typeof LINES} Sign */

const SHAPES = {
	YES: "M12 1.5a10.5 10.5 0 1 0 0 21 10.5 10.5 0 0 0 0-21z",
	NO: "M7.7 1.5h8.6l6.2 6.2v8.6l-6.2 6.2H7.7l-6.2-6.2V7.7z",
	TOO_CLOSE: "M12 .5L23.5 12 12 23.5.5 12z",
};
/** @type {Record<Api.Verdict, Sign>} */
const INSIDE = { YES: "check", NO: "cross", TOO_CLOSE: "about" };

/** @param {Api.Verdict} verdict */
export const verdictName = (verdict) => say("ui-verdict", { verdict });

/**
 * What an operative's state is called; nothing for one that is simply seen.
 * @param {{ state: any }} operative
 * @returns {Sign | false}
 */
export const called = ({ state }) => state !== "seen" && state;

/**
 * Return a sign of one line weight.
 * @param {Sign} name
 */
export const icon = (name) =>
	svg("svg.icon", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: LINES[name] }));

/**
 * Return the path of a sign, for use inside another drawing.
 * @param {Sign} name
 * @param {Props} [props]
 */
export const sign = (name, props) => svg("path.sign", { d: LINES[name], ...props });

/**
 * Return a verdict's sign: circle for yes, octagon for no, diamond for too close.
 * @param {Api.Verdict} verdict
 */
export const mark = (verdict) =>
	svg(
		"svg.mark",
		{ viewBox: "0 0 24 24", "aria-hidden": "true" },
		svg("path.shape", { d: SHAPES[verdict] }),
		svg("path.in", { d: LINES[INSIDE[verdict]], transform: "translate(12 12) scale(.62) translate(-12 -12)" }),
	);

/**
 * Return the sign of something that is told: a hand for what is quite all right, else a warning.
 * @param {Api.Severity} severity
 */
export const told = (severity) => icon(severity === "info" ? "hand" : "warn");
