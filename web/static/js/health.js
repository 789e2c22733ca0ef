// How every part of the machine is, as the table says it.

import { $, h, keyed, set } from "./dom.js";
import { icon } from "./icons.js";
import { follow } from "./live.js";

const SIGN = { ok: "check", trouble: "warn", lost: "cross" };

function rates({ fps, latency_ms: late }) {
  const sentence = fps === null ? "no picture yet" : `${fps.toFixed(1)} pictures a second, ${late?.toFixed(0) ?? "?"} ms from light to ruling`;
  return { part: "rate", state: fps ? "ok" : "trouble", sentence };
}

follow({
  onLine: (line) => set(document.documentElement, { "data-line": line }),
  onState: ({ health, camera }) => {
    document.body.dataset.ready = "";
    keyed($("#parts"), [...health, rates(camera)], {
      key: (one) => one.part,
      make: () => h("li", {}),
      update: (li, one) => {
        set(li, { "data-state": one.state });
        li.replaceChildren(icon(SIGN[one.state]), h("b", { text: one.part }), h("span", { text: one.sentence }));
      },
    });
  },
});
