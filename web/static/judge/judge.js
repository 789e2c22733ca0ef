// A judge is called from this table: what it is about, how the call stands, and that none is needed any more.

import { ask, get, showRefusals } from "../shared/act.js";
import { $, set, text } from "../shared/dom.js";
import { LOCALE, say } from "../shared/say.js";

const AGAIN_MS = 1500;
const OPEN = ["kept", "waiting", "coming"];

/** @param {string} sentence */
function refused(sentence) {
	text($("#refused"), sentence);
	set($("#refused"), { hidden: !sentence });
}
showRefusals(refused);

/** @param {JudgeApi.JudgeView} view */
function show({ state, sentence, by, since, words, answer, why_not: why, may_withdraw: may }) {
	const open = OPEN.includes(state);
	set($("#standing"), { hidden: state === "none" });
	text($("#sentence"), sentence);
	const when = since && new Date(since).toLocaleTimeString(LOCALE, { timeStyle: "short" });
	text($("#who"), [say("judge-page-called", { name: by ?? "", time: when ?? "" }), words].filter(Boolean).join(" "));
	text($("#answer"), answer);
	set($("#answer"), { hidden: !answer });
	set($("#withdraw"), { hidden: !(open && may) });
	set($("#call"), { hidden: open || Boolean(why) });
	text($("#not"), why);
	set($("#not"), { hidden: !why });
}

async function look() {
	/** @type {Answer<JudgeApi.JudgeView>} */
	const view = await get("/api/judge");
	document.body.dataset.ready = "";
	const paired = view.state !== undefined;
	set($("#may"), { hidden: paired || !view.problem?.startsWith("Pair") });
	if (paired) show(/** @type {JudgeApi.JudgeView} */ (view));
}

/** @param {JudgeApi.AskedJudge} wish */
async function wanted(wish) {
	refused("");
	const taken = await ask("/api/judge", wish);
	await look();
	return taken;
}

$("#call").addEventListener("submit", async (event) => {
	event.preventDefault();
	const field = $("#words", HTMLInputElement);
	if (await wanted({ do: "call", words: field.value })) field.value = "";
});
$("#withdraw").addEventListener("click", () => wanted({ do: "withdraw" }));

look();
setInterval(look, AGAIN_MS);
