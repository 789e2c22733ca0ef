// Dice for a question: as the tray reads them, or entered by hand.

import { Counting, MOST_COUNTED, standing } from "./counting.js";
import { h, set, text } from "./dom.js";
import { say } from "./say.js";

const PIPS = ["", "4", "08", "048", "0268", "02468", "023568"];
const SPOTS = "012345678";
/**
 * A die: `value` is null while nobody says it; the tray has a `guess` and a `box`; `out` is left out.
 * @typedef {object} Die
 * @property {number | null} value
 * @property {number | null} [guess]
 * @property {string} [doubt]
 * @property {[number, number, number, number]} [box]
 * @property {boolean} [out]
 * @property {HTMLElement} [mark]
 */

/**
 * A roll: its dice, whether they were counted, whether the rest goes by its defaults; or `roll`, for the program to roll.
 * @typedef {{ dice?: number[], counted?: boolean, roll?: boolean, onward: boolean }} Said
 */

/** @type {Record<string, string>} */
const GOES_ON = { rolling: say("ui-dice-rolling"), hand: say("ui-hand-in-tray") };

/** @param {Die} die */
const dieName = ({ out, value }) =>
	out ? say("ui-die-left-out") : value ? say("ui-die", { value }) : say("ui-die-unknown");

/** @param {number | null} [value] */
export const pips = (value) =>
	h(
		value ? "span.die" : "span.die.empty",
		{ "aria-hidden": "true" },
		[...SPOTS].map((spot) => h(PIPS[value ?? 0].includes(spot) ? "i.pip" : "i")),
	);

