// What every page for people has: the panel, the notices, the health line, the state of the line, colours.

import { press, showRefusals, submit } from "./act.js";
import { $, h, keyed, say, set } from "./dom.js";
import { icon } from "./icons.js";
import { score } from "./score.js";

const REFUSED_MS = 6000;
const BACK_MS = 2500;
const THEMES = ["auto", "light", "dark"];
const DOCK = {
  confirm: ["Confirm", "check"],
  undo: ["Undo", "undo"],
  redo: ["Redo", "redo"],
  measure: ["Measure", "measure"],
  next: ["Next", "next"],
  challenge: ["Challenge", "challenge"],
};

/** What this browser keeps for itself. */
export const keep = {
  get: (name, other) => localStorage.getItem(`overlook.${name}`) ?? other,
  set: (name, value) => localStorage.setItem(`overlook.${name}`, value),
};

let line = "first";

/** Say how the line to the table is: "live" or "lost". */
export function showLine(now) {
  if (now === line) return;
  const again = now === "live" && line === "lost";
  say($("#line span"), now === "lost" ? "Reconnecting…" : again ? "Connected again" : "Live");
  if (again) setTimeout(() => line === "live" && say($("#line span"), "Live"), BACK_MS);
  document.documentElement.dataset.line = now;
  line = now;
}

function showTheme(theme) {
  document.documentElement.dataset.theme = theme;
  set($("#theme"), { "aria-label": `Colours: ${theme}`, title: `Colours: ${theme}` });
}

function button(name) {
  const [label, sign] = DOCK[name];
  const element = h("button", { type: "button", "data-button": name }, icon(sign), h("span", { text: label }));
  element.addEventListener("click", async () => {
    element.classList.add("pressed");
    await (name === "redo" ? submit({ kind: "redo" }) : press(name));
    element.classList.remove("pressed");
  });
  return element;
}

/** Put the panel, the colours and the place for refusals on the page. */
export function furnish(board) {
  $("#dock").append(...Object.keys(DOCK).map(button));

  let timer = 0;
  showRefusals((sentence) => {
    say($("#refused"), sentence);
    set($("#refused"), { hidden: null });
    clearTimeout(timer);
    timer = setTimeout(() => set($("#refused"), { hidden: true }), REFUSED_MS);
  });

  $("#theme").append(icon("theme"));
  $("#theme").addEventListener("click", () => {
    const theme = THEMES[(THEMES.indexOf(keep.get("theme", "auto")) + 1) % THEMES.length];
    keep.set("theme", theme);
    showTheme(theme);
  });
  showTheme(keep.get("theme", "auto"));

  $("#turn").append(icon("turn"));
  $("#turn").addEventListener("click", () => {
    keep.set("turn", (board.turn + 1) % 4);
    board.rotate(board.turn + 1);
  });
}

function showNotices({ notices, ghosts }) {
  const back = ghosts.map((ghost) => ({ id: `ghost-${ghost.operative}`, severity: "caution", sentence: ghost.sentence }));
  const signs = { info: "hand", caution: "warn", trouble: "warn" };
  keyed($("#notices"), [...notices, ...back], {
    make: () => h("li", {}),
    update: (li, notice) => {
      set(li, { "data-severity": notice.severity, "data-notice": notice.id });
      li.replaceChildren(icon(signs[notice.severity]), h("span", { text: notice.sentence }));
    },
  });
}

function showHealth(health, { fps, latency_ms }) {
  keyed($("#health"), health, {
    key: (part) => part.part,
    make: () => h("li", {}),
    update: (li, part) => {
      set(li, { "data-state": part.state });
      li.replaceChildren(
        icon({ ok: "check", trouble: "warn", lost: "cross" }[part.state]),
        h("b", { text: part.part }),
        h("span", { text: part.sentence }),
      );
    },
  });
  const figures = [fps !== null && `${fps.toFixed(0)} fps`, latency_ms !== null && `${latency_ms.toFixed(0)} ms`];
  if ($("#rate")) say($("#rate"), figures.filter(Boolean).join(" · "));
}

/** What Confirm would take: the panel at the table has no screen of its own. */
function showMenu([menu]) {
  set($("#marked"), { hidden: !menu });
  if (!menu) return;
  const dice = menu.entered.length ? `${menu.entered.join(" ")} · ` : "";
  const count = menu.at ? `${menu.at} of ${menu.of}` : `${menu.of} to choose from`;
  $("#marked").replaceChildren(h("span", { text: `Confirm: ${dice}` }), h("b", { text: menu.marked }), h("span", { text: count }));
  for (const choice of document.querySelectorAll(".prompt [data-key]")) choice.classList.toggle("marked", choice.dataset.key === menu.choice);
}

/** Show the parts of a state that every page shows. */
export function show(now, before) {
  document.body.dataset.ready = "";
  if (now.game !== before?.game) {
    score($("#score"), now.game);
    if ($("#edition")) say($("#edition"), now.game.edition);
    document.title = `${now.game.title} · Overlook`;
    for (const name of ["undo", "redo"]) {
      const element = $(`#dock [data-button=${name}]`);
      element.disabled = !now.game[name];
      set(element, { title: now.game[name], "aria-description": now.game[name] });
    }
  }
  if (now.menu !== before?.menu || now.prompts !== before?.prompts) requestAnimationFrame(() => showMenu(now.menu));
  if (now.notices !== before?.notices || now.ghosts !== before?.ghosts) showNotices(now);
  if (now.health !== before?.health || now.camera !== before?.camera) showHealth(now.health, now.camera);
}
