// Building the page without markup in strings: nothing that arrives is read as HTML.

const SVG = "http://www.w3.org/2000/svg";
const NONE = [undefined, null, false];

function fill(element, names, args) {
	const props = args[0]?.constructor === Object ? args.shift() : {};
	if (names.length) props.class = [...names, props.class].filter(Boolean).join(" ");
	for (const [name, value] of Object.entries(props)) {
		if (NONE.includes(value)) continue;
		if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
		else if (name === "text") element.textContent = value;
		else element.setAttribute(name, value === true ? "" : value);
	}
	element.append(...args.flat().filter((child) => child || child === 0));
	return element;
}

const made = (create) => (tag, ...args) => {
	const [name, ...names] = tag.split(".");
	return fill(create(name), names, args);
};

/** Return an HTML element: `h("b.class", { attributes, listeners ("onclick") }, ...children)`; words are children too. */
export const h = made((name) => Object.assign(document.createElement(name), name === "button" && { type: "button" }));

/** Return an SVG element, the same way. */
export const svg = made((name) => document.createElementNS(SVG, name));

export const seatOf = ({ seats }, player) => seats.find((seat) => seat.player === player);

/** Give an element the colours of a player's side. */
export function side(element, seat) {
	element.style.setProperty("--team", seat?.colour ?? "#8899a0");
	element.style.setProperty("--ink", seat?.ink ?? "#0d1214");
	return element;
}

/** Set or remove attributes, touching only what differs. */
export function set(element, props) {
	for (const [name, value] of Object.entries(props)) {
		if (NONE.includes(value)) element.removeAttribute(name);
		else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
	}
}

/** Set an element's text, touching it only when it differs. */
export function text(element, words) {
	if (element.textContent !== words) element.textContent = words;
}

/**
 * Make `parent` hold one element for each item, in order, reusing what is there.
 * `make(item)` builds one, `update(element, item, before)` refreshes it when the item is another object than before.
 */
export function keyed(parent, items, { key = (item) => item.id, make, update }) {
	const old = new Map([...parent.children].filter((el) => el.key !== undefined).map((el) => [el.key, el]));
	let at = parent.firstElementChild;
	for (const item of items) {
		let element = old.get(key(item));
		old.delete(key(item));
		if (!element) {
			element = make(item);
			element.key = key(item);
			element.item = undefined;
		}
		if (element.item !== item) {
			const before = element.item;
			element.item = item;
			update?.(element, item, before);
		}
		if (element === at) at = at.nextElementSibling;
		else parent.insertBefore(element, at);
	}
	for (const element of old.values()) element.remove();
}

/** Fill an element anew only when it says something else: a button must not vanish under a thumb. */
export function renew(element, said, make) {
	const key = JSON.stringify(said);
	if (element.key !== key) element.replaceChildren(...make());
	element.key = key;
}

/** Return the first element that a selector names. */
export const $ = (selector, root = document) => root.querySelector(selector);
