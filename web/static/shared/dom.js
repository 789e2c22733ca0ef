// Building the page without markup in strings: nothing that arrives is read as HTML.

const SVG = "http://www.w3.org/2000/svg";

/** @param {unknown} value */
const nothing = (value) => value === undefined || value === null || value === false;

/**
 * @param {Element} element
 * @param {string[]} names
 * @param {(Props | Child)[]} inside
 */
function fill(element, names, inside) {
	const [first, ...rest] = inside;
	/** @type {any} */
	const props = first?.constructor === Object ? first : {};
	if (names.length) props.class = [...names, props.class].filter(Boolean).join(" ");
	for (const [name, value] of Object.entries(props)) {
		if (nothing(value)) continue;
		if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
		else if (name === "text") element.textContent = String(value);
		else set(element, { [name]: value === true ? "" : value });
	}
	/** @type {any[]} */
	const children = (first === props ? rest : inside).flat();
	element.append(...children.filter((child) => child || child === 0));
	return element;
}

/** @type {(create: (tag: string) => Element) => any} */
const maker =
	(create) =>
	/** @param {string} name @param {(Props | Child)[]} inside */
	(name, ...inside) => {
		const [tag, ...names] = name.split(".");
		return fill(create(tag), names, inside);
	};

/**
 * Return an HTML element: `h("b.class", { attributes, listeners ("onclick") }, ...children)`; words are children too.
 * @type {MakeHtml}
 */
export const h = maker((tag) => Object.assign(document.createElement(tag), tag === "button" && { type: "button" }));

/**
 * Return an SVG element, the same way.
 * @type {MakeSvg}
 */
export const svg = maker((tag) => document.createElementNS(SVG, tag));

/**
 * Return a player's seat.
 * @template {{ player: string }} S
 * @param {{ seats: S[] }} game
 * @param {string | null} player
 */
export const seatOf = ({ seats }, player) => seats.find((seat) => seat.player === player);

/**
 * Give an element the colours of a player's side.
 * @template {Styled} E
 * @param {E} element
 * @param {{ colour: string, ink: string }} [seat]
 */
export function side(element, seat) {
	set(element, { "--team": seat?.colour ?? "#8899a0", "--ink": seat?.ink ?? "#0d1214" });
	return element;
}

/**
 * Set or remove attributes, touching only what differs.
 * @param {any} element
 * @param {Record<string, unknown>} props
 */
export function set(element, props) {
	for (const [name, value] of Object.entries(props)) {
		if (nothing(value)) element.removeAttribute(name);
		else if (name.startsWith("--")) element.style.setProperty(name, value);
		else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, String(value));
	}
}

/**
 * Set an element's text, touching it only when it differs.
 * @param {Element} element
 * @param {string} words
 */
export function text(element, words) {
	if (element.textContent !== words) element.textContent = words;
}

/**
 * Make `parent` hold one element for each item, in order, reusing what is there.
 * `make(item)` builds one, `update(element, item, before)` refreshes it when the item is another object than before.
 * @template T
 * @template {Element} E
 * @param {Element} parent
 * @param {readonly T[]} items
 * @param {object} ways
 * @param {(item: any) => unknown} [ways.key]
 * @param {(item: T) => E} ways.make
 * @param {(element: E, item: T, before?: T) => void} [ways.update]
 */
export function keyed(parent, items, { key = ({ id }) => id, make, update }) {
	const old = new Map([...parent.children].filter((el) => el.key !== undefined).map((el) => [el.key, el]));
	/** @type {any} */
	let at = parent.firstElementChild;
	for (const item of items) {
		/** @type {any} */
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

/**
 * Fill an element anew only when it says something else: a button must not vanish under a thumb.
 * @param {Element} element
 * @param {unknown} said
 * @param {() => (Node | string)[]} make
 */
export function renew(element, said, make) {
	const key = JSON.stringify(said);
	if (element.key !== key) element.replaceChildren(...make());
	element.key = key;
}

/**
 * Return the first element that a selector names; the page has it, and it is of that kind.
 * @template {Element} [E=HTMLElement]
 * @param {string} selector
 * @param {{ new (): E }} [kind]
 * @returns {E}
 */
export function $(selector, kind = /** @type {any} */ (HTMLElement)) {
	const found = document.querySelector(selector);
	if (found instanceof kind) return found;
	throw new Error(`missing: ${selector} (${kind.name})`);
}
