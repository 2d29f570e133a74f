// A hand that was written down, looked at again: its facts as they were entered, each to be changed by the same cards and words.
// The record stays as it is until the whole is kept; until then everything that was changed is a draft beside it.
import { call, Refused } from "./boundary.js";
import { button, card, choice, el, field, findingBox, reportLostTap, w } from "./dom.js";
import { faultForm, outcomeButtons, picker } from "./picker.js";
import { inUnits } from "./result_form.js";

const ORDER = [["at", "tag", "rules", "out", "carry", "dealer"], ["deal"], ["monte", "trump"], ["bid"], ["raise", "double"], ["call"], ["table-card", "give", "take", "discard", "declare", "show"]];
const rank = (line) => (/^\s*\d/.test(line) ? ORDER.length + parseInt(line, 10) : ORDER.findIndex((verbs) => verbs.includes(line.trim().split(/\s/)[0])));

/** Where a line goes that was not there: behind those that come before it in a hand, or to the end. */
function behind(line, lines) {
  const own = rank(line);
  const place = own < 0 ? -1 : lines.findIndex((each) => rank(each) > own);
  return place < 0 ? lines.length : place;
}

const ENDED = /^result (\w+): (won|lost|(\d+)(p?))$/;

export class Correction {
  /** `draft` is {number, lines, before}; `host` keeps it, and hears what is kept and what is left. */
  constructor(draft, host) {
    Object.assign(this, { draft, host, open: -1, typed: null, refused: "", chosen: [], missing: {}, node: el("div", { class: "correction" }), bar: el("div", { class: "bar" }) });
  }

  /** How the hand stands now; lines that cannot be read are not gone on with, but stay in their field. */
  async look(lines = this.draft.lines, place = -1) {
    let found;
    try {
      found = await call("correction", { text: this.host.text, number: String(this.draft.number), lines });
    } catch (error) {
      return this.refuse(error instanceof Refused ? error.message : w("failed", { why: error.message }));
    }
    if (found.unreadable && lines !== this.draft.lines) {
      const wrong = found.facts.flatMap((each) => each.wrong).concat(found.wrong)[0];
      return this.refuse(wrong ? `${wrong.code} ${wrong.message} ${wrong.help}` : w("no_line"));
    }
    const followed = lines === this.draft.lines ? null : this.following(lines, found.declarer);
    if (followed) return this.look(followed, place);
    if (lines !== this.draft.lines) {
      this.draft.before.push(this.draft.lines.length ? this.draft.lines : this.found.lines);
      this.draft.lines = lines;
      this.host.save();
    }
    Object.assign(this, { found, open: -1, typed: null, refused: "", chosen: [] });
    this.draw();
    return this.node.querySelector(`[data-fact="${place}"] .change`)?.focus({ preventScroll: true });
  }

  /** The lines with the result of a hand without cards said of whoever declares now; null if it stays as it is. */
  following(lines, declarer) {
    const before = this.found?.declarer;
    if (!declarer || !before || declarer === before) return null;
    const at = lines.findIndex((each) => ENDED.exec(each)?.[1] === before);
    return at < 0 ? null : lines.with(at, lines[at].replace(/^result \w+/, `result ${declarer}`));
  }

  refuse(why) {
    this.refused = why;
    if (this.found) this.draw();
    else this.node.replaceChildren(el("p", { class: "bad", role: "alert" }, why), button(w("cancel"), () => this.host.left(), { class: "cancel" }));
  }

  /** One line put otherwise; without a text it is taken out. */
  put(place, text) {
    this.typed = text;
    const lines = [...this.found.lines];
    if (!text) lines.splice(place, 1);
    else if (place < lines.length) lines[place] = text;
    else lines.splice(Number(this.after || behind(text, lines)), 0, text);
    return this.look(lines, place);
  }

  undo() {
    const lines = this.draft.before.pop();
    if (!lines) return;
    this.draft.lines = lines;
    this.host.save();
    this.look();
  }

  get changed() {
    return this.draft.before.length > 0;
  }

  async keep(anyway = "") {
    if (this.isKeeping) return reportLostTap();
    this.isKeeping = true;
    try {
      const state = await call("corrected", { text: this.host.text, number: String(this.draft.number), lines: this.draft.lines, anyway });
      if (!state.refused) return await this.host.kept(state);
      this.drawBar(state.said);
    } catch (error) {
      this.drawBar([error instanceof Refused ? error.message : w("failed", { why: error.message })]);
    } finally {
      this.isKeeping = false;
    }
  }

