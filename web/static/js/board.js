// The board from above, as SVG: a hundredth of an inch is one unit.

import { h, keyed, say, set, svg } from "./dom.js";
import { STATE, sign } from "./icons.js";
import { drawWitness } from "./witness.js";

const U = 100;
const EDGE = 78;
const NEAR_PX = 26;
const SNAP_PX = 6;
const NAMES_FROM_PX = 21;
const LABELS_EVERY_MS = 250;

const ORDER = { engage: "Engage", conceal: "Conceal" };

/** Return what is said of an operative: its name, side, order, state and place. */
export function describe(operative, seats) {
  const seat = seats.find((one) => one.player === operative.player);
  return [
    `${operative.label} ${operative.name}`,
    seat?.team || seat?.name || operative.player,
    ORDER[operative.order],
    operative.ready ? "ready" : "expended",
    STATE[operative.state],
    `at ${operative.x.toFixed(2)}, ${operative.y.toFixed(2)} in`,
  ]
    .filter(Boolean)
    .join(", ");
}

/** The board: `update(state)` shows it, `witness(ruling)` draws why, `turn` is quarter turns clockwise. */
export class Board {
  constructor(root, { turn = 0, onSelect = () => {}, onDrag = null, labels = true } = {}) {
    this.root = root;
    this.turn = turn;
    this.onSelect = onSelect;
    this.labels = labels;
    this.selected = null;
    this.state = null;
    this.ruling = null;
    this.layers = {};
    for (const name of ["ground", "terrain", "markers", "areas", "ghosts", "operatives", "names", "witness"]) {
      this.layers[name] = svg("g", { class: name });
    }
    root.append(...Object.values(this.layers));
    set(root, { role: "group", "aria-label": "The board from above", class: "board" });
    set(this.layers.witness, { "aria-hidden": "true" });
    set(this.layers.names, { "aria-hidden": "true" });
    root.addEventListener("click", (event) => this.#touch(event));
    root.addEventListener("keydown", (event) => this.#walk(event));
    if (onDrag) this.#drags(onDrag);
    new ResizeObserver(() => this.#measure()).observe(root);
  }

  /** Board inches to units of the drawing. */
  place = ([x, y]) => {
    const { width, depth } = this.state.table.board;
    switch (this.turn) {
      case 1:
        return [y * U, x * U];
      case 2:
        return [(width - x) * U, y * U];
      case 3:
        return [(depth - y) * U, (width - x) * U];
      default:
        return [x * U, (depth - y) * U];
    }
  };

  /** Units of the drawing to board inches. */
  inches(x, y) {
    const { width, depth } = this.state.table.board;
    return [
      [x / U, depth - y / U],
      [y / U, x / U],
      [width - x / U, y / U],
      [width - y / U, depth - x / U],
    ][this.turn];
  }

  /** Show where a move could end: closed outlines in inches. */
  areas(outlines) {
    this.outlines = outlines;
    const d = outlines.map((points) => `M${points.map((point) => this.place(point).join(" ")).join("L")}Z`).join("");
    this.layers.areas.replaceChildren(...(d ? [svg("path", { d })] : []));
  }

  rotate(turn) {
    this.turn = turn % 4;
    if (this.state) {
      this.before = null;
      this.update(this.state);
    }
  }

  update(state) {
    const before = this.before;
    this.state = state;
    this.before = state;
    const { table, game } = state;
    const anew = !before || before.table.board !== table.board;
    if (anew) this.#ground(table.board);
    if (anew || before.table.terrain !== table.terrain) this.#terrain(table.terrain, anew);
    if (anew || before.table.markers !== table.markers) this.#markers(table.markers, anew);
    if (anew || before.table.operatives !== table.operatives || before.game !== game) {
      this.#operatives(table.operatives, game, anew || before.game !== game);
    }
    if (anew || before.ghosts !== state.ghosts) this.#ghosts(state);
    if (anew) {
      this.witness(this.ruling);
      this.areas(this.outlines ?? []);
    }
  }

  witness(ruling) {
    this.ruling = ruling;
    if (!this.state) return;
    drawWitness(this.layers.witness, ruling, {
      points: (stroke) => stroke.points.map(this.place),
      unit: this.unit ?? 2,
    });
    const things = new Set(ruling?.findings.flatMap((finding) => finding.things));
    for (const element of this.layers.operatives.children) element.classList.toggle("named", things.has(element.key));
    this.#names();
  }

  select(id) {
    this.selected = id;
    for (const element of this.layers.operatives.children) set(element, { "aria-pressed": String(element.key === id) });
    this.#names();
    this.onSelect(this.state.table.operatives.find((one) => one.id === id) ?? null);
  }

  #measure() {
    const box = this.root.viewBox.baseVal;
    const { width, height } = this.root.getBoundingClientRect();
    if (!width || !box.width) return;
    this.unit = Math.max(box.width / width, box.height / height);
    this.root.style.setProperty("--unit", this.unit);
    set(this.root, { "data-names": U / this.unit < NAMES_FROM_PX ? "few" : "all" });
    if (this.state) this.witness(this.ruling);
  }

  #ground({ width, depth }) {
    const [w, d] = this.turn % 2 ? [depth * U, width * U] : [width * U, depth * U];
    set(this.root, { viewBox: `${-EDGE} ${-EDGE} ${w + 2 * EDGE} ${d + 2 * EDGE}` });
    this.root.style.aspectRatio = `${w + 2 * EDGE} / ${d + 2 * EDGE}`;
    const ticks = [];
    const numbers = [];
    const across = (at, along, length, upper) => {
      const [x, y] = this.place(along ? [at, 0] : [0, at]);
      const [nx, ny] = this.place(along ? [at, -1] : [-1, at]);
      const step = [(nx - x) / U, (ny - y) / U];
      ticks.push(`M${x + step[0] * 12} ${y + step[1] * 12}l${step[0] * length} ${step[1] * length}`);
      if (upper) {
        numbers.push(
          svg("text", { x: x + step[0] * 54, y: y + step[1] * 54, "text-anchor": "middle", "dominant-baseline": "central", text: at }),
        );
      }
    };
    for (let x = 0; x <= width; x += 1) across(x, true, x % 5 ? 10 : 20, x % 5 === 0);
    for (let y = 0; y <= depth; y += 1) across(y, false, y % 5 ? 10 : 20, y % 5 === 0 && y > 0);
    const grid = [];
    for (let x = 1; x < width; x += 1) grid.push(`M${this.place([x, 0]).join(" ")}L${this.place([x, depth]).join(" ")}`);
    for (let y = 1; y < depth; y += 1) grid.push(`M${this.place([0, y]).join(" ")}L${this.place([width, y]).join(" ")}`);
    this.layers.ground.replaceChildren(
      svg("rect", { class: "floor", width: w, height: d, rx: 6 }),
      svg("path", { class: "grid", d: grid.join("") }),
      svg("path", { class: "ticks", d: ticks.join("") }),
      svg("g", { class: "numbers" }, ...numbers),
      svg("rect", { class: "rim", width: w, height: d, rx: 6 }),
    );
    this.#measure();
  }

  #terrain(parts, anew) {
    const shape = (points) => `M${points.map((point) => this.place(point).join(" ")).join("L")}Z`;
    if (anew) this.layers.terrain.replaceChildren();
    keyed(this.layers.terrain, [...parts].sort((a, b) => a.top - b.top), {
      make: () => svg("g", {}, svg("path", { class: "shade" }), svg("path", { class: "top" }), svg("text", {})),
      update: (group, part) => {
        const [shade, top, label] = group.children;
        const [x, y] = this.place(part.label_at);
        set(group, { class: `part ${part.see_through ? "glass" : ""}`, role: "img", "aria-label": this.#partName(part) });
        group.style.setProperty("--tall", Math.min(part.top / 4, 1).toFixed(2));
        set(shade, { d: shape(part.outline), transform: `translate(${part.top * 7} ${part.top * 10})` });
        set(top, { d: shape(part.outline) });
        set(label, { x, y, "text-anchor": "middle", "dominant-baseline": "central" });
        say(label, `${Number(part.top.toFixed(1))}″`);
      },
    });
  }

  #partName(part) {
    return [part.feature, `${Number(part.bottom.toFixed(1))} to ${Number(part.top.toFixed(1))} inches high`, ...part.traits, part.state].filter(Boolean).join(", ");
  }

  #markers(markers, anew) {
    if (anew) this.layers.markers.replaceChildren();
    keyed(this.layers.markers, markers.filter((marker) => !marker.carried_by), {
      make: () => svg("g", { class: "marker", role: "img" }, svg("circle", {}), svg("circle", { class: "inner" }), svg("text", {})),
      update: (group, marker) => {
        const [outer, inner, label] = group.children;
        const [cx, cy] = this.place([marker.x, marker.y]);
        set(group, { "aria-label": `${marker.kind} ${marker.label}`, "data-kind": marker.kind });
        set(outer, { cx, cy, r: (marker.diameter / 2) * U });
        set(inner, { cx, cy, r: (marker.diameter / 2) * U * 0.72 });
        set(label, { x: cx, y: cy, "text-anchor": "middle", "dominant-baseline": "central" });
        say(label, marker.label);
      },
    });
  }

