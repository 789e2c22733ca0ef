// How every part of the machine is, as the table says it.

import { $, h, set } from "../shared/dom.js";
import { follow } from "../shared/live.js";
import { showParts } from "../shared/machine.js";
import { say } from "../shared/say.js";

/** @param {Api.CameraView} camera @returns {Api.HealthView} */
function rates({ fps, latency_ms: late }) {
	return {
		part: "rate",
		state: fps ? "ok" : "trouble",
		sentence:
			fps === null
				? say("table-no-image")
				: late === null
					? say("table-rate", { fps })
					: say("table-rates", { fps, late }),
		message: null,
	};
}

/** @param {string} part its entry in docs/troubleshooting.md; one stands for all hooks, whose names have addresses in them */
const help = (part) => `/help#${part.startsWith("hook ") ? "hook" : part.replaceAll(" ", "-")}`;

follow({
	onLine: (line) => set(document.documentElement, { "data-line": line }),
	onState: ({ health, camera }) => {
		document.body.dataset.ready = "";
		showParts($("#parts"), [...health, rates(camera)]);
		for (const name of $("#parts").querySelectorAll("b:not(:has(a))"))
			name.replaceChildren(h("a", { href: help(name.closest("li")?.dataset.part ?? "") }, name.textContent));
	},
});
