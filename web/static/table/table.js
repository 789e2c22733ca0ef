// The table's own page: board, camera, rulings, prompts and the panel's buttons.

import { get } from "../shared/act.js";
import { Board } from "../shared/board.js";
import { Camera } from "../shared/camera.js";
import { operativeCard } from "../shared/card.js";
import { $, h, renew, text, set } from "../shared/dom.js";
import { placeByHand } from "../shared/operative_actions.js";
import { follow } from "../shared/live.js";
import { furnish, keep, show, showLine } from "../shared/page.js";
import { Prompts } from "../shared/prompts.js";
import { Rulings, caption } from "../shared/rulings.js";

const INVITE_MS = 2000;
const PHONE = matchMedia("(max-width: 699px)");

const tabs = document.querySelectorAll("#tabs button");
let state = null;

const board = new Board($("#board"), {
	turn: Number(keep.get("turn", PHONE.matches ? 1 : 0)),
	onSelect: (operative) => {
		const place = h("button.plain", { onclick: () => placeByHand(board, operative) }, "Place by hand");
		$("#card").replaceChildren(...(operative ? [operativeCard(operative, state.game), place] : []));
	},
});
const camera = new Camera($("#camera"));
const prompts = new Prompts($("#prompts"));
const rulings = new Rulings($("#rulings"), {
	onShow: (ruling) => {
		board.witness(ruling);
		camera.witness(ruling);
		caption($("#caption"), ruling);
	},
	announce: (words) => text($("#said"), words),
});
furnish(board);

function showStage(name) {
	document.body.dataset.stage = name;
	for (const tab of tabs) set(tab, { "aria-pressed": String(tab.dataset.stage === name) });
	camera.watch(!PHONE.matches || name === "camera");
}
for (const tab of tabs) tab.addEventListener("click", () => showStage(tab.dataset.stage));
PHONE.addEventListener("change", () => showStage(document.body.dataset.stage));
showStage("board");

// The PIN stands on the table's own screen, and nowhere else; one that was used is soon another.

let inviting = 0;
async function invite() {
	const { pin, words } = await get("/api/pairing");
	set($("#pairing"), { hidden: !pin });
	renew($("#invitation"), pin, () => (pin ? [h("span", words), h("b", `${pin.slice(0, 3)} ${pin.slice(3)}`)] : []));
}
$("#pairing").addEventListener("click", () => {
	const open = $("#pairing").getAttribute("aria-expanded") === "false";
	set($("#pairing"), { "aria-expanded": String(open) });
	set($("#invitation"), { hidden: !open });
	clearInterval(inviting);
	if (open) inviting = setInterval(invite, INVITE_MS);
	invite();
});
invite();

follow({
	onLine: showLine,
	onState: (now, before) => {
		state = now;
		show(now, before);
		board.update(now);
		camera.update(now);
		if (now.prompts !== before?.prompts || now.tray !== before?.tray) prompts.update(now.prompts, now.game, now.tray);
		if (now.rulings !== before?.rulings) rulings.update(now.rulings, now.game);
	},
});
