// Texts of messages in the page's language. The table sends each message as a code with arguments, and beside it English
// text. A page in another language loads the catalogue and puts its own text in place of the English one.

import "../vendor/fluent-bundle.js";

const SOURCE = "en";
/** Language for tests: English with every text in brackets, so that a text outside of the catalogue is found. */
export const PSEUDO = "en-x-pseudo";
/** Locales by which numbers and lists are written, if they are not named like the language. */
const LOCALES = new Map([["en", "en-GB"]]);
const NOTHING = "none";
const FAILS = ".fails";
/** Fields that have the text of the message beside them, the first one that an object has. */
const TEXT_FIELDS = [
	"sentence",
	"means",
	"why",
	"label",
	"question",
	"says",
	"words",
	"text",
	"detail",
	"problem",
	"title",
	"told",
	"line",
	"does",
	"notice",
	"why_not",
	"advice",
	"laying",
	"needed",
	"fault",
	"said",
];
/** End of the name of a field with the message of another text. */
const SUFFIX = "_message";
/** End of the name of a field with the messages of a list of texts: `note_messages` of `notes`, `who_messages` of `who`. */
const MANY = "_messages";
const ROUNDING = 1e-4;
const MOST_QUOTED = 80;

/** Mark of a length within a text, with its number. */
const MARK = /\ue000([0-9]+)\ue001/;

/** @typedef {{ code: string, args?: Record<string, any> }} Message */
/** @typedef {{ said: string, inches: number, sigma: number | null }} LengthPiece */

/** @type {Catalogue | null} */
let loaded = null;
/** Display names by id, as last sent by the table. @type {Record<string, string>} */
let known = {};

/** @type {Promise<void> | null} */
let loading = null;

/**
 * Load the catalogue of the page's language, or return null: English needs none, because the table sends it.
 * @returns {Promise<void> | null}
 */
export function loadPageCatalogue() {
	const language = globalThis.document?.documentElement?.lang;
	if (!language || language === SOURCE || loaded?.language === language) return null;
	loading ??= load(language).finally(() => {
		loading = null;
	});
	return loading;
}

/**
 * Return data from the table like `translated`, once the catalogue is loaded. Without it the text stays English.
 * @template T
 * @param {T} data
 * @returns {Promise<T>}
 */
export async function inPageLanguage(data) {
	await loadPageCatalogue()?.catch(() => {});
	return translated(data);
}

/** @param {string} language */
async function load(language) {
	const answer = await fetch(new URL(`../messages/${language.split("-")[0]}.ftl`, import.meta.url));
	if (answer.ok) loaded = new Catalogue(language, await answer.text());
}

/**
 * Return data from the table with the texts of its messages in the page's language; without names, with the last ones.
 * @template T
 * @param {T} data
 * @param {Record<string, string>} [names]
 * @returns {T}
 */
export function translated(data, names = known) {
	known = names;
	return loaded ? withTexts(data, loaded, names) : data;
}

/**
 * @param {any} data
 * @param {Catalogue} catalogue
 * @param {Record<string, string>} names
 * @returns {any}
 */
export function withTexts(data, catalogue, names) {
	if (Array.isArray(data)) return data.map((each) => withTexts(each, catalogue, names));
	if (data === null || typeof data !== "object") return data;
	const own = Object.entries(data).map(([name, value]) => [name, withTexts(value, catalogue, names)]);
	const found = Object.fromEntries(own);
	for (const name of Object.keys(data).filter((each) => each.endsWith(SUFFIX))) {
		const beside = name.slice(0, -SUFFIX.length);
		const text = data[name]?.code && typeof found[beside] === "string" ? catalogue.text(data[name], names) : null;
		if (text !== null) found[beside] = text;
		if (text !== null && `${beside}_prose` in found) found[`${beside}_prose`] = catalogue.pieces(data[name], names);
	}
	for (const name of Object.keys(data).filter((each) => each.endsWith(MANY))) {
		const word = name.slice(0, -MANY.length);
		const beside = Array.isArray(found[word]) ? word : `${word}s`;
		if (found[beside]?.length === data[name].length)
			found[beside] = data[name].map(
				(/** @type {Message} */ one, /** @type {number} */ k) => catalogue.text(one, names) ?? found[beside][k],
			);
	}
	for (const [name, beside] of [
		["effect", "says"],
		["remedy", "mend"],
	])
		if (data[name]?.code && typeof found[beside] === "string")
			found[beside] = catalogue.text(data[name], names) ?? found[beside];
	const field = TEXT_FIELDS.find((name) => typeof found[name] === "string");
	const text = field && data.message?.code ? catalogue.text(data.message, names) : null;
	if (text === null) return found;
	const prose = `${field}_prose` in found ? { [`${field}_prose`]: catalogue.pieces(data.message, names) } : {};
	return { ...found, ...prose, [/** @type {string} */ (field)]: text };
}

