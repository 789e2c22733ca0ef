// The seconds before a ruling as frames of the camera, with what was drawn over them then, again and again.

import { get } from "../shared/act.js";
import { Camera } from "../shared/camera.js";

const REST_MS = 1200;
/** Of the whole part's width: no closer than so, beyond only the camera's pixels grow. */
const CLOSEST = 0.3;
const ASPECT = 16 / 9;

/** @param {Point[]} points @returns {Point} */
const middle = (points) => {
	const mean = (/** @type {0 | 1} */ axis) => points.reduce((sum, at) => sum + at[axis], 0) / points.length;
	return [mean(0), mean(1)];
};

/**
 * Return who fell, by whose hand and the line between them, as strokes over the picture.
 * @param {Api.ClipView["falls"]} falls
 */
const fallen = (falls) =>
	(falls ?? []).flatMap(({ at, by }) => [
		...(at && by
			? [{ role: "blocked_line", closed: false, points_px: [middle(by.outline_px), middle(at.outline_px)] }]
			: []),
		...(by ? [{ role: "measure", closed: true, points_px: by.outline_px }] : []),
		...(at ? [{ role: "breach", closed: true, points_px: at.outline_px }] : []),
	]);

/**
 * Return the part of the picture in which something is drawn, 16:9; all of it where nothing is.
 * @param {Api.ClipView} kept
 * @param {Drawn} drawn
 */
function close({ size_px, view_px }, drawn) {
	const [left, top, width, height] = view_px ?? [0, 0, ...size_px];
	const strokes = drawn.findings.flatMap((one) => one.witness.flatMap((stroke) => stroke.points_px ?? []));
	if (!strokes.length) return view_px;
	const [xs, ys] = [strokes.map(([x]) => x), strokes.map(([, y]) => y)];
	const [low, high] = [
		[Math.min(...xs), Math.min(...ys)],
		[Math.max(...xs), Math.max(...ys)],
	];
	const wide = Math.max(1.5 * (high[0] - low[0]), 1.5 * ASPECT * (high[1] - low[1]), CLOSEST * width);
	const part = Math.min(wide, width, height * ASPECT);
	/** @type {(middle: number, size: number, from: number, whole: number) => number} */
	const within = (middle, size, from, whole) =>
		Math.min(Math.max(middle - size / 2, from), Math.max(from, from + whole - size));
	return /** @type {[number, number, number, number]} */ ([
		within((low[0] + high[0]) / 2, part, left, width),
		within((low[1] + high[1]) / 2, part / ASPECT, top, height),
		part,
		part / ASPECT,
	]);
}

/**
 * Play the frames at an address in `root` while that is on the page; it goes where no frames are kept.
 * @param {HTMLElement} root
 * @param {string} address
 */
export function replay(root, address) {
	const camera = new Camera(root);
	/** @type {(times: number[], at: number) => void} */
	const play = (times, at) => {
		if (!root.isConnected) return;
		camera.image.src = `${address}/${at}.jpg`;
		root.dataset.frame = String(at);
		const last = at === times.length - 1;
		setTimeout(play, last ? REST_MS : 1000 * (times[at + 1] - times[at]), times, last ? 0 : at + 1);
	};
	get(address).then((/** @type {Api.ClipView & { problem?: string }} */ kept) => {
		if (kept.problem) return root.remove();
		const witness = /** @type {Api.StrokeView[]} */ (fallen(kept.falls));
		const drawn = { findings: [...(kept.ruling?.findings ?? []), { things: [], witness }] };
		camera.show({ ...kept, view_px: close(kept, drawn) });
		camera.witness(drawn);
		return play(kept.times_s, 0);
	});
}
