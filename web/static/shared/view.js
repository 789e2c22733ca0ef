// Views: what a page shows is a function of its state, drawn by Preact.

/**
 * @import { View, VNode } from "../vendor/preact.module.js"
 * @import { Sign } from "./icons.js"
 */

import { h as node, render } from "../vendor/preact.module.js";
import { LINES } from "./icons.js";

/** @param {any} one */
const isProps = (one) => one?.constructor === Object;

/**
 * Return a node of a view: `h("b.class", { properties, listeners ("onclick") }, ...children)`, or of a component,
 * `h(Component, { properties })`. The properties may be left out.
 * @param {any} type
 * @param {any[]} inside
 * @returns {VNode}
 */
export function h(type, ...inside) {
	const [first, ...rest] = inside;
	const children = isProps(first) ? rest : inside;
	if (typeof type !== "string") return node(type, isProps(first) ? first : {}, ...children);
	const [tag, ...names] = type.split(".");
	const props = { ...(tag === "button" && { type: "button" }), ...(isProps(first) && first) };
	if (names.length) props.class = [...names, props.class].filter(Boolean).join(" ");
	return node(tag, props, ...children);
}

/**
 * Draw a page's state, and again whenever it changes; returns `change(fields)`.
 * @template {object} S
 * @param {Element} root
 * @param {(state: S) => View} view
 * @param {S} state
 */
export function show(root, view, state) {
	/** @param {Partial<S>} fields */
	const change = (fields) => {
		Object.assign(state, fields);
		render(view(state), root);
	};
	change({});
	return change;
}

/** A sign of one line weight. @param {{ name: Sign }} props */
export const Icon = ({ name }) =>
	h("svg.icon", { viewBox: "0 0 24 24", "aria-hidden": "true" }, h("path", { d: LINES[name] }));
