// How every part of the machine is, one line each.

import { h, keyed, set } from "./dom.js";
import { icon } from "./icons.js";
import { say } from "./say.js";

/** The sign of each state. @type {Record<Api.HealthView["state"], import("./icons.js").Sign>} */
export const SIGN = { ok: "check", trouble: "warn", lost: "cross" };

/** Begins the name of a web hook's part, before its address. */
const HOOK = "hook ";

/** The name of a part in the page's language. @param {string} part */
export const partName = (part) =>
	part.startsWith(HOOK)
		? say("health-part-name", { key: "hook", part: part.slice(HOOK.length) })
		: say("health-part-name", { key: part.replaceAll(" ", "_"), part });

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
			set(li, { "data-state": one.state, "data-part": one.part });
			li.replaceChildren(icon(SIGN[one.state]), h("b", partName(one.part)), h("span", one.sentence));
		},
	});
