// Every ruling of the hall that was challenged, the newest first: where, by whom, what was ruled, what became of it.

import { element } from "./parts.js";

const AGAIN_MS = 20_000;
const OUTCOMES = { open: "still open", upheld: "the ruling stood", withdrawn: "taken back" };
const CALLS = { YES: "YES", NO: "NO", TOO_CLOSE: "TOO CLOSE" };
const said = document.getElementById("said");
const list = document.getElementById("challenges");
let shown = "";

function line(one) {
  const item = element("li", one.outcome);
  const when = new Date(one.at).toLocaleString();
  const head = element("p", "", `${one.table}, game ${one.game}, ${when}: challenged by ${one.by || "somebody at the table"}: `);
  head.append(element("span", "outcome", OUTCOMES[one.outcome]));
  const rulings = element("ul");
  rulings.append(...one.rulings.map(ruling));
  item.append(head, rulings);
  return item;
}

function ruling({ claim, verdict, p_yes, sentence, rule }) {
  const sure = verdict === "TOO_CLOSE" ? ` (${Math.round(100 * p_yes)} % yes)` : "";
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
    said.textContent = found.length ? `${found.length} challenged, ${open} still open` : "Nothing was challenged yet";
  } catch (fault) {
    said.textContent = `The hall does not answer: ${fault.message}`;
  }
  setTimeout(ask, AGAIN_MS);
}

ask();
