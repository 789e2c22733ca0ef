// A model's sheet: card, targets and odds, reach, what can be declared of it.

import { get } from "../shared/act.js";
import { operativeCard } from "../shared/card.js";
import { h, renew } from "../shared/dom.js";
import { operativeActions } from "../shared/operative_actions.js";
import { mark } from "../shared/icons.js";
import { bar, button, choices, shelter } from "../shared/ui.js";
import { words } from "./units.js";

const ASK_AGAIN_MS = 600;

const list = (title, items) => (items.length ? [h("h2", title), h("ul.list", items)] : []);
const about = (id) => `/api/operatives/${encodeURIComponent(id)}`;

const weapon = ({ name, kind, attacks, hit, damage, rules }) =>
	h("li", h("b", name), h("span.stats", `${kind} · ${attacks} dice · ${hit} · ${damage}`), h("span", words(rules.join(", "))));

/** The sheet in `root`; `onShow()` is told when something else is to be drawn, `place(operative)` asks for a place. */
export class OperativeSheet {
	constructor(root, { onShow, place }) {
		this.head = h("div");
		this.body = h("div.body");
		root.append(this.head, this.body);
		Object.assign(this, { onShow, place, now: null, state: null });
		this.show();
	}

	/** The strokes of the shot that was chosen, and the outlines of what can be reached. */
	get witness() {
		return this.now?.card?.targets?.find((one) => one.operative === this.now.target)?.witness ?? null;
	}
	get reach() {
		return this.now?.reach ?? [];
	}

	/** Show another operative; true when it is another. */
	choose(operative) {
		const same = operative && operative.id === this.now?.id;
		if (same) this.now.shown = operative;
		else this.now = operative && { id: operative.id, shown: operative };
		this.show();
		if (operative && !same) this.#ask();
		return Boolean(operative && !same);
	}

	update(state, before) {
		this.state = state;
		if (!this.now || !before || (state.table.operatives === before.table.operatives && state.game === before.game)) return;
		this.show();
		clearTimeout(this.asking);
		this.asking = setTimeout(() => this.#ask(), ASK_AGAIN_MS);
	}

	async #ask() {
		clearTimeout(this.asking);
		const asked = this.now;
		if (!asked) return;
		const card = await get(about(asked.id));
		if (asked !== this.now) return;
		asked.card = card;
		asked.action ??= card.moves?.[0]?.action ?? null;
		this.show();
		this.onShow();
		this.#reach();
	}

	async #reach() {
		const asked = this.now;
		const { action } = asked;
		if (!action) return;
		const answer = await get(`${about(asked.id)}/reach/${encodeURIComponent(action)}`);
		if (asked !== this.now || asked.action !== action) return;
		asked.reach = (answer.areas ?? []).map(({ points }) => points);
		this.onShow();
	}

	#pick = (name, value) => () => {
		const { now } = this;
		now[name] = now[name] === value ? null : value;
		if (name === "action") {
			now.reach = null;
			this.#reach();
		}
		this.show();
		this.onShow();
	};

	#target = (one) => {
		const enemy = this.state.table.operatives.find(({ id }) => id === one.operative);
		const on = this.now.target === one.operative;
		const facts = [one.weapon, ...shelter(one)].filter(Boolean).join(" · ");
		const name = h("b", `${enemy?.label ?? ""} ${enemy?.name ?? one.operative}`);
		const said = h("span.words", name, h("span", words(facts)), on && h("span", words(one.sentence)));
		const props = { "aria-pressed": String(on), "data-verdict": one.verdict, onclick: this.#pick("target", one.operative) };
		return h("li", h("button.target", props, mark(one.verdict), said, bar(one.chance)));
	};

	#parts(card) {
		const stats = { APL: `${card.apl_left} of ${card.apl}`, Move: words(`${card.move_in} in`), Save: card.save };
		const go = ({ action, sentence }) =>
			button(
				action,
				{ "aria-pressed": String(this.now.action === action), onclick: this.#pick("action", action) },
				words(sentence),
			);
		return [
			...operativeActions(this.now.shown, this.state.game, this.place),
			h(
				"dl",
				Object.entries(stats).map(([name, value]) => h("div", h("dt", name), h("dd", value))),
			),
			...(card.moves.length ? [h("h2", "Can go"), choices(...card.moves.map(go))] : []),
			...list("Can shoot", card.targets.map(this.#target)),
			...list("Weapons", card.weapons.map(weapon)),
			...list("Under", card.effects.map((text) => h("li", text))),
		];
	}

	show() {
		const { now, state } = this;
		this.head.replaceChildren(now ? operativeCard(now.shown, state.game) : h("p.empty", "Touch a model on the board."));
		const { order, ready, wounds } = now?.shown ?? {};
		const { active, turn, phase } = state?.game ?? {};
		const card = now?.card;
		const said = [now?.id, card, now?.target, now?.action, order, ready, wounds, active, turn, phase, words("1 in")];
		const body = () => (card?.problem ? [h("p.empty", card.problem)] : card ? this.#parts(card) : []);
		renew(this.body, said, body);
	}
}
