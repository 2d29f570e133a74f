// The puzzle of a day from one's own evenings: a position in which exactly one card is right. #puzzle/2026-12-01
import { call, Stopped } from "./boundary.js";
import { addressOf, el, keepSymbols, lang, locale, make, w } from "./dom.js";
import { title } from "./opening.js";
import { drawTable, linkTo, worthOfCard } from "./player.js";
import { listed, read } from "./storage.js";

/** So many evenings are searched for one. */
const MOST = 40;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

const isoDay = (date) => date.toLocaleDateString("sv");

export function puzzlePart(place, rest) {
  const day = DAY.test(rest) ? rest : isoDay(new Date());
  const asked = new AbortController();
  const shown = el("div", { class: "puzzle" }, el("p", { class: "faint", role: "status" }, w("searching_puzzle")));
  place.append(el("p", { class: "back bar" }, el("a", { href: "#record" }, `‹ ${w("record")}`)), el("h2", {}, w("puzzle_of", { day: new Date(`${day}T12:00`).toLocaleDateString(locale(), { dateStyle: "long" }) })), shown, otherDays(day));
  find(day, asked.signal).then((found) => {
    if (asked.signal.aborted) return;
    if (found) draw(shown, found);
    else shown.replaceChildren(el("p", { class: "notice" }, w("no_puzzle")));
  }, (error) => shown.replaceChildren(el("p", { class: "notice bad", role: "alert" }, error.message)));
  return () => asked.abort();
}

function otherDays(day) {
  const beside = (days) => {
    const date = new Date(`${day}T12:00`);
    date.setDate(date.getDate() + days);
    return isoDay(date);
  };
  const after = beside(1);
  return el("p", { class: "bar" }, el("a", { class: "button", href: `#puzzle/${beside(-1)}` }, w("puzzle_before")),
    after <= isoDay(new Date()) ? el("a", { class: "button", href: `#puzzle/${after}` }, w("puzzle_after")) : null);
}

/** The first evening, in the order of the day, that gives a puzzle. */
async function find(day, signal) {
  const evenings = (await listed("evening")).filter((each) => each.people && each.hands);
  const names = evenings.map((each) => each.id);
  for (const id of (await call("puzzle_order", { names, day })).slice(0, MOST)) {
    if (signal.aborted) return null;
    const kept = await read("evening", id);
    // An evening that cannot be read has no puzzle; the others may.
    const found = kept?.text ? await call("puzzle", { text: kept.text, day }).catch((error) => {
      if (error instanceof Stopped) throw error;
      return null;
    }) : null;
    if (found) return { ...found, evening: evenings.find((each) => each.id === id) };
  }
  return null;
}

function draw(place, puzzle) {
  keepSymbols(puzzle.symbols);
  const { hand } = puzzle;
  const stop = hand.stops.findIndex((each) => each.names.includes(puzzle.at));
  const table = make("svg", { class: "calarec-table", role: "img", "aria-label": hand.title[lang()] });
  const board = el("div", { class: "player-table" }, table);
  const answer = el("div", { class: "solution", "aria-live": "polite" });
  // Who is to play sits below, as at one's own table.
  const shape = () => drawTable(table, hand, stop, { lang: lang(), below: Math.max(hand.stops[stop].turn, 0), shape: board.clientWidth && board.clientWidth < 620 ? "tall" : "wide" });
  const cards = puzzle.cards.map((each) => {
    const [rank, suit] = hand.cards[each.card];
    const drawn = make("svg", { class: "card", viewBox: "0 0 60 92", "aria-hidden": "true" }, make("use", { href: `#${hand.faces[each.card]}`, width: 60, height: 92 }));
    return el("button", { type: "button", class: "face guess", "aria-label": `${rank}${suit}`, "data-guess": hand.cards[each.card], onclick: () => solve(each) }, drawn);
  });
  const choices = el("div", { class: "faces", role: "group", "aria-label": w("your_card") }, cards);

  function solve(chosen) {
    cards.forEach((each, at) => each.setAttribute("aria-pressed", String(puzzle.cards[at] === chosen)));
    const worths = puzzle.cards.map((each) => el("div", { class: `seen${each.wins ? " best" : ""}` }, worthOfCard(hand, each, -1, hand.words, lang())));
    answer.replaceChildren(...[
      el("p", { class: `came-to ${chosen.wins ? "good" : "bad"}` }, w(chosen.wins ? "puzzle_right" : puzzle.aim === "most" ? "puzzle_less" : "puzzle_wrong")),
      chosen.wins ? null : line(w("line_after_yours"), chosen),
      el("details", { class: "answer-of-puzzle", open: chosen.wins }, el("summary", {}, w("puzzle_answer")),
        el("p", {}, puzzle.said[lang()]), el("div", { class: "player-worths" }, el("div", { class: "faces" }, worths)), line(w("line_after_best"), puzzle.cards.find((each) => each.wins)),
        el("p", {}, w("from_evening", { evening: title(puzzle.evening), hand: hand.title[lang()] })), el("p", { class: "bar" },
          el("a", { class: "button small", href: addressOf("replay", puzzle.evening.id, "", linkTo(puzzle.number, puzzle.at)) }, w("see_the_hand")))),
    ].filter(Boolean));
  }

  /** How it goes on after a card with the best play of all. */
  function line(said, { line }) {
    const shown = line.map((each) => el("span", { class: "seen" }, make("svg", { class: "card", viewBox: "0 0 60 92", role: "img", "aria-label": hand.cards[each] }, make("use", { href: `#${hand.faces[each]}`, width: 60, height: 92 }))));
    return el("div", {}, el("p", { class: "faint" }, said), el("div", { class: "faces" }, shown));
  }

  place.replaceChildren(el("p", { class: "asks" }, puzzle.question[lang()]), board, el("p", { class: "faint" }, w("puzzle_how")), choices, answer);
  new ResizeObserver(shape).observe(board);
  shape();
}