export class Dice {
	/**
	 * @param {Api.PromptView} prompt
	 * @param {(said: Said) => void} send
	 * @param {string} kept the name to find them by
	 * @param {boolean} [rolls] whether the program may roll them
	 */
	constructor(prompt, send, kept, rolls = false) {
		this.prompt = prompt;
		this.kept = kept;
		/** @type {Die[]} */
		this.dice = [...(sessionStorage.getItem(kept) ?? "")].map((face) => ({ value: Number(face) }));
		/** @type {Record<string, Die[]>} */
		this.known = {};
		/** @type {string | undefined} */
		this.seen = undefined;
		this.told = "";
		this.padAside = false;
		this.said = h("p.owner", { role: "status" });
		this.view = h("div.rolled");
		this.slots = h("div.tray", { role: "status", "aria-label": say("ui-dice-entered") });
		/** @type {(value: number) => HTMLElement} */
		const key = (value) => h("button", { "aria-label": String(value), onclick: () => this.#add(value) }, pips(value));
		this.pad = h("div.pad", { role: "group", "aria-label": say("ui-enter-die") }, [1, 2, 3, 4, 5, 6].map(key));
		this.back = h("button.plain", { onclick: () => this.#drop() }, say("ui-delete-die"));
		/** @type {(onward: boolean) => () => void} */
		const enter = (onward) => () => {
			sessionStorage.removeItem(kept);
			send({ ...this.#roll(), onward });
		};
		this.send = h("button.choice.default.onward", { "data-take": true, onclick: enter(true) }, say("ui-enter-dice"));
		this.ask = h("button.choice.asked", { onclick: enter(false) }, say("ui-enter-re-roll"));
		const counts = prompt.grades.length > 0 && prompt.dice <= MOST_COUNTED;
		this.counting = counts ? new Counting(prompt, () => this.#show()) : null;
		this.byDie = h("button.plain.byone", { onclick: () => this.#eachDie() }, say("ui-die-by-die"));
		const buttons = [
			this.byDie,
			this.back,
			...(prompt.topic === "dice" && prompt.dice > 1 ? [this.ask] : []),
			this.send,
		];
		const roll = () => send({ roll: true, onward: true });
		this.roll = h("button.choice.rolls", { hidden: !rolls, onclick: roll }, say("ui-roll-dice", { dice: prompt.dice }));
		this.entered = h("div.entered", this.slots);
		const room = this.counting?.room;
		if (!room) this.entered.append(this.roll);
		const counting =
			this.counting && h("div.counting", { "--free": room }, this.counting.element, room ? this.roll : "");
		const row = h("div.row", ...buttons);
		this.element = h("div.dice", this.said, this.view, counting, this.entered, this.pad, row);
		this.#show();
	}

	/**
	 * Take what the tray reads; dice begun by hand stay.
	 * @param {Api.TrayView} [tray]
	 */
	see(tray) {
		const read = tray?.reads.find((one) => one.prompt === this.prompt.id);
		const byHand = read && !this.seen && this.dice.length;
		const seen = read?.key;
		this.told = tray?.fault || (read && !byHand ? read.why : GOES_ON[tray?.phase ?? ""]);
		if (byHand || seen === this.seen) return this.#tell();
		this.seen = seen;
		if (read && !this.known[read.key])
			this.known[read.key] = read.dice.map(({ value, doubt, box }) => ({
				value: doubt ? null : value,
				guess: value,
				doubt,
				box,
			}));
		this.dice = read ? this.known[read.key] : [];
		this.padAside = read?.why === "";
		this.view.replaceChildren();
		if (tray && read) this.#draw(`/api/rolls/${tray.roll}.jpg`);
		this.#show();
	}

	/** Whether the dice are counted, not told one by one: by no tray, and with none entered. */
	get #counts() {
		return Boolean(this.counting && !this.seen && !this.dice.length);
	}

	#eachDie() {
		this.counting?.element.parentElement?.remove();
		this.counting = null;
		this.entered.append(this.roll);
		this.#show();
	}

	#roll() {
		const counted = this.#counts && this.counting?.counted;
		if (counted) return { dice: standing(this.prompt, counted), counted: true };
		return { dice: this.#in().map((one) => Number(one.value)), counted: false };
	}

	#tell() {
		const asRead = this.seen && this.dice.every((one) => one.box && !one.out);
		text(this.said, this.told || (asRead ? say("ui-as-read") : ""));
	}

	/** @param {string} src */
	#draw(src) {
		/** @type {HTMLImageElement} */
		const picture = h("img", {
			src,
			alt: say("ui-roll-image"),
			onload: () => this.#place(picture),
			onerror: () => this.view.replaceChildren(),
		});
		for (const one of this.dice) {
			const toggle = () => {
				if (one.value || !one.guess) one.out = !one.out;
				else one.value = one.guess;
				this.#show();
			};
			one.mark = h("button", { onclick: toggle }, h("b"));
		}
		this.view.append(picture, ...this.dice.flatMap((one) => one.mark ?? []));
	}

	/** @param {HTMLImageElement} picture */
	#place({ naturalWidth: width, naturalHeight: height }) {
		for (const { mark, box } of this.dice)
			["left", "top", "width", "height"].forEach((side, at) => {
				mark?.style.setProperty(side, `${(100 * (box?.[at] ?? 0)) / (at % 2 ? height : width)}%`);
			});
	}

	#in = () => this.dice.filter((one) => !one.out);

	/** @param {number} value */
	#add(value) {
		const open = this.#in().find((one) => !one.value);
		if (open) open.value = value;
		else if (this.#in().length < this.prompt.dice) this.dice.push({ value });
		this.#show();
	}

	#drop() {
		const last = this.#in().at(-1);
		this.padAside = false;
		if (!last) return this.#show();
		if (last.box) last.out = true;
		else this.dice.splice(this.dice.indexOf(last), 1);
		this.#show();
	}

	#show() {
		const dice = this.#in();
		const open = dice.find((one) => !one.value);
		const rest = this.prompt.dice - dice.length;
		if (!this.seen) sessionStorage.setItem(this.kept, dice.map(({ value }) => value).join(""));
		for (const one of this.dice) {
			if (one.mark?.firstChild) one.mark.firstChild.textContent = String(one.value ?? `${one.guess ?? ""}?`);
			set(one.mark ?? h("i"), {
				"data-out": one.out,
				"data-doubt": (!one.value && one.doubt) || null,
				"data-now": one === open,
				"aria-label": dieName(one),
			});
		}
		this.slots.replaceChildren(
			...dice.map((one) => pips(one.value)),
			...Array.from({ length: rest }, () => pips()),
			h("span.hidden", say("ui-dice-so-far", { dice: dice.map((one) => one.value ?? "?"), rest })),
		);
		for (const button of this.pad.querySelectorAll("button")) button.disabled = !open && rest <= 0;
		const counts = this.#counts;
		for (const one of [this.slots, this.back]) set(one, { hidden: counts });
		set(this.pad, { hidden: counts || this.padAside });
		for (const one of [this.byDie, this.counting?.element.parentElement]) if (one) set(one, { hidden: !counts });
		this.back.disabled = !dice.length;
		this.send.disabled = this.ask.disabled = counts ? !this.counting?.counted : Boolean(open || rest);
		this.#tell();
	}
}
