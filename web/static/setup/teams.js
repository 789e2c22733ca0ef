// Teams: a roster for each seat, the tags that are its own, and the tabs that are printed for its bases.

import { h, keyed, set, side, svg, text } from "../shared/dom.js";
import { icon } from "../shared/icons.js";
import { decimal, say } from "../shared/say.js";
import { button, field, fileButton, put, SIGHT, select, sizeOf, submit } from "./ui.js";

const FILES = ".toml,.json,.ros,.rosz,application/json";

/** @param {number} value */
const mm = (value) => decimal(value, Number.isInteger(Number(value.toFixed(1))) ? 0 : 1);
/** @param {Element} input */
const written = (input) => /** @type {HTMLInputElement} */ (input).value;

/**
 * The printed piece of a base, to scale: the disc under it, the tab, the tag.
 * @param {SetupApi.BaseView} base
 */
function tabDrawing({ base_mm: [long, short], tab }) {
	const half = tab.tag_mm / 2;
	const [x, y] = tab.offset_mm;
	const far = Math.max(long / 2, ...tab.outline_mm.map(([px]) => px)) + 1;
	const top = Math.max(short / 2, ...tab.outline_mm.map(([, py]) => Math.abs(py))) + 1;
	return svg(
		"svg",
		{ class: "tab", viewBox: `${-long / 2 - 1} ${-top} ${far + long / 2 + 1} ${2 * top}`, "aria-hidden": "true" },
		svg("ellipse", { rx: long / 2, ry: short / 2, class: "disc" }),
		tab.outline_mm.length > 0 &&
			svg("path.paper", { d: `M${tab.outline_mm.map(([px, py]) => `${px} ${-py}`).join("L")}Z` }),
		svg("ellipse", { rx: long / 2, ry: short / 2, class: "rim" }),
		tab.tag_mm > 0 && svg("rect.code", { x: x - half, y: -y - half, width: tab.tag_mm, height: tab.tag_mm }),
	);
}

/** One seat's card. */
class Seat {
	/** @param {SetupApi.TeamView} team */
	constructor(team) {
		const { seat, colour, ink } = team;
		const player = /** @type {Player} */ (team.player);
		this.player = player;
		this.shown = "";
		this.advised = "";
		this.title = h("h3");
		this.source = h("p.muted");
		this.notes = h("ul.notes");
		this.advice = h("div.advice", { hidden: true });
		this.bases = h("ul.bases");
		this.tabs = h("ul.tabs");
		this.first = h("input", {
			type: "number",
			min: 16,
			max: 229,
			inputmode: "numeric",
			"aria-label": say("team-first-tag", { seat }),
		});
		this.sizes = h("select", { "aria-label": say("team-tag-size-of", { seat }) });
		this.example = h("select", { "aria-label": say("team-for", { seat }) });
		this.paper = select(
			[
				["A4", "A4"],
				["Letter", "Letter"],
			],
			"A4",
			{ "aria-label": say("team-paper") },
		);
		this.last = h("span.muted");
		this.typing = h("div.typing", { hidden: true });
		const changed = () =>
			submit({ kind: "tags_for", player, first: Number(this.first.value), tag_mm: Number(this.sizes.value) });
		this.first.addEventListener("change", changed);
		this.sizes.addEventListener("change", changed);
		this.print = h("a.main", { text: say("team-print"), download: `tags-${player}.pdf` });
		this.paper.addEventListener("change", () => this.#address());
		this.#address();
		this.example.addEventListener("change", () => {
			if (this.example.value) submit({ kind: "team_example", player, name: this.example.value });
			this.example.value = "";
		});
		this.printing = h(
			"div",
			{ class: "printing" },
			h(
				"div.row",
				field(say("team-tags-from"), h("span.row", this.first, this.last)),
				field(say("team-tag-size"), this.sizes),
				field(say("team-paper"), this.paper),
			),
			this.tabs,
			h("div.row", this.print, h("span.muted", say("team-print-how"))),
		);
		this.root = h(
			"article",
			{ class: "seat", "aria-label": say("team-of", { seat }) },
			h("header", h("b.chip", seat), this.title),
			this.source,
			h(
				"div.row.bring",
				fileButton(say("team-file"), FILES, (source, text) => submit({ kind: "team_file", player, source, text })),
				this.example,
				button(say("team-type"), () => this.#type()),
			),
			this.typing,
			this.notes,
			this.advice,
			this.bases,
			this.printing,
		);
		side(this.root, { colour, ink });
	}

	#address() {
		set(this.print, { href: `/api/setup/tags/${this.player}.pdf?paper=${this.paper.value}` });
	}

	/** A form for a team without a file: a name and a base for each model. */
	#type() {
		const rows = h("ul.typed");
		const name = h("input", { type: "text", value: say("team-default") });
		const more = () => {
			const number = rows.children.length + 1;
			rows.append(
				h(
					"li",
					{ class: "row" },
					h("input", {
						type: "text",
						value: say("team-model", { number }),
						"aria-label": say("team-model-name", { number }),
					}),
					h("input", {
						type: "number",
						min: 10,
						max: 160,
						step: 0.5,
						value: 32,
						inputmode: "decimal",
						"aria-label": say("team-model-base", { number }),
					}),
					h("span.muted", say("team-mm")),
				),
			);
		};
		for (let k = 0; k < 6; k += 1) more();
		const take = async () => {
			const bases = [...rows.children]
				.map((row) => ({ name: written(row.children[0]).trim(), base_mm: Number(written(row.children[1])) }))
				.filter((one) => one.name);
			if (
				await submit({ kind: "team_typed", player: this.player, name: name.value.trim() || say("team-default"), bases })
			)
				this.#done();
		};
		this.typing.replaceChildren(
			field(say("team-name"), name),
			rows,
			h("p.muted", say("team-typed-how")),
			h(
				"div.row",
				button(say("team-more"), more),
				button(say("team-use"), take, { class: "main" }),
				button(say("setup-cancel"), () => this.#done()),
			),
		);
		this.typing.hidden = false;
		name.focus();
	}

	#done() {
		this.typing.hidden = true;
	}

