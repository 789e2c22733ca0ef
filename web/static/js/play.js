// What can be done now, as the table offers it.

import { submit } from "./act.js";
import { h, set } from "./dom.js";
import { mark } from "./icons.js";
import { words } from "./units.js";

const button = (text, props, small) =>
  h("button", { type: "button", class: "choice", ...props }, h("span", { text }), small && h("small", { text: small }));

/** Return a row to choose a number with: `onSend(number)` gets it. */
function stepper(name, { value = 1, low = 0, high = 30, send, onSend }) {
  let now = value;
  const shown = h("output", { text: now, "aria-label": name });
  const step = (by) => () => {
    now = Math.min(high, Math.max(low, now + by));
    shown.textContent = now;
  };
  return h(
    "div",
    { class: "stepper", role: "group", "aria-label": name },
    h("button", { type: "button", class: "plain", "aria-label": `${name}: less`, text: "−", onclick: step(-1) }),
    shown,
    h("button", { type: "button", class: "plain", "aria-label": `${name}: more`, text: "+", onclick: step(1) }),
    button(send, { onclick: () => onSend(now) }),
  );
}

/** The offers of the operative at work, in `root`. */
export class Offers {
  constructor(root, { onAim }) {
    this.root = root;
    this.onAim = onAim;
    this.open = null;
    this.declaring = null;
  }

  update(offers, game) {
    const [now] = offers;
    if (this.now?.operative !== now?.operative || this.now?.of !== now?.of) this.open = this.declaring = null;
    this.now = now;
    this.game = game;
    this.show();
  }

  show() {
    const { now, game } = this;
    set(this.root, { hidden: !now });
    if (!now) {
      this.root.replaceChildren();
      return;
    }
    const seat = game.seats.find((one) => one.player === now.player);
    this.root.style.setProperty("--team", seat?.colour ?? "var(--text)");
    const can = now.actions.filter((one) => one.possible);
    const cannot = now.actions.filter((one) => !one.possible);
    const price = (one) => (one.cost === 1 ? "1 AP" : `${one.cost} AP`);
    const end = button("End activation", {
      class: "choice wide",
      onclick: () => submit({ kind: "end_activation", operative: now.operative }, now.player),
    });
    this.root.replaceChildren(
      h("p", { class: "owner", text: seat?.name ?? now.player }),
      h("h2", { class: "question", text: `What does ${now.operative.toUpperCase()} do?` }),
      ...can.map((one) => this.#offer(one, price(one))),
      end,
      cannot.length &&
        h(
          "details",
          { open: this.unfolded || undefined, ontoggle: (event) => (this.unfolded = event.target.open) },
          h("summary", { text: `Not now: ${cannot.map((one) => one.action).join(", ")}` }),
          h("ul", { class: "list" }, ...cannot.map((one) => h("li", {}, h("b", { text: `${one.action} · ${price(one)}` }), h("span", { class: "stats", text: one.why })))),
        ),
    );
  }

  #offer(one, price) {
    const open = this.open === one.action;
    const says = { move: "move the model: the camera sees it", nothing: price, target: `${price} · choose a target`, marker: `${price} · choose a marker` };
    const act = () => {
      if (one.needs === "nothing") this.#send(one, {});
      else {
        this.open = open ? null : one.action;
        this.declaring = null;
        this.onAim(null);
        this.show();
      }
    };
    if (one.needs === "move")
      return h("p", { class: "byhand" }, h("b", { text: one.action }), h("span", { text: `${price} · ${says.move}` }));
    return h(
      "div",
      { class: "offer" },
      button(one.action, { class: "choice wide", "aria-expanded": one.needs === "nothing" ? null : String(open), onclick: act }, says[one.needs]),
      open && h("ul", { class: "list" }, ...one.choices.map((way) => this.#way(one, way))),
    );
  }

  #way(one, way) {
    const facts = [way.cover === "YES" && "in cover", way.obscured === "YES" && "obscured", way.odds].filter(Boolean);
    const bar = way.chance === null ? null : h("span", { class: "bar", "aria-hidden": "true" }, h("i", {}));
    bar?.style.setProperty("--chance", way.chance);
    const asked = this.declaring === way.label;
    const choose = () => {
      this.onAim(way);
      if (way.target && !(one.dice && way.weapon)) {
        this.declaring = asked ? null : way.label;
        this.show();
      } else this.#send(one, way);
    };
    return h(
      "li",
      {},
      h(
        "button",
        { type: "button", class: "target", "data-verdict": way.verdict, disabled: !way.possible, onclick: choose, onpointerenter: () => this.onAim(way) },
        mark(way.verdict),
        h(
          "span",
          { class: "words" },
          h("b", { text: `${way.target ? `${way.target.toUpperCase()} ` : ""}${way.label}` }),
          h("span", { text: words(way.possible ? facts.join(" · ") : way.why) }),
        ),
        bar,
      ),
      asked &&
        stepper("Wounds lost", {
          send: "Declare",
          onSend: (amount) => this.#send(one, way, { results: amount ? [{ operative: way.target, amount }] : [] }),
        }),
    );
  }

  #send(one, way, more = {}) {
    const named = Object.fromEntries(["weapon", "target", "marker"].filter((name) => way[name]).map((name) => [name, way[name]]));
    const dice = one.dice && Boolean(way.weapon);
    submit({ kind: "act", operative: this.now.operative, action: one.action, ...named, dice, ...more }, this.now.player);
  }
}

