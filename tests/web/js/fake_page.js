// As much of a browser as the pages' own modules need in a test: elements in a tree, an event source, frames, time.

/** An element: what it holds, what it says, its attributes. */
export class FakeElement extends EventTarget {
	constructor(name = "div") {
		super();
		this.nodeName = name;
		this.parent = null;
		this.children = [];
		this.attributes = new Map();
		this.style = { setProperty: (name, value) => this.setAttribute(name, value) };
		this.moves = 0;
		this.own = "";
	}

	get firstElementChild() {
		return this.children[0] ?? null;
	}

	get nextElementSibling() {
		return this.parent?.children[this.parent.children.indexOf(this) + 1] ?? null;
	}

	get textContent() {
		return this.own + this.children.map((child) => child.textContent).join("");
	}

	set textContent(words) {
		this.moves += 1;
		this.children = [];
		this.own = words;
	}

	append(...all) {
		for (const one of all) this.insertBefore(one instanceof FakeElement ? one : words(one), null);
	}

	insertBefore(element, before) {
		element.remove();
		this.moves += 1;
		element.parent = this;
		this.children.splice(before ? this.children.indexOf(before) : this.children.length, 0, element);
	}

	replaceChildren(...all) {
		this.moves += 1;
		for (const child of [...this.children]) child.remove();
		this.append(...all);
	}

	remove() {
		if (this.parent) this.parent.children.splice(this.parent.children.indexOf(this), 1);
		this.parent = null;
	}

	getAttribute(name) {
		return this.attributes.get(name) ?? null;
	}

	setAttribute(name, value) {
		this.moves += 1;
		this.attributes.set(name, String(value));
	}

	removeAttribute(name) {
		this.attributes.delete(name);
	}
}

function words(text) {
	const node = new FakeElement("#text");
	node.own = String(text);
	return node;
}

/** A document that makes such elements. */
export class FakeDocument extends EventTarget {
	constructor() {
		super();
		this.hidden = false;
		this.documentElement = Object.assign(new FakeElement("html"), { dataset: {} });
	}

	createElement(name) {
		return new FakeElement(name);
	}

	createElementNS(_, name) {
		return new FakeElement(name);
	}
}

/** A stream of events from the server; every one that was opened is kept, the newest last. */
export class FakeEventSource extends EventTarget {
	static opened = [];

	constructor(address) {
		super();
		this.address = address;
		this.closed = false;
		FakeEventSource.opened.push(this);
	}

	static get newest() {
		return FakeEventSource.opened.at(-1);
	}

	close() {
		this.closed = true;
	}

	/** Let an event arrive. */
	send(kind, data, id = "") {
		const event = new MessageEvent(kind, { data: JSON.stringify(data), lastEventId: id });
		this.dispatchEvent(event);
	}
}
