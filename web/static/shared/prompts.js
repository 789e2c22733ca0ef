// Open decisions, answered here by big buttons; the one taken on confirm is marked.

import { submit } from "./act.js";
import { clip } from "./clip.js";
import { Dice } from "./dice.js";
import { h, keyed, seatOf, set } from "./dom.js";
import { icon } from "./icons.js";
import { picks } from "./picks.js";
import { say } from "./say.js";
import { button, choices } from "./ui.js";

const AGAIN_MS = 500;

/** @import { Said } from "./dice.js" */

export class Prompts {
	/** @param {HTMLElement} root */
	constructor(root) {
		this.root = root;
		/** @type {Api.TrayView | undefined} */
		this.tray = undefined;
		/** @type {Api.CombatView | undefined} */
		this.combat = undefined;
		/** The dice of each open question. @type {WeakMap<Element, Dice>} */
		this.dice = new WeakMap();
	}

	/** @param {Api.PromptView[]} prompts @param {Api.GameView} game @param {Api.TrayView[]} trays @param {Api.CombatView[]} combats */
	update(prompts, game, [tray], [combat] = []) {
		this.combat = combat;
		set(this.root, { hidden: prompts.length === 0 });
		// Dice typed for what was undone are nobody's.
		if (game.redo && !prompts.some(({ dice }) => dice)) sessionStorage.clear();
		keyed(this.root, prompts, {
			key: ({ id, question, choices: among }) =>
				[id, question, JSON.stringify(among), document.body.dataset.seat].join(" "),
			make: (prompt) => this.#make(prompt, game),
		});
		this.tray = tray;
		for (const card of this.root.children) this.dice.get(card)?.see(tray);
	}

	/** @param {Api.PromptView} prompt @param {Api.GameView} game */
	#make(prompt, game) {
		const seat = seatOf(game, prompt.owner);
		const card = h("section.prompt", {
			"aria-label": prompt.question,
			"--team": seat?.colour ?? "var(--text)",
		});
		/** @type {(body: { choice: string, onward?: boolean } | Said) => void} */
		const answer = (body) => send({ kind: "answer", prompt: prompt.id, ...body });
		/** @type {(intent: Intent) => Promise<void>} */
		const send = async (intent) => {
			const { key } = card;
			set(card, { inert: true });
			const taken = await submit(intent, prompt.owner);
			if (!taken) set(card, { inert: null });
			// A tie is rolled off anew.
			else setTimeout(() => card.replaceWith(Object.assign(this.#make(prompt, game), { key, item: prompt })), AGAIN_MS);
		};
		card.append(
			h("p.owner", seat ? say("ui-decides", { name: seat.name }) : say("ui-decide")),
			h("p.question", prompt.question),
		);
		/** @type {(choice: Api.PromptChoiceView) => HTMLElement} */
		const choice = ({ key, label, says, whose }) => {
			const taken = key === prompt.default;
			const disabled = whose !== "" && (own ?? whose) !== whose && !asked.includes(whose);
			const props = {
				class: taken ? "default" : "",
				"data-key": key,
				"data-take": taken && Boolean(other),
				disabled,
				onclick: () => (other && !confirm(say("ui-both-scored", { name: other.name }))) || answer({ choice: key }),
			};
			return button(label, props, does.get(key) ?? says);
		};
		const own = document.body.dataset.seat;
		// Who has a phone is asked there by the table.
		const asked = document.body.dataset.phones?.split(" ") ?? [];
		const ends = prompt.topic === "turning_point_end" && own;
		const other = ends && game.seats.find(({ player }) => player !== own && !asked.includes(player));
		const does = new Map(prompt.topic === "dice" ? this.combat?.options.map((one) => [one.key, one.does]) : []);
		const nothing = prompt.choices.find(({ key }) => key === prompt.default);
		if (prompt.picks > 1 && nothing) {
			const none = choice(nothing);
			/** @type {(options: string[]) => void} */
			const take = (options) => send({ kind: "choose_equipment", player: prompt.owner, options });
			card.append(picks(prompt, none, take));
		} else if (prompt.topic === "activation") card.append(orders(prompt.choices, ({ key }) => answer({ choice: key })));
		else if (prompt.choices.length) card.append(choices(...prompt.choices.map(choice)));
		if (does.size && prompt.default) {
			const best = { choice: prompt.default, onward: true };
			card.append(button(say("ui-best-play"), { class: "wide", onclick: () => answer(best) }));
		}
		if (prompt.topic === "challenge" && game.number)
			card.append(h("div.pair", clip(game.number, prompt.about, 0), clip(game.number, prompt.about, -1)));
		if (prompt.dice) {
			const dice = new Dice(prompt, answer, `${game.number} ${prompt.id}`, game.app_dice);
			this.dice.set(card, dice);
			dice.see(this.tray);
			card.append(dice.element);
		}
		return card;
	}
}

/**
 * Return a row for each operative with a button for each order; `choose(choice)` gets the one that was touched.
 * @param {Api.PromptChoiceView[]} choices
 * @param {(choice: Api.PromptChoiceView) => void} choose
 */
function orders(choices, choose) {
	/** @type {Map<string, HTMLElement[]>} */
	const rows = new Map();
	for (const choice of choices) {
		/** @type {any} */
		const { operative, name, order } = (choice.message?.code === "choice-activate" && choice.message.args) || {};
		const row = operative ? say("choice-operative", { operative: operative.toUpperCase(), name }) : "";
		const props = { "data-key": choice.key, "aria-label": choice.label, onclick: () => choose(choice) };
		const button = h("button.choice", props, order ? [icon(order), say("ui-order", { order })] : choice.label);
		rows.set(row, [...(rows.get(row) ?? []), button]);
	}
	return h(
		"ul.orders",
		[...rows].map(([row, buttons]) => h("li", h("b", row), buttons)),
	);
}
