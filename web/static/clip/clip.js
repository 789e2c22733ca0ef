// One clip of a recorded game, named in the address: as a film, or where none can be made by its frames.

import { get } from "../shared/act.js";
import { clip } from "../shared/clip.js";
import { $, h, set, text } from "../shared/dom.js";
import { say } from "../shared/say.js";

const [, game, sequence] = location.hash.match(/^#(\d+)\/(\d+)$/) ?? [];
const address = `/api/games/${game}/clips/${sequence}`;
const film = `${address}.mp4`;

/** @param {Api.ClipView} kept */
function titled({ falls, ruling }) {
	const words = falls?.length ? falls.map(({ sentence }) => sentence).join(" ") : ruling?.claim;
	if (words) text($("#title"), words);
}

/** Return why there is no film. */
async function why() {
	const answer = await fetch(film, { headers: { Range: "bytes=0-0" } });
	return answer.ok ? say("clip-page-unplayable") : (await answer.json()).detail;
}

function played() {
	const video = h("video", {
		src: film,
		controls: "",
		loop: "",
		playsinline: "",
		"aria-label": say("clip-page-title"),
	});
	video.muted = true;
	video.addEventListener("loadeddata", () => {
		set(video, { "data-there": "" });
		text($("#words"), "");
		set($("#save"), { href: film, download: "", hidden: false });
		if (!matchMedia("(prefers-reduced-motion: reduce)").matches) video.play().catch(() => {});
	});
	video.addEventListener("error", async () => {
		const sentence = await why().catch(() => say("ui-no-answer"));
		text($("#words"), say("clip-page-frames", { why: sentence }));
		video.replaceWith(clip(Number(game), sequence));
	});
	$("#film").append(video);
}

set($("#back"), { href: game ? `/replay#${game}/${sequence}` : "/replay" });
/** @type {Answer<Api.ClipView>} */
const kept = sequence ? await get(address) : { problem: say("clip-page-none") };
if (kept.problem) {
	text($("#words"), kept.problem);
} else {
	titled(/** @type {Api.ClipView} */ (kept));
	played();
}
document.body.dataset.ready = "";