  draw() {
    const { found } = this;
    this.host.asks(w("correcting", { name: found.name }));
    this.drawBar();
    this.node.replaceChildren(
      el("p", { class: "notice" }, w("draft_apart")),
      ...this.remembering(),
      el("ol", { class: "facts", "aria-label": w("lines") }, found.facts.map((each, place) => this.fact(each, place))),
      this.another(),
      this.bar,
    );
    // What was opened is looked at, wherever it stands.
    this.node.querySelector(".opened")?.scrollIntoView({ block: "nearest" });
    this.host.drawn();
  }

  drawBar(said = null) {
    const { found } = this;
    const wrong = [...found.wrong, ...found.facts.flatMap((each) => each.wrong)];
    // As long as nothing is changed it hides nothing.
    this.bar.className = this.changed ? "keeping" : "keeping unchanged";
    this.bar.replaceChildren(
      ...found.wrong.map((each) => findingBox(each, { place: false })),
      ...(said ?? (wrong.length ? [w("wrong_above", { count: wrong.length })] : found.said)).map((each) => el("p", { class: said || wrong.length ? "bad" : null, role: said ? "alert" : null }, each)),
      found.left_open ? el("p", { class: "bad" }, found.left_open) : "",
      found.left_open ? this.outcomes(found.lines.length) : this.paidOtherwise(),
      el("div", { class: "bar" },
        button(w("keep_correction"), () => this.keep(), { class: "main keep", disabled: !this.changed || wrong.length > 0 }),
        button(w("cancel"), () => this.host.left(), { class: "cancel" }),
        this.changed && (wrong.length || said) ? button(w("as_it_happened"), () => this.keep("anyway"), { class: "bad happened" }) : ""),
    );
  }

  /** A hand without cards was paid without a bonus, where one is possible: what it came to is tapped here. */
  paidOtherwise() {
    const { outcomes, facts, lines } = this.found;
    if (outcomes.length < 2 || facts.some((each) => each.kind === "score")) return "";
    return el("details", { class: "paid-otherwise" }, el("summary", {}, w("paid")), this.outcomes(lines.length));
  }

  /** What a hand whose cards are half remembered can have come to, and facts that settle it: one is tapped. */
  remembering() {
    const { bounds, memories } = this.found;
    const buttons = memories.map(({ said, lines }) => button(said, () => this.look(lines), { class: "memory" }));
    return [
      ...bounds.map((each) => el("p", { class: "bound" }, each)),
      buttons.length ? el("div", { class: "choices outcomes memories", role: "group", "aria-label": w("remember") }, el("p", { class: "who" }, w("remember")), buttons) : "",
    ];
  }

  // ---------------------------------------------------------------- one fact

  fact(each, place) {
    const opened = this.open === place;
    const toggle = () => {
      Object.assign(this, { open: opened ? -1 : place, typed: null, refused: "", chosen: [...(each.cards ?? [])], at: 0 });
      this.draw();
    };
    return el("li", { class: opened ? "fact opened" : "fact", "data-fact": place, "data-kind": each.kind },
      el("div", { class: "bar" }, el("span", { class: "what" }, this.said(each)), opened ? null : this.otherwise(each, place), button(w(opened ? "leave_so" : "change"), toggle, { class: "small change", "aria-expanded": String(opened), "aria-label": `${w(opened ? "leave_so" : "change")}: ${this.called(each)}` })),
      each.cards && !opened ? this.faces(each) : null,
      each.wrong.map((one) => findingBox(one, { place: false })),
      opened ? this.changing(each, place) : null);
  }

  /** A hand that was lost may have been written as won, and the other way round: that is one tap. */
  otherwise(each, place) {
    const [, seat, how] = ENDED.exec(each.text) ?? [];
    const other = { won: "lost", lost: "won" }[how];
    return other ? button(w("with_bonus", { bonus: w(other) }), () => this.put(place, `result ${seat}: ${other}`), { class: "small ended-otherwise" }) : null;
  }

  changing(each, place) {
    const editor = this.editor(each, place);
    return el("div", { class: "changing" }, editor, this.asText(each, place, editor !== null));
  }

  /** What it is about, in words. */
  called(each) {
    if (each.kind === "deal") return w("cards_of", { who: each.who });
    if (each.kind === "monte") return each.who;
    if (each.kind === "trick") return `${w("trick")} ${parseInt(each.text, 10)}`;
    if (each.kind === "dealer") return `${w("deals")}: ${each.who}`;
    if (each.cards) return `${each.who} ${w(`do_${each.kind.replace("-", "_")}`, { to: each.to })}`;
    return each.said.length ? each.said.map(([seat, word]) => `${this.person(seat)}: ${this.word(word)}`).join(" · ") : this.ended(each) ?? this.irregularity(each) ?? each.text;
  }

