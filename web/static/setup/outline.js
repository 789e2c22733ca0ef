// The outline of a piece in the picture: corners as points, and nothing drawn.

/**
 * The corners of an outline whose sides have points between them, for the lens.
 * @param {Point[]} points
 */
export function corners(points) {
	return points.filter((point, k) => {
		const [a, b] = [points[(k + points.length - 1) % points.length], points[(k + 1) % points.length]];
		const [ux, uy, vx, vy] = [point[0] - a[0], point[1] - a[1], b[0] - point[0], b[1] - point[1]];
		return Math.abs(ux * vy - uy * vx) > 0.12 * Math.hypot(ux, uy) * Math.hypot(vx, vy);
	});
}

/**
 * Return an outline with one corner more in the middle of its longest side, or without the last one.
 * @param {Point[]} outline
 * @param {1 | -1} by
 */
export function reshaped(outline, by) {
	const corners = [...outline];
	if (by < 0 && corners.length > 3) corners.pop();
	if (by > 0) {
		const after = [...corners.slice(1), corners[0]];
		const lengths = corners.map(([x, y], k) => Math.hypot(after[k][0] - x, after[k][1] - y));
		const k = lengths.indexOf(Math.max(...lengths));
		corners.splice(k + 1, 0, [(corners[k][0] + after[k][0]) / 2, (corners[k][1] + after[k][1]) / 2]);
	}
	return corners;
}

/**
 * Return a square around a point, `half` its side from the middle to each edge.
 * @param {Point} at
 * @param {number} half
 * @returns {Point[]}
 */
export function squareAround([x, y], half) {
	const [left, right, low, high] = [x - half, x + half, y - half, y + half];
	return [
		[left, low],
		[right, low],
		[right, high],
		[left, high],
	];
}
