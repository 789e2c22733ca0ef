// How every part of the machine is, one line each.

import { h, keyed, set } from "./dom.js";
import { icon } from "./icons.js";

/** The sign of each state. @type {Record<Api.HealthView["state"], import("./icons.js").Sign>} */
export const SIGN = { ok: "check", trouble: "warn", lost: "cross" };

/**
 * Show the parts in a list, as they come.
 * @param {Element} root
 * @param {Api.HealthView[]} parts
 */
export const showParts = (root, parts) =>
	keyed(root, parts, {
		key: (one) => one.part,
		make: () => h("li"),
		update: (li, one) => {
			set(li, { "data-state": one.state });
			li.replaceChildren(icon(SIGN[one.state]), h("b", one.part), h("span", one.sentence));
		},
	});