  said(each) {
    const text = this.called(each);
    return text === each.text ? el("code", {}, text) : text;
  }

  person(seat) {
    return this.found.people.find(([label]) => label === seat)?.[1] ?? seat;
  }

  word(word) {
    return this.found.words.find((each) => each.word === word)?.name ?? word;
  }

  /** How a hand without cards ended, in words. */
  ended(each) {
    const paid = each.kind === "score" && this.found.outcomes.find(({ score }) => score === each.text);
    if (paid) return `${w("paid")}: ${paid.name}, ${paid.paid}`;
    const [, seat, how, points, whole] = ENDED.exec(each.text) ?? [];
    if (!seat) return null;
    return `${this.person(seat)}: ${points ? `${w("points_made")} ${this.points(points, whole)}` : w(how)}`;
  }

  /** An irregularity, in words. */
  irregularity(each) {
    const [, seat, word, more] = /^fault (\w+): (\S+)(.*)$/.exec(each.text) ?? [];
    if (!seat) return null;
    const trick = / trick (\d+)/.exec(more)?.[1];
    const claimed = / claimed by (\w+)/.exec(more)?.[1];
    const name = this.found.faults.find((one) => one.word === word)?.name ?? word;
    return [`${this.person(seat)}: ${name}`, trick ? `${w("trick")} ${trick}` : "", claimed ? `${w("fault_claimed")}: ${this.person(claimed)}` : ""].filter(Boolean).join(" · ");
  }

  /** Units of the rules as points: 22 thirds are 7 1/3. */
  points(units, whole) {
    const { whole: unit } = this.found;
    if (whole || unit === 1) return units;
    return [Math.floor(units / unit) || (units % unit ? "" : "0"), units % unit ? `${units % unit}/${unit}` : ""].filter(Boolean).join(" ");
  }

  faces(each) {
    const one = (name, place) => el("span", { class: "seen", role: "img", "aria-label": [each.order[place], this.found.pack[name.slice(0, 2)]?.[1] ?? w("not_known")].filter(Boolean).join(": ") },
      this.found.pack[name.slice(0, 2)] ? card(this.found.pack[name.slice(0, 2)][0]) : name, each.order.length ? el("small", {}, each.order[place] ?? "") : null);
    return el("div", { class: "faces" }, each.cards.map(one));
  }

  editor(each, place) {
    if (each.kind === "dealer") return this.people(each, place);
    if (each.kind === "trick" && each.cards) return this.trick(each, place);
    if (each.cards) return this.cards(each, place);
    if (each.said.length) return this.saying(each, place);
    if (each.kind === "score" && this.found.outcomes.length) return this.outcomes(place);
    return ENDED.test(each.text) ? this.ending(each, place) : null;
  }

  /** What a hand without cards can have come to: one of these was paid. */
  outcomes(place) {
    return outcomeButtons(this.found.outcomes, ({ score }) => this.put(place, score), w("paid"));
  }

  people(each, place) {
    return el("div", { class: "choices" }, this.found.people.map(([seat, name]) =>
      button(name, () => this.put(place, `dealer ${seat}`), { "data-seat": seat, "aria-pressed": String(name === each.who) })));
  }

  /** The cards of a line, from the whole pack: where somebody else had them that is said when it is looked at. */
  cards(each, place) {
    const due = each.kind === "deal" ? this.found.counts[each.text.slice(5, 6)] : each.kind === "monte" ? this.found.counts.monte : each.kind === "call" ? 1 : 0;
    const pack = Object.keys(this.found.pack);
    const taken = this.found.facts.filter((one) => ["deal", "monte"].includes(one.kind) && one !== each).flatMap((one) => one.cards ?? []);
    const legal = ["deal", "monte"].includes(each.kind) ? pack.filter((one) => !taken.includes(one)) : null;
    return picker(pack, {
      pack: this.found.pack, least: due, most: due || pack.length, unknown: true, legal, chosen: this.chosen, name: this.called(each), at: each.kind === "call" ? each.cards[0] : null,
      send: (cards) => this.put(place, [each.before, ...(cards.length ? cards : ["none"]), each.after].filter(Boolean).join(" ")),
      anew: () => ((this.chosen = []), this.draw()),
    });
  }

