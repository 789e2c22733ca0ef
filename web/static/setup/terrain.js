// Terrain: touch a piece in the picture, mend its outline, say how high it is; or take it from a library.

import { get } from "../shared/act.js";
import { h, keyed, text, set } from "../shared/dom.js";
import { Parts, topView } from "./parts.js";
import { button, field, fileButton, whose, submit } from "./ui.js";

const TRAITS = ["Heavy", "Light", "Insignificant", "Exposed", "Traversable", "Barred", "Protective", "Wall", "Accessible"];
const DEFAULT_TOP = 2;
const DRAWN = 3.2;
const MEND = "Say how high its top is, then mend corners";

const inches = (value) => `${Number(value.toFixed(2))}″`;

/** Tick boxes for traits, those that are `on` ticked; `chosen()` are those that are ticked. */
function ticks(on) {
	const boxes = [...new Set([...TRAITS, ...on])].map((name) => h("input", { type: "checkbox", value: name, checked: on.includes(name) }));
	const root = h("fieldset.ticks", h("legend", "Traits"), ...boxes.map((box) => h("label", box, h("span", box.value))));
	return { root, chosen: () => boxes.filter((box) => box.checked).map((box) => box.value) };
}

/** The step. */
export class Terrain {
	static title = "What stands on the killzone";
	static lead = "Put a piece down and touch it in the picture. Stick a tag or two on its top first; they say where it is from then on.";
	static stage = "camera";

	constructor(root, { look, hint }) {
		Object.assign(this, { look, hint, corners: null });
		this.form = h("div.form", { hidden: true });
		this.pieces = h("ul.pieces");
		this.shelf = h("details.shelf", h("summary", "Take a piece from a library"), (this.inner = h("div.inner")));
		root.append(this.form, this.pieces, this.shelf);
		look.touch((at) => this.corners || this.#propose(at));
		hint("Touch a piece in the picture");
		this.#libraries();
	}

	leave() {
		this.asked = null;
		this.opened = null;
		this.look.hidden = null;
	}

	async #libraries() {
		this.libraries = await get("/api/setup/libraries");
		if (!Array.isArray(this.libraries)) return;
		this.inner.replaceChildren(
			...this.libraries.map((library) =>
				h(
					"section",
					h("h3", library.name),
					h("ul.library", library.pieces.map((piece) => this.#shelved(library, piece))),
					h(
						"div.row",
						h("a.plain", { href: `/api/setup/libraries/${library.id}/tags.pdf`, download: `${library.id}-tags.pdf`, text: "Print its tags" }),
						h("a.plain", { href: `/api/setup/libraries/${library.id}.toml`, download: `${library.id}.toml`, text: "Share it as a file" }),
					),
				),
			),
			fileButton("Bring a library file", ".toml", async (source, text) => (await submit({ kind: "library_file", source, text })) && this.#libraries()),
		);
	}

	#shelved(library, piece) {
		const take = () => (this.corners ? this.#lay(library, piece) : submit({ kind: "pick_piece", library: library.id, piece: piece.piece }));
		return h("li", h("button.plain", { onclick: take, "aria-label": `Take ${piece.name}` }, topView(piece.parts), h("span", h("b", piece.name), h("small", `${inches(piece.top)} high · tags ${piece.tags.join(", ") || "none"}`))));
	}

	/** Lay a library's piece on the outline that is drawn; its tags are those that are seen there. */
	async #lay(library, piece) {
		const { opened } = this;
		const taken = await submit({ kind: "pick_piece", library: library.id, piece: piece.piece, corners_px: this.corners });
		if (taken && this.opened === opened) this.#close();
	}

	async #propose(at) {
		const asked = (this.asked = {});
		this.hint("Looking for its edges…");
		const found = await get(`/api/setup/outline?x=${at[0].toFixed(1)}&y=${at[1].toFixed(1)}`);
		if (this.asked !== asked) return;
		this.at = at;
		if (found.problem) {
			const half = (DRAWN / 2) * (this.#pxPerInch() || 30);
			const corners = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([x, y]) => [at[0] + x * half, at[1] + y * half]);
			this.#open({ corners, sentence: found.problem });
		} else {
			this.#open({ corners: found.corners_px, top: found.top, sentence: found.sentence });
		}
	}

	/** Another height moves a proposed outline; one that was dragged stays. */
	async #again(top) {
		const { opened } = this;
		this.hint("Looking for its edges…");
		const found = await get(`/api/setup/outline?x=${this.at[0].toFixed(1)}&y=${this.at[1].toFixed(1)}&top=${top}`);
		if (this.opened !== opened) return;
		this.hint(MEND);
		if (found.problem || this.dragged) return;
		this.corners = found.corners_px;
		this.look.draw(this.corners, this.changed);
	}

