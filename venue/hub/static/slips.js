// A slip for every player: the code that signs, and the address that a phone opens with it.

import { ask } from "./event_parts.js";
import { element } from "./parts.js";
import { say } from "./shared/say.js";

const said = document.getElementById("said");
const headers = { Authorization: `Bearer ${sessionStorage.getItem("organiser") ?? ""}` };

const { ok, data } = await ask("/slips", null, headers);
if (!ok) {
  said.textContent = `${data.detail} ${say("venue-slips-key")}`;
} else {
  const local = ["localhost", "127.0.0.1"].includes(location.hostname);
  said.textContent = local ? say("venue-slips-local") : say("venue-slips-print", { count: data.length });
  const lines = data.map((one) => {
    const slip = element("li");
    const drawing = new DOMParser().parseFromString(one.svg, "image/svg+xml").documentElement;
    const where = say("venue-slip-address", { address: one.address.split("#")[0] });
    slip.append(drawing, element("b", "", one.name), element("span", "code", one.code), element("small", "", where));
    return slip;
  });
  document.getElementById("slips").replaceChildren(...lines);
}
