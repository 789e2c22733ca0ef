// A slip for every player: the code that signs, and the address that a phone opens with it.

import { ask } from "./event_parts.js";
import { element } from "./parts.js";

const said = document.getElementById("said");
const headers = { Authorization: `Bearer ${sessionStorage.getItem("organiser") ?? ""}` };

const { ok, data } = await ask("/slips", null, headers);
if (!ok) {
  said.textContent = `${data.detail} Open this page from the organiser's, after the key was given there.`;
} else {
  const local = ["localhost", "127.0.0.1"].includes(location.hostname);
  said.textContent = local
    ? "These slips lead to this machine alone: open the organiser's page by the hall's own name or address, and print then."
    : `${data.length} slips. Print this page and cut it.`;
  const lines = data.map((one) => {
    const slip = element("li");
    const drawing = new DOMParser().parseFromString(one.svg, "image/svg+xml").documentElement;
    slip.append(drawing, element("b", "", one.name), element("span", "code", one.code), element("small", "", `Sign at ${one.address.split("#")[0]}`));
    return slip;
  });
  document.getElementById("slips").replaceChildren(...lines);
}
