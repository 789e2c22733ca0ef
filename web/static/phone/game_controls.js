// What belongs to the whole game: the clock, ploys, points, its end, what is put down by hand.

/** @import { Board } from "../shared/board.js" */

import { get, submit } from "../shared/act.js";
import { check } from "../shared/commitments.js";
import { h, renew, seatOf, side } from "../shared/dom.js";
import { placeByHand } from "../shared/operative_actions.js";
import { askPlace } from "../shared/placing.js";
import { say } from "../shared/say.js";
import { time } from "../shared/status.js";
import { button, choices, stepper } from "../shared/ui.js";

/** The game's own sheet, in `root`: built once, for people type in it. */
export class GameControls {
	/** @param {HTMLElement} root @param {Board} board */
	constructor(root, board) {
		this.times = h("ul.clock", { "aria-label": say("phone-clock") });
		this.start = h("button.plain");
		this.accounts = h("div.list");
		this.commitments = h("ul.commitments", { "aria-label": say("phone-commitments") });
		this.own = h("ul.commitments", { "aria-label": say("phone-own-choices") });
		this.asked = "[]";
		this.again = choices();
		this.more = h("details", h("summary", say("phone-more")), this.accounts, this.commitments, this.own, this.again);
		this.byHand = new ByHand(board);
		this.uncounted = h("div.uncounted");
		root.append(h("div.clockline", this.times, this.start), this.uncounted, this.more, this.byHand.root);
	}

	/** @param {Api.Snapshot} now @param {Api.Snapshot | null} before @param {string} own the seat of a player's phone */
	update(now, before, own) {
		const { game, clock } = now;
		if (!before) this.more.open = !game.begun;
		this.#show(game, own);
		this.byHand.update(now, own);
		if (clock !== before?.clock || game !== before?.game) this.#clock(clock, game);
	}

	/**
	 * Show what this phone's player has sealed; nobody else is told.
	 * @param {Api.CommitmentView[]} sealed
	 */
	#showOwn(sealed) {
		const asked = JSON.stringify(sealed);
		if (asked === this.asked) return;
		this.asked = asked;
		this.own.replaceChildren();
		if (!sealed.length) return;
		get("/api/choices").then((/** @type {Answer<Api.OwnChoices>} */ answer) => {
			if (asked !== this.asked || !answer.choices) return;
			const rows = answer.choices.map(({ label, values }) =>
				h("li", say("phone-own-choice", { label, values: listed(values) })),
			);
			this.own.replaceChildren(...rows);
		});
	}

	/** @param {Api.ClockView} clock @param {Api.GameView} game */
	#clock(clock, game) {
		/** @type {(who: string, seconds: string, on: boolean) => HTMLElement} */
		const row = (who, seconds, on) => h("li", { "data-on": String(on) }, h("span", who), h("b", seconds));
		const left = clock.limit_s
			? say("phone-time-left", { time: time(Math.max(0, clock.limit_s - clock.round_s)) })
			: time(clock.round_s);
		const seats = clock.seats.map(({ player, used_s }) =>
			row(seatOf(game, player)?.name ?? player, time(used_s), clock.running && clock.on === player),
		);
		this.times.replaceChildren(...seats, row(say("phone-round"), left, false));
		this.start.textContent = say(clock.running ? "phone-stop-clock" : "phone-start-clock");
		this.start.onclick = () => submit({ kind: "clock", do: clock.running ? "stop" : "start" });
		renew(this.uncounted, [clock.uncounted], () => (clock.uncounted ? askTimeOff() : []));
	}

	/** @param {Api.GameView} game @param {string} own */
	#show(game, own) {
		const on = game.begun && !game.over;
		const seats = game.seats.filter(({ player }) => !own || player === own);
		const sides = seats.map(({ player, name, colour, ink }) => [player, name, colour, ink]);
		const secrets = game.secrets.filter(({ player }) => player === own);
		renew(this.accounts, [sides, secrets], () => [...secrets.map(secret), ...seats.map(account)]);
		renew(this.commitments, [game.number, game.commitments, sides], () =>
			game.commitments.map((one) => sealedChoice(one, game)),
		);
		this.#showOwn(game.commitments.filter(({ player, salt }) => player === own && !salt));
		/** @type {(name: string, small: string, more?: Partial<Api.Begin>) => HTMLElement} */
		const begin = (name, small, more) => {
			const onclick = () => (on && !confirm(say("phone-begin-other", { name }))) || submit({ kind: "begin", ...more });
			return button(name, { onclick }, small);
		};
		const winner = game.seats.find(({ player }) => player !== own)?.name ?? "";
		const consequence = own ? say("phone-concede-sure", { winner }) : say("phone-end-sure");
		const end = () => confirm(consequence) && submit({ kind: "end_battle", conceded_by: own || null }, own || "any");
		renew(this.again, [on, own, winner], () => [
			...(on && own
				? []
				: [
						begin(say("phone-new-battle"), say("phone-new-battle-how")),
						begin(say("phone-free-play"), say("phone-free-play-how"), { free: true }),
					]),
			on ? button(say(own ? "phone-concede" : "phone-end"), { onclick: end }) : "",
			h("a.choice", { href: "/replay" }, say("phone-recorded")),
		]);
	}
}

