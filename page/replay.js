// Evenings stepped through; under other rules too. Every position has an address: #replay/EVENING/RULES/h3t7.
import { Analysis } from "./analysis.js";
import { call, Refused, Stopped } from "./boundary.js";
import { addressOf, button, choice, el, field, forWhoAsks, keepSymbols, lang, markup, pathsButton, sheetMarkup, w } from "./dom.js";
import { linkedIn, linkTo, Player } from "./player.js";
import { rulesets } from "./known.js";
import { read } from "./storage.js";
import { onescreen } from "./opening.js";

/**
 * Fills a place with the hands of a record and its sheet, at the position that is named; `moved(name)` hears of others.
 * For a `guest` who comes without a position who pays whom stands first, and the last hand below it.
 */
export async function showEvening(place, text, rules, { at = "", guest = false, moved = () => {}, id = "" } = {}) {
  // What is there stays until there is something else.
  if (!place.childNodes.length) place.replaceChildren(el("p", { class: "faint" }, w("waiting")));
  const before = place.querySelector(".player");
  try {
    const evening = await call("replay", { text, rules });
    draw(place, evening, { text, rules }, at, guest, moved, id);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (error instanceof Stopped && before) return;
    place.replaceChildren(el("p", { class: "notice bad", role: "alert" }, error.message));
  }
}

/** How often a hand that is not settled ended how: asked for by a button, and apart from what is certain. */
function oddsPart(record, number) {
  const ask = button(w("show_odds"), async () => {
    ask.disabled = true;
    place.replaceChildren(ask);
    try {
      const { title, lines } = await call("odds", { ...record, number: String(number) });
      place.replaceChildren(title ? el("h3", {}, title) : "", el("ul", {}, lines.map((line) => el("li", {}, line))));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      place.append(el("p", { class: "notice bad", role: "alert" }, error.message));
    } finally {
      ask.disabled = false;
    }
  });
  const place = el("section", { class: "odds" }, ask);
  return place;
}

