// Hands recorded as they are played. What may be tapped, what is refused and what a hand comes to is calarec's to say; here the
// record is kept, saved at every step, shown, and passed on.
import { call, Refused } from "./boundary.js";
import { Correction } from "./correct.js";
import { addressOf, button, card, choice, deleting, download, el, field, findingBox, forWhoAsks, keepSymbols, lang, make, picked, reportLostTap, sheetMarkup, w, withCode } from "./dom.js";
import { LONGEST, packed } from "./link.js";
import { onescreen, since, title } from "./opening.js";
import { drawTable, Player } from "./player.js";
import { called, rulesets } from "./known.js";
import { faultForm, outcomeButtons, picker } from "./picker.js";
import { everything } from "./everything.js";
import { create, handOver, holds, isLive, listed, listen, mayWrite, read, release, remove, take, write } from "./storage.js";
import { readSetting, writeSetting } from "./settings.js";
import { dealerGroup, resultForm } from "./result_form.js";
import { SAMPLE } from "./sample.js";
import { forgetTyped, keepTyped, remembering, typedText } from "./typed.js";

export function recordPart(place, name) {
  const id = decodeURIComponent(name);
  let isLeft = false;
  let leave = () => {};
  (id ? read("evening", id) : Promise.resolve(null)).then((found) => {
    if (isLeft) return;
    if (found?.text === undefined) leave = list(place, id ? w("no_evening") : "");
    else leave = new Recording(place, id, found).begin();
  });
  return () => {
    isLeft = true;
    leave();
  };
}

// ------------------------------------------------------------------ the evenings, and a new one

/** An address that is none of this page: the evenings are the way on. */
export const lostPart = (place) => list(place, w("no_address"));

function list(place, told = "") {
  const evenings = el("ul", { class: "evenings" });
  const none = el("p", { class: "faint", hidden: true }, w("no_evenings"));
  const first = el("section", { class: "welcome", hidden: true });
  const archive = el("p", { class: "bar archive", hidden: true }, el("a", { class: "button", href: "#puzzle" }, w("puzzle")), ...season());
  async function look() {
    const found = await listed("evening");
    // Who has been here before knows what it is for.
    first.hidden = none.hidden = found.length > 0;
    quarrel.hidden = !found.length;
    if (!first.hidden && !first.firstChild) first.append(...welcome());
    evenings.replaceChildren(...found.map((each) => evening(each, look)));
    archive.hidden = !found.some((each) => each.hands);
  }
  // The first screen has it among its own ways.
  const quarrel = el("p", { class: "bar", hidden: true }, settleQuarrel());
  if (told) place.append(el("p", { class: "notice", role: "alert" }, told));
  place.append(el("h2", { class: "named" }, w("record")), first, ...(mayWrite() ? [quarrel] : []), ...(mayWrite() ? [newEvening()] : []), el("h3", {}, w("evenings")), none, evenings, archive);
  if (mayWrite()) place.append(el("h3", {}, w("bring_in")), onescreen(async (text) => void (location.hash = addressOf("record", await create({ text }))), { isList: true }), everything(look));
  look();
  // Evenings that begin on another device come in; nothing else here changes under a finger.
  return isLive ? listen(({ kind }) => ["written", "again"].includes(kind) && look()) : () => {};
}

/** A site of all evenings, written into the folder when it is asked for. */
function season() {
  if (!isLive || !mayWrite()) return [];
  const said = el("span", { role: "status" });
  const writeSite = async () => {
    said.replaceChildren(w("waiting"));
    try {
      const { address, folder } = await call("season");
      said.replaceChildren(el("a", { class: "button season-site", href: address, target: "_blank" }, w("open_season")), el("span", { class: "faint folder" }, ` ${folder}`));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      said.replaceChildren(el("span", { class: "notice bad", role: "alert" }, error.message));
    }
  };
  return [button(w("make_season"), writeSite, { class: "make-season" }), said];
}

const settleQuarrel = () => el("a", { class: "button settle-quarrel", href: "#quarrel" }, w("settle_quarrel"));

/** The first screen: what this is for, and a hand that was written down. */
function welcome() {
  const begin = () => {
    const form = document.querySelector("form.new");
    form.scrollIntoView({ block: "start" });
    form.querySelector(".names input").focus({ preventScroll: true });
  };
  const root = el("section", { class: "player", "aria-label": w("table") });
  const answer = el("ul", { class: "answer" });
  const sample = el("div", { class: "sample" }, root, answer);
  call("replay", { text: SAMPLE, rules: "" }).then(({ hands, symbols, words }) => {
    if (!sample.isConnected) return;
    keepSymbols(symbols);
    const [hand] = hands;
    new Player(root, { words, lang: lang(), onmove: () => {} }).show(hand, { stop: Math.min(9, hand.stops.length - 1) });
    answer.append(...hand.answer.slice(0, 2).map((each) => el("li", {}, each.text[lang()])));
  }, () => sample.remove());
  return [
    el("div", { class: "hero" }, el("h2", {}, w("welcome")), el("p", {}, w(isLive ? "what_for_served" : "what_for")),
      el("p", { class: "bar" }, mayWrite() ? button(w("new_evening"), begin, { class: "main begin-evening" }) : null, mayWrite() ? settleQuarrel() : null, el("a", { class: "button", href: "#rules/which" }, w("which_rules"))), el("p", { class: "faint" }, w("sample"))),
    sample,
  ];
}

function evening(each, look) {
  const gone = async () => {
    await remove("evening", each.id);
    await look();
  };
  if (each.unknown !== undefined) {
    return el("li", {}, el("span", {}, w("later_version")), button(w("save_file"), () => download("evening.json", each.unknown), { class: "small" }));
  }
  if (each.unreadable) return el("li", {}, el("span", {}, each.id), el("span", { class: "faint" }, w("unreadable")));
  const name = title(each);
  return el("li", {}, el("a", { href: addressOf("record", each.id) }, name), el("span", { class: "faint" }, since(each)), mayWrite() ? deleting(name, gone) : null);
}

/** A new evening and nothing else, by rules that were just chosen. */
export function newEveningPart(place) {
  if (!mayWrite()) return list(place);
  const form = newEvening();
  place.append(el("h2", { class: "named" }, w("record")), form);
  form.querySelector(".names input").focus({ preventScroll: true });
}

