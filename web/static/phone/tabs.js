// A seat's page that is open in several tabs of one browser: each of them says so.

import { $, h } from "../shared/dom.js";
import { say } from "../shared/say.js";

/** Say on this page while another tab of this browser shows a phone's page as well. */
export function watchTabs() {
	const channel = new BroadcastChannel("overlook-phone");
	const own = String(Math.random());
	/** @type {Set<string>} */
	const others = new Set();
	/** @param {"open" | "here" | "closed"} kind */
	const tell = (kind) => channel.postMessage({ kind, from: own });
	const show = () => {
		document.querySelector("#twice")?.remove();
		if (others.size) $("footer").prepend(h("p.gone", { id: "twice", role: "alert" }, say("phone-open-twice")));
	};
	channel.addEventListener("message", ({ data: { kind, from } }) => {
		if (kind === "open") tell("here");
		if (kind === "closed") others.delete(from);
		else others.add(from);
		show();
	});
	window.addEventListener("pagehide", () => tell("closed"));
	window.addEventListener("pageshow", ({ persisted }) => persisted && tell("open"));
	tell("open");
}
