// The table's own page: board, camera, rulings, prompts and the panel's buttons.

import { Board, operativeCard } from "./board.js";
import { Camera } from "./camera.js";
import { $, h, say, set } from "./dom.js";
import { follow } from "./live.js";
import { furnish, keep, show, showLine } from "./page.js";
import { Prompts } from "./prompts.js";
import { Rulings, caption } from "./rulings.js";

const PHONE = matchMedia("(max-width: 699px)");

let state = null;

const board = new Board($("#board"), {
  turn: Number(keep.get("turn", PHONE.matches ? 1 : 0)),
  onSelect: (operative) => {
    $("#card").replaceChildren(...(operative ? [operativeCard(operative, state.game)] : []));
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
  say: (words) => say($("#said"), words),
});
furnish(board);

function showStage(name) {
  document.body.dataset.stage = name;
  for (const tab of document.querySelectorAll("#tabs button")) {
    set(tab, { "aria-pressed": String(tab.dataset.stage === name) });
  }
  camera.watch(!PHONE.matches || name === "camera");
}
for (const tab of document.querySelectorAll("#tabs button")) {
  tab.addEventListener("click", () => showStage(tab.dataset.stage));
}
PHONE.addEventListener("change", () => showStage(document.body.dataset.stage));
showStage("board");

// The PIN stands on the table's own screen, and nowhere else.

let inviting = 0;
async function invite() {
  const response = await fetch("/api/pairing");
  set($("#pairing"), { hidden: !response.ok });
  if (!response.ok || $("#pairing").getAttribute("aria-expanded") === "false") return;
  const { pin, seconds } = await response.json();
  $("#invitation").replaceChildren(
    h("span", { text: `On the phone, open ${location.host}/pair and enter` }),
    h("b", { text: `${pin.slice(0, 3)} ${pin.slice(3)}` }),
  );
  clearTimeout(inviting);
  inviting = setTimeout(invite, 1000 * Math.min(seconds, 20));
}
$("#pairing").addEventListener("click", () => {
  const open = $("#pairing").getAttribute("aria-expanded") === "false";
  set($("#pairing"), { "aria-expanded": String(open) });
  set($("#invitation"), { hidden: !open });
  clearTimeout(inviting);
  if (open) invite();
});
invite();

follow({
  onLine: showLine,
  onState: (now, before) => {
    state = now;
    show(now, before);
    board.update(now);
    camera.update(now);
    if (now.prompts !== before?.prompts) prompts.update(now.prompts, now.game);
    if (now.rulings !== before?.rulings) rulings.update(now.rulings);
  },
});
