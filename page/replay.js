// Evenings stepped through; under other rules too.
import { call, Refused } from "./boundary.js";
import { choice, el, field, keepSymbols, lang, markup, w } from "./dom.js";
import { Player } from "./player.js";
import { rulesets } from "./known.js";
import { entries } from "./storage.js";
import { onescreen } from "./opening.js";

/** Fills a place with the hands of a record and its sheet. */
export async function showEvening(place, text, rules) {
  place.replaceChildren(el("p", { class: "faint" }, w("waiting")));
  try {
    const evening = await call("replay", { text, rules });
    draw(place, evening);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    place.replaceChildren(el("p", { class: "notice bad", role: "alert" }, error.message));
  }
}

function draw(place, evening) {
  keepSymbols(evening.symbols);
  const root = el("section", { class: "player" });
  const about = el("section", { class: "hand" });
  const player = new Player(root, { words: evening.words, lang: lang() });
  const pick = choice(evening.hands.map((hand, at) => [String(at), hand.title[lang()]]), "0", { onchange: () => open(Number(pick.value)) });

  function open(number) {
    const hand = evening.hands[number];
    root.hidden = !hand.stops.length;
    if (hand.stops.length) player.show(hand, { stop: 0 });
    about.replaceChildren(
      el("ul", { class: "answer" }, hand.answer.map((each) => el("li", {}, each.text[lang()], each.rule ? el("small", {}, ` ${each.rule} ${hand.references[each.rule]?.[lang()] ?? ""}`) : null))),
      ...hand.findings.map((each) => el("div", { class: `finding ${each.severity}` }, el("strong", {}, each.code), ` ${each.message[lang()]}`, each.help[lang()] ? ` ${each.help[lang()]}` : "")),
    );
  }

  const keys = (event) => player.key(event);
  root.tabIndex = 0;
  root.addEventListener("keydown", keys);
  root.setAttribute("aria-label", w("table"));
  place.replaceChildren(
    ...(evening.hands.length ? [field(w("hand"), pick), root, about] : [el("p", {}, w("no_hand"))]),
    el("div", { class: "sheet" }, markup(evening.sheet)),
  );
  if (evening.hands.length) open(0);
}

export function replayPart(place, rest) {
  let text = entries("evening").find((each) => each.id === rest)?.text ?? "";
  const shown = el("div", { class: "shown" });
  const other = el("select", {});
  const go = () => (text ? showEvening(shown, text, other.value) : shown.replaceChildren());
  other.addEventListener("change", go);
  place.append(el("h2", {}, w("replay")), onescreen((found) => ((text = found), go())), field(w("under_rules"), other), shown);
  other.append(el("option", { value: "" }, w("own_rules_of_record")));
  rulesets().then((found) => other.append(...found.map((each) => el("option", { value: each.id }, `${each.title} (${each.id})`))));
  go();
}
