// What the hall's pages draw: a table's score line, and the live channel.

import { inPageLanguage } from "./shared/messages.js";
import { say } from "./shared/say.js";

export function element(tag, className, text) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

export function button(text, pressed) {
  const made = element("button", "", text);
  made.type = "button";
  made.addEventListener("click", pressed);
  return made;
}

function when(state) {
  if (state.ended) return say("venue-game-ended");
  if (!state.turning_point) return say("venue-game-set-up");
  const point = say("venue-turning-point", { number: state.turning_point });
  return state.phase ? `${point}, ${state.phase}` : point;
}

export function scoreLine(view) {
  const line = element("div", "score");
  const state = view.state;
  if (!state) {
    line.append(element("span", "title", say("venue-nothing-set-up")));
    return line;
  }
  state.sides.forEach((side, index) => {
    const seat = element("span", "side");
    seat.classList.add(`side-${index}`);
    seat.style.setProperty("--colour", side.colour);
    const name = state.initiative === side.player ? `${side.name} ⚑` : side.name;
    const cp = say("venue-cp", { cp: side.cp });
    seat.append(element("b", "name", name), element("strong", "vp", String(side.vp)), element("small", "cp", cp));
    line.append(seat);
  });
  const text = when(state);
  const marked = state.title === "Demonstration" ? say("venue-demonstration", { text }) : say("venue-practice", { text });
  line.append(element("span", "when", state.practice ? marked : text));
  return line;
}

export function follow(take, tell) {
  let revision = 0;
  const open = () => {
    const source = new EventSource(`/api/live?after=${revision}`);
    source.addEventListener("open", () => tell(true));
    source.addEventListener("tables", async (event) => {
      revision = Number(event.lastEventId);
      take(await inPageLanguage(JSON.parse(event.data)));
    });
    source.addEventListener("error", () => {
      tell(false);
      source.close();
      revision = 0;
      setTimeout(open, 2000);
    });
  };
  open();
}
