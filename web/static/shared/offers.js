// What can be done now, as the table offers it to the active operative.

/** @import { Board } from "./board.js" */

import { submit } from "./act.js";
import { h, seatOf, set, side } from "./dom.js";
import { mark } from "./icons.js";
import { askPlace } from "./placing.js";
import { say } from "./say.js";
import { bar, button, choices, stepper } from "./ui.js";
import { words } from "./units.js";

/** @param {Api.OfferView} offer */
const price = ({ cost }) => say("ui-ap", { cost });

/** @param {Api.OfferView} offer */
const aims = ({ possible, needs, choices }) => possible && needs === "target" && choices.some((way) => way.possible);

/** @typedef {{ name: string, said: Partial<Api.Act> }} Price */

/** @type {Price} */
const PRINTED = { name: say("ui-price-normal"), said: {} };

/** @type {Price[]} */
const PRICES = [
	PRINTED,
	{ name: say("ui-price-free"), said: { free: true } },
	{ name: say("ui-price-less"), said: { cost_changes: [-1] } },
	{ name: say("ui-price-more"), said: { cost_changes: [1] } },
];

export class Offers {
	/**
	 * @param {HTMLElement} root
	 * @param {{ board: Board, onAim: (way: Api.ChoiceView | null) => void }} ways
	 */
	constructor(root, { board, onAim }) {
		this.root = root;
		this.board = board;
		this.onAim = onAim;
		this.unfolded = false;
		this.more = false;
		/** @type {string | null} */
		this.open = null;
		/** @type {string | null} */
		this.declaring = null;
		/** @type {Price} */
		this.price = PRINTED;
		/** @type {Api.OffersView | undefined} */
		this.now = undefined;
		/** @type {Api.GameView | null} */
		this.game = null;
		this.question = "";
	}

	/** @param {Api.OffersView[]} offers @param {Api.Snapshot} state */
	update([now], { game, prompts }) {
		this.question = prompts.find(({ topic }) => topic === "action")?.question ?? say("ui-next-action");
		const other = this.now?.operative !== now?.operative || this.now?.of !== now?.of;
		if (other || !this.now?.actions.some(aims)) this.open = now?.actions.find(aims)?.action ?? null;
		if (other) {
			this.declaring = null;
			this.price = PRINTED;
			this.more = false;
		}
		this.now = now;
		this.game = game;
		this.show();
	}