/** The form of a new evening; of a quarrel no names are needed. */
export function newEvening({ isQuarrel = false } = {}) {
  const rules = el("select", { id: "new-rules" });
  const keepNames = () => keepTyped("new:names", JSON.stringify([...names.querySelectorAll("input")].map((each) => each.value)));
  const names = el("div", { class: "names", oninput: keepNames });
  const resting = el("p", { class: "faint resting", role: "status" });
  const said = el("p", { role: "alert" });
  const begin = el("button", { class: "main", type: "submit" }, w(isQuarrel ? "begin_quarrel" : "start"));
  let known = [];
  const form = el("form", { class: "new", onsubmit: start }, el("h3", {}, w(isQuarrel ? "who_quarrels" : "new_evening")), el("div", { class: "bar by-rules" }, field(w("rules"), rules), isQuarrel ? null : el("a", { class: "why", href: "#rules/which" }, w("which_rules"))), el("p", { class: "faint" }, w("who_plays")), names, resting,
    el("div", { class: "bar" }, button(w("one_more"), () => more(), { class: "one-more" }), begin), said);

  function more(value = "") {
    const number = names.children.length + 1;
    if (number > Math.max(...(playing()?.people ?? [3]))) return;
    tell(number);
    names.append(field(String(number), el("input", { maxlength: 60, value, autocomplete: "off", "aria-label": w("player", { number }) })));
  }
  /** That one more may sit at the table than get cards. */
  function tell(people = names.children.length) {
    const most = playing()?.resting?.at(-1);
    resting.replaceChildren(most ? w(people < most ? "may_rest" : "dealer_rests", { people: most }) : "");
  }
  /** For how many people the questions were answered, if these rules are for as many. */
  function asked() {
    const people = Number(typedText("new:people"));
    return playing()?.people.includes(people) ? people : 0;
  }
  function playing() {
    return known.find((each) => each.id === rules.value);
  }
  function fit() {
    const least = Math.min(...(playing()?.people ?? [3]));
    const typed = [...names.querySelectorAll("input")].map((each) => each.value);
    names.replaceChildren();
    const filled = typed.filter(Boolean);
    for (let at = 0; at < Math.max(least, filled.length, asked()); at++) more(filled[at] ?? "");
    tell();
  }
  async function start(event) {
    event.preventDefault();
    const typed = [...names.querySelectorAll("input")].map((each) => each.value.trim());
    const people = typed.map((each, at) => each || (isQuarrel ? w("player", { number: at + 1 }) : "")).filter(Boolean);
    begin.disabled = true;
    said.replaceChildren(w("waiting"));
    try {
      const found = await call("begin", { rules: rules.value, people, day: new Date().toLocaleDateString("sv") });
      if (found.refused || !found.people.length) return said.replaceChildren(...withCode(found.said.join(" ")));
      const id = await create({ text: found.text });
      if (!id) return said.replaceChildren(w("unwritten"));
      forgetTyped("new:");
      if (isQuarrel) keepTyped(`${id}:quarrel`, "yes");
      location.hash = addressOf("record", id);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      said.replaceChildren(...withCode(error.message));
    } finally {
      begin.disabled = false;
    }
  }
  const before = JSON.parse(typedText("new:names", "[]"));
  for (let at = 0; at < Math.max(3, before.length); at++) more(before[at] ?? "");
  rules.addEventListener("change", fit);
  rulesets().then((found) => {
    known = found;
    rules.append(...found.map((each) => el("option", { value: each.id, selected: each.id === (readSetting("last-rules") ?? "pagat") }, called(each))));
    rules.addEventListener("change", () => writeSetting("last-rules", rules.value));
    fit();
  });
  return form;
}

// ------------------------------------------------------------------ one evening

class Recording {
  answers = 0;
  readings = 0;

  constructor(place, id, { text, chosen = {}, draft = null }) {
    Object.assign(this, { place, id, text, left: draft, correction: null, mine: false, deck: "", chosen, shownPlace: "", leader: "", finished: -1, past: [], typed: null, suspect: null, opened: new Set() });
    this.head = el("div", { class: "bar" });
    this.notice = el("div", {});
    this.said = el("div", { class: "said", role: "status", "aria-live": "polite" }, el("p", { class: "faint" }, w("waiting")));
    this.asks = el("h2", { class: "asks", tabindex: "-1" });
    this.dealing = el("div", {});
    this.sofar = el("div", { class: "so-far" });
    this.table = make("svg", { class: "calarec-table", role: "img" });
    this.board = el("div", { class: "player-table", hidden: true }, this.table);
    this.act = el("div", { class: "act" });
    // What is wanted seldom comes after the table on a phone.
    this.rest = el("div", { class: "act rest" });
    this.people = el("div", { class: "totals", role: "group", "aria-label": w("totals") });
    this.more = el("div", { class: "more" });
    this.sheet = el("div", { class: "sheet" });
    const due = el("div", { class: "due" }, this.asks, this.dealing, this.sofar, this.said, this.act);
    place.append(this.head, this.notice, this.people, el("div", { class: "desk" }, due, this.board, this.rest), this.more, this.sheet);
  }

  get text() {
    return this.current;
  }

  /** A reading that began before is out of date then. */
  set text(text) {
    this.current = text;
    this.readings += 1;
  }

  begin() {
    let here = true;
    const unlisten = listen((event) => here && this.hears(event));
    this.takeOver(false, () => here);
    // What somebody has emptied meanwhile is written back: nothing of an evening that is open is lost.
    const writeBack = async () => this.mine && (await read("evening", this.id)) === null && this.save();
    addEventListener("pagehide", writeBack);
    // A phone that is turned has another table.
    const turned = () => this.state && this.drawTable();
    addEventListener("resize", turned);
    return () => {
      here = false;
      unlisten();
      removeEventListener("pagehide", writeBack);
      removeEventListener("resize", turned);
      writeBack().finally(() => release(this.id, this));
    };
  }

  /** What happens to this evening elsewhere: in another tab, on another device. */
  async hears({ kind, id, writer, page }) {
    if (kind === "again") return this.mine ? null : this.reread();
    if (id !== this.id) return;
    if (kind === "asked" && this.mine) {
      this.askedBy = page;
      this.drawHead();
    } else if (kind === "writer") {
      this.askedBy = "";
      if (this.mine !== holds(this.id)) this.mine = holds(this.id);
      await this.reread();
    } else if (kind === "written" && !this.mine) await this.reread();
    else if (kind === "written" && !holds(this.id)) {
      this.mine = false;
      await this.reread();
    }
  }

  /** What is kept now is shown; whoever writes has it already. */
  async reread() {
    const reading = (this.readings += 1);
    const found = await read("evening", this.id);
    if (found?.text === undefined || reading !== this.readings) return;
    if (!this.mine || !this.busy) this.text = found.text;
    await this.look();
  }

  /** Makes this page the one that writes; another one that does is asked for it, if that is wanted. */
  async takeOver(asking, isHere = () => true) {
    const mine = await take(this.id, this, asking);
    const found = mine && !this.mine ? await read("evening", this.id) : null;
    if (!isHere()) return;
    this.mine = mine;
    this.isAsking = asking && !mine;
    if (found?.text !== undefined) this.text = found.text;
    this.look();
  }

  async look() {
    const answer = (this.answers += 1);
    try {
      const { dealer } = this;
      const found = await (dealer ? call("dealt_by", { text: this.text, dealer }) : call("choices", { text: this.text }));
      // Answers overtake each other: one that was asked for later, or is shown already, is newer.
      if (answer === this.answers) await this.show(found);
    } catch (error) {
      if (answer === this.answers) this.tell([error.message], true);
    }
  }

  /** Who deals the next hand instead of whoever is due; "" for whoever is due. */
  get dealer() {
    return typedText(`${this.id}:dealer`);
  }

  /** Another player deals the next hand: what is offered is offered for it. */
  async changeDealer(seat) {
    if (!this.mine || this.busy) return;
    keepTyped(`${this.id}:dealer`, seat);
    this.opened.delete("dealer");
    await this.look();
    this.asks.focus({ preventScroll: true });
  }

