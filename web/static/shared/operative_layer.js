// The models on the board, each with what the game says of it, and where those that stand wrong belong.

/**
 * @import { Board } from "./board.js"
 * @import { Sign } from "./icons.js"
 */

import { describe } from "./card.js";
import { keyed, seatOf, set, side, svg, text } from "./dom.js";
import { called, sign } from "./icons.js";
import { U } from "./terrain_layer.js";

/**
 * Show the models; all of them anew, or those that are other than before.
 * @param {Board} board
 * @param {boolean} all
 */
export function showOperatives(board, all) {
	const { table, game } = board.shown;
	const layer = board.layers.operatives;
	if (all) for (const element of layer.children) element.item = undefined;
	keyed(layer, table.operatives, {
		make: () => made(board),
		update: (group, operative) => update(board, group, operative, game),
	});
	if (!layer.querySelector('[tabindex="0"]') && layer.firstElementChild) set(layer.firstElementChild, { tabindex: 0 });
}

/** @param {Board} board */
function made(board) {
	/** @type {(name: string) => SVGGElement} */
	const badge = (name) => svg(`g.badge.${name}`, svg("circle", { r: 9 }), svg("g"));
	const body = svg(
		"g.body",
		svg("ellipse.reach"),
		svg("ellipse.base"),
		svg("path.strike", { d: "" }),
		svg("ellipse.hurt", { pathLength: 100 }),
	);
	const group = svg(
		"g.operative",
		{ role: "button", tabindex: -1 },
		body,
		svg("text.tag"),
		badge("order"),
		badge("state"),
	);
	group.addEventListener("focus", () => {
		for (const other of board.layers.operatives.children) set(other, { tabindex: other === group ? 0 : -1 });
		board.names();
	});
	return group;
}

/** @param {{ base: Point }} [operative] */
const radii = (operative) => (operative?.base ?? [1, 1]).map((size) => (size / 2) * U);

/**
 * @param {Board} board
 * @param {SVGGElement} group
 * @param {Api.OperativeView} operative
 * @param {BoardState["game"]} game
 */
function update(board, group, operative, game) {
	/** @type {any} */
	const parts = group.children;
	const [body, tag, order, state] = parts;
	const [reach, base, strike, hurt] = body.children;
	const [x, y] = board.place([operative.x, operative.y]);
	const [rx, ry] = radii(operative);
	group.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
	side(group, seatOf(game, operative.player));
	body.style.transform = `rotate(${(90 * board.turn - operative.rotation_deg).toFixed(1)}deg)`;
	set(base, { rx, ry });
	set(reach, { rx: rx + 14, ry: ry + 14 });
	set(strike, { d: operative.state === "gone" ? `M${-rx} ${-ry}L${rx} ${ry}M${rx} ${-ry}L${-rx} ${ry}` : null });
	const lost = operative.start_wounds ? 1 - (operative.wounds ?? operative.start_wounds) / operative.start_wounds : 0;
	set(hurt, {
		rx: rx - 3,
		ry: ry - 3,
		"stroke-dasharray": lost && `${(100 * lost).toFixed(0)} 100`,
		visibility: !lost && "hidden",
	});
	text(tag, operative.label);
	set(group, {
		"--small": Math.min(rx, ry),
		"--r": (rx + ry) / 2,
		"data-state": operative.state,
		"data-ready": String(operative.ready),
		"data-active": String(game.active === operative.id),
		"aria-label": describe(operative, game.seats, game.active === operative.id),
		"aria-pressed": String(board.selected === operative.id),
	});
	showBadge(order, operative.order);
	showBadge(state, called(operative));
	if (board.selected === operative.id) board.onSelect(operative);
}

/** @param {Element & { sign?: string | null | false }} group @param {Sign | null | false} name */
function showBadge(group, name) {
	if ("sign" in group && group.sign === name) return;
	group.sign = name;
	group.lastElementChild?.replaceChildren(...(name ? [sign(name, { transform: "scale(.5) translate(-12 -12)" })] : []));
	set(group, { visibility: name ? null : "hidden" });
}

/**
 * Show where models belong that stand elsewhere.
 * @param {Board} board
 */
export function showGhosts(board) {
	const { table, ghosts } = board.shown;
	const sizes = new Map(table.operatives.map((operative) => [operative.id, operative]));
	board.layers.ghosts.replaceChildren(
		...ghosts.map(({ operative: id, stands, belongs, sentence }) => {
			const [ax, ay] = board.place([stands.x, stands.y]);
			const [x, y] = board.place([belongs.x, belongs.y]);
			const [rx, ry] = radii(sizes.get(id));
			const length = Math.hypot(x - ax, y - ay) || 1;
			const [ux, uy] = [(x - ax) / length, (y - ay) / length];
			const [tx, ty] = [x - ux * (rx + 8), y - uy * (rx + 8)];
			/** @type {(s: number) => string} */
			const barb = (s) => `M${tx} ${ty}l${(-ux - s * uy) * 34} ${(-uy + s * ux) * 34}`;
			const d = `M${ax} ${ay}L${tx} ${ty}${barb(0.5)}${barb(-0.5)}`;
			const transform = `translate(${x} ${y}) rotate(${90 * board.turn - belongs.rotation_deg})`;
			const place = svg("ellipse.place", { rx, ry, transform });
			const label = svg("text", { x, y }, sizes.get(id)?.label);
			return svg(
				"g.ghost",
				{ role: "img", "aria-label": sentence },
				svg("path.casing", { d }),
				svg("path.arrow", { d }),
				place,
				label,
			);
		}),
	);
}
