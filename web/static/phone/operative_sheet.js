// A model's sheet: card, targets and odds, reach, what can be declared of it.

import { get } from "../shared/act.js";
import { operativeCard } from "../shared/card.js";
import { h, renew } from "../shared/dom.js";
import { mark } from "../shared/icons.js";
import { operativeActions } from "../shared/operative_actions.js";
import { say } from "../shared/say.js";
import { bar, button, choices } from "../shared/ui.js";
import { chosen, inUnit, words } from "../shared/units.js";

const ASK_AGAIN_MS = 600;

/** @param {string} title @param {Node[]} items */
const list = (title, items) => (items.length ? [h("h2", title), h("ul.list", items)] : []);
/** @param {string} id */
const about = (id) => `/api/operatives/${encodeURIComponent(id)}`;

/** @param {Api.WeaponView} weapon */
const weapon = ({ name, kind, attacks, hit, damage, rules_prose }) =>
	h(
		"li",
		h("b", name),
		h("span.stats", say("phone-weapon-facts", { kind, attacks, hit, damage })),
		h("span", rules_prose.map((rule) => words(rule)).join(", ")),
	);

/**
 * What is known of the operative that was chosen: its card once it was asked for, the target and the action touched.
 * @typedef {object} Chosen
 * @property {string} id
 * @property {Api.OperativeView} shown
 * @property {Answer<Api.OperativeCard>} [card]
 * @property {string | null} [target]
 * @property {string | null} [action]
 * @property {Point[][]} [reach]
 * @property {boolean} [outer] whether some places within the outlines may be none to end in
 */

/** The sheet in `root`; `onShow()` is told when something else is to be drawn, `place(operative)` asks for a place. */
export class OperativeSheet {
	/** @param {HTMLElement} root @param {{ onShow: () => void, place: Place }} ways */
	constructor(root, { onShow, place }) {
		this.head = h("div");
		this.body = h("div.body");
		root.append(this.head, this.body);
		this.onShow = onShow;
		this.place = place;
		this.asking = 0;
		/** @type {Chosen | null} */
		this.now = null;
		/** @type {Api.Snapshot | null} */
		this.state = null;
		this.show();
	}

	get witness() {
		const { card, target } = this.now ?? {};
		return card?.targets?.find((one) => one.operative === target)?.witness ?? null;
	}
	get reach() {
		return this.now?.reach ?? [];
	}

	/**
	 * Show another operative; true when it is another.
	 * @param {Api.OperativeView | null} operative
	 */
	choose(operative) {
		const same = operative?.id === this.now?.id;
		if (operative && this.now && same) this.now.shown = operative;
		else this.now = operative && { id: operative.id, shown: operative };
		this.show();
		if (operative && !same) this.#ask();
		return Boolean(operative && !same);
	}

	/** @param {Api.Snapshot} state @param {Api.Snapshot | null} before */
	update(state, before) {
		this.state = state;
		if (!this.now || !before || (state.table.operatives === before.table.operatives && state.game === before.game))
			return;
		const { now } = this;
		now.shown = state.table.operatives.find(({ id }) => id === now.id) ?? now.shown;
		if (state.game !== before.game) now.reach = undefined;
		this.show();
		this.onShow();
		clearTimeout(this.asking);
		this.asking = setTimeout(() => this.#ask(), ASK_AGAIN_MS);
	}

	async #ask() {
		clearTimeout(this.asking);
		const asked = this.now;
		if (!asked) return;
		/** @type {Answer<Api.OperativeCard>} */
		const card = await get(about(asked.id));
		if (asked !== this.now) return;
		asked.card = card;
		if (!card.moves?.some(({ action }) => action === asked.action)) asked.action = card.moves?.[0]?.action ?? null;
		this.show();
		this.onShow();
		this.#reach();
	}

	async #reach() {
		const asked = this.now;
		const action = asked?.action;
		const game = this.state?.game;
		if (!asked || !action) return;
		/** @type {Answer<Api.ReachView>} */
		const answer = await get(`${about(asked.id)}/reach/${encodeURIComponent(action)}`);
		if (asked !== this.now || asked.action !== action || game !== this.state?.game) return;
		asked.reach = (answer.areas ?? []).map(({ points }) => points);
		asked.outer = answer.outer || undefined;
		this.show();
		this.onShow();
	}

	/** @param {Chosen} now @param {"target" | "action"} name @param {string} value */
	#pick = (now, name, value) => () => {
		now[name] = now[name] === value ? null : value;
		if (name === "action") {
			now.reach = now.outer = undefined;
			this.#reach();
		}
		this.show();
		this.onShow();
	};

	/** @param {Api.TargetView} one */
	#target = (one) => {
		const enemy = this.state?.table.operatives.find(({ id }) => id === one.operative);
		/** @type {any} */
		const now = this.now;
		const on = now.target === one.operative;
		const no = one.verdict === "NO";
		const facts = no ? words(one.sentence_prose) : [one.weapon, one.facts].filter(Boolean).join(" · ");
		const name = h("b", `${enemy?.label} ${enemy?.name}`);
		const said = h("span.words", name, h("span", facts), on && !no && h("span", words(one.sentence_prose)));
		const props = {
			"aria-pressed": String(on),
			"data-verdict": one.verdict,
			onclick: this.#pick(now, "target", one.operative),
		};
		return h("li", h("button.target", props, mark(one.verdict), said, bar(one.chance)));
	};

	/** @param {Chosen} now @param {Api.GameView} game @param {Api.OperativeCard} card */
	#parts(now, game, card) {
		const stats = {
			apl: say("phone-apl", { left: card.apl_left, of: card.apl }),
			move: inUnit(
				{ said: say("phone-inches", { length: card.move_in }), inches: card.move_in, sigma: null },
				chosen(),
			),
			save: card.save,
		};
		/** @type {(move: Api.MoveView) => HTMLElement} */
		const go = ({ action, sentence_prose }) =>
			button(
				action,
				{ "aria-pressed": String(now.action === action), onclick: this.#pick(now, "action", action) },
				words(sentence_prose),
			);
		return [
			...operativeActions(now.shown, game, this.place),
			h(
				"dl",
				Object.entries(stats).map(([name, value]) =>
					h("div", h("dt", say("phone-stat", { stat: name })), h("dd", value)),
				),
			),
			...(card.moves.length ? [h("h2", say("phone-moves")), choices(...card.moves.map(go))] : []),
			...(now.reach?.length && now.outer ? [h("p", say("phone-widest"))] : []),
			...list(say("phone-targets"), card.targets.map(this.#target)),
			...list(say("phone-weapons"), card.weapons.map(weapon)),
			...list(
				say("phone-effects"),
				card.effects.map((text) => h("li", text)),
			),
		];
	}

	show() {
		const { now, state } = this;
		this.head.replaceChildren(
			now && state ? operativeCard(now.shown, state.game) : h("p.empty", say("phone-tap-model")),
		);
		const { order, ready, wounds } = now?.shown ?? {};
		const activations = state?.game.activations;
		/** @type {any} */
		const card = now?.card;
		const said = [now?.id, card, now?.target, now?.action, now?.outer, order, ready, wounds, activations, chosen()];
		/** @returns {Node[]} */
		const body = () => {
			if (card?.problem) return [h("p.empty", card.problem)];
			return now && state && card ? this.#parts(now, state.game, card) : [];
		};
		renew(this.body, said, body);
	}
}
