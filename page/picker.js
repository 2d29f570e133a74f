// Cards to be tapped: one goes at once, several once they are all there.
import { button, card, choice, el, field, w } from "./dom.js";

/**
 * Those that may not be chosen now (not in `legal`, if that is given) can be tapped too: the answer says why.
 * `chosen` is kept by who asks, and changed here; `changed` hears of it, `anew` empties it.
 */
export function picker(cards, { pack, least, most, send, chosen = [], changed = () => {}, anew = () => {}, legal = null, unknown = false, name = "", seat = "", at = null }) {
  const single = most === 1 && least === 1;
  const count = el("output", { class: "count" });
  const ok = button(w("done"), () => send([...chosen]), { class: "main done" });
  // A hand that is nearly played has room in one row.
  const suits = cards.length > 10 ? [...new Set(cards.map((each) => each[1]))] : [""];
  const tell = () => {
    count.textContent = `${chosen.length} / ${least === most ? most : `${least}–${most}`}`;
    ok.disabled = chosen.length < least || chosen.length > most;
    if (others) others.textContent = w(chosen.length ? "not_known_others" : "nobody_knows");
  };
  const told = () => (tell(), changed());
  const tap = (each, element) => {
    if (single) return send([each]);
    const place = chosen.indexOf(each);
    if (place >= 0) chosen.splice(place, 1);
    else if (chosen.length < most) chosen.push(each);
    element.setAttribute("aria-pressed", String(chosen.includes(each)));
    return told();
  };
  const face = (each) => {
    const pressed = single ? (at === null ? null : String(each === at)) : String(chosen.includes(each));
    const element = button("", () => tap(each, element), {
      class: legal && !legal.includes(each) ? "face not-now" : "face", "data-card": each, "data-seat": seat, "aria-label": pack[each][1], "aria-pressed": pressed,
    });
    element.append(card(pack[each][0]));
    return element;
  };
  const rows = suits.map((suit) => {
    const faces = cards.filter((each) => !suit || each[1] === suit).map(face);
    // Six of them are a row on a phone: one more would lie alone.
    return el("div", { class: faces.length === 7 ? "suit seven" : "suit" }, faces);
  });
  // Of several that are all needed the last ones may be unknown together.
  const others = unknown && !single && least === most ? button("", () => {
    if (!chosen.length) return send(Array(most).fill("__"));
    chosen.push(...Array(most - chosen.length).fill("__"));
    return told();
  }, { class: "small unknown-others" }) : null;
  const blank = unknown ? button(w("not_known"), () => (single ? send(["__"]) : (chosen.length < most && chosen.push("__"), told())), { class: "small unknown" }) : null;
  const none = button(w("choose_anew"), anew, { class: "small anew" });
  tell();
  const unknowns = [blank, others].filter(Boolean);
  const forgotten = unknowns.length ? el("div", { class: "bar" }, unknowns) : null;
  // Cards that nobody remembers need no look at the pack: their button is in sight before it.
  const isShort = single && cards.length <= 10;
  return el("div", { class: "picker", role: "group", "aria-label": name },
    isShort ? null : forgotten, rows,
    ...(isShort ? [forgotten] : []), ...(single ? [] : [el("div", { class: "bar taking" }, ok, count, none)]));
}

/** Amounts with the sign that is as wide as a figure, each beside its name. */
const amounts = (text) => text.replace(/ ([+-])(?=\d)/g, (_, sign) => `\u00a0${sign === "-" ? "\u2212" : sign}`);

/** What a hand can have come to, each with what it gives. */
export function outcomeButtons(outcomes, send, label) {
  const one = (each) => {
    const element = button("", () => send(each), { class: "outcome" });
    element.append(el("b", {}, each.name), el("small", {}, amounts(each.paid)));
    return element;
  };
  return el("div", { class: "choices outcomes", role: "group", "aria-label": label }, outcomes.map(one));
}

/** An irregularity, by whom and in which trick; the cards stay as they were played. `suspect` is who played otherwise than the rules allow. */
export function faultForm({ people, faults, tricks, send, suspect = null }) {
  // Nobody is accused by a menu that was not looked at.
  const who = choice([["", w("choose_evening")], ...people], suspect?.seat ?? "", { name: "fault-who", required: true });
  const what = choice(faults.map((each) => [each.word, each.name]), "", { name: "fault-what" });
  const trick = choice([["", "–"], ...Array.from({ length: tricks }, (_, at) => [String(at + 1), String(at + 1)])], tricks ? String(suspect?.trick || tricks) : "", { name: "fault-trick" });
  const claimed = choice([["", w("nobody")], ...people], "", { name: "fault-claimed" });
  const line = () => [`fault ${who.value}: ${what.value}`, trick.value ? `trick ${trick.value}` : "", claimed.value ? `claimed by ${claimed.value}` : ""].filter(Boolean).join(" ");
  const shown = (menu) => menu.selectedOptions[0].text;
  const named = () => [shown(who), shown(what), trick.value ? `${w("trick")} ${trick.value}` : ""].filter(Boolean).join(", ");
  return el("form", { class: "score fault", onsubmit: (event) => (event.preventDefault(), send(line(), named())) },
    field(w("fault_who"), who), field(w("fault_what"), what), field(w("trick"), trick), field(w("fault_claimed"), claimed),
    el("button", { type: "submit" }, w("write_down")));
}