/** The texts of one language: the same files and functions as on the server (messages/catalogue.py, functions.py). */
export class Catalogue {
	/**
	 * @param {string} language
	 * @param {string} source text of its files
	 */
	constructor(language, source) {
		const { FluentBundle, FluentNumber, FluentResource, FluentType } = globalThis.FluentBundle;
		this.language = language;
		this.locale = LOCALES.get(language) ?? language;
		/** @type {Record<string, string>} */
		this.names = {};
		/** Lengths of the text that is being made, if they are kept apart. @type {LengthPiece[] | null} */
		this.lengths = null;
		this.types = typesOf(FluentType, FluentNumber, this);
		this.bundle = new FluentBundle([this.locale], { functions: functionsOf(this), useIsolating: false });
		this.bundle.addResource(new FluentResource(source));
	}

	/**
	 * Return the text of a message, or null if this language lacks it.
	 * @param {Message} message
	 * @param {Record<string, string>} [names] display names by id
	 * @returns {string | null}
	 */
	text(message, names = {}) {
		this.names = names;
		const text = this.format(message);
		return this.language === PSEUDO && text !== null ? `⟦${text}⟧` : text;
	}

	/**
	 * Return the text of a message with its lengths apart, in order, so that their unit can be converted.
	 * @param {Message} message
	 * @param {Record<string, string>} [names]
	 * @returns {(string | LengthPiece)[]}
	 */
	pieces(message, names = {}) {
		this.lengths = [];
		const parts = (this.text(message, names) ?? message.code).split(MARK);
		const found = this.lengths;
		this.lengths = null;
		return parts.map((part, at) => (at % 2 ? found[Number(part)] : part)).filter((piece) => piece !== "");
	}

	/**
	 * Return the text of a message, or null if it or a message within it has none here.
	 * @param {Message} message
	 * @returns {string | null}
	 */
	format(message) {
		const holds = !message.code.endsWith(FAILS);
		const found = this.bundle.getMessage(holds ? message.code : message.code.slice(0, -FAILS.length));
		if (!found) return null;
		const fails = found.attributes.fails;
		const pattern = holds ? (found.value ?? fails) : (fails ?? found.value);
		/** @type {Error[]} */
		const errors = [];
		// Infinite lengths are null in JSON; a text that shows none is complete without them.
		const given = Object.entries(message.args ?? {}).filter(([, value]) => value !== null);
		const args = given.map(([name, value]) => [name, this.ready(value)]);
		if (args.some(([, value]) => value === null)) return null;
		const text = this.bundle.formatPattern(pattern, Object.fromEntries(args), errors);
		return errors.length ? null : /** @type {string} */ (text);
	}

	/**
	 * Return an argument as Fluent takes it: a message as its text, an empty list as "none"; null if a text is missing.
	 * @param {any} value
	 * @returns {any}
	 */
	ready(value) {
		const { List, Figure } = this.types;
		if (Array.isArray(value)) {
			const items = value.map((each) => this.item(each));
			if (items.includes(null)) return null;
			return items.length ? new List(items.map(String)) : NOTHING;
		}
		if (typeof value === "boolean") return value ? "yes" : "no";
		if (typeof value === "number") return new Figure(value);
		return value !== null && typeof value === "object" ? this.format(value) : value;
	}

	/** @param {any} value */
	item(value) {
		const ready = this.ready(value);
		return ready === null || typeof ready === "string" ? ready : ready.toString();
	}
}

/**
 * Return the types of values that are written by the language's rules: lists, numbers with a unit, and lengths.
 * @param {any} FluentType
 * @param {any} FluentNumber
 * @param {Catalogue} catalogue
 */
