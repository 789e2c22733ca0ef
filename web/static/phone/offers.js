// What can be done now, as the table offers it.

import { submit } from "../shared/act.js";
import { h, seatOf, set, side } from "../shared/dom.js";
import { mark } from "../shared/icons.js";
import { askPlace } from "../shared/placing.js";
import { bar, button, shelter, stepper } from "../shared/ui.js";
import { words } from "./units.js";

const price = ({ cost }) => `${cost} AP`;

/** The offers of the operative at work, in `root`. */
export class Offers {
	constructor(root, { board, onAim }) {
		Object.assign(this, { root, board, onAim, open: null, declaring: null });
	}

	update(offers, game) {
		const [now] = offers;
		if (this.now?.operative !== now?.operative || this.now?.of !== now?.of) this.open = this.declaring = null;
		this.now = now;
		this.game = game;
		this.show();
	}

	show() {
		const { now, root } = this;
		set(root, { hidden: !now });
		if (!now) return root.replaceChildren();
		const seat = seatOf(this.game, now.player);
		side(root, seat);
		const can = now.actions.filter((one) => one.possible);
		const cannot = now.actions.filter((one) => !one.possible);
		const names = cannot.map((one) => one.action).join(", ");
		const why = (one) => h("li", h("b", `${one.action} · ${price(one)}`), h("span.stats", one.why));
		const end = () => submit({ kind: "end_activation", operative: now.operative }, now.player);
		const folded = { open: this.unfolded, ontoggle: (event) => (this.unfolded = event.target.open) };
		root.replaceChildren(
			h("p.owner", seat?.name ?? now.player),
			h("h2.question", `What does ${now.operative.toUpperCase()} do?`),
			...can.map((one) => this.#offer(one)),
			button("End activation", { class: "wide", onclick: end }),
			cannot.length ? h("details", folded, h("summary", `Not now: ${names}`), h("ul.list", cannot.map(why))) : "",
		);
	}

	#offer(one) {
		if (one.needs === "move")
			return h("p.byhand", h("b", one.action), h("span", `${price(one)} · move the model: the camera sees it`));
		const alone = one.needs === "nothing";
		const open = this.open === one.action;
		const place = one.needs === "place" && (() => askPlace(this.board, one.action, (x, y) => this.#send(one, {}, { x, y })));
		const act = () => {
			if (alone) return this.#send(one, {});
			if (place && !one.choices.length) return place();
			this.open = open ? null : one.action;
			this.declaring = null;
			this.onAim(null);
			this.show();
		};
		const says = alone ? price(one) : `${price(one)} · choose a ${one.needs}`;
		const head = button(one.action, { class: "wide", "aria-expanded": alone ? null : String(open), onclick: act }, says);
		const touch = open && place && h("li", button("Touch the board", { class: "wide", onclick: place }));
		return h("div.offer", head, open && h("ul.list", one.choices.map((way) => this.#way(one, way)), touch));
	}

	#way(one, way) {
		const asked = this.declaring === way.label;
		const choose = () => {
			this.onAim(way);
			if (way.target && !(one.dice && way.weapon)) {
				this.declaring = asked ? null : way.label;
				this.show();
			} else this.#send(one, way);
		};
		const lost = (amount) => this.#send(one, way, { results: amount ? [{ operative: way.target, amount }] : [] });
		const said = h(
			"span.words",
			h("b", `${way.target ? `${way.target.toUpperCase()} ` : ""}${way.label}`),
			h("span", words(way.possible ? shelter(way).filter(Boolean).join(" · ") : way.why)),
		);
		const props = {
			"data-verdict": way.verdict,
			disabled: !way.possible,
			onclick: choose,
			onpointerenter: () => this.onAim(way),
		};
		const target = h("button.target", props, mark(way.verdict), said, bar(way.chance));
		return h("li", target, asked && stepper("Wounds lost", { send: "Declare", onSend: lost }));
	}

	#send(one, way, more = {}) {
		const named = Object.fromEntries(["weapon", "target", "marker"].filter((name) => way[name]).map((name) => [name, way[name]]));
		const dice = one.dice && Boolean(way.weapon);
		submit({ kind: "act", operative: this.now.operative, action: one.action, ...named, dice, ...more }, this.now.player);
	}
}
