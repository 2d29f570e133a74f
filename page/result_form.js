// A hand with its result only: who declares, what, how it ended. Three taps write it down; points and a bonus where they are wanted.
import { button, el, field, oneOf, picked, w } from "./dom.js";
import { keepTyped, remembering, typedText } from "./typed.js";

/**
 * `state` is where the record stands, `people` are [seat, name] of those at the table, `known` says what is declared already; what is
 * chosen is kept under `key` until the record has it. `send(typed, dealer)` writes it down.
 */
export function resultForm(state, { people, known, key, send }) {
  const asked = { people, known, key, send, isDealt: Boolean(state.due || known || state.stage === "deal") };
  return state.contracts.length ? resultOfDeclarer(state, asked) : pointsOfSides(state, asked);
}

/** One of several, as it was chosen before. */
function group(key, name, legend, pairs, chosen, changed) {
  const before = typedText(`${key}:${name}`);
  return oneOf(legend, name, pairs, pairs.some(([value]) => value === before) ? before : chosen, (value) => (keepTyped(`${key}:${name}`, value), changed()));
}

/** Who deals: people were named in the order of play, the first as the one who deals first. */
const dealers = ({ finished }, { people, key, isDealt }, changed) =>
  isDealt ? null : group(key, "dealer", w("deals"), people, finished ? "" : (people[0]?.[0] ?? ""), changed);

function resultOfDeclarer(state, asked) {
  const { contracts, bonuses, passing, whole } = state;
  const { people, known, key, send } = asked;
  const words = contracts.map((each) => [each.word, each.name]);
  const dealer = dealers(state, asked, tell);
  const who = known ? null : group(key, "who", w("declarer"), people, "", tell);
  // What leaves no choice is no question.
  const what = known || words.length === 1 ? null : group(key, "what", w("contract"), words, "", tell);
  const bonus = bonuses.length ? group(key, "bonus", w("bonus"), [["", w("no_bonus")], ...bonuses.map((each) => [each.word, each.name])], "", tell) : null;
  const points = remembering(`${key}:points`, el("input", { maxlength: 20, size: 6, autocomplete: "off", placeholder: whole > 1 ? `7 1/${whole}` : "7", name: "points" }));
  const ways = [["won", w("won")], ["lost", w("lost")]].map(([value, text]) => el("button", { type: "submit", name: "ended", value }, text));
  const counted = el("button", { type: "submit", name: "ended", value: "points", class: "counted" }, w("write_down"));
  const passed = passing && state.stage === "between" ? button(w("all_passed"), () => send(passing, picked(dealer)), { class: "all-passed" }) : null;
  const more = el("details", { class: "more-result", open: Boolean(points.value || picked(bonus)) },
    el("summary", {}, w("points_or_bonus")), bonus, el("div", { class: "bar" }, field(w("points_made"), points), counted));

  const declarer = () => known?.seat ?? picked(who);
  const contract = () => known?.contract ?? (what ? picked(what) : words[0][0]);
  function tell() {
    if (passed) passed.disabled = !asked.isDealt && !picked(dealer);
    const isLacking = !declarer() || !contract() || (!asked.isDealt && !picked(dealer));
    for (const each of [...ways, counted]) each.disabled = isLacking;
  }
  function write(event) {
    event.preventDefault();
    const how = event.submitter?.value ?? "points";
    // Points as people count them are whole, whatever parts of them the rules reckon in.
    const end = how === "points" ? points.value.trim().replace(/^\d+$/, "$&p") : how;
    if (!end) return points.focus();
    if (!counted.disabled) send(`${declarer()} ${contract()} ${end}${picked(bonus) ? ` ${picked(bonus)}` : ""}`, picked(dealer));
  }
  tell();
  return el("form", { class: "score", onsubmit: write }, dealer, who, what,
    el("div", { class: "choices", role: "group", "aria-label": w("result") }, ways, passed), more);
}

/** Where nobody declares anything: the points of each side. */
function pointsOfSides(state, asked) {
  const { parties } = state;
  const dealer = dealers(state, asked, () => {});
  const counted = parties.map(({ seats, name }, at) => remembering(`${asked.key}:points-${seats}`,
    el("input", { maxlength: 20, size: 6, autocomplete: "off", inputmode: "numeric", required: !at, name: `points-${seats}`, "data-party": at, "aria-label": `${w("points")}: ${name}` })));
  function write(event) {
    event.preventDefault();
    const points = counted.map((each) => each.value.trim().replace(/^\d+$/, "$&p"));
    const said = parties.flatMap(({ seats }, at) => (points[at] ? [`${seats}: ${points[at]}`] : []));
    asked.send(`result ${said.join(" ")}`, picked(dealer));
  }
  return el("form", { class: "score", onsubmit: write }, dealer,
    el("div", { class: "bar" }, parties.map(({ name }, at) => field(`${w("points")}: ${name}`, counted[at])),
      el("button", { class: "main", type: "submit" }, w("write_down"))));
}