function typesOf(FluentType, FluentNumber, catalogue) {
	const { locale } = catalogue;
	class List extends FluentType {
		/** @param {string[]} items @param {boolean} or */
		constructor(items, or = false) {
			super(items);
			this.items = items;
			this.or = or;
		}
		toString() {
			return new Intl.ListFormat(locale, { type: this.or ? "disjunction" : "conjunction" }).format(this.items);
		}
	}
	class Figure extends FluentNumber {
		/** @param {number} value @param {number} [digits] @param {string} [unit] */
		constructor(value, digits, unit = "") {
			super(value);
			this.number = value;
			this.digits = digits;
			this.unit = unit;
		}
		toString() {
			if (!Number.isFinite(this.number))
				return `${Number.isNaN(this.number) ? "NaN" : this.number < 0 ? "-∞" : "∞"}${this.unit}`;
			const digits =
				this.digits === undefined
					? { maximumFractionDigits: 3 }
					: { minimumFractionDigits: this.digits, maximumFractionDigits: this.digits };
			const options = { useGrouping: false, roundingMode: "halfEven", ...digits };
			// A decimal text is rounded by its digits, as on the server; a binary number by its exact value.
			const format = new Intl.NumberFormat(locale, /** @type {any} */ (options));
			return `${format.format(/** @type {any} */ (String(this.number)))}${this.unit}`;
		}
	}
	class Length extends FluentType {
		/** @param {Figure} inches @param {Figure | null} sigma */
		constructor(inches, sigma = null) {
			super(inches);
			this.inches = inches;
			this.sigma = sigma;
		}
		toString() {
			const said = this.sigma ? `${this.inches}, ±${this.sigma}` : `${this.inches}`;
			if (!catalogue.lengths) return said;
			catalogue.lengths.push({ said, inches: shown(this.inches), sigma: this.sigma && shown(this.sigma) });
			return `\ue000${catalogue.lengths.length - 1}\ue001`;
		}
	}
	/** @param {Figure} figure */
	const shown = ({ number, digits = 3 }) => {
		const options = { useGrouping: false, maximumFractionDigits: digits, roundingMode: "halfEven" };
		const format = new Intl.NumberFormat("en", /** @type {any} */ (options));
		return Number(format.format(/** @type {any} */ (String(number))));
	};
	return { List, Figure, Length };
}

/**
 * Return the functions that texts may call (messages/functions.py).
 * @param {Catalogue} catalogue
 * @returns {Record<string, (positional: any[], named: Record<string, any>) => any>}
 */
function functionsOf(catalogue) {
	const { List, Figure, Length } = catalogue.types;
	/** @param {number} value @param {number} [digits] */
	const inches = (value, digits) => new Figure(value, digits, '"');
	/** @param {any} value */
	const figure = (value) => Number(value instanceof Figure ? value.number : (value?.valueOf?.() ?? value));
	/** @param {any} value @param {number} usual */
	const digits = (value, usual) => (value === undefined ? usual : figure(value));
	/** @param {any} value */
	const name = (value) => catalogue.names[value] ?? String(value);
	return {
		NAME: ([value]) => (value instanceof List ? new List(value.items.map(name), value.or) : name(value)),
		LIST: ([value], { last }) => (value instanceof List ? new List(value.items, String(last ?? "") === "or") : value),
		LENGTH: ([value, limit], named) => {
			const length = figure(value);
			if (limit !== undefined && Number.isFinite(length)) {
				const most = figure(limit);
				if (Math.round(length * 10) / 10 > most !== length > most) {
					const hundredths = length > most ? Math.ceil(length * 100) : Math.floor(length * 100);
					return new Length(inches(hundredths / 100, 2));
				}
			}
			return new Length(inches(length, digits(named.digits, 1)));
		},
		MEASURED: ([value, sigma], named) => {
			const [length, error] = [value, sigma].map((one) => inches(figure(one), digits(named.digits, 1)));
			return new Length(length, error);
		},
		COST: ([value]) => new Length(inches(Math.ceil(figure(value) * 100 - ROUNDING) / 100)),
		INCHES: ([value]) => new Length(inches(figure(value))),
		MM: ([value], named) => new Figure(figure(value), digits(named.digits, 1), " mm"),
		DECIMAL: ([value], named) => new Figure(figure(value), digits(named.digits, 1)),
		PERCENT: ([value], named) => new Figure(100 * figure(value), digits(named.digits, 0), " %"),
		CHANCE: ([value]) => {
			const p = figure(value);
			const percent = Math.round(100 * p);
			return new Figure(p > 0 && p < 1 ? Math.min(99, Math.max(1, percent)) : percent, undefined, " %");
		},
		COMMAS: ([value]) => (value instanceof List ? value.items.join(", ") : value),
		DOTS: ([value]) => (value instanceof List ? value.items.join(" · ") : value),
		SENTENCES: ([value]) => (value instanceof List ? value.items.join(" ") : value),
		QUOTE: ([value]) =>
			catalogue.format({ code: "text-quoted", args: { text: String(value).slice(0, MOST_QUOTED) } }) ?? String(value),
	};
}
