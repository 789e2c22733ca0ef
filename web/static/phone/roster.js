// A team at a glance: who stands, how wounded, with which order, who may still be activated, who is out.

import { h, renew, side } from "../shared/dom.js";
import { icon } from "../shared/icons.js";
import { say } from "../shared/say.js";
import { health } from "../shared/ui.js";

/** The teams in `root`; `onChoose(id)` when one is touched. */
export class Roster {
	/** @param {HTMLElement} root @param {(id: string) => void} onChoose */
	constructor(root, onChoose) {
		this.root = root;
		this.onChoose = onChoose;
	}

	/** @param {Api.GameView} game @param {string} own */
	update(game, own) {
		const seats = [...game.seats].sort((a, b) => Number(b.player === own) - Number(a.player === own));
		renew(this.root, [seats.map(({ player, name, ops }) => [player, name, ops]), game.roster], () =>
			seats.map((seat) => this.#team(seat, game)),
		);
	}

	/** @param {Api.SeatView} seat @param {Api.GameView} game */
	#team(seat, { roster }) {
		const team = roster.filter((one) => one.player === seat.player);
		const standing = team.filter((one) => !one.out);
		const out = team.filter((one) => one.out).map((one) => one.name);
		return side(
			h(
				"section.account",
				{ "aria-label": seat.name },
				h("b", seat.team || seat.name),
				seat.ops.length > 0 && h("p", seat.ops.map(({ label, vp }) => say("status-op", { label, vp })).join(", ")),
				h(
					"ul.list",
					standing.map((one) => this.#member(one)),
				),
				out.length > 0 && h("p.empty", say("phone-out", { names: out })),
			),
			seat,
		);
	}

	/** @param {Api.MemberView} one */
	#member(one) {
		const facts = [say(one.ready ? "ui-ready" : "ui-expended"), ...one.weapons].join(" · ");
		const name = h("b", icon(one.order), `${one.id.toUpperCase()} ${one.name}`);
		const words = h("span.words", name, h("span", facts));
		return h(
			"li",
			h(
				"button.target",
				{ onclick: () => this.onChoose(one.id) },
				words,
				health(one.wounds, one.start_wounds, say("phone-wounds-left", { left: one.wounds, of: one.start_wounds })),
			),
		);
	}
}
