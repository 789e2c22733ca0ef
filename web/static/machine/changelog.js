// A changelog as a page shows it: headings, lists and paragraphs of its Markdown, with bold and code.

/**
 * @typedef {{ text: string, kind: "plain" | "bold" | "code" }} Part
 * @typedef {{ kind: "heading" | "list" | "paragraph", lines: Part[][] }} Block
 */

const MARK = /\*\*(.+?)\*\*|`([^`]+)`/g;
const LINK = /\[([^\]]+)\]\([^)\s]+\)/g;

/**
 * Split a line into parts. Code within bold text is bold; a link is its label.
 * @param {string} line
 * @returns {Part[]}
 */
function parts(line) {
	const text = line.replace(LINK, "$1");
	/** @type {Part[]} */
	const found = [];
	let end = 0;
	for (const mark of text.matchAll(MARK)) {
		if (mark.index > end) found.push({ text: text.slice(end, mark.index), kind: "plain" });
		found.push(mark[1] ? { text: mark[1].replaceAll("`", ""), kind: "bold" } : { text: mark[2], kind: "code" });
		end = mark.index + mark[0].length;
	}
	if (end < text.length) found.push({ text: text.slice(end), kind: "plain" });
	return found;
}

/**
 * Split the changes of one version into blocks; entries that follow each other are the lines of one list. A line
 * without a mark continues the entry or paragraph before it.
 * @param {string} text
 * @returns {Block[]}
 */
export function blocks(text) {
	/** @type {{ kind: Block["kind"], lines: string[] }[]} */
	const found = [];
	let open = false;
	for (const line of text.split("\n").map((one) => one.trim())) {
		const [, mark, rest] = /^(#+|[-*]) +(.+)$/.exec(line) ?? ["", "", line];
		const last = found.at(-1);
		if (mark.startsWith("#")) found.push({ kind: "heading", lines: [rest] });
		else if (mark && last?.kind === "list") last.lines.push(rest);
		else if (mark) found.push({ kind: "list", lines: [rest] });
		else if (line && open && last) last.lines.push(`${last.lines.pop()} ${line}`);
		else if (line) found.push({ kind: "paragraph", lines: [line] });
		open = Boolean(line) && !mark.startsWith("#");
	}
	return found.map(({ kind, lines }) => ({ kind, lines: lines.map(parts) }));
}
