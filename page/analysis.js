// What each card of a hand was worth, beside the board: asked for bit by bit, so that it can be stopped and nothing waits for it.
// Everything is worked out by calarec (desk/calls/analysing.py); here it is drawn.
import { call, Refused } from "./boundary.js";
import { button, el, lang, markup, w } from "./dom.js";
import { knownTable, placeOf, playedAt, worthOfCard } from "./player.js";

const WORLDS = ["10", "30", "100"];
const MOMENT = 150;
/** So often one place is asked for, if its cards are not all known yet. */
const TRIES = 4;

/** The analyses that are done, as long as the page is open: by record, rules and hand. */
const kept = new Map();

/**
 * The analysis of one hand of an evening, in `root` below its board.
 * `other(hand)` shows another course of the hand on the board, and without one the hand itself again.
 */
export class Analysis {
  constructor({ text, rules, number, hand, player, other }) {
    Object.assign(this, { asked: { text, rules, hand: String(number) }, hand, player, other, found: null, isRunning: false, turn: 0 });
    this.root = el("section", { class: "analysis", "aria-label": w("analysis") });
    this.progress = el("progress", { max: 1, value: 0, "aria-label": w("analysing") });
    this.results = el("div", { class: "results" });
    this.here = el("div", { class: "here", "aria-live": "polite" });
    this.key = JSON.stringify(this.asked);
    hand.losses = [];
    if (kept.has(this.key)) this.take(kept.get(this.key));
    this.draw();
  }

  /** Nothing of it is wanted any more. */
  leave() {
    this.isRunning = false;
    this.turn += 1;
  }

  async run() {
    this.isRunning = true;
    this.draw();
    this.root.querySelector(".stop-analysis")?.focus();
    try {
      while (this.isRunning && !this.found?.is_done) {
        const found = await call("analysis", this.asked);
        if (!this.isRunning) break;
        this.take(found);
        this.drawResults();
      }
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.results.replaceChildren(el("p", { class: "notice bad", role: "alert" }, error.message));
    } finally {
      this.isRunning = false;
    }
    if (this.root.isConnected) this.draw();
    this.stepped();
  }

  take(found) {
    this.found = found;
    this.hand.losses = found.losses;
    if (found.is_done) kept.set(this.key, found);
    this.progress.max = Math.max(found.all, 1);
    this.progress.value = found.known;
    if (this.player.hand === this.hand) this.player.draw();
  }

  draw() {
    const begin = button(w(this.found ? "go_on_analysing" : "analyse"), () => this.run(), { class: "main analyse" });
    const stop = button(w("stop"), () => ((this.isRunning = false), this.draw()), { class: "small stop-analysis" });
    const running = el("div", { class: "bar" }, el("span", {}, w("analysing")), this.progress, stop);
    const isDone = this.found?.is_done;
    this.root.replaceChildren(...[el("h3", {}, w("analysis")), this.isRunning ? running : isDone ? null : el("div", { class: "bar" }, begin), this.here, this.results].filter(Boolean));
    this.drawResults();
  }

  drawResults() {
    const { found } = this;
    if (!found) return this.results.replaceChildren();
    const parts = [
      found.refused ? el("p", { class: "notice" }, found.refused[lang()]) : null,
      el("div", { class: "worth" },
        found.curve ? el("div", { class: "curve" }, markup(found.curve[lang()].replace(/<style>.*?<\/style>/s, ""))) : null,
        el("div", {}, el("ul", { class: "answer" }, found.said.map((each) => el("li", {}, each[lang()]))),
          found.losses.length ? el("ol", { class: "losses" }, found.losses.map((each) => el("li", {}, this.loss(each)))) : null)),
      // A table of what is not found out yet says nothing.
      found.contracts?.rows.some(({ cells }) => cells.some((each) => each.made !== null)) || found.contracts?.refused.length ? this.contracts(found.contracts) : null,
    ];
    this.results.replaceChildren(...parts.filter(Boolean));
  }

  /** A card that gave something away leads to its place on the board. */
  loss(each) {
    const go = () => {
      this.other(null);
      this.player.show(this.hand, { stop: this.hand.stops.findIndex((stop) => stop.names.includes(each.after)), told: true });
      this.player.root.scrollIntoView({ block: "nearest" });
    };
    return button([each.mark ? `${each.mark} ` : "", each.said[lang()]].join(""), go, { class: "loss", "data-at": each.after });
  }