  /** What was tapped or typed; the record is saved before anything else happens. */
  async enter(typed, dealer = "") {
    if (!this.mine) return;
    // What was tapped first is still being written.
    if (this.busy) return reportLostTap();
    if (typed === "undo") return void (await this.undo());
    if (typed && !(await this.dealtFirst(typed))) return;
    await this.entered(typed, dealer || this.dealer);
  }

  /** The last step is taken back: to the text that was there before it, if this page has written it. */
  async undo() {
    if (!this.mine || this.busy) return;
    const last = this.past.at(-1);
    const isMine = last?.after === this.text;
    await this.showAnswer(() => call("take_back", { text: this.text, before: isMine ? last.before : "" }), () => isMine && this.past.pop());
  }

  /** Cards that were tapped for a place are written down before anything else is; those that are not all there are not passed over. */
  async dealtFirst(typed) {
    const waiting = () => (this.state?.stage === "deal" ? this.state.places.find((each) => this.chosen[each.place]?.length) : null);
    // Others may be half chosen while those of one place are written.
    if (this.state?.places.some((each) => typed.replace(/^!/, "").startsWith(`${each.place}: `))) return true;
    for (let each = waiting(); each; each = waiting()) {
      const cards = this.chosen[each.place];
      if (cards.length !== each.count) {
        this.shownPlace = each.place;
        this.draw();
        this.tell([w("cards_missing", { who: each.name, chosen: cards.length, count: each.count })], true);
        return false;
      }
      const before = this.text;
      await this.entered(`${each.place}: ${cards.join(" ")}`);
      if (this.text === before) return false;
    }
    return true;
  }

  async entered(typed, dealer = "") {
    const before = this.text;
    const ask = async () => {
      const found = await call("enter", { text: before, typed, dealer });
      // That a trick is missing was reported before: its leader is not known.
      return found.refused && found.cause[0] === "CAL118" ? call("enter", { text: before, typed: `!${typed}`, dealer }) : found;
    };
    this.typed = { typed, dealer };
    await this.showAnswer(ask, () => this.past.push({ before, after: this.text }));
  }

  /** Shows what calarec answers; if the record has changed, it is kept, and `remember` is called before it is shown. */
  async showAnswer(ask, remember) {
    this.busy = true;
    // Why something was refused is not said once more when it is written all the same.
    const told = this.state?.refused ? this.state.said : [];
    try {
      const found = await ask();
      this.isTaken = found.text !== this.text;
      if (this.isTaken) {
        found.said = found.said.filter((each) => !told.includes(each));
        // Asked at the last moment: another page may have taken the evening over.
        if (!holds(this.id)) return await this.lost();
        const open = found.stage === "deal" ? found.places.map((each) => each.place) : [];
        this.chosen = Object.fromEntries(Object.entries(this.chosen).filter(([place]) => open.includes(place)));
        const before = this.text;
        this.text = found.text;
        const saved = await this.save();
        if (saved === "changed") {
          this.text = before;
          return await this.lost();
        }
        if (saved === "unkept") found.said.push(w("no_room"));
        forgetTyped(`${this.id}:`);
        this.shownPlace = "";
        remember();
        await this.show(found);
        return this.showQuestion();
      }
      await this.show(found);
      // What was tapped may be far below the answer.
      if (!this.isAtTable) (this.act.querySelector(".at-field:not(:empty)") ?? this.said).scrollIntoView({ block: "nearest" });
    } catch (error) {
      this.tell([error instanceof Refused ? error.message : w("failed", { why: error.message })], true);
      this.said.scrollIntoView({ block: "nearest" });
    } finally {
      this.busy = false;
    }
  }

  /** What was refused is written; whoever did it is named first, with the trick, if it is noted as an irregularity. */
  async asItHappened() {
    const moves = this.state.moves.find((each) => !each.optional && each.do === "play");
    this.suspect = { seat: moves?.seat ?? "", trick: 0 };
    this.opened.add("fault");
    await this.enter(`!${this.typed.typed}`, this.typed.dealer);
    const line = this.text.split("\n")[(this.state.wrong.at(-1)?.line ?? 0) - 1];
    const trick = Number(/^\s*(\d+)\s+[A-Z]:/.exec(line ?? "")?.[1] ?? 0);
    if (!trick || !this.suspect) return;
    this.suspect.trick = trick;
    this.drawMore();
  }

  /** The next question may be above what is in sight: the same pack is offered for it. At the table and in a typed line the hand stays there. */
  showQuestion() {
    if (this.isAtTable || this.more.contains(document.activeElement)) return;
    this.asks.scrollIntoView({ block: "nearest" });
  }

  /** Another page writes this evening now, or its file has changed: what is there is shown. */
  async lost() {
    this.mine = false;
    this.text = (await read("evening", this.id))?.text ?? this.text;
    await this.look();
    this.tell([w("not_written")], true);
  }

  tell(lines, bad = false) {
    this.said.classList.remove("recorded");
    this.said.replaceChildren(...lines.map((each) => el("p", { class: bad ? "bad" : null }, each)));
  }

  async show(state) {
    const isOpen = this.state?.memories.length > 0;
    const answer = (this.answers += 1);
    this.state = state;
    if (state.deck && state.deck !== this.deck) {
      keepSymbols(await call("drawings", { text: this.text }));
      this.deck = state.deck;
      if (answer !== this.answers) return;
    }
    const isRecorded = !state.refused && state.stage === "between" && this.finished >= 0 && state.finished > this.finished;
    // Who watches has the answer that who writes was given.
    this.tell(isRecorded && !this.mine ? state.ended : state.said, state.refused);
    if (state.cause.length) this.said.append(forWhoAsks(state.cited, ...state.cause));
    this.said.classList.toggle("recorded", isRecorded);
    if (isRecorded) {
      this.last = { name: state.hands.at(-1) ?? "", said: [...state.said] };
      this.suspect = null;
      const correct = () => this.correct({ number: state.finished - 1, lines: [], before: [] });
      // The question above is already that of the next hand.
      this.said.prepend(el("b", {}, `${w("hand")} ${this.last.name}`));
      if (isOpen) this.said.append(el("p", {}, w("remember_later")), button(w("change"), correct, { class: "small remember-later" }));
      this.said.append(this.otherBonus() ?? "", el("div", { class: "bar" }, ...(this.mine ? [button(w("undo"), () => this.undo(), { class: "small" })] : []), el("a", { class: "why", href: addressOf("replay", this.id, "", `h${state.finished}`) }, w("why_so"))));
    }
    // What is written although the rules forbid it is perhaps an irregularity, which somebody will want to note.
    if (state.refused) this.said.append(button(w("as_it_happened"), () => this.asItHappened(), { class: "bad happened" }));
    // At a keyboard Enter finishes a hand, here a button does.
    this.asks.textContent = state.stage === "finish" ? `${w("hand")} ${state.name}` : state.asks;
    this.drawAround();
    if (!state.edited && (state.finished !== this.finished || state.stage === "between")) this.drawSheet();
    this.finished = state.finished;
    if (state.correct >= 0 && this.mine) this.correct({ number: state.correct, lines: [], before: [] });
    else if (this.left && this.mine) {
      const draft = this.left;
      this.left = null;
      this.correct(draft);
    }
  }

