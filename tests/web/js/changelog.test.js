// A release's changes on the page of updates: headings, one entry per change, bold for the reader's own steps.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { blocks } from "../../../web/static/machine/changelog.js";

const plain = (text) => ({ text, kind: "plain" });
const words = (line) => line.map((one) => one.text).join("");
const read = (text) => blocks(text).map(({ kind, lines }) => [kind, ...lines.map(words)]);

test("a text has headings, lists and paragraphs", () => {
	assert.deepEqual(read("### Play\n- Added: a board.\n- Fixed: a die.\n\nMore in a file."), [
		["heading", "Play"],
		["list", "Added: a board.", "Fixed: a die."],
		["paragraph", "More in a file."],
	]);
});

test("lines that continue an entry or a paragraph are joined to it, and not to a heading", () => {
	assert.deepEqual(read("words\nand more\n\n- one\n  **and\n  bold**\n### Rules\nafter it"), [
		["paragraph", "words and more"],
		["list", "one and bold"],
		["heading", "Rules"],
		["paragraph", "after it"],
	]);
});

test("bold, code and links have no marks left", () => {
	assert.deepEqual(blocks("- Fixed: `a b`. **Set `c = 1`.** See [the page](docs/page.md)."), [
		{
			kind: "list",
			lines: [
				[
					plain("Fixed: "),
					{ text: "a b", kind: "code" },
					plain(". "),
					{ text: "Set c = 1.", kind: "bold" },
					plain(" See the page."),
				],
			],
		},
	]);
});

test("text without a pair of marks is shown unchanged", () => {
	assert.deepEqual(blocks("2 ** 3 and `open"), [{ kind: "paragraph", lines: [[plain("2 ** 3 and `open")]] }]);
	assert.deepEqual(blocks(""), []);
});

test("our own changelog has no marks left", () => {
	const text = readFileSync(new URL("../../../CHANGELOG.md", import.meta.url), "utf8");
	const shown = blocks(text).flatMap(({ lines }) => lines.map(words));
	assert.deepEqual(
		shown.filter((one) => /\*\*|`|^#|^- /.test(one)),
		[],
	);
});
