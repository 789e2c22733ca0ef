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
		const bring = fileButton(
			"Bring a library file",
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
		const files = [file("Print its tags", "/tags.pdf", "-tags.pdf"), file("Share it as a file", ".toml", ".toml")];
		return h("section", h("h3", name), h("ul.library", list), h("div.row", files));
	}

	/** @param {SetupApi.LibraryView} library @param {SetupApi.ShelfPieceView} piece */
	#shelved(library, piece) {
		const { name, parts, tags, top } = piece;
		const props = { onclick: () => this.onTake(library, piece), "aria-label": `Take ${name}` };
		const small = h("small", `${inches(top)} high · tags ${tags.join(", ") || "none"}`);
		return h("li", h("button.plain", props, topView(parts), h("span", h("b", name), small)));
	}
}