  /** A bonus that was remembered only after the hand was written: the hand is written with it instead. */
  otherBonus() {
    const { typed, state } = this;
    const last = this.past.at(-1);
    if (last?.after !== this.text || !this.mine || !state.bonuses.length || !/^[A-Z] \S+ (?:won|lost)$/.test(typed?.typed ?? "")) return null;
    const write = async (word) => {
      if (!this.mine || this.busy || last.after !== this.text) return;
      const found = await call("enter", { text: last.before, typed: `${typed.typed} ${word}`, dealer: typed.dealer }).catch((error) => ({ refused: true, said: [error.message] }));
      if (found.refused || found.text === last.before) return this.tell(found.said, true);
      this.finished -= 1;
      this.typed = { ...typed, typed: `${typed.typed} ${word}` };
      await this.showAnswer(async () => found, () => (last.after = this.text));
    };
    return el("div", { class: "choices other-bonus", role: "group", "aria-label": w("bonus") },
      state.bonuses.map((each) => button(w("with_bonus", { bonus: each.name }), () => write(each.word), { class: "small", "data-bonus": each.word })));
  }

  /** What a hand without cards can have come to, after it was corrected: a tap on one writes it. */
  async offerBonuses(number) {
    const { text } = this;
    const asked = { text, number: String(number) };
    const found = await call("correction", { ...asked, lines: [] }).catch(() => null);
    if (!found || text !== this.text || !this.mine || found.facts.some((each) => each.kind === "score")) return;
    const offered = found.outcomes.filter((each) => each.has_bonus);
    if (!offered.length || found.outcomes.length < 2) return;
    const write = (score) => this.showAnswer(() => call("corrected", { ...asked, lines: [...found.lines, score], anyway: "" }), () => this.past.push({ before: text, after: this.text }));
    this.said.append(el("div", { class: "choices other-bonus", role: "group", "aria-label": w("bonus") },
      offered.map((each) => button(w("with_bonus", { bonus: each.name }), () => write(each.score), { class: "small", "data-bonus": each.name }))));
  }

  drawAround() {
    this.place.classList.toggle("correcting", Boolean(this.correction));
    this.drawHead();
    this.drawPeople();
    this.drawDealing();
    this.drawSoFar();
    this.drawTable();
    this.draw();
    this.drawMore();
  }

  drawHead() {
    this.notice.replaceChildren(
      ...(this.mine ? [] : [this.watching()]),
      ...(this.mine && this.askedBy ? [el("p", { class: "notice", role: "alert" }, w("asked_for"), " ", button(w("hand_over"), () => this.handOver(), { class: "small hand-over" }))] : []),
      ...this.state.wrong.map((each) => findingBox(each, { place: this.placeOf(each.line) })),
    );
    this.head.replaceChildren(
      this.mine ? button(w("undo"), () => (this.correction ? this.correction.undo() : this.undo()), { disabled: this.correction?.changed === false, class: "small undo" }) : "",
      // A link to this server opens only with a key.
      isLive ? "" : button(w("share"), () => this.share(), { class: "small share" }),
      this.saving(),
      this.state.finished > 0 && !this.correction ? button(w("sheet_below"), () => [...this.sheet.querySelectorAll("h2, h3, h4")].at(-1)?.scrollIntoView({ block: "start" }), { class: "small to-debts" }) : "",
    );
  }

  /** The hand in which a line is: nothing else on the screen has numbers of lines. */
  placeOf(line) {
    const begun = this.text.split("\n").slice(0, line).filter((each) => /^hand\b/.test(each)).length;
    return begun ? `${w("hand")} ${this.state.hands[begun - 1] || begun}` : w("line", { line });
  }

  /** The evening is handed over once, however often that is tapped. */
  async handOver() {
    if (this.isHandingOver) return reportLostTap();
    this.isHandingOver = true;
    try {
      await handOver(this.id);
    } finally {
      this.isHandingOver = false;
    }
  }

  /** What a page is told that does not write. */
  watching() {
    if (!mayWrite()) return el("p", { class: "notice watching" }, w("watching"));
    const say = w(this.isAsking ? "has_asked" : isLive ? "read_only_live" : "read_only");
    return el("p", { class: "notice watching" }, say, " ", button(w(isLive ? "ask_to_write" : "look_again"), () => this.takeOver(true), { class: "small ask-to-write" }));
  }

  saving() {
    const file = `evening${/^tag date "([\d-]+)"/m.exec(this.text)?.[1].replace(/^/, "-") ?? ""}.cal`;
    return button(w("save_file"), () => download(file, this.text), { class: "small save" });
  }

  drawPeople() {
    this.people.replaceChildren(...this.state.people.map((each) =>
      el("span", { class: each.here ? "person" : "person gone" }, el("b", {}, each.name), ` ${each.total > 0 ? "+" : ""}${String(each.total).replace("-", "−")}`)));
  }

  /** What has been said, and the cards of the trick on the table: the question above goes on from them. */
  drawSoFar() {
    const { bids, trick, pack } = this.state;
    if (this.correction) return this.sofar.replaceChildren();
    const said = bids.length ? el("p", { class: "bids" }, bids.map(({ who, said }) => el("span", {}, `${who}: `, el("b", {}, said)))) : "";
    const seen = (each) => el("span", { class: "seen", role: "img", "aria-label": pack[each]?.[1] ?? w("not_known") }, pack[each] ? card(pack[each][0]) : "?");
    return this.sofar.replaceChildren(said, trick.length ? el("div", { class: "faces on-table", role: "group", "aria-label": w("on_table") }, trick.map(seen)) : "");
  }

  drawTable() {
    const { hand } = this.state;
    this.board.hidden = !hand || Boolean(this.correction);
    if (this.board.hidden) return;
    // What may be played is tapped where it lies, too.
    this.table.onclick = (event) => this.tapped(event.target.closest("[data-card]")?.dataset.card);
    drawTable(this.table, hand, 0, { lang: lang(), shape: this.board.clientWidth < 560 ? "tall" : "wide" });
    // As long as no card is known there is nothing to see on it.
    this.board.hidden = !this.table.querySelector('use:not([href="#card-unknown"])');
    this.table.setAttribute("aria-label", hand.stops[0].said[""][lang()] || w("table"));
  }

  // ---------------------------------------------------------------- what may be tapped

  draw() {
    const due = { between: () => this.between(), dealer: () => this.dealers(), deal: () => this.deal(), move: () => this.moves(), which: () => this.which(), stuck: () => this.stuck(), finish: () => this.finish() };
    if (this.correction) return this.act.replaceChildren(this.correction.node), this.rest.replaceChildren();
    const focused = this.act.contains(document.activeElement) || this.rest.contains(document.activeElement);
    const offered = this.mine ? [...(due[this.state.stage]?.() ?? this.stuck()), this.certain()].filter(Boolean) : [];
    const isSeldom = (each) => this.state.stage === "move" && each.matches("details, .certain");
    this.act.replaceChildren(...offered.filter((each) => !isSeldom(each)));
    this.rest.replaceChildren(...offered.filter(isSeldom));
    // Who had the focus on what is gone goes on from the question that stands above what there is now.
    if (focused) this.asks.focus({ preventScroll: true });
  }