	show() {
		const { now, game, root } = this;
		set(root, { hidden: !now });
		if (!now || !game) return root.replaceChildren();
		const seat = seatOf(game, now.player);
		side(root, seat);
		const otherwise = this.price !== PRINTED;
		const can = now.actions.filter((one) => one.possible || otherwise);
		const likely = (now.likely ?? []).flatMap((name) => can.filter(({ action }) => action === name));
		const first = likely.length ? likely : can;
		const rest = can.filter((one) => !first.includes(one));
		const cannot = now.actions.filter((one) => !one.possible && !otherwise);
		/** @type {(one: Api.OfferView) => HTMLElement} */
		const why = (one) => h("li", h("b", `${one.action} · ${price(one)}`), h("span.stats", one.why));
		const end = () => submit({ kind: "end_activation", operative: now.operative }, now.player);
		/** @type {Props} */
		const folded = {
			open: this.unfolded,
			ontoggle: ({ target }) => {
				this.unfolded = target.open;
			},
		};
		/** @type {Props} */
		const more = {
			open: this.more || otherwise || rest.some(({ action }) => action === this.open),
			ontoggle: ({ target }) => {
				this.more = target.open;
			},
		};
		root.replaceChildren(
			h("p.owner", seat?.name ?? now.player),
			h("h2.question", this.question),
			now.unconfirmed ? h("p.told", now.unconfirmed) : "",
			...first.map((one) => this.#offer(one)),
			rest.length
				? h(
						"details.more",
						more,
						h("summary", say("ui-more-actions", { count: rest.length })),
						...rest.map((one) => this.#offer(one)),
					)
				: "",
			button(say("ui-end-activation"), { class: "wide", onclick: end }),
			this.#prices(),
			cannot.length
				? h(
						"details",
						folded,
						h("summary", say("ui-unavailable-actions", { count: cannot.length })),
						h("ul.list", cannot.map(why)),
					)
				: "",
		);
	}

	/** @param {Api.OfferView} one */
	#offer(one) {
		if (one.needs === "move" && this.price !== PRINTED)
			return button(
				one.action,
				{ class: "wide", onclick: () => this.#send(one, {}) },
				say("ui-move-to-here", { price: this.price.name }),
			);
		if (one.needs === "move")
			return h("p.byhand", h("b", one.action), h("span", say("ui-move-model", { cost: one.cost, text: one.text })));
		const alone = one.needs === "nothing";
		const open = this.open === one.action;
		const place =
			one.needs === "place" && (() => askPlace(this.board, one.action, (x, y) => this.#send(one, {}, { x, y })));
		const act = () => {
			if (alone) return this.#send(one, {});
			if (place && !one.choices.length) return place();
			this.open = open ? null : one.action;
			this.declaring = null;
			this.onAim(null);
			this.show();
		};
		const says = alone ? price(one) : say("ui-choose-one", { cost: one.cost, needs: one.needs });
		const head = button(
			one.action,
			{ class: "wide", "aria-expanded": alone ? null : String(open), onclick: act },
			says,
		);
		const touch = open && place && h("li", button(say("ui-tap-board"), { class: "wide", onclick: place }));
		const otherwise = this.price !== PRINTED;
		/** @param {boolean} able */
		const ways = (able) =>
			one.choices.filter((way) => able === (way.possible || otherwise)).map((way) => this.#way(one, way));
		const not = ways(false);
		return h(
			"div.offer",
			head,
			one.text && h("p.stats", one.text),
			open &&
				h(
					"ul.list",
					ways(true),
					not.length > 0 &&
						h("li", h("details", h("summary", say("ui-unavailable", { count: not.length })), h("ul.list", not))),
					touch,
				),
		);
	}

	#prices() {
		/** @type {(one: Price) => HTMLElement} */
		const choose = (one) => {
			const onclick = () => {
				this.price = one;
				this.show();
			};
			return button(one.name, { "aria-pressed": String(one === this.price), onclick });
		};
		const open = this.price !== PRINTED;
		return h("details", { open }, h("summary", say("ui-change-price")), choices(...PRICES.map(choose)));
	}

	/** @param {Api.OfferView} one @param {Api.ChoiceView} way */
	#way(one, way) {
		const asked = this.declaring === way.label;
		const choose = () => {
			this.onAim(way);
			if (way.target && one.declares) {
				this.declaring = asked ? null : way.label;
				this.show();
			} else this.#send(one, way);
		};
		/** @type {(amount: number) => void} */
		const lost = (amount) => this.#send(one, way, { results: amount ? [{ operative: way.target, amount }] : [] });
		const said = h(
			"span.words",
			h("b", `${way.target ? `${way.target.toUpperCase()} ` : ""}${way.label}`),
			h("span", way.possible ? way.facts : words(way.why_prose)),
		);
		const props = {
			"data-verdict": way.verdict,
			disabled: !way.possible && this.price === PRINTED,
			onclick: choose,
			onpointerenter: () => this.onAim(way),
		};
		const target = h("button.target", props, mark(way.verdict), said, bar(way.chance));
		return h("li", target, asked && stepper(say("ui-wounds-lost"), { send: say("ui-declare"), onSend: lost }));
	}

	/** @param {Api.OfferView} one @param {Partial<Api.ChoiceView>} way @param {Partial<Api.Act>} [more] */
	#send(one, way, more = {}) {
		if (!this.now) return;
		const { operative, player } = this.now;
		const named = {
			weapon: way.weapon || null,
			target: way.target || null,
			marker: way.marker || null,
			thing: way.thing || null,
		};
		const dice = one.dice && Boolean(way.weapon);
		submit({ kind: "act", operative, action: one.action, ...named, dice, ...this.price.said, ...more }, player);
	}
}