  #operatives(operatives, game, all) {
    const seats = new Map(game.seats.map((seat) => [seat.player, seat]));
    if (all) for (const element of this.layers.operatives.children) element.item = undefined;
    keyed(this.layers.operatives, operatives, {
      make: (operative) => this.#makeOperative(operative),
      update: (group, operative) => this.#updateOperative(group, operative, seats.get(operative.player), game),
    });
    const first = this.layers.operatives.firstElementChild;
    if (first && !this.layers.operatives.querySelector('[tabindex="0"]')) set(first, { tabindex: 0 });
    this.#names();
  }

  #makeOperative() {
    const group = svg(
      "g",
      { class: "operative", role: "button", tabindex: -1 },
      svg(
        "g",
        { class: "body" },
        svg("ellipse", { class: "reach" }),
        svg("ellipse", { class: "base" }),
        svg("path", { class: "strike", d: "" }),
      ),
      svg("text", { class: "tag", "text-anchor": "middle", "dominant-baseline": "central" }),
      svg("g", { class: "badge order" }, svg("circle", { r: 9 }), svg("g", {})),
      svg("g", { class: "badge state" }, svg("circle", { r: 9 }), svg("g", {})),
    );
    group.addEventListener("focus", () => {
      for (const other of this.layers.operatives.children) set(other, { tabindex: other === group ? 0 : -1 });
      this.#names();
    });
    return group;
  }

  #updateOperative(group, operative, seat, game) {
    const [body, tag, order, state] = group.children;
    const [reach, base, strike] = body.children;
    const [x, y] = this.place([operative.x, operative.y]);
    const [rx, ry] = operative.base.map((size) => (size / 2) * U);
    group.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
    group.style.setProperty("--team", seat?.colour ?? "#8899a0");
    group.style.setProperty("--ink", seat?.ink ?? "#0d1214");
    body.style.transform = `rotate(${(90 * this.turn - operative.rotation_deg).toFixed(1)}deg)`;
    set(base, { rx, ry });
    set(reach, { rx: rx + 14, ry: ry + 14 });
    set(strike, { d: operative.state === "gone" ? `M${-rx} ${-ry}L${rx} ${ry}M${rx} ${-ry}L${-rx} ${ry}` : null });
    say(tag, operative.label);
    group.style.setProperty("--small", Math.min(rx, ry).toFixed(1));
    set(group, {
      "data-state": operative.state,
      "data-order": operative.order,
      "data-ready": String(operative.ready),
      "data-active": String(game.active === operative.id),
      "aria-label": describe(operative, game.seats),
      "aria-pressed": String(this.selected === operative.id),
    });
    for (const badge of [order, state]) badge.style.setProperty("--r", ((rx + ry) / 2).toFixed(1));
    this.#badge(order, operative.order);
    this.#badge(state, STATE[operative.state] && operative.state);
    if (this.selected === operative.id) this.onSelect(operative);
  }

  #badge(group, name) {
    if ("sign" in group && group.sign === name) return;
    group.sign = name;
    group.lastElementChild.replaceChildren(...(name ? [sign(name, { transform: "scale(.5) translate(-12 -12)" })] : []));
    set(group, { visibility: name ? null : "hidden" });
  }

  #ghosts(state) {
    const sizes = new Map(state.table.operatives.map((operative) => [operative.id, operative]));
    this.layers.ghosts.replaceChildren(
      ...state.ghosts.map((ghost) => {
        const operative = sizes.get(ghost.operative);
        const [ax, ay] = this.place([ghost.stands.x, ghost.stands.y]);
        const [bx, by] = this.place([ghost.belongs.x, ghost.belongs.y]);
        const [rx, ry] = (operative?.base ?? [1, 1]).map((size) => (size / 2) * U);
        const length = Math.hypot(bx - ax, by - ay) || 1;
        const [ux, uy] = [(bx - ax) / length, (by - ay) / length];
        const [tx, ty] = [bx - ux * (rx + 8), by - uy * (rx + 8)];
        const head = `M${tx} ${ty}l${(-ux - uy * 0.5) * 34} ${(-uy + ux * 0.5) * 34}M${tx} ${ty}l${(-ux + uy * 0.5) * 34} ${(-uy - ux * 0.5) * 34}`;
        const turned = `translate(${bx} ${by}) rotate(${90 * this.turn - ghost.belongs.rotation_deg})`;
        return svg(
          "g",
          { class: "ghost", role: "img", "aria-label": ghost.sentence },
          svg("path", { class: "casing", d: `M${ax} ${ay}L${tx} ${ty}${head}` }),
          svg("path", { class: "arrow", d: `M${ax} ${ay}L${tx} ${ty}${head}` }),
          svg("ellipse", { class: "place", rx, ry, transform: turned }),
          svg("text", { x: bx, y: by, "text-anchor": "middle", "dominant-baseline": "central", text: operative?.label ?? "" }),
        );
      }),
    );
  }

  /** Names stand where they cover no base and no other name; moved seldom, so that they do not jump. */
  #names() {
    if (!this.labels || this.waiting) return;
    this.waiting = setTimeout(() => {
      this.waiting = 0;
      this.#placeNames();
    }, this.named ? LABELS_EVERY_MS : 0);
    this.named = true;
  }

  #placeNames() {
    const { operatives } = this.state.table;
    const unit = this.unit ?? 2;
    const few = this.root.dataset.names === "few";
    const focused = this.layers.operatives.querySelector(":focus-visible")?.key;
    const wanted = operatives.filter(
      (one) => !few || one.id === this.selected || one.id === focused,
    );
    const taken = operatives.map((one) => {
      const [x, y] = this.place([one.x, one.y]);
      const r = (one.base[0] / 2) * U + 4 * unit;
      return [x - r, y - r, x + r, y + r];
    });
    for (const note of this.layers.witness.querySelectorAll(".note")) {
      const { x, y, width, height } = note.getBBox();
      taken.push([x, y, x + width, y + height]);
    }
    const box = this.root.viewBox.baseVal;
    const hits = (a) =>
      taken.reduce((sum, b) => sum + Math.max(0, Math.min(a[2], b[2]) - Math.max(a[0], b[0])) * Math.max(0, Math.min(a[3], b[3]) - Math.max(a[1], b[1])), 0) +
      1e4 * (Math.max(0, box.x - a[0]) + Math.max(0, a[2] - box.x - box.width));
    keyed(this.layers.names, wanted, {
      make: () => svg("text", { class: "name" }),
      update: (text, one) => say(text, one.name),
    });
    for (const text of this.layers.names.children) {
      const one = text.item;
      const [x, y] = this.place([one.x, one.y]);
      const r = (one.base[0] / 2) * U;
      const w = text.getComputedTextLength();
      const high = 13 * unit;
      const spots = [
        [x, y + r + 12 * unit, "middle"],
        [x, y - r - 9 * unit, "middle"],
        [x + r + 8 * unit, y, "start"],
        [x - r - 8 * unit, y, "end"],
      ].map(([sx, sy, anchor]) => {
        const left = anchor === "middle" ? sx - w / 2 : anchor === "start" ? sx : sx - w;
        return { sx, sy, anchor, area: [left, sy - high / 2, left + w, sy + high / 2] };
      });
      const best = spots.reduce((a, b) => (hits(b.area) < hits(a.area) - 1 ? b : a));
      taken.push(best.area);
      set(text, { "text-anchor": best.anchor, "dominant-baseline": "central", "data-state": one.state });
      text.style.transform = `translate(${best.sx.toFixed(0)}px, ${best.sy.toFixed(0)}px)`;
    }
  }

  /** What is under a point of the screen: the operative that is near enough, and the place in inches. */
  #under(event, reachPx = NEAR_PX) {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.root.getScreenCTM().inverse());
    let best = null;
    let least = Infinity;
    for (const one of this.state.table.operatives) {
      const [x, y] = this.place([one.x, one.y]);
      const away = Math.hypot(at.x - x, at.y - y) - (one.base[0] / 2) * U;
      if (away < least) [best, least] = [one, away];
    }
    const [x, y] = this.inches(at.x, at.y);
    const near = least < reachPx * (this.unit ?? 2) ? best.id : null;
    return { operative: near, x, y, px: event.clientX, py: event.clientY };
  }

  #touch(event) {
    if (!this.state || this.dragging) return;
    const id = this.#under(event).operative;
    this.select(id === this.selected ? null : id);
  }

  /** While `dragging` is set, a line drawn on the board is told as it grows and when it is done. */
  #drags(onDrag) {
    let start = null;
    this.root.addEventListener("pointerdown", (event) => {
      if (!this.state || !this.dragging) return;
      start = this.#under(event, SNAP_PX);
      this.root.setPointerCapture(event.pointerId);
    });
    this.root.addEventListener("pointermove", (event) => start && onDrag(start, this.#under(event, SNAP_PX), false));
    this.root.addEventListener("pointerup", (event) => {
      if (start) onDrag(start, this.#under(event, SNAP_PX), true);
      start = null;
    });
    this.root.addEventListener("pointercancel", () => (start = null));
  }

  #walk(event) {
    const elements = [...this.layers.operatives.children];
    const at = elements.indexOf(event.target.closest?.(".operative"));
    if (at < 0) return;
    const steps = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
    if (event.key === "Enter" || event.key === " ") this.select(elements[at].key === this.selected ? null : elements[at].key);
    else if (event.key === "Escape") this.select(null);
    else if (steps[event.key]) {
      const to = elements[(at + steps[event.key] + elements.length) % elements.length];
      to.focus();
    } else return;
    event.preventDefault();
  }
}

/** Return the card of an operative, in words and numbers as they arrived. */
export function operativeCard(operative, game) {
  const seat = game.seats.find((one) => one.player === operative.player);
  const facts = [
    ORDER[operative.order] && `${ORDER[operative.order]} · ${operative.ready ? "ready" : "expended"}`,
    operative.wounds !== null && `${operative.wounds} of ${operative.start_wounds} wounds`,
    operative.carrying && `carries ${operative.carrying}`,
    STATE[operative.state],
    `${operative.x.toFixed(2)}, ${operative.y.toFixed(2)} in, ±${operative.sigma_in.toFixed(2)}`,
    operative.level !== "floor" && `on ${operative.level}, ${operative.z.toFixed(1)} in up`,
  ].filter(Boolean);
  const card = h(
    "div",
    { class: "card" },
    h("b", { class: "chip", text: operative.label }),
    h("div", {}, h("strong", { text: operative.name }), h("span", { class: "team", text: seat?.team || seat?.name || "" })),
    h("ul", {}, ...facts.map((fact) => h("li", { text: fact }))),
  );
  card.style.setProperty("--team", seat?.colour ?? "#8899a0");
  card.style.setProperty("--ink", seat?.ink ?? "#0d1214");
  return card;
}

