// The last rulings in words; the one that is looked at is drawn, else the newest.

import { clip } from "./clip.js";
import { h, keyed, set } from "./dom.js";
import { icon, mark, verdictName } from "./icons.js";
import { say } from "./say.js";

/** @param {Api.FindingView} one */
function finding(one) {
	return h(
		"li",
		{ "data-verdict": one.verdict },
		mark(one.verdict),
		h("div", h("p", one.means), one.figures && h("p.figures", one.figures)),
		h("code", { title: say("ui-rule-id") }, one.rule),
	);
}

/** The list in `root`; `onShow(ruling)` is told which one to draw. */
export class Rulings {
	/**
	 * @param {HTMLElement} root
	 * @param {{ onShow: (ruling: Api.RulingView | null) => void, announce: (words: string) => void }} ways
	 */
	constructor(root, { onShow, announce }) {
		this.root = root;
		this.onShow = onShow;
		this.announce = announce;
		/** @type {string | null} */
		this.looked = null;
		/** @type {string | null} */
		this.chosen = null;
		/** @type {Api.RulingView[]} */
		this.rulings = [];
		/** @type {Api.RulingView | null | undefined} */
		this.drawn = undefined;
		this.game = 0;
		/** Who acts. @type {string | null} */
		this.active = null;
		/** @type {string | undefined} */
		this.past = undefined;
		this.empty = h("p.empty", say("ui-no-rulings"));
		this.list = h("ol.rulings", { reversed: true });
		root.append(this.empty, this.list);
	}

	/**
	 * Unfold a ruling, if it is among them.
	 * @param {string | null} id
	 */
	choose(id) {
		this.chosen = this.rulings.some((one) => one.id === id) ? id : null;
		this.#show();
	}

	/** @param {Api.RulingView[]} rulings @param {Partial<Api.GameView>} [game] */
	update(rulings, game = {}) {
		this.game = game.number ?? 0;
		const { active = null } = game;
		if (active !== this.active) this.past = this.rulings[0]?.id;
		this.active = active;
		const newest = rulings[0];
		if (newest && this.rulings.length && newest.id !== this.rulings[0].id) {
			const { claim, sentence } = newest;
			this.announce(say("ui-ruling-spoken", { verdict: verdictName(newest.verdict), claim, sentence }));
			this.chosen = null;
		}
		this.rulings = rulings;
		this.empty.hidden = rulings.length > 0;
		keyed(this.list, rulings, {
			make: (ruling) => this.#make(ruling),
			update: (li, ruling) => this.#update(li, ruling),
		});
		for (const li of this.list.children) li.classList.toggle("newest", li === this.list.firstElementChild);
		this.#show();
	}

	/** @param {Api.RulingView} ruling */
	#make({ id }) {
		/** @type {(on: boolean) => () => void} */
		const look = (on) => () => {
			this.looked = on ? id : this.looked === id ? null : this.looked;
			this.#show();
		};
		/** @type {HTMLElement} */
		const button = h("button.ruling", {
			"aria-expanded": "false",
			onpointerenter: ({ pointerType }) => pointerType === "mouse" && look(true)(),
			onpointerleave: look(false),
			onfocus: () => button.matches(":focus-visible") && look(true)(),
			onblur: look(false),
			onclick: () => this.choose(this.chosen === id ? null : id),
		});
		return h("li", button, h("div.more", { hidden: true }));
	}

	/** @param {HTMLElement} li @param {Api.RulingView} ruling */
	#update(li, ruling) {
		const [button, more] = li.children;
		set(li, { "data-verdict": ruling.verdict, "data-back": ruling.taken_back });
		button.replaceChildren(
			mark(ruling.verdict),
			h(
				"span.words",
				h("span.top", h("span.verdict", verdictName(ruling.verdict)), h("span.tail", ruling.tail)),
				h("span.claim", ruling.claim),
				h("span.sentence", ruling.sentence),
				ruling.settling ? h("span.sentence", ruling.settling.sentence) : false,
				h("span.figures", ruling.figures),
			),
			icon("down"),
		);
		/** @type {HTMLElement | false} */
		const again =
			ruling.clip > 0 &&
			h(
				"button.plain",
				{ onclick: ({ currentTarget }) => currentTarget.replaceWith(clip(this.game, ruling.sequence)) },
				say("ui-show-clip"),
			);
		more.replaceChildren(
			h("ul.findings", ...ruling.findings.map(finding)),
			...(ruling.causes?.length > 0 ? [h("ul.causes", ...ruling.causes.map(({ sentence }) => h("li", sentence)))] : []),
			...ruling.notes.map((note) => h("p.remark", note)),
			again || "",
		);
	}

	#show() {
		const id = this.looked ?? this.chosen;
		const newest = this.rulings.find((one) => !one.taken_back && !one.declined);
		const ruling = this.rulings.find((one) => one.id === id) ?? (newest?.id === this.past ? null : newest) ?? null;
		for (const li of this.list.children) {
			const open = li.key === this.chosen;
			li.classList.toggle("shown", li.key === ruling?.id);
			set(li.children[0], { "aria-expanded": String(open) });
			set(li.children[1], { hidden: !open });
		}
		if (ruling !== this.drawn) this.onShow(ruling);
		this.drawn = ruling;
	}
}

/**
 * Return a ruling as a short line for a caption.
 * @param {HTMLElement} root
 * @param {Api.RulingView | null} ruling
 */
export function caption(root, ruling) {
	set(root, { hidden: !ruling, "data-verdict": ruling?.verdict, "data-back": ruling?.taken_back });
	if (!ruling) return;
	root.replaceChildren(mark(ruling.verdict), h("span.claim", ruling.claim));
}
