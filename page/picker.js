// Cards to be tapped: one goes at once, several once they are all there.
import { button, card, el, w } from "./dom.js";

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
  const rows = suits.map((suit) => el("div", { class: "suit" }, cards.filter((each) => !suit || each[1] === suit).map(face)));
  const blank = unknown ? button(w("not_known"), () => (single ? send(["__"]) : (chosen.length < most && chosen.push("__"), told())), { class: "small unknown" }) : null;
  const none = button(w("choose_anew"), anew, { class: "small anew" });
  tell();
  return el("div", { class: "picker", role: "group", "aria-label": name }, rows, el("div", { class: "bar" }, blank, ...(single ? [] : [count, none, ok])));
}
