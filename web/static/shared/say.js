// The page's own texts: each is a message of the catalogue (messages/en), in the page's language.

import { Catalogue } from "./messages.js";
import { TEXTS } from "./page_texts.js";

const language = globalThis.document?.documentElement?.lang || "en";
const catalogue = new Catalogue(language, TEXTS);

/**
 * Return the text of a message. Write the code as one literal, so that the server finds the texts that a page needs.
 * @param {string} code
 * @param {Record<string, any>} [args]
 * @returns {string}
 */
export const say = (code, args = {}) => catalogue.text({ code, args }) ?? code;

/** Locale of dates and times: the browser's on an English page, because English has several. */
export const LOCALE = language.startsWith("en") ? [] : [language];

/**
 * Return a number as the page's language writes it.
 * @param {number} value
 * @param {number} digits
 */
export const decimal = (value, digits) =>
	language.startsWith("en")
		? value.toFixed(digits)
		: value.toLocaleString(LOCALE, {
				minimumFractionDigits: digits,
				maximumFractionDigits: digits,
				useGrouping: false,
			});
