// Tags to models: one base after another under the camera, until every model is found.

import { h, keyed, set, side, text } from "../shared/dom.js";
import { icon } from "../shared/icons.js";
import { say } from "../shared/say.js";
import { button, SIGHT, submit } from "./ui.js";

/** The step. */
export class Tags {
	static lead = say("team-tags-lead");
	static stage = "camera";

	/** @param {HTMLElement} root @param {Desk} desk */
	constructor(root, { look, view }) {
		this.view = view;
		this.look = look;
		this.ask = h("p.ask", { role: "status" });
		this.choices = h("div.row");
		this.lists = h("div.found");
		root.append(this.ask, this.choices, this.lists);
		look.touch((at) => this.#touch(at));
	}

	/**
	 * A touched tag belongs to the model that is asked for.
	 * @param {Point} at
	 */
	#touch([x, y]) {
		const { ask, tags } = this.view;
		/** @type {(tag: SetupApi.TagView) => number} */
		const away = (tag) => {
			const [sx, sy] = tag.corners_px.reduce(([ax, ay], [bx, by]) => [ax + bx, ay + by]);
			return Math.hypot(sx / 4 - x, sy / 4 - y);
		};
		const near = tags.filter((tag) => tag.whose === "new").sort((a, b) => away(a) - away(b))[0];
		if (ask && near && away(near) < 40 * this.look.unit)
			submit({ kind: "match", operative: ask.operative, tag: near.id });
	}

	/** @param {SetupApi.SetupView} view */
	update(view) {
		this.view = view;
		const bases = view.teams.flatMap((team) => team.bases);
		const left = bases.filter((base) => !base.matched);
		const done = bases.length ? say("team-all-found") : say("team-no-models");
		text(this.ask, view.ask && left.length ? view.ask.sentence : done);
		set(this.ask, { "data-done": String(!left.length && bases.length > 0) });
		const ask = left.length ? view.ask : null;
		this.choices.replaceChildren(
			...(ask ? ask.candidates : []).map((tag) =>
				button(say("team-is-tag", { tag }), () => submit({ kind: "match", operative: ask?.operative ?? "", tag })),
			),
		);
		keyed(this.lists, view.teams, {
			key: (team) => team.player,
			make: (team) =>
				h("section", { "aria-label": say("team-models-of", { seat: team.seat }) }, h("h3"), h("ul.bases")),
			update: (section, team) => {
				side(section, team);
				text(
					section.children[0],
					say("team-found", {
						team: team.name || team.seat,
						found: team.bases.filter((base) => base.matched).length,
						all: team.bases.length,
					}),
				);
				this.#models(section.children[1], team);
			},
		});
		for (const row of this.lists.querySelectorAll("li")) set(row, { "data-asked": String(row.key === ask?.operative) });
	}

	/** @param {Element} list @param {SetupApi.TeamView} team */
	#models(list, team) {
		keyed(list, team.bases, {
			key: (base) => base.operative,
			make: (base) =>
				h(
					"li",
					h("b.label"),
					h("button", {
						type: "button",
						class: "who",
						onclick: () => submit({ kind: "ask", operative: base.operative }),
					}),
					h("span.tag"),
					button(say("setup-undo"), () => submit({ kind: "unmatch", operative: base.operative }), { class: "small" }),
				),
			update: (li, base) => {
				const [label, who, tag, undo] = li.children;
				text(label, base.label);
				const size = base.seen && base.px_per_module !== null && say("team-px", { px: base.px_per_module });
				const told = base.matched ? size || say("setup-away") : say("team-not-found");
				who.replaceChildren(h("b", base.name), h("small", told));
				set(who, { "aria-label": say("team-look-for", { model: `${base.label} ${base.name}`, state: told }) });
				set(undo, { "aria-label": say("team-undo-tag", { model: base.name }), hidden: !base.matched });
				set(li, { "data-matched": String(base.matched) });
				tag.replaceChildren(
					base.matched ? icon(SIGHT[base.sight ?? "trouble"]) : "",
					base.tag === null ? "" : `#${base.tag}`,
				);
			},
		});
	}
}
