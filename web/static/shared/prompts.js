// Open decisions, answered here by big buttons; the one taken on confirm is marked.

import { submit } from "./act.js";
import { clip } from "./clip.js";
import { Dice } from "./dice.js";
import { h, keyed, seatOf, set } from "./dom.js";
import { button, choices } from "./ui.js";
import { picks } from "./picks.js";

const AGAIN_MS = 500;
/** The open prompts in `root`. */
export class Prompts {
	constructor(root) {
		this.root = root;
	}

	update(prompts, game, [tray]) {
		set(this.root, { hidden: prompts.length === 0 });
		keyed(this.root, prompts, {
			make: (prompt) => this.#make(prompt, game),
		});
		this.tray = tray;
		for (const { dice } of this.root.children) dice?.see(tray);
	}

	#again(card, prompt, game) {
		const fresh = this.#make(prompt, game);
		[fresh.key, fresh.item] = [card.key, card.item];
		card.replaceWith(fresh);
	}

	#make(prompt, game) {
		const seat = seatOf(game, prompt.owner);
		const card = h("section.prompt", { "aria-label": prompt.question });
		const answer = async (body) => {
			const buttons = [...card.querySelectorAll("button:enabled")];
			for (const button of buttons) button.disabled = true;
			const taken = await submit({ kind: "answer", prompt: prompt.id, ...body }, prompt.owner);
			if (!taken) for (const button of buttons) button.disabled = false;
			// The same question can be asked again at once: a tie is rolled off anew.
			else setTimeout(() => card.isConnected && this.#again(card, prompt, game), AGAIN_MS);
		};
		card.style.setProperty("--team", seat?.colour ?? "var(--text)");
		card.append(h("p.owner", seat ? `${seat.name} decides` : "Decide"), h("p.question", prompt.question));
		const choice = ({ key, label }) => {
			const taken = key === prompt.default;
			const props = { class: taken ? "default" : "", "data-key": key, onclick: () => answer({ choice: key }) };
			return button(label, props, taken && "on Confirm");
		};
		if (prompt.picks > 1) {
			const none = choice(prompt.choices.find(({ key }) => key === prompt.default));
			const take = (options) => answer({ kind: "choose_equipment", prompt: undefined, player: prompt.owner, options });
			card.append(picks(prompt, none, take));
		} else if (prompt.choices.length) card.append(choices(...prompt.choices.map(choice)));
		const [, doubted] = prompt.id.match(/^challenge:(\d+)$/) ?? [];
		if (doubted && game.number) card.append(clip(game.number, doubted));
		if (prompt.dice) {
			card.dice = new Dice(prompt, (dice) => answer({ dice }));
			card.dice.see(this.tray);
			card.append(card.dice.element);
		}
		return card;
	}
}
