// Every ruling of the hall that was challenged, the newest first: where, by whom, what was ruled, what became of it.

import { element } from "./parts.js";
import { LOCALE, say } from "./shared/say.js";

const AGAIN_MS = 20_000;
const OUTCOMES = {
  open: () => say("venue-challenge-open"),
  upheld: () => say("venue-challenge-upheld"),
  withdrawn: () => say("venue-challenge-withdrawn"),
};
const CALLS = { YES: "YES", NO: "NO", TOO_CLOSE: "TOO CLOSE" };
const said = document.getElementById("said");
const list = document.getElementById("challenges");
let shown = "";

function line(one) {
  const item = element("li", one.outcome);
  const { table, game, by: player } = one;
  const time = new Date(one.at).toLocaleString(LOCALE);
  const text = player ? say("venue-challenge-by", { table, game, time, player }) : say("venue-challenge-table", { table, game, time });
  const head = element("p", "", `${text} `);
  head.append(element("span", "outcome", OUTCOMES[one.outcome]()));
  const rulings = element("ul");
  rulings.append(...one.rulings.map(ruling));
  item.append(head, rulings);
  return item;
}

function ruling({ claim, verdict, p_yes, sentence, rule }) {
  const sure = verdict === "TOO_CLOSE" ? ` (${say("venue-chance-yes", { percent: Math.round(100 * p_yes) })})` : "";
  const why = [sentence, rule].filter(Boolean).join(", ");
  return element("li", "", `${CALLS[verdict] ?? verdict}${sure}: ${claim}${why ? `. ${why}` : ""}`);
}

async function ask() {
  try {
    const answer = await fetch("/api/challenges");
    const found = await answer.json();
    if (!answer.ok) throw new Error(found.detail);
    const text = JSON.stringify(found);
    if (text !== shown) list.replaceChildren(...found.map(line));
    shown = text;
    const open = found.filter((one) => one.outcome === "open").length;
    said.textContent = found.length ? say("venue-challenge-count", { count: found.length, open }) : say("venue-challenge-none");
  } catch {
    said.textContent = say("venue-hub-gone");
  }
  setTimeout(ask, AGAIN_MS);
}

ask();