	/** @param {SetupApi.TeamView} team @param {SetupApi.SetupView} view */
	update(team, view) {
		const there = team.bases.length > 0;
		text(this.title, team.name || say("team-none"));
		text(
			this.source,
			there ? say("team-source", { count: team.bases.length, source: team.source }) : say("team-formats"),
		);
		this.notes.replaceChildren(...team.notes.map((note) => h("li", note)));
		this.printing.hidden = !there;
		this.#advise(team);
		if (this.example.options.length !== view.rosters.length + 1) {
			this.example.replaceChildren(
				h("option", { value: "", text: say("team-example") }),
				...view.rosters.map((name) => h("option", { value: name, text: name.replaceAll("_", " ") })),
			);
		}
		put(this.first, team.first_tag);
		text(this.last, say("team-last-tag", { tag: team.last_tag }));
		const sizes = view.sizes.map(({ tag_mm, px_per_module: px, sight: state }) =>
			px ? say("team-size-seen", { mm: mm(tag_mm), px, state }) : sizeOf([tag_mm, tag_mm]),
		);
		if (this.shown !== sizes.join()) {
			this.shown = sizes.join();
			this.sizes.replaceChildren(...view.sizes.map((one, k) => h("option", { value: one.tag_mm, text: sizes[k] })));
		}
		put(this.sizes, team.tag_mm);
		this.#bases(team);
	}

	/** @param {SetupApi.TeamView} team */
	#advise({ first_tag, advice, better_mm }) {
		this.advice.hidden = !advice;
		if (!advice || better_mm === null || this.advised === `${advice}${better_mm}`) return;
		this.advised = `${advice}${better_mm}`;
		const { player } = this;
		const take = button(say("team-larger-tags", { mm: mm(better_mm) }), () =>
			submit({ kind: "tags_for", player, first: first_tag, tag_mm: better_mm }),
		);
		this.advice.replaceChildren(icon(SIGHT.trouble), h("span", advice), take);
	}

	/** @param {SetupApi.TeamView} team */
	#bases(team) {
		keyed(this.bases, team.bases, {
			key: (base) => base.operative,
			make: (base) => {
				const input = h("input", {
					type: "number",
					min: 10,
					max: 160,
					step: 0.5,
					inputmode: "decimal",
					"aria-label": say("team-base-of", { model: base.name }),
				});
				input.addEventListener("change", () =>
					submit({ kind: "base_size", operative: base.operative, long_mm: Number(input.value) }),
				);
				return h("li", h("b.label"), h("span.who"), input, h("span.tag"));
			},
			update: (li, base) => {
				const [label, who, input, tag] = /** @type {[Element, Element, HTMLInputElement, Element]} */ ([
					...li.children,
				]);
				text(label, base.label);
				who.replaceChildren(
					h("b", base.name),
					h("small", { text: base.guessed ? say("team-base-guessed") : sizeOf(base.base_mm) }),
				);
				set(li, { "data-guessed": String(base.guessed) });
				put(input, base.base_mm[0]);
				set(input, { hidden: base.base_mm[0] !== base.base_mm[1] });
				tag.replaceChildren(
					h(
						"span",
						base.tag === null ? say("team-no-tag") : `#${base.tag}`,
						h("small", base.tab.tag_mm ? sizeOf([base.tab.tag_mm, base.tab.tag_mm]) : ""),
					),
				);
			},
		});
		/** @type {Map<string, SetupApi.BaseView[]>} */
		const groups = new Map();
		for (const base of team.bases) {
			const key = `${base.base_mm} ${base.tab.mount} ${base.tab.tag_mm}`;
			groups.set(key, [...(groups.get(key) ?? []), base]);
		}
		this.tabs.replaceChildren(
			...[...groups.values()].map((bases) =>
				h(
					"li",
					{},
					tabDrawing(bases[0]),
					h(
						"span",
						h("b", say("team-base", { size: sizeOf(bases[0].base_mm) })),
						h("small", { text: bases.map((base) => `${base.label} #${base.tag ?? "–"}`).join(", ") }),
					),
				),
			),
		);
	}
}

/** The step. */
export class Teams {
	static lead = say("team-lead");
	static stage = "none";

	/** @param {HTMLElement} root */
	constructor(root) {
		this.clashes = h("ul.clashes", { role: "status" });
		/** @type {Seat[]} */
		this.seats = [];
		this.root = h("div.seats");
		root.append(this.clashes, this.root);
	}

	/** @param {SetupApi.SetupView} view @param {SetupApi.SetupView | null} before */
	update(view, before) {
		if (!this.seats.length) {
			this.seats = view.teams.map((team) => new Seat(team));
			this.root.append(...this.seats.map((seat) => seat.root));
		}
		if (JSON.stringify(before?.clashes) !== JSON.stringify(view.clashes)) {
			this.clashes.replaceChildren(
				...view.clashes.map((clash) => h("li", icon(SIGHT.trouble), h("span", clash.sentence))),
				...(view.clashes.length
					? [
							h(
								"li.row",
								...view.teams.map((team) =>
									button(say("team-other-tags", { seat: team.seat }), () =>
										submit({ kind: "remap", player: /** @type {Player} */ (team.player) }),
									),
								),
							),
						]
					: []),
			);
		}
		for (const [k, team] of view.teams.entries()) this.seats[k].update(team, view);
	}
}
