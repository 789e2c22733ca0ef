import { element, follow, scoreLine } from "./parts.js";

const views = new Map();
const cards = new Map();
const list = document.getElementById("tables");
const large = document.getElementById("large");
let chosen = null;

function status(view) {
  if (!view.online) return ["away", "away: it keeps what it says"];
  const trouble = view.state?.trouble ?? [];
  return trouble.length ? ["trouble", trouble[0]] : ["live", "live"];
}

function fill(body, view) {
  const [kind, words] = status(view);
  const head = element("p", `status ${kind}`, words);
  const rulings = element("ol", "rulings");
  for (const text of view.rulings) {
    rulings.append(element("li", text.split(":")[0].toLowerCase(), text.replace(/^TOO_CLOSE:/, "TOO CLOSE:")));
  }
  body.replaceChildren(scoreLine(view), head, rulings);
}

function card(view) {
  let item = cards.get(view.table);
  if (!item) {
    item = element("li", "table");
    const button = element("button", "open");
    button.type = "button";
    button.append(element("h2", "", view.table), element("div", "body"));
    button.addEventListener("click", () => show(view.table));
    item.append(button);
    cards.set(view.table, item);
    const after = [...cards.keys()].sort().find((name) => name > view.table);
    list.insertBefore(item, after ? cards.get(after) : null);
  }
  fill(item.querySelector(".body"), view);
}

function show(table) {
  chosen = table;
  large.hidden = table === null;
  list.hidden = table !== null;
  if (table === null) return;
  document.getElementById("large-title").textContent = table;
  fill(document.getElementById("large-body"), views.get(table));
}

async function standings() {
  const answer = await fetch("/api/results");
  if (!answer.ok) return;
  const rows = (await answer.json()).standings.map((one) => {
    const row = element("tr");
    const cells = [one.player, one.games, one.wins, one.draws, one.score, `${one.points_for}:${one.points_against}`];
    cells.forEach((value, index) => row.append(element(index ? "td" : "th", "", String(value))));
    row.firstChild.scope = "row";
    return row;
  });
  document.querySelector("#standings tbody").replaceChildren(...rows);
}

document.getElementById("close").addEventListener("click", () => show(null));
document.addEventListener("keydown", (event) => event.key === "Escape" && show(null));
follow(
  (changed) => {
    for (const view of changed) {
      const ended = view.state?.ended && !views.get(view.table)?.state?.ended;
      views.set(view.table, view);
      card(view);
      if (view.table === chosen) show(chosen);
      if (ended) standings();
    }
    document.getElementById("empty").hidden = views.size > 0;
  },
  (well) => {
    document.getElementById("link").textContent = well ? "Live" : "Lost the hub: trying again";
    document.getElementById("link").className = well ? "live" : "trouble";
  },
);
standings();
// A result comes with its game's events, perhaps later than the state that says "ended", and an undo takes it back.
setInterval(standings, 5000);
