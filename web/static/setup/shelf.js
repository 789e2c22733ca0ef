// The shelf: pieces of the libraries that this table has, and a library of one's own brought as a file.

import { get } from "../shared/act.js";
import { h } from "../shared/dom.js";
import { topView } from "./parts.js";
import { fileButton, inches, submit } from "./ui.js";

/** The shelf as an element, `root`; `onTake(library, piece)` when a piece is taken. */
export class Shelf {
	/** @param {(library: SetupApi.LibraryView, piece: SetupApi.ShelfPieceView) => void} onTake */
	constructor(onTake) {
		this.onTake = onTake;
		this.inner = h("div.inner");
		this.root = h("details.shelf", h("summary", "Take a piece from a library"), this.inner);
		this.load();
	}

	async load() {
		/** @type {SetupApi.LibraryView[] | { problem: string }} */
		const libraries = await get("/api/setup/libraries");
		if (!Array.isArray(libraries)) return;
		this.inner.replaceChildren(
			...libraries.map((library) =>
				h(
					"section",
					h("h3", library.name),
					h(
						"ul.library",
						library.pieces.map((piece) => this.#shelved(library, piece)),
					),
					h(
						"div.row",
						h("a.plain", {
							href: `/api/setup/libraries/${library.id}/tags.pdf`,
							download: `${library.id}-tags.pdf`,
							text: "Print its tags",
						}),
						h("a.plain", {
							href: `/api/setup/libraries/${library.id}.toml`,
							download: `${library.id}.toml`,
							text: "Share it as a file",
						}),
					),
				),
			),
			fileButton(
				"Bring a library file",
				".toml",
				async (source, text) => (await submit({ kind: "library_file", source, text })) && this.load(),
			),
		);
	}

	/** @param {SetupApi.LibraryView} library @param {SetupApi.ShelfPieceView} piece */
	#shelved(library, piece) {
		const take = () => this.onTake(library, piece);
		return h(
			"li",
			h(
				"button.plain",
				{ onclick: take, "aria-label": `Take ${piece.name}` },
				topView(piece.parts),
				h(
					"span",
					h("b", piece.name),
					h("small", `${inches(piece.top)} high · tags ${piece.tags.join(", ") || "none"}`),
				),
			),
		);
	}
}
