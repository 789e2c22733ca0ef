// The last rulings in words. The one that is touched, hovered or focused is drawn; else the newest that stands.

import { h, keyed, say, set } from "./dom.js";
import { CALLED, icon, mark } from "./icons.js";

const percent = (p) => `${Math.round(100 * p)} % yes`;

function finding(one) {
  return h(
    "li",
    { "data-verdict": one.verdict },
    mark(one.verdict),
    h(
      "div",
      {},
      h("p", { text: one.means }),
      one.figures && h("p", { class: "figures", text: one.figures }),
    ),
    h("code", { text: one.rule, title: "The rule's id" }),
  );
}

/** The list in `root`; `onShow(ruling)` is told which one to draw. */
export class Rulings {
  constructor(root, { onShow, say: announce }) {
    this.root = root;
    this.onShow = onShow;
    this.announce = announce;
    this.looked = null;
    this.chosen = null;
    this.rulings = [];
    this.empty = h("p", { class: "empty", text: "No ruling yet. The first move that is judged stands here." });
    this.list = h("ol", { class: "rulings", reversed: true });
    root.append(this.empty, this.list);
  }

  update(rulings) {
    const newest = rulings[0];
    if (newest && this.rulings.length && newest.id !== this.rulings[0].id) {
      this.announce(`${CALLED[newest.verdict]}. ${newest.claim}. ${newest.sentence}`);
      this.chosen = null;
    }
    this.rulings = rulings;
    this.empty.hidden = rulings.length > 0;
    keyed(this.list, rulings, { make: (ruling) => this.#make(ruling), update: (li, ruling) => this.#update(li, ruling) });
    [...this.list.children].forEach((li, index) => li.classList.toggle("newest", index === 0));
    this.#show();
  }

  #make({ id }) {
    const button = h("button", { type: "button", class: "ruling", "aria-expanded": "false" });
    const more = h("div", { class: "more", hidden: true });
    const li = h("li", {}, button, more);
    const look = (on) => () => {
      this.looked = on ? id : this.looked === id ? null : this.looked;
      this.#show();
    };
    button.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && look(true)());
    button.addEventListener("pointerleave", look(false));
    button.addEventListener("focus", () => button.matches(":focus-visible") && look(true)());
    button.addEventListener("blur", look(false));
    button.addEventListener("click", () => {
      this.chosen = this.chosen === id ? null : id;
      this.#show();
    });
    return li;
  }

  #update(li, ruling) {
    const [button, more] = li.children;
    set(li, { "data-verdict": ruling.verdict, "data-back": ruling.taken_back });
    const sure = ruling.verdict === "TOO_CLOSE" ? percent(ruling.p_yes) : "";
    button.replaceChildren(
      mark(ruling.verdict),
      h(
        "span",
        { class: "words" },
        h(
          "span",
          { class: "top" },
          h("span", { class: "verdict", text: CALLED[ruling.verdict] }),
          h("span", { class: "tail", text: ruling.taken_back ? "taken back" : sure }),
        ),
        h("span", { class: "claim", text: ruling.claim }),
        h("span", { class: "sentence", text: ruling.sentence }),
        h("span", { class: "figures", text: ruling.figures }),
      ),
      icon("down"),
    );
    more.replaceChildren(
      h("ul", { class: "findings" }, ...ruling.findings.map(finding)),
      ...ruling.notes.map((note) => h("p", { class: "remark", text: note })),
    );
  }

  #show() {
    const id = this.looked ?? this.chosen;
    const ruling = this.rulings.find((one) => one.id === id) ?? this.rulings.find((one) => !one.taken_back) ?? null;
    for (const li of this.list.children) {
      const open = li.key === this.chosen;
      li.classList.toggle("shown", li.key === ruling?.id);
      set(li.children[0], { "aria-expanded": String(open) });
      li.children[1].hidden = !open;
    }
    if (ruling !== this.drawn) this.onShow(ruling);
    this.drawn = ruling;
  }
}

/** Return a ruling as a short line for a caption. */
export function caption(root, ruling) {
  set(root, { hidden: !ruling, "data-verdict": ruling?.verdict, "data-back": ruling?.taken_back });
  if (!ruling) return;
  root.replaceChildren(mark(ruling.verdict), h("span", { class: "claim", text: ruling.claim }), h("span", { class: "figures", text: ruling.figures }));
  say(root.querySelector(".claim"), ruling.claim);
}