  here() {
    return this.state.people.filter((each) => each.here && each.seat);
  }

  dealers() {
    return [el("div", { class: "choices", role: "group", "aria-label": w("who_deals") }, this.here().map((each) => button(each.name, () => this.enter(each.seat), { "data-dealer": each.seat })))];
  }

  between() {
    const { due } = this.state;
    const who = this.here().find((each) => each.seat === due);
    // Who deals is asked once, for either way to write the hand.
    const dealer = who ? null : dealerGroup(this.state, this.here().map((each) => [each.seat, each.name]), `${this.id}:result`);
    const begin = button("", () => this.enter(who ? "" : picked(dealer)), { class: "begin" });
    const tell = () => {
      const seat = who?.seat ?? picked(dealer);
      const name = this.here().find((each) => each.seat === seat)?.name;
      begin.textContent = name ? w("begin_hand", { who: name }) : w("by_cards");
      begin.disabled = !name;
      begin.dataset.dealer = seat;
    };
    dealer?.addEventListener("change", tell);
    tell();
    // Who settles a quarrel has asked for what is remembered of the cards.
    const isQuarrel = typedText(`${this.id}:quarrel`) !== "";
    const onlyResult = isQuarrel ? this.folded("only-result", w("only_result"), this.scoreForm(null, dealer))
      : el("section", { class: "only-result" }, el("h3", {}, w("only_result")), this.scoreForm(null, dealer));
    // A button says it itself.
    const byCards = el("section", { class: "by-cards", "aria-label": w("by_cards") }, begin);
    return [this.recorded(), dealer, ...(who || isQuarrel ? [byCards, onlyResult] : [onlyResult, byCards]), this.peopleForm(), this.rulesForm()].filter(Boolean);
  }

  /** Whoever is due need not deal: the question above names another player as soon as one is tapped. */
  drawDealing() {
    const { due, stage } = this.state;
    const isOffered = this.mine && !this.correction && stage === "between" && due;
    if (!isOffered) return this.dealing.replaceChildren();
    const one = (each) => button(each.name, () => this.changeDealer(each.seat), { "data-next-dealer": each.seat, "aria-pressed": String(each.seat === due) });
    const fold = this.folded("dealer", w("other_dealer"), el("div", { class: "choices", role: "group", "aria-label": w("who_deals") }, this.here().map(one)));
    fold.classList.add("asked", "other-dealer");
    return this.dealing.replaceChildren(fold);
  }

  /** The hand that was recorded last, and the way back to it. */
  recorded() {
    if (!this.last || this.state.said.length) return null;
    return el("section", { class: "recorded" }, el("b", {}, `${w("hand")} ${this.last.name}`), this.last.said.map((each) => el("p", {}, each)), this.otherBonus(),
      button(w("undo"), () => this.undo(), { class: "small" }));
  }

  /** A field of this evening: what is filled in stays until the record has it. */
  field(input) {
    return remembering(`${this.id}:${input.name}`, input);
  }

  /** A hand of which nobody keeps the cards. */
  scoreForm(known = null, dealer = null) {
    const people = this.here().map((each) => [each.seat, each.name]);
    const send = async (typed, dealer, how = "") => {
      const before = this.text;
      this.scored = { typed, how };
      await this.enter(typed, dealer);
      // Where nobody declares anything the points are all that there is to write.
      if (this.text !== before && !this.state.contracts.length && this.state.stage === "finish") await this.enter("");
    };
    // Nothing of it is written: what it would come to is shown beside other figures.
    const attempt = async (typed, dealer) => {
      try {
        const { said, refused, text } = await call("enter", { text: this.text, typed, dealer });
        return { said, refused: refused || text === this.text, score: /^score .*$/m.exec(text.slice(this.text.length))?.[0] ?? said.join(" ") };
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        return { said: [error.message], refused: true, score: "" };
      }
    };
    // Why it was refused stands at the field until there is another answer.
    const isRefused = this.isTaken === false && this.scored && this.typed?.typed === this.scored.typed;
    const refusal = isRefused ? { how: this.scored.how, said: this.state.said } : { how: "", said: [] };
    return resultForm(this.state, { people, known, dealer, key: `${this.id}:result`, send, attempt, refusal });
  }

  /** Other rules for the hands that follow; those that are written keep theirs. */
  rulesForm() {
    const many = this.here().length;
    const rules = choice([["", w("choose_evening")]], "", { name: "other-rules", required: true, "aria-label": w("rules") });
    rulesets().then((found) => rules.append(...found.filter((each) => [...each.people, ...(each.resting ?? [])].includes(many)).map((each) => el("option", { value: each.id }, called(each)))));
    const send = async (event) => {
      event.preventDefault();
      const before = this.text;
      const named = rules.selectedOptions[0].text;
      this.opened.delete("rules");
      await this.enter(`rules ${rules.value}`);
      if (this.text !== before) this.said.prepend(el("p", {}, `${w("rules")}: ${named}`));
    };
    const form = el("form", { class: "score", onsubmit: send }, rules, el("button", { type: "submit" }, w("play_by")));
    return this.folded("rules", w("play_by_others"), el("p", { class: "faint" }, w("play_by_others_how")), form);
  }

  /** Who comes and leaves, and what is paid beside the hands. */
  peopleForm() {
    const here = this.here().map((each) => [each.name, each.name]);
    // Nobody leaves by a menu that was not looked at.
    const leaving = this.field(choice([["", w("choose_evening")], ...here], "", { name: "leaves", required: true }));
    const name = this.field(el("input", { maxlength: 60, list: "gone", autocomplete: "off", name: "comes" }));
    const after = this.field(choice(here, "", { name: "after" }));
    const known = el("datalist", { id: "gone" }, this.state.people.filter((each) => !each.here).map((each) => el("option", { value: each.name })));
    // Two sides, one of whom may be the pot: with one alone the pot would owe what the other is paid.
    const sides = [["", w("choose_evening")], ...this.state.people.map((each) => [each.name, each.name]), [" ", w("pot")]];
    const [payer, payee] = ["payer", "payee"].map((name) => this.field(choice(sides, "", { name, required: true })));
    const amount = this.field(el("input", { type: "number", step: 1, min: 1, required: true, name: "amount" }));
    const why = this.field(el("input", { maxlength: 100, name: "why" }));
    const quoted = (text) => JSON.stringify(text);
    const pay = (event) => {
      event.preventDefault();
      if (payer.value === payee.value) {
        this.tell([w("pay_another")], true);
        return this.said.scrollIntoView({ block: "nearest" });
      }
      const paid = [[payer.value, "-"], [payee.value, "+"]].filter(([who]) => who.trim()).map(([who, sign]) => `${quoted(who)}: ${sign}${Number(amount.value)}`);
      return this.enter(`adjust ${paid.join(" ")} ${quoted(why.value)}`);
    };
    return this.folded("people", w("people"), el("div", { class: "forms" },
      el("form", { onsubmit: (event) => (event.preventDefault(), this.enter(`leave ${quoted(leaving.value)}`)) }, field(w("leaves"), leaving), el("button", { class: "leave" }, w("leave_now"))),
      el("form", { onsubmit: (event) => (event.preventDefault(), name.value.trim() && this.enter(`seat ${quoted(name.value.trim())} after ${quoted(after.value)}`)) },
        field(w("comes"), name), known, field(w("sits_after"), after), el("button", {}, w("come_now"))),
      el("form", { class: "payment", onsubmit: pay }, el("p", { class: "faint" }, w("adjust")),
        field(w("pays"), payer), field(w("receives"), payee), field(w("amount"), amount), field(w("reason"), why), el("button", {}, w("write_down")))));
  }

