// Dice for a question: as the tray reads them, or entered by hand.

import { h, text, set } from "./dom.js";

const PIPS = ["", "4", "08", "048", "0268", "02468", "023568"];
const SPOTS = "012345678";
const GOES_ON = { rolling: "The dice roll.", hand: "A hand is in the tray." };

const die = (value) =>
	h(
		value ? "span.die" : "span.die.empty",
		{ "aria-hidden": "true" },
		[...SPOTS].map((spot) => h(PIPS[value ?? 0].includes(spot) ? "i.pip" : "i")),
	);

/** The dice of one question: a `value`, null while nobody says it; a `box` when the tray saw it. */
export class Dice {
	constructor(prompt, send) {
		this.prompt = prompt;
		this.dice = [];
		this.known = {};
		this.said = h("p.owner", { role: "status" });
		this.view = h("div.rolled");
		this.slots = h("div.tray", { role: "status", "aria-label": "Dice entered" });
		const key = (value) => h("button", { "aria-label": String(value), onclick: () => this.#add(value) }, die(value));
		this.pad = h("div.pad", { role: "group", "aria-label": "Enter a die" }, [1, 2, 3, 4, 5, 6].map(key));
		this.back = h("button.plain", { onclick: () => this.#drop() }, "Take one out");
		this.send = h("button.choice.default", { onclick: () => send(this.#in().map((one) => one.value)) }, "Enter dice");
		this.element = h("div.dice", this.said, this.view, this.slots, this.pad, h("div.row", this.back, this.send));
		this.#show();
	}

	/** Take what the tray reads; dice begun by hand stay. */
	see(tray) {
		const read = tray?.reads.find((one) => one.prompt === this.prompt.id);
		const byHand = read && !this.seen && this.dice.length;
		const seen = read?.key;
		this.told = tray?.fault || (read && !byHand ? read.why : GOES_ON[tray?.phase]);
		if (byHand || seen === this.seen) return this.#text();
		this.seen = seen;
		this.dice = read ? (this.known[seen] ??= read.dice.map(({ value, doubt, box }) => ({ value: doubt ? null : value, guess: value, doubt, box }))) : [];
		set(this.pad, { hidden: read?.why === "" });
		this.view.replaceChildren();
		if (read?.why) this.#draw(`/api/rolls/${tray.roll}.jpg`);
		this.#show();
	}

	#text() {
		const asRead = this.seen && this.dice.every((one) => one.box && !one.out);
		text(this.said, this.told || (asRead ? "As the tray reads it." : ""));
	}

	#draw(src) {
		const picture = h("img", { src, alt: "The roll as the camera saw it", onload: () => this.#place(picture), onerror: () => this.view.replaceChildren() });
		for (const one of this.dice) {
			const toggle = () => {
				if (one.value || !one.guess) one.out = !one.out;
				else one.value = one.guess;
				this.#show();
			};
			one.mark = h("button", { onclick: toggle }, h("b"));
		}
		this.view.append(picture, ...this.dice.map((one) => one.mark));
	}

	#place({ naturalWidth: width, naturalHeight: height }) {
		for (const { mark, box } of this.dice)
			["left", "top", "width", "height"].forEach((side, at) => {
				mark?.style.setProperty(side, `${(100 * box[at]) / (at % 2 ? height : width)}%`);
			});
	}

	#in = () => this.dice.filter((one) => !one.out);

	#add(value) {
		const open = this.#in().find((one) => !one.value);
		if (open) open.value = value;
		else if (this.#in().length < this.prompt.dice) this.dice.push({ value });
		this.#show();
	}

	#drop() {
		const last = this.#in().at(-1);
		set(this.pad, { hidden: false });
		if (last.box) last.out = true;
		else this.dice.splice(this.dice.indexOf(last), 1);
		this.#show();
	}

	#show() {
		const dice = this.#in();
		const open = dice.find((one) => !one.value);
		const rest = this.prompt.dice - dice.length;
		for (const one of this.dice) {
			if (one.mark) one.mark.firstChild.textContent = one.value ?? `${one.guess ?? ""}?`;
			set(one.mark ?? h("i"), { "data-out": one.out, "data-doubt": (!one.value && one.doubt) || null, "data-now": one === open, "aria-label": `Die: ${one.out ? "left out" : (one.value ?? "not known")}` });
		}
		this.slots.replaceChildren(
			...dice.map((one) => die(one.value)),
			...Array.from({ length: rest }, () => die()),
			h("span.hidden", `${dice.map((one) => one.value ?? "?").join(", ") || "none"}; ${rest} to go`),
		);
		for (const button of this.pad.children) button.disabled = !open && rest <= 0;
		this.back.disabled = !dice.length;
		this.send.disabled = Boolean(open || rest);
		this.#text();
	}
}