/** Return where players say for how long the table was off, after a power cut of which no clock tells the length. */
function askTimeOff() {
	/** @type {(minutes: number) => void} */
	const onSend = (minutes) => submit({ kind: "clock", do: "settle", off_s: minutes * 60 });
	const options = { value: 0, high: 600, send: say("phone-add-minutes"), onSend };
	return [h("p", say("phone-time-uncounted")), stepper(say("phone-minutes-off"), options)];
}

/** @param {string[]} values what a choice consists of, in words */
const listed = (values) => values.join(", ") || say("phone-nothing-chosen");

/**
 * Return a secret choice as everybody sees it: sealed, or revealed and checked by this device.
 * @param {Api.CommitmentView} one @param {Api.GameView} game
 */
function sealedChoice(one, game) {
	const [name, result] = [seatOf(game, one.player)?.name ?? one.player, check(game.number, one)];
	const values = result === "sealed" ? "" : listed(one.values);
	return h("li", { "data-check": result }, say("phone-commitment", { name, label: one.label, check: result, values }));
}

/**
 * Return where a player chooses in secret, on its own phone, or reveals what it chose.
 * @param {Api.SecretView} one
 */
function secret({ player, topic, label, chosen, options }) {
	if (chosen)
		return choices(
			button(
				say("phone-reveal", { label }),
				{ onclick: () => submit({ kind: "reveal", player, topic }, player) },
				say("phone-to-both"),
			),
		);
	const input = field(say("phone-in-secret", { label }), label, 60);
	/** @param {string} value */
	const seal = (value) => (value ? submit({ kind: "seal", player, topic, value }, player) : input.focus());
	const cards = options.map(({ name, text }) =>
		button(say("phone-card", { label, name }), { onclick: () => seal(name) }, text),
	);
	const other = button(
		say("phone-choose-label", { label }),
		{ onclick: () => seal(input.value.trim()) },
		say("phone-secretly"),
	);
	return h("div", cards.length ? choices(...cards) : "", input, choices(other));
}

/**
 * Return where a player uses ploys and scores.
 * @param {Api.SeatView} seat
 */
function account(seat) {
	const { player, name } = seat;
	/** @type {(label: string, unit: string, limits: { low?: number, high?: number }, send: string, intent: (said: string, number: number) => Intent) => Child} */
	const row = (label, unit, limits, send, intent) => {
		const input = field(say("phone-of", { name, label }), label, 40);
		/** @type {(number: number) => void} */
		const onSend = (number) => {
			const said = input.value.trim();
			if (said) submit(intent(said, number), player);
			else input.focus();
		};
		return [input, stepper(say("phone-of", { name, label: unit }), { ...limits, send, onSend })];
	};
	const ploy = row(
		say("phone-ploy"),
		say("ui-points", { points: "cp" }),
		{ high: 9 },
		say("phone-use"),
		(said, cost) => ({
			kind: "use_ploy",
			player,
			name: said,
			cost,
		}),
	);
	const op = row(say("phone-op"), say("ui-points", { points: "vp" }), { low: -20 }, say("ui-score-op"), (said, vp) => ({
		kind: "score",
		player,
		op: said,
		vp,
	}));
	return side(h("section.account", { "aria-label": name }, h("b", name), ploy, op), seat);
}