  /** The cards of one place after another; the deal may stay unwritten, of one place or of all. */
  deal() {
    const { places, undealt } = this.state;
    const now = places.find((each) => each.place === this.shownPlace) ?? places[0];
    const chips = el("div", { class: "chips", role: "group", "aria-label": w("whose_cards") }, places.map((each) =>
      button(each.name, () => ((this.shownPlace = each.place), this.draw()), { "aria-pressed": String(each === now), "data-place": each.place })));
    // The same cards stand there for the next player: whose they are is to be seen.
    const next = (cards) => this.enter(`${now.place}: ${cards.join(" ")}`).then(() => this.asks.scrollIntoView());
    const rest = places.length === 1 && undealt.length === now.count;
    const bids = this.state.moves.some((each) => each.words.length);
    return [
      chips,
      // The auction is in reach without scrolling past the pack.
      ...(bids ? [el("p", { class: "faint" }, w("or_bid")), ...this.moves()] : []),
      // The big button has led here; the hand may have nothing but its result all the same.
      bids && !this.state.known ? this.folded("only-result", w("only_result"), this.scoreForm()) : null,
      rest ? button(w("the_rest"), () => this.enter(""), { class: "main" }) : null,
      this.picker(undealt, now.count, now.count, next, { unknown: true, name: now.name, key: now.place }),
      // The same cards once more are looked for only by who wants them.
      ...(bids ? [] : [this.unwritten(), this.folded("played", w("or_card"), ...this.offers())]),
    ].filter(Boolean);
  }

  moves() {
    const ended = this.unwritten();
    // Who writes card after card has the cards first.
    const first = ended?.localName === "div" ? [ended] : [];
    const goesOn = first.length ? el("p", { class: "who" }, `${w("or_cards")}: ${this.state.asks}`) : null;
    return [...first, goesOn, ...this.offers(), this.forced(), ...(first.length ? [] : [ended])].filter(Boolean);
  }

  /** The words and cards of whoever is due. */
  offers() {
    return this.state.moves.map((each) => (each.words.length ? this.words(each) : this.cards(each)));
  }

  /** Nobody can tell how the hand goes on; somebody who was there may know who had the card that was called, or who led. */
  stuck() {
    const { holders, leaders, next_trick: next, lines } = this.state;
    const isAsked = this.unknownAt !== this.text;
    const nobody = button(w("nobody_knows"), () => ((this.unknownAt = this.text), this.draw(), this.asks.scrollIntoView()), { class: "nobody-knows" });
    if (holders.length && isAsked) {
      return [el("div", { class: "choices", role: "group", "aria-label": w("who_has_it") }, holders.map((each) => button(each.name, () => this.enter(each.typed), { class: "holder" })), next ? nobody : null),
        this.unwritten()].filter(Boolean);
    }
    if (leaders.length && holders.length) this.asks.textContent = `${w("trick")} ${next}: ${w("who_led")}`;
    if (leaders.length && (isAsked || holders.length)) return [...this.leading(leaders), holders.length ? null : el("div", { class: "bar" }, nobody), this.unwritten()].filter(Boolean);
    const isPlayed = lines.some((each) => /^\s*\d/.test(each));
    if (!isAsked || (isPlayed && !leaders.length)) this.asks.textContent = w("whole_trick_asks");
    // Where the leader is not known, the trick stays unwritten, and the hand goes on with the next one.
    const first = isPlayed && leaders.length ? next + 1 : next;
    const trick = isPlayed || leaders.length ? this.wholeTrick(first) : null;
    return [trick, this.unwritten() ?? (trick ? null : el("p", { class: "faint" }, w("stuck")))].filter(Boolean);
  }

  /** A trick as a whole, where nobody can tell whose turn it is: its number, who led, and the cards in the order in which they fell. */
  wholeTrick(first) {
    const { players, tricks, left } = this.state;
    if (!first || first > tricks) return null;
    const numbers = Array.from({ length: tricks - first + 1 }, (_, at) => String(first + at));
    const number = numbers.includes(this.trickNumber) ? this.trickNumber : numbers[0];
    const chosen = choice(numbers.map((each) => [each, each]), number, { name: "trick-number", onchange: () => ((this.trickNumber = chosen.value), this.draw()) });
    const now = players.findIndex((each) => each.seat === this.leader);
    const chips = el("div", { class: "chips leaders", role: "group", "aria-label": w("who_led") }, players.map((each, at) =>
      button(each.name, () => ((this.leader = each.seat), this.draw()), { "aria-pressed": String(at === now), "data-leader": each.seat })));
    const send = (cards) => {
      const typed = `${number} ${players[now].seat}: ${cards.join(" ")}`;
      Object.assign(this, { leader: "", trickNumber: "" });
      return this.enter(typed);
    };
    const order = now < 0 ? "" : [...players.slice(now), ...players.slice(0, now)].map((each) => each.name).join(", ");
    return el("section", { class: "whole-trick" }, el("p", { class: "faint" }, w("whole_trick")), field(w("trick"), chosen), el("p", { class: "who" }, w("who_led")), chips,
      now < 0 ? null : el("p", { class: "who" }, w("cards_in_order", { order })),
      now < 0 ? null : this.picker(left, players.length, players.length, send, { unknown: true, name: w("cards_in_order", { order }), key: `trick-${number}-${this.leader}` }));
  }

  /** What is certain if nobody remembers more: asked for after any trick. */
  certain() {
    const { stage, lines } = this.state;
    if (!["move", "stuck"].includes(stage) || !lines.some((each) => /^\s*\d/.test(each))) return null;
    const known = this.certainAnswer?.text === this.text && this.certainAnswer?.lang === lang() ? this.certainAnswer : null;
    const facts = (known?.facts ?? []).map((each) => button(each.said, () => this.remembered(each.text), { class: "memory" }));
    const found = known ? [
      el("h3", {}, w("certain_so")), ...known.said.map((each) => el("p", { class: "bound" }, each)),
      facts.length ? el("div", { class: "choices outcomes memories", role: "group", "aria-label": w("remember") }, el("p", { class: "who" }, w("remember")), facts) : null,
      el("div", { class: "bar" }, button(w("close_so"), () => this.enter("end"), { class: "close-so" })),
    ] : [];
    return el("section", { class: "certain", role: "status" }, known ? null : button(w("certain"), () => this.askCertain(), { class: "ask-certain" }), ...found);
  }

  async askCertain() {
    const { text } = this;
    if (this.isAskingCertain) return null;
    this.isAskingCertain = true;
    try {
      this.certainAnswer = { text, lang: lang(), ...(await call("certain", { text })) };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.tell([error.message], true);
      return this.said.scrollIntoView({ block: "nearest" });
    } finally {
      this.isAskingCertain = false;
    }
    if (text !== this.text) return null;
    this.draw();
    return this.place.querySelector(".certain")?.scrollIntoView({ block: "nearest" });
  }