  contracts({ seats, rows, refused }) {
    const cell = ({ made, answer, points }) => el("td", { class: made ? "good" : "" }, answer[lang()], points ? el("small", {}, ` ${points[lang()]}`) : null);
    const table = el("table", { class: "contracts" }, el("thead", {}, el("tr", {}, el("th", {}, w("contract")), seats.map((each) => el("th", { scope: "col" }, each)))),
      el("tbody", {}, rows.map((row) => el("tr", {}, el("th", { scope: "row" }, row.name[lang()]), row.cells.map(cell)))));
    return el("section", {}, el("h4", {}, w("contracts_made")), el("p", { class: "faint" }, w("contracts_made_how")),
      el("div", { class: "wide", tabindex: "0", role: "group", "aria-label": w("contracts_made") }, table), refused.map((each) => el("p", { class: "faint" }, each[lang()])));
  }

  // ------------------------------------------------------------------ at one place of the hand

  /** The board has gone elsewhere. */
  stepped() {
    const turn = (this.turn += 1);
    const stop = this.player.hand === this.hand ? this.hand.stops[this.player.stop] : null;
    const at = placeOf(stop);
    if (this.player.hand !== this.hand) return;
    this.here.replaceChildren();
    if (!this.found || this.found.refused || this.isRunning || !at) return;
    setTimeout(() => turn === this.turn && this.root.isConnected && this.look(at, stop, turn), MOMENT);
  }

  async look(at, stop, turn) {
    let found = null;
    for (let left = TRIES; left > 0 && turn === this.turn && this.root.isConnected; left--) {
      found = await call("cards_at", { ...this.asked, at }).catch((error) => ({ refused: error.message }));
      if (found.refused || found.is_done) break;
    }
    if (turn !== this.turn || !found) return;
    const who = this.hand.seats[stop.turn];
    if (found.refused) return this.here.replaceChildren(el("p", { class: "faint" }, found.refused));
    const played = playedAt(this.hand, at);
    const chips = found.cards.map((each) => el("button", { type: "button", class: `face try${each.best ? " best" : ""}`, "data-try": this.hand.cards[each.card], onclick: () => this.tryCard(at, each.card) },
      worthOfCard(this.hand, each, played, this.hand.words, lang())));
    const could = el("div", { class: "could" });
    this.here.replaceChildren(
      el("h4", {}, w("try_another", { who: who.name })),
      el("p", { class: "faint" }, found.said[lang()]),
      el("div", { class: "faces" }, chips),
      button(w("could_know", { who: who.name }), () => this.know(at, turn, could), { class: "small could-know" }), could);
  }

  /** The hand as it could have gone, on the board. */
  async tryCard(at, number) {
    try {
      const hand = await call("try_card", { ...this.asked, at, card: this.hand.cards[number] });
      if (!this.root.isConnected) return;
      const stop = hand.stops.findIndex((each) => each.names.includes(at)) + 1;
      this.other(hand);
      this.here.replaceChildren(el("p", { class: "notice" }, hand.title[lang()], " ", button(w("back_to_hand"), () => this.back(at), { class: "small back-to-hand" })),
        el("ul", { class: "answer" }, hand.answer.slice(0, 2).map((each) => el("li", {}, each.text[lang()]))));
      this.player.show(hand, { stop });
      this.player.root.scrollIntoView({ block: "nearest" });
      this.here.querySelector("button").focus({ preventScroll: true });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.here.append(el("p", { class: "notice bad", role: "alert" }, error.message));
    }
  }

  back(at) {
    this.other(null);
    this.player.show(this.hand, { stop: this.hand.stops.findIndex((each) => each.names.includes(at)), told: true });
  }

  /** What the seat that plays could know of its cards: of few ways first, then of more. */
  async know(at, turn, place) {
    place.replaceChildren(el("p", { class: "faint" }, w("waiting")));
    for (const worlds of WORLDS) {
      let found = null;
      try {
        found = await call("seat_knowledge", { ...this.asked, at, worlds });
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        if (worlds === WORLDS[0]) place.replaceChildren(el("p", { class: "faint" }, error.message));
        return;
      }
      if (turn !== this.turn || !this.root.isConnected) return;
      place.replaceChildren(el("p", { class: "faint" }, found.ways[lang()]), el("div", { class: "wide", tabindex: "0", role: "group", "aria-label": found.title[lang()] }, knownTable(this.hand, found, this.hand.words, lang())));
      if (found.every || found.worlds < Number(worlds)) return;
    }
  }
}