	#pxPerInch() {
		const outline = this.view.table.board.outline_px;
		return outline && (Math.max(...outline.map(([x]) => x)) - Math.min(...outline.map(([x]) => x))) / this.view.table.board.width;
	}

	/** The form of one piece: of the outline in the picture, or of a piece that is there already. */
	#open({ corners, top = DEFAULT_TOP, sentence = "", piece = null }) {
		const opened = (this.opened = {});
		this.asked = null;
		this.corners = corners;
		this.look.hidden = piece?.id;
		const number = this.view.pieces.length + 1;
		const name = h("input", { type: "text", maxlength: 80, value: piece?.name ?? `Piece ${number}` });
		const height = h("input", { type: "number", min: 0.1, max: 12, step: 0.1, value: Number(top.toFixed(2)), inputmode: "decimal" });
		const traits = ticks(piece?.traits ?? ["Heavy"]);
		const vantage = h("input", { type: "checkbox", checked: piece?.parts[0]?.vantage ?? false });
		this.dragged = Boolean(piece);
		height.addEventListener("change", () => !this.dragged && this.#again(Number(height.value)));
		const save = async ({ currentTarget: key }) => {
			key.disabled = true;
			const one = { kind: "draw_piece", name: name.value.trim() || `Piece ${number}`, corners_px: this.corners, top: Number(height.value), traits: traits.chosen(), vantage: vantage.checked };
			const taken = await submit(piece ? { ...one, id: piece.id } : one);
			key.disabled = false;
			if (taken && this.opened === opened) this.#close();
		};
		this.form.replaceChildren(
			h("p.told", { role: "status" }, sentence || "Drag its corners onto its top edge."),
			h("div.row", field("Name", name), field("Top, inches", height)),
			traits.root,
			h("label.tick", vantage, h("span", "Vantage: models stand on it")),
			h("div.row", button("Add a corner", () => this.#reshape(1)), button("Take a corner away", () => this.#reshape(-1))),
			h("div.row", button("Keep this piece", save, { class: "main" }), button("Cancel", () => this.#close())),
		);
		this.form.hidden = false;
		this.hint(MEND);
		this.changed = (now) => {
			this.corners = now;
			this.dragged = true;
		};
		this.look.draw(corners, this.changed);
	}

	/** One corner more in the middle of the longest side, or the last one away. */
	#reshape(by) {
		const corners = [...this.corners];
		if (by < 0 && corners.length > 3) corners.pop();
		if (by > 0) {
			const after = corners.map((corner, k) => corners[(k + 1) % corners.length]);
			const lengths = corners.map(([x, y], k) => Math.hypot(after[k][0] - x, after[k][1] - y));
			const k = lengths.indexOf(Math.max(...lengths));
			corners.splice(k + 1, 0, [0, 1].map((axis) => (corners[k][axis] + after[k][axis]) / 2));
		}
		this.corners = corners;
		this.look.draw(corners, this.changed);
	}

	#close() {
		this.opened = null;
		this.corners = null;
		this.look.hidden = null;
		this.look.clear();
		this.form.hidden = true;
		this.form.replaceChildren();
		this.hint("Touch a piece in the picture");
	}

	update(view) {
		this.view = view;
		keyed(this.pieces, view.pieces, {
			make: (piece) => h("li", h("div.head", h("b"), h("small")), h("div.row")),
			update: (li, piece) => this.#listed(li, piece),
		});
	}

	#listed(li, piece) {
		const [head, row] = li.children;
		text(head.firstChild, piece.name);
		const tags = piece.tags.length ? `tags ${piece.tags.join(", ")}` : "no tag";
		text(head.lastChild, [`${inches(piece.top)} high`, `${piece.parts.length} part${piece.parts.length > 1 ? "s" : ""}`, tags, piece.seen.length ? "seen" : "not seen"].join(" · "));
		set(li, { "data-seen": String(piece.seen.length > 0) });
		if (li.parts?.open) {
			li.parts.update(piece);
			return;
		}
		const now = [piece.name, piece.parts.length, piece.equipment, Boolean(piece.outline_px)].join();
		if (row.now !== now) this.#actions(li, row, piece);
		row.now = now;
		if (piece.equipment) row.querySelector("select").value = piece.owner;
	}

	#actions(li, row, piece) {
		row.replaceChildren(
			...[
				piece.equipment ? whose(this.view, piece.name, piece.owner, (owner) => submit({ kind: "piece_owner", id: piece.id, owner })) : null,
				button("Parts", () => this.#parts(li, li.item), { "aria-label": `Parts of ${piece.name}` }),
				piece.outline_px && piece.parts.length === 1 ? button("Outline", () => this.#open({ corners: corners(li.item.outline_px), top: li.item.top, piece: li.item }), { "aria-label": `Outline of ${piece.name}` }) : null,
				piece.outline_px && piece.parts.length > 1 ? button("Turn round", () => submit({ kind: "turn_piece", id: piece.id }), { "aria-label": `Turn ${piece.name} round` }) : null,
				button("Keep in our library", async () => (await submit({ kind: "keep_piece", id: piece.id })) && this.#libraries(), { "aria-label": `Keep ${piece.name} in our library` }),
				button("Forget", () => submit({ kind: "piece_gone", id: piece.id }), { "aria-label": `Forget ${piece.name}` }),
			].filter(Boolean),
		);
	}

	#parts(li, piece) {
		li.parts = new Parts(piece, { done: () => {
			li.parts.root.remove();
			li.parts = null;
		} });
		li.append(li.parts.root);
	}
}

/** The corners of an outline whose sides have points between them, for the lens. */
function corners(points) {
	return points.filter((point, k) => {
		const [a, b] = [points.at(k - 1), points[(k + 1) % points.length]];
		const [ux, uy, vx, vy] = [point[0] - a[0], point[1] - a[1], b[0] - point[0], b[1] - point[1]];
		return Math.abs(ux * vy - uy * vx) > 0.12 * Math.hypot(ux, uy) * Math.hypot(vx, vy);
	});
}