/** @param {string} name @param {string} placeholder @param {number} maxlength */
const field = (name, placeholder, maxlength) => h("input", { "aria-label": name, placeholder, maxlength });

export class ByHand {
	/** @param {Board} board */
	constructor(board) {
		this.board = board;
		this.absent = choices();
		this.what = field(say("phone-marker"), say("phone-smoke"), 30);
		this.more = h("div.list");
		const marker = this.#touched(say("phone-marker"), { kind: "place_marker" }, "what");
		this.root = h("details", h("summary", say("phone-by-hand")), this.absent, this.what, marker, this.more);
	}

	get thing() {
		return this.what.value.trim().toLowerCase() || "smoke";
	}

	/**
	 * Return a button after which the board is touched where something is: `intent` with that place is sent, and with
	 * the thing's name in its field `key`.
	 * @param {string} name @param {object} intent @param {string} [key] @param {string} [who]
	 */
	#touched(name, intent, key, who) {
		const onclick = () => {
			const what = key ? this.thing : say("phone-a-marker");
			/** @type {any} */
			const said = { ...intent, [key ?? ""]: key && what };
			askPlace(this.board, what, (x, y) => submit({ ...said, x, y }, who));
		};
		return button(name, { onclick }, say("phone-tap-board"));
	}

	/** @param {Api.Snapshot} now @param {string} own the seat of a player's phone, empty on the others */
	update({ game, table, prompts }, own) {
		/** @type {(one: { player: string }) => boolean} */
		const mine = ({ player }) => !own || player === own;
		renew(this.absent, game.absent, () =>
			game.absent.map((one) => {
				const onclick = () => placeByHand(this.board, { ...one, absent: true });
				return button(one.name, { onclick }, one.id.toUpperCase());
			}),
		);
		/** @type {(id: string) => boolean} */
		const carries = (id) =>
			prompts.some(({ topic, about }) => topic === "drop" && about === id) ||
			table.operatives.some((one) => one.id === id && one.carrying);
		const carrying = game.roster.filter((one) => mine(one) && carries(one.id));
		const out = game.roster.filter((one) => mine(one) && one.out);
		const seats = game.seats.map(({ player, name }) => ({ player, name }));
		renew(this.more, [carrying, out, seats, own], () => [
			...carrying.map(({ id, player, name }) =>
				this.#touched(say("phone-put-down", { name }), { kind: "drop_marker", operative: id }, undefined, player),
			),
			...seats.filter(mine).map((seat) => this.#equipment(seat)),
			...out.map((one) => this.#back(one)),
			...atOnce(seats, own),
		]);
	}

	/** @param {{ player: string, name: string }} seat */
	#equipment({ player, name }) {
		const kind = "place_equipment";
		const seen = { onclick: () => submit({ kind, player, item: this.thing }, player) };
		return choices(
			this.#touched(say("phone-set-up", { name }), { kind, player }, "item", player),
			button(say("phone-set-up-seen"), seen, say("phone-set-up-seen-how")),
		);
	}

	/** @param {Api.MemberView} one */
	#back({ id, player, name }) {
		/** @type {(wounds: number) => void} */
		const onSend = (wounds) =>
			askPlace(this.board, name, (x, y) => submit({ kind: "revive", operative: id, wounds, x, y }, player));
		return h(
			"div",
			h("b", name),
			stepper(say("phone-wounds-of", { name }), { low: 1, send: say("phone-back"), onSend }),
		);
	}
}

/**
 * Return where rules of both players at the same moment are named: who has initiative says which goes first.
 * @param {{ player: string, name: string }[]} seats @param {string} own
 */
function atOnce(seats, own) {
	const inputs = seats.map(({ name }) => field(say("phone-rule-of", { name }), say("phone-rule-name"), 40));
	const onclick = () => {
		const empty = inputs.find(({ value }) => !value.trim());
		const rules = seats.map(({ player }, at) => ({ owner: player, name: inputs[at].value.trim() }));
		if (empty) empty.focus();
		else submit({ kind: "trigger", rules }, own || "any");
	};
	return [...inputs, button(say("phone-which-first"), { onclick })];
}
