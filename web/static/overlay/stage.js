// The stage: one card at a time, as the director has it on air.

import { Board } from "../shared/board.js";
import { showCombat } from "../shared/combat.js";
import { h, seatOf, set, side, svg } from "../shared/dom.js";
import { mark, verdictName } from "../shared/icons.js";
import { say } from "../shared/say.js";

/** @type {Record<Api.CardView["kind"], string>} */
const HEADS = {
	combat: "Combat",
	kill: "Down",
	ruling: "Ruling",
	challenge: "Challenge",
	points: "Points",
	objective: "Objective",
	model: "Activates",
	turn: "",
	end: "",
};
/** Inches of the board around what is zoomed in on. */
const AROUND_IN = 2;
const UNITS = 100;

/** The card in `root`; `only` one kind of them, where it is named. */
export class Stage {
	/**
	 * @param {HTMLElement} root
	 * @param {string} [only]
	 */
	constructor(root, only) {
		this.root = root;
		this.only = only;
		/** @type {BoardState | null} */
		this.board = null;
		/** @type {string | undefined} */
		this.id = undefined;
		/** @type {{ address: string, root: HTMLElement } | undefined} */
		this.replay = undefined;
	}

	/**
	 * @param {Api.CardView | undefined} card
	 * @param {Api.AirGameView} game
	 */
	show(card, game) {
		if (this.only === "replay" && card?.replay) return this.#replay(this.root, card.replay);
		if (!card || (this.only && card.kind !== this.only)) {
			this.id = this.replay = undefined;
			return this.root.replaceChildren();
		}
		const [combat] = card.combat;
		const made = combat ? this.#combat(card) : this.#card(card, game);
		if (combat) {
			showCombat(made, combat, game);
			const odds = combat.over ? combat.came : combat.odds;
			if (odds) made.append(h("p.odds", odds));
		}
		set(made, { "data-kind": card.kind });
		if (this.id !== card.id || this.root.firstElementChild !== made) this.root.replaceChildren(made);
		this.id = card.id;
		if (card.replay) this.#replay(made, card.replay);
		else if (card.verdict || isOpen(card)) this.#zoom(made, card);
	}

	/** @param {Api.CardView} card */
	#combat(card) {
		const there = this.root.firstElementChild;
		if (this.id === card.id && there instanceof HTMLElement) return there;
		return h("article.combat", { "aria-label": card.title });
	}

	/**
	 * @param {Api.CardView} card
	 * @param {Api.AirGameView} game
	 */
	#card(card, game) {
		const ruled = card.kind === "ruling" && card.verdict;
		const slab = h(
			"div.slab",
			card.verdict ? mark(card.verdict) : "",
			h("b", ruled ? verdictName(ruled) : HEADS[card.kind]),
		);
		const said = card.rulings.length
			? h("ul", card.rulings.map(isOpen(card) ? challenged : claim))
			: [h("p", card.sentence), card.detail && h("p.detail", card.detail)];
		const title = (card.kind !== "ruling" || !card.rulings.length) && h("strong", card.title);
		const words = h("div.words", title, ...[said].flat());
		return side(h("article.card", { "data-verdict": card.verdict }, slab, words), seatOf(game, card.player));
	}

	/**
	 * The frames before it; a card that is told anew goes on with those that play.
	 * @param {HTMLElement} made
	 * @param {string} address
	 */
	#replay(made, address) {
		if (this.replay?.address !== address) {
			const root = h("div.replay");
			this.replay = { address, root };
			import("../testcard/replay.js").then(({ replay }) => replay(root, address));
		}
		made.append(this.replay.root);
	}

	/**
	 * The board as large as what is drawn of a ruling needs it.
	 * @param {HTMLElement} made
	 * @param {Api.CardView} card
	 */
	#zoom(made, card) {
		const drawn = card.rulings.filter((one) => !one.taken_back && one.findings.some(({ witness }) => witness.length));
		const ruling = drawn.find((one) => one.verdict === card.verdict) ?? drawn[0];
		const points = ruling?.findings.flatMap((one) => one.witness.flatMap((stroke) => stroke.points)) ?? [];
		if (!this.board || points.length < 2) return;
		const root = svg("svg");
		made.append(h("div.zoom", root));
		const board = new Board(root, { labels: false });
		board.update(this.board);
		board.witness(drawnOf(card, ruling));
		const places = points.map(board.place);
		const [xs, ys] = [places.map(([x]) => x), places.map(([, y]) => y)];
		const around = AROUND_IN * UNITS;
		const [left, top] = [Math.min(...xs) - around, Math.min(...ys) - around];
		const [width, height] = [Math.max(...xs) - left + around, Math.max(...ys) - top + around];
		set(root, { viewBox: `${left} ${top} ${width} ${height}` });
		root.style.aspectRatio = "auto";
	}
}

/**
 * Return whether a card is that of a challenge which is not ruled yet.
 * @param {Api.CardView} card
 */
const isOpen = (card) => card.kind === "challenge" && !card.verdict;

/**
 * Return a card's ruling as it is drawn on a board: in a neutral colour while it is challenged.
 * @param {Api.CardView} card
 * @param {Api.RulingView} ruling
 */
export const drawnOf = (card, ruling) => (isOpen(card) ? { ...ruling, taken_back: true } : ruling);

/** @param {Api.RulingView} one */
const challenged = (one) => h("li", h("span", one.claim), h("span.figures", one.figures));

/** @param {Api.RulingView} one */
const claim = (one) =>
	h(
		"li",
		{ "data-verdict": one.verdict },
		mark(one.verdict),
		h("span", one.taken_back ? say("overlay-withdrawn", { claim: one.claim }) : one.claim),
		h("span.figures", one.figures),
	);
