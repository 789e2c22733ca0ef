// Open decisions, answered here by big buttons; the one taken on confirm is marked.

import { submit } from "./act.js";
import { h, keyed, set } from "./dom.js";

const AGAIN_MS = 500;
const PIPS = {
  1: [4],
  2: [0, 8],
  3: [0, 4, 8],
  4: [0, 2, 6, 8],
  5: [0, 2, 4, 6, 8],
  6: [0, 2, 3, 5, 6, 8],
};

function die(value) {
  const face = h("span", { class: "die", "aria-hidden": "true" });
  for (let spot = 0; spot < 9; spot += 1) face.append(h("i", { class: PIPS[value]?.includes(spot) ? "pip" : "" }));
  return face;
}

class Dice {
  constructor(prompt, send) {
    this.prompt = prompt;
    this.values = [];
    this.tray = h("div", { class: "tray", role: "status", "aria-label": "Dice entered" });
    this.pad = h(
      "div",
      { class: "pad", role: "group", "aria-label": "Enter a die" },
      ...[1, 2, 3, 4, 5, 6].map((value) =>
        h("button", { type: "button", "aria-label": String(value), onclick: () => this.#add(value) }, die(value)),
      ),
    );
    this.back = h("button", { type: "button", class: "plain", text: "Take one out", onclick: () => this.#drop() });
    this.send = h("button", { type: "button", class: "choice default", text: "Enter dice", onclick: () => send(this.values) });
    this.element = h("div", { class: "dice" }, this.tray, this.pad, h("div", { class: "row" }, this.back, this.send));
    this.#show();
  }

  #add(value) {
    if (this.values.length < this.prompt.dice) this.values = [...this.values, value];
    this.#show();
  }

  #drop() {
    this.values = this.values.slice(0, -1);
    this.#show();
  }

  #show() {
    const { dice } = this.prompt;
    const rest = dice - this.values.length;
    this.tray.replaceChildren(
      ...this.values.map(die),
      ...Array.from({ length: rest }, () => h("span", { class: "die empty", "aria-hidden": "true" })),
      h("span", { class: "hidden", text: `${this.values.join(", ") || "none"}; ${rest} to go` }),
    );
    for (const button of this.pad.children) button.disabled = rest === 0;
    this.back.disabled = this.values.length === 0;
    this.send.disabled = rest > 0;
  }
}

/** The open prompts in `root`. */
export class Prompts {
  constructor(root) {
    this.root = root;
  }

  update(prompts, game) {
    const seats = new Map(game.seats.map((seat) => [seat.player, seat]));
    set(this.root, { hidden: prompts.length === 0 });
    keyed(this.root, prompts, {
      key: (prompt) => prompt.id,
      make: (prompt) => this.#make(prompt, seats.get(prompt.owner)),
    });
  }

  #again(card, prompt, seat) {
    const fresh = this.#make(prompt, seat);
    [fresh.key, fresh.item] = [card.key, card.item];
    card.replaceWith(fresh);
  }

  #make(prompt, seat) {
    const card = h("section", { class: "prompt", "aria-label": prompt.question });
    const answer = async (body) => {
      const buttons = [...card.querySelectorAll("button:enabled")];
      for (const button of buttons) button.disabled = true;
      const taken = await submit({ kind: "answer", prompt: prompt.id, ...body }, prompt.owner);
      if (!taken) for (const button of buttons) button.disabled = false;
      // The same question can be asked again at once: a tie is rolled off anew.
      else setTimeout(() => card.isConnected && this.#again(card, prompt, seat), AGAIN_MS);
    };
    card.style.setProperty("--team", seat?.colour ?? "var(--text)");
    card.append(
      h("p", { class: "owner", text: seat ? `${seat.name} decides` : "Decide" }),
      h("p", { class: "question", text: prompt.question }),
    );
    if (prompt.choices.length) {
      card.append(
        h(
          "div",
          { class: "choices" },
          ...prompt.choices.map((choice) =>
            h(
              "button",
              {
                type: "button",
                class: `choice ${choice.key === prompt.default ? "default" : ""}`,
                "data-key": choice.key,
                onclick: () => answer({ choice: choice.key }),
              },
              h("span", { text: choice.label }),
              choice.key === prompt.default ? h("small", { text: "on Confirm" }) : null,
            ),
          ),
        ),
      );
    }
    if (prompt.dice) card.append(new Dice(prompt, (dice) => answer({ dice })).element);
    return card;
  }
}