  /** Something is remembered after all: the record with it. */
  async remembered(text) {
    if (!this.mine || this.busy || !holds(this.id)) return;
    const before = this.text;
    this.text = text;
    if ((await this.save()) === "changed") {
      this.text = before;
      return void (await this.lost());
    }
    await this.look();
    await this.askCertain();
  }

  /** Who leads to the next trick, and with which card. */
  leading(leaders) {
    const now = leaders.find((each) => each.seat === this.leader) ?? (leaders.length === 1 ? leaders[0] : null);
    const chips = el("div", { class: "chips leaders", role: "group", "aria-label": this.asks.textContent }, leaders.map((each) =>
      button(each.name, () => ((this.leader = each.seat), this.draw()), { "aria-pressed": String(each === now), "data-leader": each.seat })));
    if (!now) return [chips];
    const send = ([card]) => ((this.leader = ""), this.enter(`${now.typed} ${card}`));
    return [chips, this.picker(this.state.left, 1, 1, send, { unknown: true, name: now.name })];
  }

  /** How a hand ended whose other cards nobody writes: first, where none is written or nobody can tell how it goes on. */
  unwritten() {
    const { known } = this.state;
    if (!known) return null;
    const form = this.scoreForm(known);
    return known.cardless || this.state.stage === "stuck" ? el("div", {}, el("p", { class: "who" }, w("cards_unwritten")), form) : this.folded("unwritten", w("cards_unwritten"), form);
  }

  /** What leaves no choice need not be looked for. */
  forced() {
    const due = this.state.moves.filter((each) => !each.optional);
    const all = (each) => each.cards.length > 0 && each.cards.length === each.least && !each.unseen;
    const only = due.length === 1 && (due[0].words.length === 1 || all(due[0]));
    return only ? button(w("forced"), () => this.enter("")) : null;
  }

  words(moves) {
    const typed = (word) => (moves.optional || this.state.moves.length > 1 ? `${moves.do} ${moves.seat}: ${word}` : word);
    return el("div", { class: "choices", role: "group", "aria-label": `${moves.who}: ${w(`do_${moves.do.replace("-", "_")}`)}` },
      this.several() ? el("span", { class: "who" }, `${moves.who} ${w(`do_${moves.do.replace("-", "_")}`)}`) : null,
      moves.words.map((each) => button(each.name, () => this.enter(typed(each.word)), { "data-word": `${moves.seat} ${each.word}` })));
  }

  /** Whether it has to be said whose turn something is: otherwise the question above has said it. */
  several() {
    return this.state.moves.length > 1 || this.state.stage === "deal";
  }

  /** Cards of a move, written down. */
  send(moves, cards) {
    const several = this.state.moves.filter((each) => !each.words.length).length > 1;
    return this.enter(cards.length ? `${several ? `${moves.seat}: ` : ""}${cards.join(" ")}` : `${moves.do} ${moves.seat}: none${moves.to_seat ? ` to ${moves.to_seat}` : ""}`);
  }

  /** A card that was tapped on the table: it is played, if it is one card that is asked for and who holds it is to move. */
  tapped(card) {
    if (!card || !this.mine || this.state.stage !== "move") return;
    const moves = this.state.moves.find((each) => each.least === 1 && each.most === 1 && !each.words.length && this.held(each.seat).includes(card));
    if (!moves) return;
    this.isAtTable = true;
    this.send(moves, [card]).finally(() => (this.isAtTable = false));
  }

  cards(moves) {
    const send = (cards) => this.send(moves, cards);
    const held = this.held(moves.seat);
    const known = moves.do === "take" ? moves.cards : [...new Set([...held, ...moves.cards])];
    const open = moves.unseen > 0 || !known.length;
    // What others are known to hold is offered apart: it can be chosen if it happened all the same.
    const can = moves.others.length ? moves.others : this.state.left;
    const rest = this.state.left.filter((each) => !known.includes(each) && !held.includes(each));
    const others = open ? rest.filter((each) => can.includes(each)) : rest;
    const elsewhere = open ? rest.filter((each) => !can.includes(each)) : others;
    const does = `${moves.who} ${w(`do_${moves.do.replace("-", "_")}`, { to: moves.to })}`;
    return el("div", {},
      this.several() ? el("p", { class: "who" }, does) : null,
      this.picker(open ? [...known, ...others] : known, moves.least, moves.most, send, { legal: open ? null : moves.cards, unknown: open || moves.do !== "call", name: does, seat: moves.seat }),
      !elsewhere.length ? null : this.folded(`other-${moves.seat}-${moves.do}`, w("another_card"),
        this.picker(elsewhere, moves.least, moves.most, send, { legal: [], name: w("another_card"), seat: moves.seat })));
  }

  /** The cards that a seat is known to hold. */
  held(seat) {
    const { hand, pack } = this.state;
    if (!hand) return [];
    const at = hand.seats.findIndex((each) => each.label === seat);
    const cards = (hand.stops[0].hands?.[""]?.[at] ?? []).map((each) => hand.cards[each]);
    return cards.filter((each) => each in pack);
  }

  /** Cards to be tapped; what is chosen of several is kept under a key. */
  picker(cards, least, most, send, { key = "", ...others } = {}) {
    const kept = key || others.name;
    const anew = () => ((this.chosen[kept] = []), this.save(), this.draw());
    const chosen = most === 1 && least === 1 ? [] : (this.chosen[kept] ??= []);
    return picker(this.ordered(cards), { pack: this.state.pack, least, most, send, chosen, anew, changed: () => this.save(), ...others });
  }

  /** In the order of the pack, wherever cards stand. */
  ordered(cards) {
    const pack = Object.keys(this.state.pack);
    return [...cards].sort((one, other) => pack.indexOf(one) - pack.indexOf(other));
  }

  /** What is chosen, and a correction that is not kept yet, stand beside the record; the answer is that of `write`. */
  async save() {
    return this.mine && holds(this.id) ? write("evening", this.id, { text: this.text, chosen: this.chosen, draft: this.correction?.draft ?? null }) : "changed";
  }

  /** What a hand without cards can have come to, where its result leaves that open. */
  which() {
    return [outcomeButtons(this.state.outcomes, ({ name }) => this.enter(name), this.asks.textContent), this.unpaid()];
  }

  /** A hand of which nobody can tell who pays whom is closed as it is. */
  unpaid() {
    return button(w("close_unpaid"), () => this.enter("end"), { class: "unpaid" });
  }

  finish() {
    // What was refused is not written: who closes the hand now leaves it out.
    const close = button(w(this.state.refused ? "finish_without" : "finish_hand"), () => this.enter(""), { class: "main finish" });
    const cameTo = this.state.came_to.map((each) => el("p", { class: "came-to" }, each));
    return this.state.unsettled ? [close, this.unpaid()] : [...cameTo, ...this.remembering(), close];
  }

