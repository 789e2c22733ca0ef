// Ready to play: what is calibrated, what is seen, what is missing; then the game begins.

import { $, h, keyed, set, side, text } from "../shared/dom.js";
import { icon } from "../shared/icons.js";
import { say } from "../shared/say.js";
import { button, SIGHT, sizeOf, submit } from "./ui.js";

/** The code of a mission that the rules have not checked yet. */
const WAITING = "setup-check-mission-waiting";

/** The step. */
export class Ready {
	static lead = say("setup-ready-lead");
	static stage = "board";

	/** @param {HTMLElement} root */
	constructor(root) {
		this.checks = h("ul.checks");
		this.game = "";
		this.start = button(say("setup-start"), () => submit({ kind: "start" }), { class: "main" });
		this.afresh = button(say("setup-start-new"), () => submit({ kind: "start_afresh" }));
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
		keyed(this.checks, view.checks, {
			key: (check) => check.what,
			make: () => h("li", h("span"), h("div", h("b"), h("small"))),
			update: (li, check) => {
				const [sign, words] = li.children;
				const state = check.message?.code === WAITING ? "waiting" : check.state;
				const shown = state === "waiting" ? "…" : icon(SIGHT[state]);
				sign.replaceChildren(shown, h("span.hidden", say("setup-check-state", { state })));
				text(words.children[0], check.what);
				text(words.children[1], check.sentence);
				set(li, { "data-state": state });
				li.querySelector("button")?.remove();
				const { step } = check;
				if (step && !view.game)
					li.append(
						button(say("setup-fix"), () => submit({ kind: "go", step }), {
							"aria-label": say("setup-fix-what", { check: check.what }),
						}),
					);
			},
		});
		set(this.start, { disabled: !view.can_start, hidden: Boolean(view.game) });
		const said = view.game && this.game !== view.game;
		this.game = view.game;
		if (said)
			this.links.replaceChildren(
				h("a.main", { href: "/", text: say("page-to-table") }),
				h("a.plain", { href: "/phone", text: say("setup-play-here") }),
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
								[
									say("setup-column-model"),
									say("setup-column-base"),
									say("setup-column-tag"),
									say("setup-column-size"),
								].map((word) => h("th", { scope: "col" }, word)),
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
								h("td", sizeOf(base.base_mm)),
								h("td", base.tag === null ? say("team-no-tag") : `#${base.tag}`),
								h(
									"td",
									base.sight && base.px_per_module !== null
										? [
												icon(SIGHT[base.sight]),
												" ",
												say("setup-tag-size", { px: base.px_per_module, state: base.sight }),
											]
										: [icon("cross"), " ", say("setup-away")],
								),
							),
						),
					);
				},
			},
		);
	}
}