/** Return what a player may do with one operative beside its actions: activate it, its order, wounds, place. */
export function handling(operative, game, place) {
  const who = operative.player;
  const say = (intent) => () => submit({ operative: operative.id, ...intent }, who);
  const free = !game.active && operative.ready && (game.free || (game.turn === who && game.phase));
  const other = operative.order === "engage" ? "conceal" : "engage";
  return [
    free &&
      h(
        "div",
        { class: "choices" },
        ...["engage", "conceal"].map((order) => button(`Activate: ${order}`, { class: "choice default", onclick: say({ kind: "activate", order }) })),
      ),
    h(
      "details",
      {},
      h("summary", { text: "Declare" }),
      h(
        "div",
        { class: "choices" },
        operative.order && button(`Order: ${other}`, { onclick: say({ kind: "declare_status", order: other }) }),
        button(operative.ready ? "Expended" : "Ready", { onclick: () => submit({ kind: "declare_status", operative: operative.id, ready: !operative.ready }) }),
        button("Stands here", { onclick: say({ kind: "declare_place" }) }, "as the camera sees it"),
        button("Place by hand", { onclick: () => place(operative) }, "touch the board"),
        button("Off the board", { onclick: say({ kind: "remove_operative" }) }),
      ),
      stepper("Wounds", { value: 1, low: -30, send: "Lose", onSend: (amount) => say({ kind: "declare_damage", amount })() }),
    ),
  ].filter(Boolean);
}

const clockText = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** What belongs to the whole game, in `root`: the clock, ploys, points, a new game, the result signed off. */
export class Keeping {
  constructor(root) {
    this.root = root;
  }

  update({ game, clock }, before) {
    if (game !== before?.game) this.#make(game);
    if (clock !== before?.clock || game !== before?.game) this.#clock(clock, game);
  }

  #clock(clock, game) {
    const name = (player) => game.seats.find((seat) => seat.player === player)?.name ?? player;
    const times = clock.seats.map((seat) =>
      h("li", { "data-on": String(clock.running && clock.on === seat.player) }, h("span", { text: name(seat.player) }), h("b", { text: clockText(seat.used_s) })),
    );
    const left = clock.limit_s ? `${clockText(Math.max(0, clock.limit_s - clock.round_s))} left` : clockText(clock.round_s);
    this.times.replaceChildren(...times, h("li", {}, h("span", { text: "Round" }), h("b", { text: left })));
    const turn = clock.running ? "stop" : "start";
    this.start.textContent = clock.running ? "Stop the clock" : "Start the clock";
    this.start.onclick = () => submit({ kind: "clock", do: turn });
  }

  #make(game) {
    this.times = h("ul", { class: "clock", "aria-label": "Clock" });
    this.start = h("button", { type: "button", class: "plain" });
    const open = this.root.querySelector("details")?.open;
    const sides = game.seats.map((seat) => this.#side(seat));
    const signs = game.over ? game.seats.map((seat) => this.#sign(seat, game.signed.includes(seat.player))) : [];
    const won = game.seats.find((seat) => seat.player === game.winner);
    this.root.replaceChildren(
      h("div", { class: "clockline" }, this.times, this.start),
      ...(game.over ? [h("h2", { class: "question", text: won ? `${won.name} wins` : "The battle is over" }), h("div", { class: "choices" }, ...signs)] : []),
      h(
        "details",
        { open: (open ?? !game.begun) || undefined },
        h("summary", { text: "Ploys, points, new game" }),
        ...sides,
        h(
          "div",
          { class: "choices" },
          button("New battle", { onclick: () => submit({ kind: "begin" }) }, "with what stands there"),
          button("Free play", { onclick: () => submit({ kind: "begin", free: true }) }, "no turns"),
          game.begun && !game.over && button("End the battle", { onclick: () => submit({ kind: "end_battle" }) }),
        ),
      ),
    );
  }

  #sign(seat, signed) {
    return button(signed ? `${seat.name} has signed` : `${seat.name} signs`, {
      disabled: signed,
      onclick: () => submit({ kind: "sign", player: seat.player }, seat.player),
    });
  }

  #side(seat) {
    const field = (label, value) => h("input", { "aria-label": `${seat.name}: ${label}`, placeholder: label, maxlength: 40, value });
    const ploy = field("ploy");
    const op = field("op");
    const { player } = seat;
    const named = (input, send) => (number) => (input.value.trim() ? send(input.value.trim(), number) : input.focus());
    const element = h(
      "section",
      { class: "account", "aria-label": seat.name },
      h("b", { text: seat.name }),
      ploy,
      stepper(`${seat.name}: CP`, { value: 1, high: 9, send: "Use", onSend: named(ploy, (name, cost) => submit({ kind: "use_ploy", player, name, cost }, player)) }),
      op,
      stepper(`${seat.name}: VP`, { value: 1, low: -20, send: "Score", onSend: named(op, (name, vp) => submit({ kind: "score", player, op: name, vp }, player)) }),
    );
    element.style.setProperty("--team", seat.colour);
    return element;
  }
}