  /** Facts that would settle a hand whose cards are half remembered: one is tapped. */
  remembering() {
    const { memories } = this.state;
    if (!memories.length) return [];
    const facts = memories.map((each, place) => button(each, () => this.enter(String(place + 1)), { class: "memory" }));
    return [el("div", { class: "choices outcomes memories", role: "group", "aria-label": w("remember") }, el("p", { class: "who" }, w("remember")), facts)];
  }

  /** A hand is looked at again; the record stays as it is until what was changed of it is kept. */
  correct(draft) {
    const done = () => ((this.correction = null), this.save());
    this.correction = new Correction(draft, {
      text: this.text,
      save: () => this.save(),
      asks: (text) => (this.asks.textContent = text),
      drawn: () => this.drawHead(),
      left: () => (done(), this.show({ ...this.state, said: [], refused: false })),
      kept: async (state) => {
        const before = this.text;
        this.text = state.text;
        const saved = await done();
        if (saved === "changed") return this.lost();
        // A correction is one step, which one undo takes back.
        if (state.text !== before) this.past.push({ before, after: state.text });
        this.finished = -1;
        const said = [w("corrected", { name: state.hands[draft.number] || String(draft.number + 1) }), ...state.said];
        await this.show({ ...state, said: saved === "kept" ? said : [...said, w("no_room")] });
        this.asks.scrollIntoView();
        await this.offerBonuses(draft.number);
      },
    });
    this.save();
    this.tell([]);
    this.drawAround();
    this.correction.look().then(() => this.asks.scrollIntoView());
  }

  /** Something that is opened when it is wanted, and stays open from step to step. */
  folded(key, name, ...parts) {
    const box = el("details", { open: this.opened.has(key), "data-fold": key, ontoggle: () => (box.open ? this.opened.add(key) : this.opened.delete(key)) }, el("summary", {}, name), ...parts);
    return box;
  }

  // ---------------------------------------------------------------- beside it

  drawMore() {
    const line = this.field(el("input", { name: "line", maxlength: 400, autocomplete: "off", autocapitalize: "off", spellcheck: "false", "aria-label": w("typed_line") }));
    const form = el("form", { class: "line", onsubmit: (event) => (event.preventDefault(), this.enter(line.value)) }, line, el("button", { type: "submit" }, w("write_down")));
    const { lines } = this.state;
    if (this.correction) return this.more.replaceChildren();
    this.more.replaceChildren(...[
      this.mine ? this.restClaim() : null,
      this.mine ? this.fault() : null,
      this.mine ? this.folded("typed", w("typed"), el("p", { class: "faint" }, w("typed_how")), form) : null,
      lines.length ? this.folded("lines", w("lines"), el("pre", { class: "lines" }, lines.join("\n"))) : null,
      this.mine && this.state.hands.length ? this.folded("edit", w("correct"), el("div", { class: "choices" }, this.hands())) : null,
    ].filter(Boolean));
  }

  /** An irregularity in the hand that is open. */
  fault() {
    const { faults, lines, stage } = this.state;
    if (!faults.length || !lines.length || !["move", "finish", "stuck"].includes(stage)) return null;
    const { players } = this.state;
    const people = (players.length ? players : this.here()).map((each) => [each.seat, each.name]);
    const tricks = lines.filter((each) => /^\s*\d/.test(each)).length;
    if (this.suspect) this.suspect.trick ||= tricks;
    const send = async (line, named) => {
      const before = this.text;
      this.opened.delete("fault");
      this.suspect = null;
      await this.enter(line);
      if (this.text !== before) this.said.prepend(el("p", { class: "noted" }, w("fault_noted", { fault: named })));
    };
    return this.folded("fault", w("fault"), faultForm({ people, faults, tricks, suspect: this.suspect, send }));
  }

  /** The rest of the tricks, claimed by one player and granted by the others. */
  restClaim() {
    const { may_claim: mayClaim, lines, stage, players } = this.state;
    if (!mayClaim || !["move", "stuck"].includes(stage) || !lines.some((each) => /^\s*\d/.test(each))) return null;
    const people = players.length ? players : this.here();
    const send = (seat) => (this.opened.delete("rest"), this.enter(`claim ${seat}: rest accepted`));
    const chips = people.map((each) => button(each.name, () => send(each.seat), { "data-claims": each.seat }));
    return this.folded("rest", w("rest_claimed"), el("p", { class: "faint" }, w("rest_claimed_how")),
      el("div", { class: "chips", role: "group", "aria-label": w("rest_claimed") }, chips));
  }

  /** The hands that are written, the last ones. */
  hands() {
    return this.state.hands.map((name, number) => button(name || `${number + 1}`, () => this.correct({ number, lines: [], before: [] }), { "aria-label": `${w("hand")} ${name}`, "data-hand": number })).slice(-40);
  }

  async drawSheet() {
    const text = this.text;
    try {
      const found = await call("sheet", { text });
      if (text !== this.text) return;
      this.sheet.replaceChildren(sheetMarkup(found));
      if (!found) return;
      this.sheet.append(el("p", { class: "bar" }, button(w("print_sheet"), () => print(), { class: "print-sheet" })));
      if (this.mine) for (const row of this.sheet.querySelectorAll("tr[data-hand]")) this.openRow(row);
    } catch (error) {
      this.sheet.replaceChildren(el("p", { class: "notice" }, error.message));
    }
  }

  /** A row of the sheet opens its hand, to be seen and corrected. */
  openRow(row) {
    const number = Number(row.dataset.hand);
    const [cell] = row.cells;
    const name = cell.textContent;
    const open = () => this.correction ?? this.correct({ number, lines: [], before: [] });
    cell.replaceChildren(button(name, open, { class: "row-hand", "aria-label": `${w("change")}: ${w("hand")} ${name}` }));
    row.addEventListener("click", (event) => event.target.closest("button") ?? open());
  }

  async share() {
    const rules = await this.ownRules();
    const link = `${location.href.split("#")[0]}#r=${await packed({ text: this.text, rules })}`;
    if (link.length > LONGEST) {
      this.tell([w("too_long_to_share")]);
      return this.said.append(this.saving());
    }
    const shown = el("input", { readonly: true, value: link, "aria-label": w("link"), onfocus: (event) => event.target.select() });
    this.said.replaceChildren(el("p", {}, w("link_how")), shown,
      isSecureContext && navigator.clipboard ? button(w("copy"), () => navigator.clipboard.writeText(link).then(() => this.said.append(el("p", {}, w("copied"))))) : "",
      navigator.share ? button(w("send"), () => navigator.share({ url: link }).catch(() => {})) : "");
    if (/^(127\..*|localhost|\[::1\])$/.test(location.hostname)) {
      this.said.append(el("p", { class: "notice here-alone" }, w("here_alone", { host: location.hostname }), " ", this.saving()));
    }
    return shown.focus();
  }

  /** The texts of the rules of one's own that the record names, and of those that they build on, those first. */
  async ownRules() {
    const all = await rulesets();
    const found = [];
    const add = (id) => {
      const each = all.find((one) => one.id === id);
      if (!each?.own || found.includes(id)) return;
      add(each.parent);
      found.push(id);
    };
    for (const [, id] of this.text.matchAll(/^rules ([a-z0-9-]+)/gm)) add(id);
    return (await Promise.all(found.map((id) => read("rules", id)))).map((each) => each?.text).filter(Boolean);
  }
}
