// The last rulings in words. The one that is touched, hovered or focused is drawn; else the newest that stands.

import { clip } from "./clip.js";
import { h, keyed, text, set } from "./dom.js";
import { CALLED, icon, mark } from "./icons.js";

const percent = (p) => `${Math.round(100 * p)} % yes`;

function finding(one) {
	return h(
		"li",
		{ "data-verdict": one.verdict },
		mark(one.verdict),
		h("div", h("p", one.means), one.figures && h("p.figures", one.figures)),
		h("code", { title: "The rule's id" }, one.rule),
	);
}

/** The list in `root`; `onShow(ruling)` is told which one to draw. */
export class Rulings {
	constructor(root, { onShow, announce }) {
		this.root = root;
		this.onShow = onShow;
		this.announce = announce;
		this.looked = null;
		this.chosen = null;
		this.rulings = [];
		this.empty = h("p.empty", "No ruling yet. The first move that is judged stands here.");
		this.list = h("ol.rulings", { reversed: true });
		root.append(this.empty, this.list);
	}

	/** Unfold a ruling, if it is among them. */
	choose(id) {
		this.chosen = this.rulings.some((one) => one.id === id) ? id : null;
		this.#show();
	}

	update(rulings, game = {}) {
		this.game = game.number;
		const newest = rulings[0];
		if (newest && this.rulings.length && newest.id !== this.rulings[0].id) {
			this.announce(`${CALLED[newest.verdict]}. ${newest.claim}. ${newest.sentence}`);
			this.chosen = null;
		}
		this.rulings = rulings;
		this.empty.hidden = rulings.length > 0;
		keyed(this.list, rulings, { make: (ruling) => this.#make(ruling), update: (li, ruling) => this.#update(li, ruling) });
		[...this.list.children].forEach((li, index) => li.classList.toggle("newest", index === 0));
		this.#show();
	}

	#make({ id }) {
		const look = (on) => () => {
			this.looked = on ? id : this.looked === id ? null : this.looked;
			this.#show();
		};
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

	#update(li, ruling) {
		const [button, more] = li.children;
		set(li, { "data-verdict": ruling.verdict, "data-back": ruling.taken_back });
		const sure = ruling.verdict === "TOO_CLOSE" ? percent(ruling.p_yes) : "";
		button.replaceChildren(
			mark(ruling.verdict),
			h(
				"span.words",
				h("span.top", h("span.verdict", CALLED[ruling.verdict]), h("span.tail", ruling.taken_back ? "taken back" : sure)),
				h("span.claim", ruling.claim),
				h("span.sentence", ruling.sentence),
				h("span.figures", ruling.figures),
			),
			icon("down"),
		);
		const again =
			ruling.clip > 0 &&
			h("button.plain", { onclick: () => again.replaceWith(clip(this.game, ruling.sequence)) }, "See it again");
		more.replaceChildren(
			h("ul.findings", ...ruling.findings.map(finding)),
			...ruling.notes.map((note) => h("p.remark", note)),
			again || "",
		);
	}

	#show() {
		const id = this.looked ?? this.chosen;
		const ruling = this.rulings.find((one) => one.id === id) ?? this.rulings.find((one) => !one.taken_back) ?? null;
		for (const li of this.list.children) {
			const open = li.key === this.chosen;
			li.classList.toggle("shown", li.key === ruling?.id);
			set(li.children[0], { "aria-expanded": String(open) });
			li.children[1].hidden = !open;
		}
		if (ruling !== this.drawn) this.onShow(ruling);
		this.drawn = ruling;
	}
}

/** Return a ruling as a short line for a caption. */
export function caption(root, ruling) {
	set(root, { hidden: !ruling, "data-verdict": ruling?.verdict, "data-back": ruling?.taken_back });
	if (!ruling) return;
	root.replaceChildren(mark(ruling.verdict), h("span.claim", ruling.claim), h("span.figures", ruling.figures));
	text(root.querySelector(".claim"), ruling.claim);
}
