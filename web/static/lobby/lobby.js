// What somebody can begin with who opens the table's page: a bar above the board, that hides nothing of it.

import { ask, get } from "../shared/act.js";
import { h, set, text } from "../shared/dom.js";
import { say } from "../shared/say.js";

const AGAIN_MS = 700;
const SENTENCES = {
	demonstration: [say("lobby-demonstration"), say("lobby-demonstration-how")],
	simulated: [say("lobby-simulated"), say("lobby-simulated-how")],
	camera: [say("ui-product"), say("lobby-idle")],
};

/** @type {LobbyApi.LobbyView | null} */
let lobby = null;
/** @type {Api.Snapshot | null} */
let state = null;
/** Where whoever asks for another table here goes once it is there. */
let to = "/";

const title = h("b");
const sentence = h("span");
const doing = h("div.doing");
const bar = h(
	"details",
	{ id: "lobby", hidden: true },
	h("summary", { "data-more": say("lobby-more"), "data-less": say("lobby-less") }, title, sentence),
	doing,
);
const PHONE = matchMedia("(max-width: 699px)");

/** Show the bar above the board; return what takes each state. */
export function openLobby() {
	document.querySelector("main")?.before(bar);
	look().then(() => set(bar, { open: location.hash === "#set-up" || (!PHONE.matches && lobby?.runs !== "simulated") }));
	addEventListener("click", ({ target }) => {
		if (PHONE.matches && target instanceof Node && target.isConnected && !bar.contains(target))
			set(bar, { open: null });
	});
	/** @param {Api.Snapshot} now */
	return (now) => {
		const before = state?.game;
		state = now;
		const { begun, over, opening } = now.game;
		if (before?.begun !== begun || before.over !== over || before.opening !== opening) show();
	};
}

async function look() {
	/** @type {Answer<LobbyApi.LobbyView>} */
	const answer = await get("/api/lobby");
	if (!answer.runs) return;
	lobby = /** @type {LobbyApi.LobbyView} */ (answer);
	show();
	if (lobby.laying) setTimeout(look, AGAIN_MS);
}

/** @type {(words: string, onclick: () => unknown, props?: Props) => HTMLElement} */
const button = (words, onclick, props) => h("button.plain", { text: words, onclick, ...props });

function show() {
	if (!lobby || !state) return;
	const { runs, wishes, kept, laying } = lobby;
	const idle = !state.game.begun || state.game.over;
	set(bar, { hidden: runs === "camera" && !idle, "data-runs": runs });
	const [name, words] = SENTENCES[runs];
	text(title, name);
	const empty = runs === "simulated" && !state.game.begun;
	text(sentence, laying || (empty ? say("lobby-set-up-first") : [words, state.game.opening].join(" ")));
	const may = new Set(wishes);
	/** @type {(wish: LobbyApi.LobbyWish, words: string, props?: Props) => HTMLElement | ""} */
	const begin = (wish, words, props) => (may.has(wish) ? button(words, () => run(wish), props) : "");
	const tables = [
		runs !== "demonstration" && h("a.plain", { href: "/setup" }, say("lobby-this-table")),
		begin("set_up", say("lobby-empty-table")),
		begin("camera", say("lobby-own-camera")),
	].filter(Boolean);
	const setUp =
		runs === "camera"
			? h("a.plain", { href: "/setup" }, say("lobby-set-up"))
			: h("details", { open: location.hash === "#set-up" }, h("summary.plain", say("lobby-set-up")), ...tables);
	doing.replaceChildren(
		...[
			runs === "demonstration" && button(say("lobby-tour"), tour),
			begin("play", say(runs === "simulated" ? "lobby-new-game" : "lobby-play"), {
				class: idle || runs !== "simulated" ? "go" : "plain",
			}),
			begin("continue", say("lobby-continue", { game: kept })),
			begin("watch", say("lobby-watch")),
			tables.length > 0 && setUp,
			h("nav", { "aria-label": say("free-page-open") }, h("a.plain", { href: "/free" }, say("free-page-open"))),
			!wishes.length && runs !== "camera" && h("small", say("lobby-who-chooses")),
		].filter((one) => one instanceof Node),
	);
}

async function tour() {
	const { takeTour } = await import("./tour.js");
	takeTour();
}

/** Have something else run, and go where it is as soon as it is there. @param {LobbyApi.LobbyWish} wish */
async function run(wish) {
	const on = lobby?.runs === "simulated" && state?.game.begun && !state.game.over;
	if (on && !confirm(say("lobby-leave-sure"))) return;
	const before = lobby?.opened;
	for (const one of doing.querySelectorAll("button")) one.disabled = true;
	if (!(await ask("/api/lobby", { wish }))) return show();
	to = { set_up: "/setup", camera: "/first", play: "/", watch: "/", continue: "/" }[wish];
	text(sentence, say("lobby-one-moment"));
	const wait = async () => {
		/** @type {Answer<LobbyApi.LobbyView>} */
		const { opened } = await get("/api/lobby");
		if (opened === undefined || opened === before) return setTimeout(wait, AGAIN_MS);
		anew();
		return 0;
	};
	wait();
}

/** The table was opened as another one, as this page or its live channel has heard first. */
export const anew = () => location.assign(to);