  /** A trick: who led, and card by card. */
  trick(each, place) {
    const [number] = /^\d+/.exec(each.text);
    const leader = choice(this.found.people, this.found.people.find(([, name]) => name === each.who)?.[0] ?? "", { onchange: () => this.put(place, `${number} ${leader.value}: ${this.chosen.join(" ")}`) });
    const one = (name, at) => button("", () => ((this.at = at), this.draw()), { class: "face", "data-place": at, "aria-pressed": String(at === this.at), "aria-label": `${each.order[at] ?? ""} ${this.found.pack[name.slice(0, 2)]?.[1] ?? w("not_known")}` });
    const chosen = this.chosen.map((name, at) => {
      const face = one(name, at);
      face.append(this.found.pack[name.slice(0, 2)] ? card(this.found.pack[name.slice(0, 2)][0]) : name, el("small", {}, each.order[at] ?? ""));
      return face;
    });
    const put = ([name]) => {
      this.chosen[this.at] = name;
      return this.put(place, `${each.before} ${this.chosen.join(" ")}`);
    };
    return el("div", {}, field(w("leads"), leader), el("div", { class: "faces chosen", role: "group", "aria-label": this.called(each) }, chosen),
      this.hers(each, put));
  }

  /** The cards of whoever played one of a trick, as far as the hand tells them; the others where they are wanted. */
  hers(each, put) {
    const { facts, pack } = this.found;
    const who = each.order[this.at] ?? "";
    const cards = Object.keys(pack);
    const of = (kinds, own) => facts.filter((one) => kinds.includes(one.kind) && own(one)).flatMap((one) => one.cards ?? []);
    const dealt = of(["deal"], (one) => one.who === who);
    const had = [...dealt, ...of(["take"], (one) => one.who === who), ...of(["give"], (one) => one.to === who)].map((one) => one.slice(0, 2));
    const played = facts.filter((one) => one.kind === "trick").map((one) => one.cards?.[one.order.indexOf(who)]?.slice(0, 2));
    const known = cards.filter((one) => had.includes(one) || played.includes(one));
    const all = (names, more = {}) => picker(names, { pack, least: 1, most: 1, at: this.chosen[this.at]?.slice(0, 2), name: who, send: put, ...more });
    if (!dealt.length) return all(cards, { unknown: true });
    return el("div", {}, all(known, { unknown: true }), el("details", {}, el("summary", {}, w("another_card")), all(cards.filter((one) => !known.includes(one)), { name: w("another_card") })));
  }

  /** What was said, one after another. */
  saying(each, place) {
    const rows = el("div", { class: "sayings" });
    const row = (seat, word) => {
      const one = el("div", { class: "bar" }, choice(this.found.people, seat, { "aria-label": w("who_spoke") }), choice(this.found.words.map(({ word: key, name }) => [key, name]), word, { "aria-label": w("what_was_said") }),
        button(w("take_out"), () => one.remove(), { class: "small" }));
      rows.append(one);
    };
    each.said.forEach(([seat, word]) => row(seat, word));
    const said = () => [...rows.children].map((one) => [...one.querySelectorAll("select")].map((chosen) => chosen.value));
    const next = () => {
      const [last] = said().at(-1) ?? [this.found.people[0][0]];
      const at = this.found.people.findIndex(([seat]) => seat === last);
      row(this.found.people[(at + 1) % this.found.people.length][0], this.found.words[0]?.word);
    };
    const send = () => this.put(place, said().length ? `${each.kind} ${said().map(([seat, word]) => `${seat}: ${word}`).join(" ")}` : "");
    return el("div", {}, rows, el("div", { class: "bar" }, button(w("one_more_said"), next, { class: "small" }), button(w("done"), send, { class: "main done" })));
  }

  /** How a hand without cards ended. */
  ending(each, place) {
    const [, seat, how, points, whole] = ENDED.exec(each.text);
    const who = choice(this.found.people, seat, { name: "whose" });
    const ended = choice([["won", w("won")], ["lost", w("lost")], ["points", w("points_made")]], points ? "points" : how, { name: "was" });
    const made = el("input", { name: "were", size: 6, maxlength: 20, autocomplete: "off", disabled: !points, value: points ? this.points(points, whole) : "" });
    ended.addEventListener("change", () => (made.disabled = ended.value !== "points") || made.focus());
    const send = () => this.put(place, `result ${who.value}: ${ended.value === "points" ? inUnits(made.value, this.found) : ended.value}`);
    return el("div", { class: "score" }, field(w("result_of"), who), field(w("result"), ended), field(w("points"), made), button(w("done"), send, { class: "main done" }));
  }

