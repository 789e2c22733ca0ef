// The frames kept of a ruling, again and again or one of them still, with what was drawn over them then.

import { get } from "./act.js";
import { Camera } from "./camera.js";
import { h } from "./dom.js";

const REST_MS = 1200;

/**
 * Return the clip of a game's ruling; it plays while it is on the page.
 * @param {number} game
 * @param {number | string} sequence
 * @param {number} [still] the one frame that is shown: 0 is the first, -1 the last
 */
export function clip(game, sequence, still) {
	const root = h("div.clip");
	const camera = new Camera(root);
	const address = `/api/games/${game}/clips/${sequence}`;
	/** @type {(kept: Pick<Api.ClipView, "times_s">, at: number) => void} */
	const play = ({ times_s: times }, at) => {
		if (!root.isConnected) return;
		camera.image.src = `${address}/${at}.jpg`;
		const last = at === times.length - 1;
		if (times.length > 1)
			setTimeout(play, last ? REST_MS : 1000 * (times[at + 1] - times[at]), { times_s: times }, last ? 0 : at + 1);
	};
	/** @type {Promise<Api.ClipView & { problem?: string }>} */
	const asked = get(address);
	asked.then((kept) => {
		if (kept.problem) return root.replaceChildren(still ? "" : h("p.empty", kept.problem));
		camera.show(still === undefined || !kept.near_px ? kept : { ...kept, view_px: kept.near_px });
		if (still !== 0) camera.witness(kept.ruling);
		if (still === undefined) return play(kept, 0);
		camera.image.src = `${address}/${still && kept.times_s.length - 1}.jpg`;
	});
	return root;
}
