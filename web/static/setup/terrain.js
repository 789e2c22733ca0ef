// Terrain: touch a piece in the picture, mend its outline, say how high it is; or take it from a library.

import { get } from "../shared/act.js";
import { h, keyed, set, text } from "../shared/dom.js";
import { say } from "../shared/say.js";
import { Parts, topView } from "./parts.js";
import { button, field, fileButton, rounded, submit, whose } from "./ui.js";

const DEFAULT_TOP = 2;
const DRAWN = 3.2;

/**
 * Tick boxes for traits, those that are `on` ticked; `chosen()` are those that are ticked.
 * @param {string[]} traits
 * @param {string[]} on
 */
function ticks(traits, on) {
	const boxes = [...new Set([...traits, ...on])].map((name) =>
		h("input", { type: "checkbox", value: name, checked: on.includes(name) }),
	);
	const root = h(
		"fieldset.ticks",
		h("legend", say("terrain-traits")),
		...boxes.map((box) => h("label", box, h("span", box.value))),
	);
	return { root, chosen: () => boxes.filter((box) => box.checked).map((box) => box.value) };
}

/** The shelf as an element, `root`; `onTake(library, piece)` when a piece is taken. */
class Shelf {
	/** @param {(library: SetupApi.LibraryView, piece: SetupApi.ShelfPieceView) => void} onTake */
	constructor(onTake) {
		this.onTake = onTake;
		this.inner = h("div.inner");
		this.root = h("details.shelf", h("summary", say("terrain-library")), this.inner);
		this.load();
	}

	async load() {
		/** @type {SetupApi.LibraryView[] | { problem: string }} */
		const libraries = await get("/api/setup/libraries");
		if (!Array.isArray(libraries)) return;
		const bring = fileButton(
			say("terrain-library-file"),
			".toml",
			async (source, text) => (await submit({ kind: "library_file", source, text })) && this.load(),
		);
		this.inner.replaceChildren(...libraries.map((library) => this.#library(library)), bring);
	}

	/** @param {SetupApi.LibraryView} library */
	#library(library) {
		const { id, name, pieces } = library;
		/** @type {(text: string, address: string, kept: string) => HTMLElement} */
		const file = (text, address, kept) =>
			h("a.plain", { href: `/api/setup/libraries/${id}${address}`, download: `${id}${kept}`, text });
		const list = pieces.map((piece) => this.#shelved(library, piece));
		const files = [
			file(say("terrain-library-tags"), "/tags.pdf", "-tags.pdf"),
			file(say("setup-download"), ".toml", ".toml"),
		];
		return h("section", h("h3", name), h("ul.library", list), h("div.row", files));
	}

	/** @param {SetupApi.LibraryView} library @param {SetupApi.ShelfPieceView} piece */
	#shelved(library, piece) {
		const { name, parts, tags, top } = piece;
		const props = { onclick: () => this.onTake(library, piece), "aria-label": say("terrain-take", { piece: name }) };
		const small = h("small", say("terrain-shelved", { top: rounded(top), tags }));
		return h("li", h("button.plain", props, topView(parts), h("span", h("b", name), small)));
	}
}

/** The step. */
export class Terrain {
	static lead = say("terrain-lead");
	static stage = "camera";

	/** @param {HTMLElement} root @param {Desk} desk */
	constructor(root, { look, hint, view }) {
		this.look = look;
		this.hint = hint;
		this.view = view;
		/** The outline that is drawn; empty while none is. @type {Point[]} */
		this.corners = [];
		/** Where the picture was touched. @type {Point} */
		this.at = [0, 0];
		this.dragged = false;
		/** What was asked last: an answer to anything else comes too late. @type {object | null} */
		this.asked = null;
		/** The form that is open. @type {object | null} */
		this.opened = null;
		/** @type {(corners: Point[]) => void} */
		this.changed = () => {};
		/** The parts that are being edited, by the piece's line. @type {WeakMap<Element, Parts>} */
		this.editors = new WeakMap();
		this.form = h("div.form", { hidden: true });
		this.pieces = h("ul.pieces");
		this.shelf = new Shelf((library, piece) => this.#take(library, piece));
		root.append(this.form, this.pieces, this.shelf.root);
		look.touch((at) => this.corners.length || this.#propose(at));
		hint(say("terrain-touch"));
	}

	leave() {
		this.asked = null;
		this.opened = null;
		this.look.hidden = null;
	}

	/**
	 * Take a library's piece; where an outline is drawn it is laid there, and its tags are those that are seen there.
	 * @param {SetupApi.LibraryView} library @param {SetupApi.ShelfPieceView} piece
	 */
	async #take(library, piece) {
		const { corners, opened } = this;
		/** @type {SetupApi.PickPiece} */
		const one = { kind: "pick_piece", library: library.id, piece: piece.piece };
		const taken = await submit(corners.length ? { ...one, corners_px: corners } : one);
		if (taken && opened && this.opened === opened) this.#close();
	}

	/**
	 * @param {Point} at
	 * @returns {Promise<SetupApi.OutlineView & { problem?: string }>}
	 */
	#found([x, y], more = "") {
		this.hint(say("terrain-looking"));
		return get(`/api/setup/outline?x=${x.toFixed(1)}&y=${y.toFixed(1)}${more}`);
	}