  /** The line as it stands in the record; what is refused stays there, and why stands below it. */
  asText(each, place, folded = false) {
    const written = el("input", { value: this.typed ?? each.text, maxlength: 400, autocomplete: "off", autocapitalize: "off", spellcheck: "false", "aria-label": w("as_line") });
    const form = el("form", { class: "line", onsubmit: (event) => (event.preventDefault(), this.put(place, written.value.trim())) }, written,
      el("button", { class: "small write", type: "submit" }, w("write_down")), button(w("take_out"), () => this.put(place, ""), { class: "small out" }));
    const refused = this.refused ? el("p", { class: "bad", role: "alert" }, this.refused) : null;
    return folded ? el("details", { open: this.refused !== "" }, el("summary", {}, w("as_line")), form, refused) : el("div", {}, form, refused);
  }

  fault(place) {
    const { people, faults, facts } = this.found;
    return faultForm({ people, faults, tricks: facts.filter((each) => each.kind === "trick").length, send: (line) => this.put(place, line) });
  }

  /** A line that is not there yet. */
  another() {
    const place = this.found.lines.length;
    const opened = this.open === place;
    const toggle = () => (Object.assign(this, { open: opened ? -1 : place, typed: null, refused: "", after: "", chosen: [], missing: { what: "", who: "", to: "", word: "", trick: "" } }), this.draw());
    if (!opened) return button(w("another_line"), toggle, { class: "small another" });
    // What was refused stays in sight, whichever way it was put together.
    const isTyped = this.refused !== "" && !this.missing.what;
    const after = choice([["", w("where_it_belongs")], ...this.found.facts.map((each, at) => [String(at + 1), this.called(each)])], this.after, { name: "after", onchange: () => (this.after = after.value) });
    return el("div", { class: "changing opened" }, ...this.leftOut(place),
      el("details", { class: "as-line", open: isTyped }, el("summary", {}, w("as_line")), el("p", { class: "faint" }, w("another_how")), field(w("after"), after), this.asText({ text: "", said: [] }, place)),
      button(w("leave_so"), toggle, { class: "small" }));
  }

  /** What was left out, by menus and cards: the line is made of them. */
  leftOut(place) {
    const { missing } = this;
    const { people, words, pack, faults, facts } = this.found;
    const cards = Object.keys(pack);
    const kinds = [...(words.length ? ["bid"] : []), ...(cards.length ? ["call", "take", "give", "discard", "trick"] : []), ...(faults.length ? ["fault"] : [])];
    const menu = (name, pairs) => {
      const changed = ({ target }) => ((missing[name] = target.value), (this.refused = ""), (this.chosen = []), this.draw(), this.node.querySelector(`[name=missing-${name}]`)?.focus());
      return choice([["", w("choose_evening")], ...pairs], missing[name], { name: `missing-${name}`, onchange: changed });
    };
    const what = field(w("missing_what"), menu("what", kinds.map((each) => [each, w(`missing_${each}`)])));
    if (!missing.what) return [what];
    if (missing.what === "fault") return [what, this.fault(place)];
    const isTrick = missing.what === "trick";
    const tricks = facts.filter((each) => each.kind === "trick").map((each) => parseInt(each.text, 10));
    const fields = [what,
      ...(isTrick ? [field(w("trick"), menu("trick", Array.from({ length: Math.floor(cards.length / Math.max(people.length, 1)) }, (_, at) => String(at + 1)).filter((each) => !tricks.includes(Number(each))).map((each) => [each, each])))] : []),
      field(w(isTrick ? "leads" : "missing_who"), menu("who", people)),
      ...(missing.what === "give" ? [field(w("receives"), menu("to", people.filter(([seat]) => seat !== missing.who)))] : []),
      ...(missing.what === "bid" ? [field(w("what_was_said"), menu("word", words.map(({ word, name }) => [word, name])))] : [])];
    const refused = this.refused ? [el("p", { class: "bad", role: "alert" }, this.refused)] : [];
    const isNamed = missing.who && (!isTrick || missing.trick) && (missing.what !== "give" || missing.to) && (missing.what !== "bid" || missing.word);
    const shown = [el("div", { class: "score left-out" }, fields), ...refused];
    if (!isNamed) return shown;
    if (missing.what === "bid") return [...shown, el("div", { class: "bar" }, button(w("write_down"), () => this.put(place, `bid ${missing.who}: ${missing.word}`), { class: "main write-missing" }))];
    const send = (chosen) => {
      const named = chosen.join(" ");
      return this.put(place, isTrick ? `${missing.trick} ${missing.who}: ${named}` : `${missing.what} ${missing.who}: ${named}${missing.what === "give" ? ` to ${missing.to}` : ""}`);
    };
    const most = missing.what === "call" ? 1 : cards.length;
    return [...shown, picker(cards, { pack, least: 1, most, unknown: missing.what !== "call", chosen: this.chosen, name: w(`missing_${missing.what}`), send, anew: () => ((this.chosen = []), this.draw()) })];
  }
}
