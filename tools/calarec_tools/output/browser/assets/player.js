// Draws the positions of one hand and steps through them.
// What lies where, what was said and which rule decided is data (calarec_tools.desk.viewing.hand_data): no game is known here.

const SVG = "http://www.w3.org/2000/svg";

/** An element with attributes and children; texts stay texts. */
export function make(name, attributes = {}, ...children) {
  const svg = ["svg", "use", "rect", "path", "text", "tspan", "title"].includes(name);
  const element = svg ? document.createElementNS(SVG, name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** A position as an address names it: `h3t7`, `h3deal`, `h3t7@B` with the eyes of a seat. */
export const linkTo = (hand, name, eyes = "") =>
  `h${hand + 1}${/^\d/.test(name) ? "t" : ""}${name}${eyes ? `@${encodeURIComponent(eyes)}` : ""}`;

/** What an address names among these hands: {hand, stop, eyes}; null, if that is not a position of theirs. */
export function linkedIn(hands, text) {
  let found = null;
  try {
    found = /^h(\d{1,4})(?:t(?=\d))?([a-z0-9.-]{0,20})(?:@(.{1,8}))?$/.exec(decodeURIComponent(text));
  } catch {
    // Letters that nobody can read name nothing.
  }
  const hand = found && hands[found[1] - 1];
  if (!hand) return null;
  const stop = found[2] ? hand.stops.findIndex((each) => each.names.includes(found[2])) : 0;
  return { hand: found[1] - 1, stop: Math.max(stop, 0), eyes: found[3] ?? "" };
}

/** The cards that these eyes know at each place: what has changed at each stop, one after another. */
export function handsAt(hand, stop, eyes) {
  const places = {};
  for (const each of hand.stops.slice(0, stop + 1)) Object.assign(places, each.hands?.[eyes]);
  return places;
}

/** The left upper corners of so many cards, in the middle of a slot; as in output/pictures/table_layout.py. */
export function spread([x, y, width, size, rows], count, [wide, , step, row]) {
  const each = Math.ceil(count / rows);
  const found = [];
  for (let line = 0; line < rows; line++) {
    const here = Math.max(0, Math.min(each, count - line * each));
    const apart = Math.min(step * size, (width - wide * size) / Math.max(here - 1, 1));
    const left = x + (width - wide * size - apart * (here - 1)) / 2;
    for (let place = 0; place < here; place++) found.push([left + apart * place, y + line * row * size]);
  }
  return found;
}

const fitted = (text, width, size, letter = 0.58) => {
  const most = Math.max(Math.floor(width / (size * letter)), 2);
  return text.length <= most ? text : text.slice(0, most - 1) + "…";
};

/** As many of the words, divided by dots, as there is room for. */
function fittedWords(words, width, size) {
  const shown = [...words];
  while (shown.length > 1 && shown.join(" · ").length > Math.floor(width / (size * 0.52))) shown.pop();
  return fitted(shown.join(" · "), Math.max(width, 90), size, 0.52);
}

/** The width that a label can have: to the edge, and to the labels beside it. */
function labelRoom(layout, slot) {
  const middle = slot[0] + slot[2] / 2;
  const beside = layout.hands.filter((each) => each !== slot && Math.abs(each[1] - slot[1]) < 60);
  const apart = beside.map((each) => Math.abs(each[0] + each[2] / 2 - middle) - 8);
  return Math.max(slot[2], Math.min(2 * Math.min(middle, layout.wide - middle) - 16, ...apart));
}

/** Draws a position on an SVG element; as in output/pictures/table.py. */
export function drawTable(svg, hand, number, { eyes = "", lang = "en", shape = "wide", below = 0, marked = false, better = -1 } = {}) {
  const stop = hand.stops[number];
  const layout = hand.layouts[shape];
  const [wide, high, , row] = layout.card;
  const seats = hand.seats.length;
  const place = (seat) => (((seat - below) % seats) + seats) % seats;
  const text = shape === "wide" ? 17 : 13;
  const known = handsAt(hand, number, eyes);
  const suits = [...new Set(hand.cards.map((name) => [...name][1]))];
  const order = (one, other) =>
    suits.indexOf([...hand.cards[one]][1]) - suits.indexOf([...hand.cards[other]][1]) || other - one;
  const parts = [];

  const lay = (slot, faces, kinds = [], names = []) => {
    spread(slot, faces.length, layout.card).forEach(([x, y], at) => {
      const more = { ...(kinds[at] ? { class: kinds[at] } : {}), ...(names[at] ? { "data-card": names[at] } : {}) };
      parts.push(make("use", { href: `#${faces[at]}`, x, y, width: wide * slot[3], height: high * slot[3], ...more }));
    });
  };
  const tall = (slot) => (high + (slot[4] - 1) * row) * slot[3];
  const label = (slot, whole, about, size, turn) => {
    const x = slot[0] + slot[2] / 2;
    const stacked = slot[5] === "stacked" && about.length > 0;
    const y = slot[5] === "below" ? slot[1] + tall(slot) + size : slot[1] - 7 - (stacked ? size : 0);
    const line = make("text", { x, y, "font-size": size, "font-weight": 600, "text-anchor": "middle" });
    const name = fitted(whole, Math.max(slot[2], 90), size);
    if (name) line.append(make("tspan", turn ? { class: "turn" } : {}, name));
    if (about.length) {
      const room = labelRoom(layout, slot) - (stacked ? 0 : (name.length + 1) * size * 0.58);
      const said = (name && !stacked ? "\u00a0\u00a0" : "") + fittedWords(about, room, size - 2);
      line.append(make("tspan", { class: "part", "font-size": size - 2, ...(stacked ? { x, dy: size } : {}) }, said));
    }
    parts.push(line);
  };
  const ring = (slot, kind) =>
    parts.push(
      make("rect", { x: slot[0] - 3, y: slot[1] - 3, width: wide * slot[3] + 6, height: tall(slot) + 6, rx: 8, class: kind }),
    );

  parts.push(make("rect", { x: 1, y: 1, width: layout.wide - 2, height: layout.high - 2, rx: 16, class: "felt" }));
  const may = stop.may?.[eyes] ?? stop.may?.[""] ?? [];
  for (let at = 0; at < seats + hand.piles.length; at++) {
    const cards = [...(known[at] ?? [])].sort(order);
    const hidden = eyes ? "card-back" : "card-unknown";
    const faces = [...cards.map((each) => hand.faces[each]), ...Array(stop.sizes[at] - cards.length).fill(hidden)];
    if (at >= seats) {
      const slot = layout.piles[at - seats];
      if (faces.length) {
        lay(slot, faces);
        label(slot, "", [hand.piles[at - seats][lang]], text);
      }
      continue;
    }
    const seat = hand.seats[at];
    const slot = layout.hands[place(at)];
    const kinds = cards.map((each) => (stop.turn === at && may.length && !may.includes(each) ? "not-now" : ""));
    lay(slot, faces, kinds, cards.map((each) => hand.cards[each]));
    if (cards.includes(better)) {
      const [x, y] = spread(slot, faces.length, layout.card)[cards.indexOf(better)];
      parts.push(make("rect", { x: x - 1, y: y - 1, width: wide * slot[3] + 2, height: high * slot[3] + 2, rx: 6, class: "better" }));
    }
    const words = [];
    if (stop.declarer === at && stop.contract) words.push(stop.contract[lang]);
    if (stop.partner?.[eyes]?.includes(at)) words.push(hand.words.partner[lang]);
    if (stop.tricks[at]) words.push(hand.words.tricks[lang].replace("{count}", stop.tricks[at]));
    // Where there is no room for all of it, the dealer is what one misses least.
    if (seat.part) words.push(seat.part[lang]);
    label(slot, seat.name, words, text, stop.turn === at);
  }
  stop.trick.forEach(([seat, card], at) => {
    const slot = layout.trick[place(seat)];
    lay(slot, [card >= 0 ? hand.faces[card] : "card-unknown"]);
    if (marked && at === stop.trick.length - 1) ring(slot, "wrong");
    else if (stop.takes === seat) ring(slot, "takes");
    if (shape === "tall") label(slot, fitted(hand.seats[seat].name, slot[2] + 8, text - 1), [], text - 1);
    else if (at === 0) label(slot, "1", [], text - 1);
  });
  svg.setAttribute("viewBox", `0 0 ${layout.wide} ${layout.high}`);
  svg.replaceChildren(...parts);
}

/** The name of a place at which a card is played, of a stop; "" for another one. */
export const placeOf = (stop) => (stop?.turn >= 0 ? stop.names.find((each) => /^\d+(\.\d)?$/.test(each)) ?? "" : "");

/** The number of the card that was played at a place; -1 if the hand breaks off there. */
export function playedAt(hand, at) {
  const [trick, cards = "0"] = at.split(".");
  const after = hand.stops.find((each) => each.names.includes(`${trick}.${Number(cards) + 1}`)) ?? hand.stops.at(-1);
  return after.trick?.at(-1)?.[1] ?? -1;
}

const unseen = (text) => make("span", { class: "unseen" }, text);
const face = (hand, number) => make("svg", { class: "card", viewBox: "0 0 60 92", "aria-hidden": "true" }, make("use", { href: `#${hand.faces[number]}`, width: 60, height: 92 }));

/** A card that could be played, with the points that come of it in the end. */
export function worthOfCard(hand, each, played, words, lang) {
  const sign = each.wins === null ? "" : each.wins ? " ✓" : " ✗";
  const verdict = each.wins === null ? [] : [unseen(` ${words[each.wins ? "wins" : "loses"][lang]}`)];
  return [
    face(hand, each.card), unseen(`${hand.cards[each.card]}: `), make("small", each.wins ? { class: "good" } : {}, each.points[lang], make("span", { "aria-hidden": "true" }, sign), ...verdict),
    ...(each.card === played ? [make("small", {}, ` ${words.played[lang]}`)] : []),
  ];
}

/** What a seat could know of its cards, as a table. */
export function knownTable(hand, { cards, head, mean }, words, lang) {
  const cell = (text) => make("td", {}, text);
  const row = (each) => make("tr", {}, make("th", { scope: "row" }, make("span", { class: "seen" }, face(hand, each.card)), unseen(hand.cards[each.card])), cell(each.wins[lang]), cell(each.points[lang]));
  const heads = [words.card[lang], head[lang], mean[lang]].map((each) => make("th", { scope: "col" }, each));
  return make("table", { class: "knowledge" }, make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...cards.map(row)));
}

/**
 * Steps through one hand. `root` is filled; `words` are those of calarec_tools.desk.viewing.player_words, by key and language;
 * `onmove(stop, eyes)` is called when somebody goes elsewhere. Keys are taken by `key(event)`, for whoever listens.
 */
export class Player {
  constructor(root, { words, lang = "en", onmove = () => {} }) {
    Object.assign(this, { root, words, lang, onmove, hand: null, stop: 0, eyes: "" });
    this.svg = make("svg", { class: "calarec-table", role: "img" });
    this.table = make("div", { class: "player-table" }, this.svg);
    this.said = make("p", { class: "player-said", "aria-live": "polite", "aria-atomic": "true" });
    this.worths = make("div", { class: "player-worths" });
    this.rule = make("p", { class: "player-rule" });
    this.findings = make("div", { class: "player-findings", role: "status" });
    this.where = make("output", { class: "player-where" });
    this.choose = make("select", { class: "player-eyes" });
    this.label = make("label", { class: "player-label" });
    this.bar = make("div", { class: "player-bar" }, this.label);
    this.buttons = {};
    const go = { first: "|◀", back: "◀", next: "▶", last: "▶|" };
    this.controls = make("div", { class: "player-controls", role: "group" });
    for (const [name, sign] of Object.entries(go)) {
      const button = make("button", { type: "button", "data-go": name }, sign);
      button.addEventListener("click", () => this.step(name));
      this.buttons[name] = button;
      this.controls.append(button);
      if (name === "back") this.controls.append(this.where);
    }
    this.choose.addEventListener("change", () => this.show(this.hand, { eyes: this.choose.value, told: true }));
    this.table.addEventListener("pointerdown", (event) => (this.from = [event.clientX, event.clientY]));
    this.table.addEventListener("pointerup", (event) => this.swiped(event));
    this.table.addEventListener("pointercancel", () => (this.from = null));
    root.replaceChildren(this.bar, this.table, this.controls, this.said, this.rule, this.findings, this.worths);
    const observer = new ResizeObserver(() => this.draw());
    observer.observe(this.table);
  }

  /** Shows a hand, from its beginning or at a stop; another language draws it anew. */
  show(hand, { stop, eyes, lang, told = false } = {}) {
    const other = hand !== this.hand;
    this.hand = hand;
    this.lang = lang ?? this.lang;
    this.stop = Math.max(0, Math.min(stop ?? (other ? 0 : this.stop), hand.stops.length - 1));
    this.eyes = eyes ?? this.eyes;
    if (!hand.seats.some((seat) => seat.plays && seat.label === this.eyes)) this.eyes = "";
    this.offer();
    this.draw();
    if (told) this.onmove(this.stop, this.eyes);
  }

  step(way) {
    const last = this.hand.stops.length - 1;
    const to = { first: 0, back: this.stop - 1, next: this.stop + 1, last }[way] ?? this.byTrick(way);
    if (to >= 0 && to <= last && to !== this.stop) this.show(this.hand, { stop: to, told: true });
  }

  /** The stop before the next trick, or before this one or the last. */
  byTrick(way) {
    const starts = this.hand.stops.flatMap((each, at) => (each.names.some((name) => /^(\d+|deal|auction|end)$/.test(name)) ? [at] : []));
    return way === "trick" ? (starts.find((at) => at > this.stop) ?? -1) : (starts.findLast((at) => at < this.stop) ?? -1);
  }

  /** Takes a key that means a step; answers whether it did. */
  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || /^(input|select|textarea)$/i.test(event.target.tagName)) return false;
    const keys = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last", PageDown: "trick", PageUp: "trick-back" };
    const way = keys[event.key];
    if (!way || !this.hand) return false;
    event.preventDefault();
    this.step(way);
    return true;
  }

  swiped(event) {
    if (!this.from) return;
    const [across, down] = [event.clientX - this.from[0], event.clientY - this.from[1]];
    this.from = null;
    if (Math.abs(across) > 40 && Math.abs(across) > 2 * Math.abs(down)) this.step(across < 0 ? "next" : "back");
  }

  word(key) {
    return this.words[key][this.lang];
  }

  offer() {
    const all = make("option", { value: "" }, this.word("all"));
    const seats = this.hand.seats.filter((seat) => seat.plays);
    this.choose.replaceChildren(all, ...seats.map((seat) => make("option", { value: seat.label }, seat.name)));
    this.choose.value = this.eyes;
    this.label.replaceChildren(this.word("seen"), " ", this.choose);
    this.controls.setAttribute("aria-label", this.word("steps"));
    for (const [name, button] of Object.entries(this.buttons)) {
      button.setAttribute("aria-label", this.word(name));
      button.title = this.word(name);
    }
  }

  draw() {
    const { hand, lang, eyes } = this;
    if (!hand?.stops.length) return;
    const stop = hand.stops[this.stop];
    const found = eyes ? [] : hand.findings.filter((each) => each.stop === this.stop);
    // What an analysis has found: a card that gave something away, and which one would have been better.
    const at = (name) => (eyes ? [] : hand.losses ?? []).filter((each) => stop.names.includes(each[name]));
    const lost = at("after");
    const drawn = Boolean(stop.sizes);
    this.table.hidden = !drawn;
    const said = stop.said[eyes] ?? stop.said[""];
    if (drawn) {
      const below = Math.max(hand.seats.findIndex((seat) => seat.label === eyes), 0);
      const shape = this.table.clientWidth && this.table.clientWidth < 620 ? "tall" : "wide";
      const marked = [...found, ...lost].some((each) => each.severity === "error" || each.mark?.startsWith("?"));
      drawTable(this.svg, hand, this.stop, { eyes, lang, shape, below, marked, better: at("before")[0]?.better });
      this.svg.setAttribute("aria-label", `${hand.title[lang]}, ${this.where.textContent}`);
    }
    this.where.textContent = this.name(stop);
    if (this.said.textContent !== said[lang]) this.said.textContent = said[lang];
    this.said.lang = lang;
    this.rule.replaceChildren(...this.reference(stop.rule));
    this.findings.replaceChildren(...found.map((each) => this.finding(each)), ...lost.map((each) => this.loss(each)));
    this.worths.replaceChildren(...this.worthsHere(stop));
    this.buttons.first.disabled = this.buttons.back.disabled = this.stop === 0;
    this.buttons.last.disabled = this.buttons.next.disabled = this.stop === hand.stops.length - 1;
  }

  /** What a stop is called. */
  name(stop) {
    const name = stop.names[0].replace(/-\d+$/, "");
    if (!/^\d/.test(name)) return this.word(name);
    const [trick, card] = name.split(".");
    return this.word("trick").replace("{number}", trick) + (card ? ` · ${card}` : "");
  }

  reference(path) {
    const place = path && this.hand.references[path]?.[this.lang];
    return path ? [make("code", {}, path), ...(place ? [` ${place}`] : [])] : [];
  }

  /** On a page that has all of an analysis: every card that could be played here, and what its player could know. */
  worthsHere(stop) {
    const { hand, lang } = this;
    const at = placeOf(stop);
    const worth = hand.worths?.[at];
    if (!worth) return [];
    const played = playedAt(hand, at);
    const cards = worth.cards.map((each) => make("div", { class: `seen${each.best ? " best" : ""}` }, ...worthOfCard(hand, each, played, hand.words, lang)));
    const known = hand.views?.[at];
    const open = this.worths.querySelector("details")?.open ? { open: "" } : {};
    return [make("p", { class: "faint" }, worth.said[lang]), make("div", { class: "faces" }, ...cards),
      ...(known ? [make("details", open, make("summary", {}, known.title[lang]), make("p", { class: "faint" }, known.ways[lang]), knownTable(hand, known, hand.words, lang))] : [])];
  }

  loss(each) {
    const kind = each.mark === "??" ? "" : each.mark === "!" ? "good" : "warning";
    return make("div", { class: `finding ${kind}`.trim() }, ...(each.mark ? [make("strong", {}, each.mark), " "] : []), each.said[this.lang]);
  }

  finding(each) {
    const box = make("div", { class: `finding ${each.severity}` });
    box.append(make("strong", {}, `${each.severity === "note" ? "·" : "✗"} ${each.code}`), ` ${each.message[this.lang]}`);
    if (each.help[this.lang]) box.append(" ", make("span", { class: "help" }, each.help[this.lang]));
    if (each.rule) box.append(" ", make("small", {}, ...this.reference(each.rule)));
    return box;
  }
}
