// Ready to play: what is calibrated, what is seen, what is missing; then the game begins.

import { $, h, keyed, set, side, text } from "../shared/dom.js";
import { icon } from "../shared/icons.js";
import { button, SIGHT, submit } from "./ui.js";

const WORDS = { ok: "enough", trouble: "small", lost: "too small" };

/** The step. */
export class Ready {
	static title = "Ready to play";
	static lead = "What is calibrated, what is seen, and what is still missing.";
	static stage = "board";

	/** @param {HTMLElement} root */
	constructor(root) {
		this.checks = h("ul.checks");
		this.game = "";
		this.start = button("Start the game", () => submit({ kind: "start" }), { class: "main" });
		this.afresh = button("Start a new set-up", () => submit({ kind: "start_afresh" }));
		this.bases = h("div.sights");
		this.links = h("div.row");
		$("#ends").append(this.start);
		root.append(this.checks, this.links, this.bases, h("div.row", this.afresh));
	}

	leave() {
		this.start.remove();
	}

	/** @param {SetupApi.SetupView} view */
	update(view) {
		const states = { ok: "right", trouble: "look at this", lost: "missing" };
		keyed(this.checks, view.checks, {
			key: (check) => check.what,
			make: () => h("li", h("span"), h("div", h("b"), h("small"))),
			update: (li, check) => {
				const [sign, words] = li.children;
				sign.replaceChildren(icon(SIGHT[check.state]), h("span.hidden", states[check.state]));
				text(words.children[0], check.what);
				text(words.children[1], check.sentence);
				set(li, { "data-state": check.state });
				li.querySelector("button")?.remove();
				const { step } = check;
				if (step && !view.game)
					li.append(button("Fix", () => submit({ kind: "go", step }), { "aria-label": `Fix: ${check.what}` }));
			},
		});
		set(this.start, { disabled: !view.can_start, hidden: Boolean(view.game) });
		const said = view.game && this.game !== view.game;
		this.game = view.game;
		if (said)
			this.links.replaceChildren(
				h("a.main", { href: "/", text: "To the table" }),
				h("a.plain", { href: "/phone", text: "Play on this device" }),
			);
		if (!view.game) this.links.replaceChildren();
		this.#sights(view);
	}

	/**
	 * How large each tag is seen.
	 * @param {SetupApi.SetupView} view
	 */
	#sights({ teams }) {
		keyed(
			this.bases,
			teams.filter((team) => team.bases.length),
			{
				key: (team) => team.player,
				make: () =>
					h(
						"table",
						h("caption"),
						h(
							"thead",
							h(
								"tr",
								["Model", "Base", "Tag", "px a module"].map((word) => h("th", { scope: "col" }, word)),
							),
						),
						h("tbody"),
					),
				update: (table, team) => {
					side(table, team);
					text(table.children[0], team.name || team.seat);
					table.tBodies[0].replaceChildren(
						...team.bases.map((base) =>
							h(
								"tr",
								{ "data-state": base.sight ?? "lost" },
								h("th", { scope: "row" }, `${base.label} ${base.name}`),
								h("td", `${Number(base.base_mm[0].toFixed(1))} mm`),
								h("td", base.tag === null ? "none" : `#${base.tag}`),
								h(
									"td",
									base.sight && base.px_per_module !== null
										? [icon(SIGHT[base.sight]), ` ${base.px_per_module.toFixed(1)}, ${WORDS[base.sight]}`]
										: [icon("cross"), " not seen"],
								),
							),
						),
					);
				},
			},
		);
	}
}
