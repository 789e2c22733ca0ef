// What both pages draw: a table's score line, and the live channel.

export function element(tag, className, text) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

export function scoreLine(view) {
  const line = element("div", "score");
  const state = view.state;
  if (!state) {
    line.append(element("span", "title", "Nothing set up"));
    return line;
  }
  state.sides.forEach((side, index) => {
    const seat = element("span", `side side-${index}`);
    seat.style.setProperty("--colour", side.colour);
    const name = state.initiative === side.player ? `${side.name} ⚑` : side.name;
    seat.append(element("b", "name", name), element("strong", "vp", String(side.vp)), element("small", "cp", `${side.cp} CP`));
    line.append(seat);
  });
  const when = state.ended ? "Ended" : state.turning_point ? `Turning point ${state.turning_point}` : "Set-up";
  const kind = state.practice ? (state.title === "Demonstration" ? "Demonstration: " : "Practice: ") : "";
  line.append(element("span", "when", kind + (state.phase && !state.ended ? `${when}, ${state.phase}` : when)));
  return line;
}

export function follow(take, say) {
  let revision = 0;
  const open = () => {
    const source = new EventSource(`/api/live?after=${revision}`);
    source.addEventListener("open", () => say(true));
    source.addEventListener("tables", (event) => {
      revision = Number(event.lastEventId);
      take(JSON.parse(event.data));
    });
    source.addEventListener("error", () => {
      say(false);
      source.close();
      revision = 0;
      setTimeout(open, 2000);
    });
  };
  open();
}
