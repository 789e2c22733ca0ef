// What the set-up's pages ask for, and small parts that they share.

import { ask } from "../shared/act.js";
import { $, h, set } from "../shared/dom.js";
import { decimal, say } from "../shared/say.js";

/**
 * Send an action; resolves to whether it was taken. What was refused before is not said any more.
 * @param {SetupAction} one
 */
export const submit = (one) => {
	set($("#refused"), { hidden: true });
	return ask("/api/setup", { wish: one });
};

/**
 * A button with a word.
 * @param {string} text
 * @param {(event: PointerEvent & { currentTarget: HTMLElement }) => unknown} onclick
 * @param {Props} [props]
 */
export const button = (text, onclick, props) => h("button.plain", { text, onclick, ...props });

/**
 * A labelled field; `control` keeps its own name for readers of screens.
 * @param {string} label
 * @param {Child} control
 * @param {Child} [more]
 */
export const field = (label, control, more) => h("label.field", h("span", label), control, more);

/**
 * A button that asks for a file and hands on its name and text, base 64 of a zip.
 * @param {string} text
 * @param {string} accept
 * @param {(name: string, text: string) => unknown} onText
 */
export function fileButton(text, accept, onText) {
	const input = h("input", { type: "file", accept, class: "hidden", tabindex: -1, "aria-label": text });
	input.addEventListener("change", async () => {
		const file = input.files?.[0];
		if (file) onText(file.name.slice(0, 80), await fileText(file));
		input.value = "";
	});
	return h(
		"span.file",
		input,
		button(text, () => input.click()),
	);
}

/**
 * A list of choices.
 * @param {string[][]} options
 * @param {string} value
 * @param {Props} [props]
 */
export function select(options, value, props) {
	const element = h("select", props ?? {}, ...options.map(([key, text]) => h("option", { value: key, text })));
	element.value = value;
	return element;
}

/**
 * The seats to choose from: whose a thing is.
 * @param {SetupApi.SetupView} view
 * @param {string} name
 * @param {string | null} owner
 * @param {(player: Player | null) => unknown} onchange
 */
export const whose = (view, name, owner, onchange) =>
	field(
		say("setup-owner"),
		select(
			[["", say("setup-owner-none")], ...view.teams.map((team) => [team.player, team.name || team.seat])],
			owner ?? "",
			{
				"aria-label": say("setup-owner-of", { thing: name }),
				onchange: ({ target }) => onchange(/** @type {Player | ""} */ (target.value) || null),
			},
		),
	);

/**
 * Set a field's value unless somebody is in it.
 * @param {HTMLInputElement | HTMLSelectElement} input
 * @param {string | number} value
 */
export function put(input, value) {
	if (document.activeElement !== input && input.value !== String(value)) input.value = String(value);
}

/** @type {Record<string, Point>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/**
 * Make an SVG handle follow the finger or the arrow keys: `at` tells where it went, `done` that it was let go.
 * @param {SVGElement} element
 * @param {object} ways
 * @param {(event: PointerEvent) => DOMPoint} ways.point
 * @param {(step: Point) => void} ways.nudge
 * @param {(point: DOMPoint) => void} ways.at
 * @param {() => void} ways.done
 */
export function draggable(element, { point, nudge, at, done }) {
	set(element, { tabindex: 0, role: "button" });
	let held = false;
	element.addEventListener("pointerdown", (event) => {
		held = true;
		element.setPointerCapture(event.pointerId);
		event.preventDefault();
		event.stopPropagation();
	});
	element.addEventListener("pointermove", (event) => held && at(point(event)));
	const end = () => {
		if (held) done();
		held = false;
	};
	element.addEventListener("pointerup", end);
	element.addEventListener("pointercancel", end);
	element.addEventListener("keydown", (event) => {
		const step = ARROWS[event.key];
		if (!step) return;
		event.preventDefault();
		const by = event.shiftKey ? 10 : 1;
		nudge([step[0] * by, step[1] * by]);
		done();
	});
}

/**
 * Where an event is in the units of an SVG drawing.
 * @param {SVGSVGElement} root
 * @param {MouseEvent} event
 */
export const inDrawing = (root, event) =>
	new DOMPoint(event.clientX, event.clientY).matrixTransform(root.getScreenCTM()?.inverse());

/** The sign of each state, beside its word and colour. */
export const SIGHT = /** @type {const} */ ({ ok: "check", trouble: "warn", lost: "cross" });

/**
 * Return a length in inches with at most two decimals.
 * @param {number} value
 */
export const rounded = (value) => Number(value.toFixed(2));

/** @param {number} value */
const mm = (value) => decimal(value, Number.isInteger(Number(value.toFixed(1))) ? 0 : 1);

/**
 * Return the size of a base or a tag.
 * @param {Point} size
 */
export const sizeOf = ([long, short]) =>
	long === short
		? say("setup-size-round", { width: mm(long) })
		: say("setup-size-oval", { long: mm(long), short: mm(short) });

/** The button of a corner or marker. @param {string} thing */
export const draggableName = (thing) => say("setup-drag", { thing });

/**
 * A file's text; of a zip its bytes in base 64.
 * @param {File} file
 */
async function fileText(file) {
	const bytes = [...new Uint8Array(await file.arrayBuffer())].map((one) => String.fromCharCode(one)).join("");
	return bytes.startsWith("PK") ? `data:application/zip;base64,${btoa(bytes)}` : file.text();
}