	/** @param {Point} at */
	async #propose(at) {
		const asked = {};
		this.asked = asked;
		const found = await this.#found(at);
		if (this.asked !== asked) return;
		this.at = at;
		if (!found.problem) return this.#open({ corners: found.corners_px, top: found.top, sentence: found.sentence });
		const half = (DRAWN / 2) * (this.#pxPerInch() || 30);
		this.#open({ corners: squareAround(at, half), sentence: found.problem });
	}

	/**
	 * Another height moves a proposed outline; one that was dragged stays.
	 * @param {number} top
	 */
	async #again(top) {
		const { opened } = this;
		const found = await this.#found(this.at, `&top=${top}`);
		if (this.opened !== opened) return;
		this.hint(say("terrain-correct"));
		if (found.problem || this.dragged) return;
		this.corners = found.corners_px;
		this.look.draw(this.corners, this.changed);
	}

	#pxPerInch() {
		const { outline_px, width } = this.view.table.board;
		const across = outline_px?.map(([x]) => x);
		return across && (Math.max(...across) - Math.min(...across)) / width;
	}

	/**
	 * The form of one piece: of the outline in the picture, or of a piece that is there already.
	 * @param {object} form
	 * @param {Point[]} form.corners
	 * @param {number} [form.top]
	 * @param {string} [form.sentence]
	 * @param {SetupApi.PieceView | null} [form.piece]
	 */
	#open({ corners, top = DEFAULT_TOP, sentence = "", piece = null }) {
		const opened = {};
		this.opened = opened;
		this.asked = null;
		this.corners = corners;
		this.look.hidden = piece?.id;
		const number = this.view.pieces.length + 1;
		const name = h("input", { type: "text", value: piece?.name ?? say("terrain-piece", { number }) });
		const height = h("input", {
			type: "number",
			min: 0.1,
			max: 12,
			step: 0.1,
			value: Number(top.toFixed(2)),
			inputmode: "decimal",
		});
		const traits = ticks(this.view.traits, piece?.traits ?? ["Heavy"]);
		const vantage = h("input", { type: "checkbox", checked: piece?.parts[0]?.vantage ?? false });
		this.dragged = Boolean(piece);
		height.addEventListener("change", () => !this.dragged && this.#again(Number(height.value)));
		/** @type {(event: { currentTarget: HTMLElement }) => Promise<void>} */
		const save = async ({ currentTarget: key }) => {
			set(key, { disabled: true });
			/** @type {SetupApi.DrawPiece} */
			const one = {
				kind: "draw_piece",
				name: name.value.trim() || say("terrain-piece", { number }),
				corners_px: this.corners,
				top: Number(height.value),
				traits: traits.chosen(),
				vantage: vantage.checked,
			};
			const taken = await submit(piece ? { ...one, id: piece.id } : one);
			set(key, { disabled: null });
			if (taken && this.opened === opened) this.#close();
		};
		this.form.replaceChildren(
			h("p.told", { role: "status" }, sentence || say("terrain-drag")),
			h("div.row", field(say("setup-name"), name), field(say("terrain-top"), height)),
			traits.root,
			h("label.tick", vantage, h("span", say("terrain-vantage"))),
			h(
				"div.row",
				button(say("terrain-corner-add"), () => this.#reshape(1)),
				button(say("terrain-corner-remove"), () => this.#reshape(-1)),
			),
			h(
				"div.row",
				button(say("terrain-keep"), save, { class: "main" }),
				button(say("setup-cancel"), () => this.#close()),
			),
		);
		this.form.hidden = false;
		this.hint(say("terrain-correct"));
		this.changed = (now) => {
			this.corners = now;
			this.dragged = true;
		};
		this.look.draw(corners, this.changed);
	}

	/**
	 * One corner more in the middle of the longest side, or the last one away.
	 * @param {1 | -1} by
	 */
	#reshape(by) {
		this.corners = reshaped(this.corners, by);
		this.look.draw(this.corners, this.changed);
	}

	#close() {
		this.opened = null;
		this.corners = [];
		this.look.hidden = null;
		this.look.clear();
		this.form.hidden = true;
		this.form.replaceChildren();
		this.hint(say("terrain-touch"));
	}

	/** @param {SetupApi.SetupView} view */
	update(view) {
		this.view = view;
		keyed(this.pieces, view.pieces, {
			make: () => h("li", h("div.head", h("b"), h("small")), h("div.row")),
			update: (li, piece) => this.#listed(li, piece),
		});
	}

	/** @param {HTMLElement} li @param {SetupApi.PieceView} piece */
	#listed(li, piece) {
		const [head, row] = li.children;
		text(head.children[0], piece.name);
		const { parts, seen, tags, top } = piece;
		const there = seen.length > 0;
		const facts = say("terrain-facts", { top: rounded(top), parts: parts.length, tags, seen: there });
		text(head.children[1], facts);
		set(li, { "data-seen": String(seen.length > 0) });
		const editor = this.editors.get(li);
		if (editor) return editor.update(piece);
		const now = [piece.name, piece.parts.length, piece.equipment, Boolean(piece.outline_px)].join();
		if (row.key !== now) this.#actions(li, row);
		row.key = now;
		const owner = row.querySelector("select");
		if (owner) owner.value = piece.owner;
	}

	/** @param {HTMLElement} li @param {Element} row */
	#actions(li, row) {
		/** @type {() => SetupApi.PieceView} */
		const now = () => /** @type {SetupApi.PieceView} */ (li.item);
		const piece = now();
		/** @type {(outline: Point[]) => void} */
		const outline = (points) => this.#open({ corners: corners(points), top: now().top, piece: now() });
		row.replaceChildren(
			...[
				piece.equipment
					? whose(this.view, piece.name, piece.owner, (owner) => submit({ kind: "piece_owner", id: piece.id, owner }))
					: null,
				button(say("terrain-parts"), () => this.#parts(li, now()), {
					"aria-label": say("terrain-parts-of", { piece: piece.name }),
				}),
				piece.outline_px && piece.parts.length === 1
					? button(say("terrain-outline"), () => outline(now().outline_px ?? []), {
							"aria-label": say("terrain-outline-of", { piece: piece.name }),
						})
					: null,
				piece.outline_px && piece.parts.length > 1
					? button(say("terrain-turn"), () => submit({ kind: "turn_piece", id: piece.id }), {
							"aria-label": say("terrain-turn-piece", { piece: piece.name }),
						})
					: null,
				button(
					say("terrain-store"),
					async () => (await submit({ kind: "keep_piece", id: piece.id })) && this.shelf.load(),
					{ "aria-label": say("terrain-store-piece", { piece: piece.name }) },
				),
				button(say("terrain-forget"), () => submit({ kind: "piece_gone", id: piece.id }), {
					"aria-label": say("terrain-forget-piece", { piece: piece.name }),
				}),
			].filter((one) => one !== null),
		);
	}

	/** @param {HTMLElement} li @param {SetupApi.PieceView} piece */
	#parts(li, piece) {
		const done = () => {
			this.editors.get(li)?.root.remove();
			this.editors.delete(li);
		};
		const editor = new Parts(piece, { view: this.view, done });
		this.editors.set(li, editor);
		li.append(editor.root);
	}
}

