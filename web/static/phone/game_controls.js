// What belongs to the whole game: the clock, ploys, points, a new game, a battle conceded.

/** @import { Board } from "../shared/board.js" */

import { submit } from "../shared/act.js";
import { h, renew, seatOf, side } from "../shared/dom.js";
import { placeByHand } from "../shared/operative_actions.js";
import { askPlace } from "../shared/placing.js";
import { button, choices, stepper } from "../shared/ui.js";

/** @param {number} seconds */
const time = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** The game's own sheet, in `root`: built once, for people type in it. */
export class GameControls {
	/** @param {HTMLElement} root @param {Board} board */
	constructor(root, board) {
		this.board = board;
		this.absent = choices();
		this.times = h("ul.clock", { "aria-label": "Clock" });
		this.start = h("button.plain");
		this.accounts = h("div.list");
		this.again = choices();
		this.more = h("details", h("summary", "Ploys, points, new game"), this.accounts, this.again);
		const byHand = h("details", h("summary", "Put on the board by hand"), this.#byHand());
		root.append(h("div.clockline", this.times, this.start), this.more, byHand);
	}

	/** @param {Api.Snapshot} now @param {Api.Snapshot | null} before @param {string} own the seat of a player's phone */
	update({ game, clock }, before, own) {
		if (!before) this.more.open = !game.begun;
		this.#show(game, own);
		if (clock !== before?.clock || game !== before?.game) this.#clock(clock, game);
	}

	/** @param {Api.ClockView} clock @param {Api.GameView} game */
	#clock(clock, game) {
		/** @type {(player: string) => string} */
		const name = (player) => seatOf(game, player)?.name ?? player;
		/** @type {(who: string, seconds: string, on: boolean) => HTMLElement} */
		const row = (who, seconds, on) => h("li", { "data-on": String(on) }, h("span", who), h("b", seconds));
		const left = clock.limit_s ? `${time(Math.max(0, clock.limit_s - clock.round_s))} left` : time(clock.round_s);
		const seats = clock.seats.map(({ player, used_s }) =>
			row(name(player), time(used_s), clock.running && clock.on === player),
		);
		this.times.replaceChildren(...seats, row("Round", left, false));
		this.start.textContent = clock.running ? "Stop the clock" : "Start the clock";
		this.start.onclick = () => submit({ kind: "clock", do: clock.running ? "stop" : "start" });
	}

	/** Operatives that stand nowhere, and markers: smoke, or whatever the camera does not see. */
	#byHand() {
		/** @type {(x: number, y: number) => void} */
		const put = (x, y) => submit({ kind: "place_marker", what: what.value.trim().toLowerCase() || "smoke", x, y });
		const what = h("input", { "aria-label": "Marker", placeholder: "smoke", maxlength: 30 });
		const touch = { onclick: () => askPlace(this.board, `the ${what.value || "smoke"} marker`, put) };
		return [this.absent, what, button("Marker", touch, "touch the board")];
	}

	/** @param {Api.GameView} game @param {string} own */
	#show(game, own) {
		const { begun, over, absent } = game;
		const on = begun && !over;
		const seats = game.seats.filter(({ player }) => !own || player === own);
		/** @type {(one: Api.AbsentView) => HTMLElement} */
		const model = (one) =>
			button(one.name, { onclick: () => placeByHand(this.board, { ...one, absent: true }) }, one.id.toUpperCase());
		renew(this.absent, absent, () => absent.map(model));
		const sides = seats.map(({ player, name, colour, ink }) => [player, name, colour, ink]);
		renew(this.accounts, sides, () => seats.map(account));
		/** @type {(name: string, small: string, more?: Partial<Api.Begin>) => HTMLElement} */
		const begin = (name, small, more) => button(name, { onclick: () => submit({ kind: "begin", ...more }) }, small);
		/** @type {Api.EndBattle} */
		const end = { kind: "end_battle", conceded_by: own || null };
		renew(this.again, [on, own], () => [
			...(on && own
				? []
				: [begin("New battle", "with what stands there"), begin("Free play", "no turns", { free: true })]),
			on ? button(own ? "Concede the battle" : "End the battle", { onclick: () => submit(end, own || "any") }) : "",
			h("a.choice", { href: "/replay" }, "Recorded games"),
		]);
	}
}

/**
 * Return where a player uses ploys and scores.
 * @param {Api.SeatView} seat
 */
function account(seat) {
	const { player, name } = seat;
	/** @type {(label: string, unit: string, limits: { low?: number, high?: number }, send: string, intent: (said: string, number: number) => Intent) => Child} */
	const row = (label, unit, limits, send, intent) => {
		const input = h("input", { "aria-label": `${name}: ${label}`, placeholder: label, maxlength: 40 });
		/** @type {(number: number) => void} */
		const onSend = (number) => {
			const said = input.value.trim();
			if (said) submit(intent(said, number), player);
			else input.focus();
		};
		return [input, stepper(`${name}: ${unit}`, { ...limits, send, onSend })];
	};
	const ploy = row("ploy", "CP", { high: 9 }, "Use", (said, cost) => ({ kind: "use_ploy", player, name: said, cost }));
	const op = row("op", "VP", { low: -20 }, "Score", (said, vp) => ({ kind: "score", player, op: said, vp }));
	return side(h("section.account", { "aria-label": name }, h("b", name), ploy, op), seat);
}
