// What the pages of the machine share: sections, a second tap, and files uploaded in parts.

import { refuse } from "../shared/act.js";
import { say } from "../shared/say.js";
import { h } from "../shared/view.js";

/** @import { View } from "../vendor/preact.module.js" */

const PART_BYTES = 1 << 20;
const AGAIN_MS = 1500;
const TRIES = 20;

/** A part of the page with a heading. @param {{ id: string, title: string, children?: View }} props */
export const Section = ({ id, title, children }) =>
	h("section", { "aria-labelledby": id }, h("h2", { id }, title), children);

/** For those who may not use the page. @param {{ back: string }} props */
export const NotOwner = ({ back }) =>
	h(
		"p",
		{ id: "may" },
		say("machine-owner-only"),
		" ",
		h("a", { href: `/pair?back=${back}` }, say("machine-owner-how")),
	);

/**
 * The question after a first tap.
 * @param {{ id: string, warning: string, yes: string, onyes: () => unknown, onno: () => unknown }} props
 */
export const Confirm = ({ id, warning, yes, onyes, onno }) => [
	h("p", { role: "alert" }, warning),
	h("p.row", h("button.go", { id, onclick: onyes }, yes), h("button", { onclick: onno }, say("machine-no"))),
];

/** @param {{ size: number, come: number }} props */
export const Progress = ({ size, come }) =>
	h("progress", { max: size, value: come, "aria-label": say("upload-progress") });

/**
 * A button that asks for a file.
 * @param {{ text: string, label: string, accept?: string, onfile: (file: File) => unknown }} props
 */
export function FileButton({ text, label, accept, onfile }) {
	/** @param {{ target: HTMLInputElement }} event */
	const onchange = ({ target }) => {
		const [file] = target.files ?? [];
		target.value = "";
		if (file && !file.size) refuse(say("upload-empty", { file: file.name }));
		else if (file) onfile(file);
	};
	/** @param {{ currentTarget: HTMLElement }} event */
	const onclick = ({ currentTarget }) => {
		const input = currentTarget.nextElementSibling;
		if (input instanceof HTMLInputElement) input.click();
	};
	return [
		h("button", { id: "choose", onclick }, text),
		h("input.hidden", { type: "file", accept, tabIndex: -1, "aria-label": label, onchange }),
	];
}

/** Resolves to why a part was not taken, or "". @param {string} address @param {Blob} body */
async function sent(address, body) {
	for (let tried = 0; tried < TRIES; tried += 1) {
		try {
			const headers = { "Content-Type": "application/octet-stream" };
			const answer = await fetch(address, { method: "POST", headers, body });
			return answer.ok ? "" : (await answer.json()).detail;
		} catch {
			await new Promise((done) => setTimeout(done, AGAIN_MS));
		}
	}
	return say("upload-rest-lost");
}

/**
 * Send a file in parts for as long as it is `wanted()`; resolves to why it was not taken, or "". A part is sent again
 * while the connection is lost.
 * @param {File} file
 * @param {string} address
 * @param {() => boolean} wanted
 */
export async function bringFile(file, address, wanted) {
	for (let at = 0; at < file.size && wanted(); at += PART_BYTES) {
		const why = await sent(`${address}/${at}`, file.slice(at, at + PART_BYTES));
		if (why) return wanted() ? why : "";
	}
	return "";
}