/**
 * The corners of an outline whose sides have points between them, for the lens.
 * @param {Point[]} points
 */
function corners(points) {
	return points.filter((point, k) => {
		const [a, b] = [points[(k + points.length - 1) % points.length], points[(k + 1) % points.length]];
		const [ux, uy, vx, vy] = [point[0] - a[0], point[1] - a[1], b[0] - point[0], b[1] - point[1]];
		return Math.abs(ux * vy - uy * vx) > 0.12 * Math.hypot(ux, uy) * Math.hypot(vx, vy);
	});
}

/**
 * Return an outline with one corner more in the middle of its longest side, or without the last one.
 * @param {Point[]} outline
 * @param {1 | -1} by
 */
function reshaped(outline, by) {
	const corners = [...outline];
	if (by < 0 && corners.length > 3) corners.pop();
	if (by > 0) {
		const after = [...corners.slice(1), corners[0]];
		const lengths = corners.map(([x, y], k) => Math.hypot(after[k][0] - x, after[k][1] - y));
		const k = lengths.indexOf(Math.max(...lengths));
		corners.splice(k + 1, 0, [(corners[k][0] + after[k][0]) / 2, (corners[k][1] + after[k][1]) / 2]);
	}
	return corners;
}

/**
 * Return a square around a point, `half` its side from the middle to each edge.
 * @param {Point} at
 * @param {number} half
 * @returns {Point[]}
 */
function squareAround([x, y], half) {
	const [left, right, low, high] = [x - half, x + half, y - half, y + half];
	return [
		[left, low],
		[right, low],
		[right, high],
		[left, high],
	];
}
