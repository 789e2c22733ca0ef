// The last rolls of a published tray: fetched again after each roll, and after the connection was lost.

const shown = document.getElementById("rolls");
const link = document.getElementById("link");
const AGAIN_MS = 1000;

async function refresh() {
	const answer = await fetch("/rolls").catch(() => null);
	if (!answer?.ok || !shown) return;
	const part = new DOMParser().parseFromString(await answer.text(), "text/html");
	shown.replaceChildren(...part.body.childNodes);
}

function follow() {
	const source = new EventSource("/api/live");
	source.onopen = () => {
		if (link) link.hidden = true;
		refresh();
	};
	source.addEventListener("roll", refresh);
	source.addEventListener("tray", refresh);
	source.onerror = () => {
		if (link) link.hidden = false;
		// A browser gives up on some errors, for example while the program starts.
		if (source.readyState === EventSource.CLOSED) setTimeout(follow, AGAIN_MS);
	};
}

follow();
