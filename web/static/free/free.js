// The free table: a question from a form or in words, its answer drawn on the board, and a notebook that this device keeps.

import { get } from "../shared/act.js";
import { Board } from "../shared/board.js";
import { $, h, renew, set, text } from "../shared/dom.js";
import { mark } from "../shared/icons.js";
import { keep } from "../shared/keep.js";
import { follow } from "../shared/live.js";
import { colours, turning } from "../shared/page.js";
import { say } from "../shared/say.js";
import { words } from "../shared/units.js";

const KINDS = ["gap", "range", "arc", "sight", "chain", "move", "template"];

/** @param {string} id */
const field = (id) => $(`#${id}`, HTMLInputElement);
/** @param {string} id */
const list = (id) => $(`#${id}`, HTMLSelectElement);

const board = new Board($("#board", SVGSVGElement), { turn: Number(keep.get("turn", "0")) });
colours();
turning(board);

/** Fill in what was tapped: a model, else a point. @param {Spot} spot */
board.picking = ({ operative, x, y }) => {
	if (!operative) field("point").value = `${x.toFixed(1)},${y.toFixed(1)}`;
	else if (list("kind").value === "chain") {
		for (const one of list("chain").options) if (one.value === operative) one.selected = !one.selected;
	} else list(list("from").value === "" || list("to").value !== "" ? "from" : "to").value = operative;
	if (operative && list("from").value === operative && list("to").value === operative) list("to").value = "";
	write();
};

/** Write the question that the form stands for. */
function write() {
	const [kind, from, to, limit] = [list("kind").value, list("from").value, list("to").value, field("limit").value];
	const point = field("point").value.replaceAll(" ", "");
	const chosen = [...list("chain").selectedOptions].map(({ value }) => value);
	/** @type {Record<string, (string | false)[]>} */
	const parts = {
		gap: [from, to, limit],
		range: [from, limit],
		arc: [from, to, limit],
		sight: [from, to],
		chain: [...chosen, limit],
		move: [from, "from", point, limit && `limit ${limit}`],
		template: [field("template").value, point, limit],
	};
	field("question").value = [kind, ...parts[kind]].filter(Boolean).join(" ");
	for (const label of $("#form").querySelectorAll("label[data-for]"))
		set(label, { hidden: !label.getAttribute("data-for")?.split(" ").includes(kind) });
}

/** @param {Api.MeasureFactView} fact */
const told = (fact) =>
	h("li", { "data-verdict": fact.verdict }, mark(fact.verdict), h("span", h("b", fact.sentence), " ", fact.why));

/** @param {Answer<Api.MeasureView>} answer */
const wordsOf = ({ sentence = "", facts = [] }) => facts.map((one) => one.sentence).join(", ") || sentence;

/** @param {SubmitEvent} event */
async function ask(event) {
	event.preventDefault();
	const query = new URLSearchParams({ ask: field("question").value });
	/** @type {Answer<Api.MeasureView>} */
	const answer = await get(`/api/free/measure?${query}`);
	$("#answer").replaceChildren(
		h("p.question", answer.problem ?? answer.sentence),
		answer.problem ? "" : h("p.figures", words(answer.figures_prose ?? [])),
		answer.facts?.length ? h("ul.list", answer.facts.map(told)) : "",
		answer.problem ? "" : h("button.tool", { onclick: () => note(wordsOf(answer)) }, say("free-page-keep")),
	);
	board.witness({ findings: [{ witness: answer.witness ?? [], things: [] }] });
}

/** @typedef {{ turn?: number, note?: string }} Entry */
/** What was written, the newest last; undo takes it back. @type {Entry[]} */
let entries = JSON.parse(keep.get("notebook", "[]"));
let term = "turn";

/** @param {Entry[]} now */
function writeDown(now) {
	entries = now;
	keep.set("notebook", JSON.stringify(entries));
	const turn = 1 + entries.filter((one) => one.turn).length;
	text($("#number"), say("free-page-turn", { turn: term, number: turn }));
	set($("#undo"), { disabled: !entries.length });
	$("#notes").replaceChildren(...entries.flatMap((one) => (one.note ? [h("li", one.note)] : [])).reverse());
}

/** @param {string} said */
const note = (said) => said && writeDown([...entries, { note: `${$("#number").textContent}: ${said}` }]);

$("#next").addEventListener("click", () => writeDown([...entries, { turn: 1 }]));
$("#undo").addEventListener("click", () => writeDown(entries.slice(0, -1)));
$("#writing").addEventListener("submit", (event) => {
	event.preventDefault();
	note(field("note").value.trim());
	field("note").value = "";
});

list("kind").append(...KINDS.map((kind) => h("option", { value: kind }, say("free-page-kinds", { kind }))));
for (const id of ["kind", "from", "to", "chain"]) list(id).addEventListener("change", write);
for (const id of ["limit", "point", "template"]) field(id).addEventListener("input", write);
$("#form").addEventListener("submit", ask);

/** @type {Answer<Api.FreeGameView>} */
const game = await get("/api/free");
if (!game.problem) {
	text($("#game"), game.name ?? "");
	term = game.turn ?? term;
	$("#limits").append(...[...(game.ranges ?? []), ...(game.arcs ?? [])].map((value) => h("option", { value })));
	$("#templates").append(...["circle", ...(game.templates ?? [])].map((value) => h("option", { value })));
}
writeDown(entries);

follow({
	onLine: (line) => set(document.documentElement, { "data-line": line }),
	onState: (now) => {
		board.update(now);
		const models = now.table.operatives.map(({ id, label, name }) => [id, `${label} ${name}`]);
		for (const id of ["from", "to", "chain"])
			renew(list(id), [models], () => [
				...(id === "chain" ? [] : [h("option", { value: "" }, "–")]),
				...models.map(([value, label]) => h("option", { value }, label)),
			]);
		write();
		document.body.dataset.ready = "";
	},
});
