// A closer look at the board: two fingers, or a double tap, and one finger to move what is close.

/** @import { Board } from "./board.js" */

const MOST = 5;
const TAPPED = 2.5;
const STILL_PX = 8;

/**
 * Let the board be looked at closer.
 * @param {Board} board
 */
export function zooming(board) {
	const { root } = board;
	/** @type {Map<number, { x: number, y: number }>} */
	const fingers = new Map();
	let moved = false;
	/** @param {{ x: number, y: number }} at */
	const drawn = ({ x, y }) => new DOMPoint(x, y).matrixTransform(root.getScreenCTM()?.inverse());
	const centre = () => {
		const [one, other = one] = fingers.values();
		const apart = Math.hypot(one.x - other.x, one.y - other.y);
		return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2, apart };
	};
	/**
	 * Show the board so much closer, what was under `before` under `now`.
	 * @param {number} closer
	 * @param {DOMPoint} before
	 * @param {{ x: number, y: number }} now
	 */
	const look = (closer, before, now) => {
		const [x, y, width, height] = board.whole;
		const box = root.viewBox.baseVal;
		const wide = Math.min(width, Math.max(width / MOST, box.width / closer));
		Object.assign(box, { width: wide, height: (wide / width) * height });
		const off = drawn(now);
		box.x = Math.min(x + width - box.width, Math.max(x, box.x + before.x - off.x));
		box.y = Math.min(y + height - box.height, Math.max(y, box.y + before.y - off.y));
		root.classList.toggle("close", wide < width);
		board.measure();
	};
	root.addEventListener("pointerdown", ({ pointerId, pointerType, clientX, clientY }) => {
		moved = pointerType === "touch" && fingers.size > 0;
		if (pointerType !== "touch" || !board.state || board.dragging) return;
		fingers.set(pointerId, { x: clientX, y: clientY });
	});
	root.addEventListener("pointermove", ({ pointerId, clientX, clientY }) => {
		const finger = fingers.get(pointerId);
		if (!finger || (fingers.size < 2 && !root.classList.contains("close"))) return;
		if (!moved && Math.hypot(clientX - finger.x, clientY - finger.y) < STILL_PX) return;
		moved = true;
		const then = centre();
		const before = drawn(then);
		Object.assign(finger, { x: clientX, y: clientY });
		const now = centre();
		look(then.apart ? now.apart / then.apart : 1, before, now);
	});
	/** @type {("pointerup" | "pointercancel")[]} */
	const ends = ["pointerup", "pointercancel"];
	for (const end of ends) root.addEventListener(end, ({ pointerId }) => fingers.delete(pointerId));
	root.addEventListener("click", (event) => moved && event.stopImmediatePropagation(), true);
	root.addEventListener("dblclick", ({ clientX: x, clientY: y }) => {
		if (!board.dragging) look(root.classList.contains("close") ? 1 / MOST : TAPPED, drawn({ x, y }), { x, y });
	});
}