function draw(place, evening, asked, at, guest, moved, id) {
  keepSymbols(evening.symbols);
  const root = el("section", { class: "player", "aria-label": w("table") });
  const about = el("section", { class: "hand" });
  const player = new Player(root, { words: evening.words, lang: lang(), onmove: () => stepped() });
  const pick = choice(evening.hands.map((hand, number) => [String(number), hand.title[lang()]]), "0", { onchange: () => (open(Number(pick.value)), stepped()) });
  let marks = [];
  let analysis = null;
  const below = el("div", { class: "below" });

  /** The board shows the hand itself, or another course of it. */
  function shows(other) {
    root.classList.toggle("otherwise", other !== null);
  }

  function open(number, position = { stop: 0 }) {
    const hand = evening.hands[number];
    pick.value = String(number);
    root.hidden = !hand.stops.length;
    const list = moves(hand);
    marks = [...list.querySelectorAll("li")];
    analysis?.leave();
    shows(null);
    analysis = hand.stops.some((each) => each.turn >= 0) ? new Analysis({ ...asked, number, hand, player, other: shows }) : null;
    below.replaceChildren(...(analysis ? [analysis.root] : []));
    if (hand.stops.length) player.show(hand, position);
    about.replaceChildren(
      el("ul", { class: "answer" }, hand.answer.map((each) => el("li", {}, each.text[lang()], each.rule ? el("small", { class: "path" }, ` ${each.rule} ${hand.references[each.rule]?.[lang()] ?? ""}`) : null))),
      hand.open ? oddsPart(asked, number) : "",
      ...hand.findings.map((each) => el("div", { class: `finding ${each.severity}` }, each.message[lang()], each.help[lang()] ? ` ${each.help[lang()]}` : "",
        forWhoAsks(each.cited[lang()], each.code, each.rule && `${each.rule} ${hand.references[each.rule]?.[lang()] ?? ""}`))),
      el("p", { class: "bar" }, pathsButton(), id ? el("a", { class: "button small to-evening", href: addressOf("record", id) }, w("back_to_evening")) : null),
      hand.stops.length ? el("details", {}, el("summary", {}, w("moves")), list) : "",
    );
    mark();
    analysis?.stepped();
  }

  /** The moves as a list, each a way to its position; a rule is named where it first decides. */
  function moves(hand) {
    const told = new Set([""]);
    return el("ol", { class: "moves" }, hand.stops.map((each, stop) => {
      const rule = told.has(each.rule) ? null : el("small", { class: "path" }, ` ${each.rule} ${hand.references[each.rule]?.[lang()] ?? ""}`);
      told.add(each.rule);
      return el("li", {}, button(each.said[""][lang()], () => (shows(null), player.show(hand, { stop, told: true }))), rule);
    }));
  }

  function mark() {
    marks.forEach((each, stop) => (stop === player.stop ? each.setAttribute("aria-current", "step") : each.removeAttribute("aria-current")));
  }

  function stepped() {
    const number = Number(pick.value);
    // Another course of a hand has no address.
    if (player.hand !== evening.hands[number] && evening.hands[number].stops.length) return;
    analysis?.stepped();
    const stop = evening.hands[number].stops[player.stop];
    mark();
    moved(stop ? linkTo(number, stop.names[0], player.eyes) : `h${number + 1}`);
  }

  // As on the page of an evening keys step wherever the focus is, unless something is typed there.
  function keys(event) {
    if (!root.isConnected) document.removeEventListener("keydown", keys);
    else if (!root.hidden) player.key(event);
  }
  document.addEventListener("keydown", keys);
  const linked = linkedIn(evening.hands, at);
  const first = guest && !linked && evening.debts;
  place.replaceChildren(
    ...(first ? [el("div", { class: "sheet owed" }, markup(evening.debts))] : []),
    ...(evening.hands.length ? [field(w("hand"), pick), root, below, about] : [el("p", {}, w("no_hand"))]),
    el("div", { class: "sheet" }, sheetMarkup(evening.sheet)),
  );
  if (!evening.hands.length) return;
  open(linked?.hand ?? (first ? evening.hands.length - 1 : 0), linked ?? (first ? { stop: evening.hands.at(-1).stops.length - 1 } : {}));
}

export function replayPart(place, rest) {
  const [name = "", rules = "", ...at] = rest.split("/");
  const id = decodeURIComponent(name);
  const draw = (kept) => drawReplay(place, id, kept?.text ?? "", rules, at);
  if (id) read("evening", id).then(draw, () => draw(null));
  else draw(null);
}

function drawReplay(place, id, kept, rules, at) {
  let text = kept;
  const shown = el("div", { class: "shown" });
  const other = el("select", { class: "under" }, el("option", { value: "" }, w("own_rules_of_record")));
  const address = (name) => history.replaceState(null, "", addressOf("replay", id, other.value, name));
  const go = (name = "") => (text ? showEvening(shown, text, other.value, { at: name, moved: address, id }) : shown.replaceChildren());
  other.addEventListener("change", () => (address(""), go()));
  const bring = onescreen((found, _, other) => (other ? (location.hash = addressOf("replay", other)) : ((text = found), go())));
  place.classList.add("replay");
  place.append(el("h2", { class: "named" }, w("replay")), ...(id && !text ? [el("p", { class: "notice", role: "alert" }, w("no_evening"))] : []), field(w("under_rules"), other), shown);
  // Who looks at an evening has the table before the eyes, not the way to another one.
  if (text) place.append(el("details", {}, el("summary", {}, w("another_evening")), bring));
  else place.firstChild.after(bring);
  rulesets().then((found) => {
    other.append(...found.map((each) => el("option", { value: each.id }, `${each.title} (${each.id})`)));
    other.value = found.some((each) => each.id === rules) ? rules : "";
    go(at.join("/"));
  });
}
