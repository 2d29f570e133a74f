// A hand with its result only: who declares, what, how it ended. Three taps write it down; points stand beside them, a bonus is unfolded.
import { button, el, field, oneOf, picked, w } from "./dom.js";
import { keepTyped, remembering, typedText } from "./typed.js";

/** The figures between which nobody can decide: "5 2/3 or 6", "5 e 2/3 o 6", "17–19"; one, if it is certain. */
export function possibleFigures(text) {
  const said = text.trim().split(/,?\s+(?:or|o)\s+|,\s+|\s*[–-]\s*/).map((each) => each.trim().replace(/^(\d+) +(?:and|e) +(?=\d)/, "$1 ")).filter(Boolean);
  // "17 or 18 thirds": the unit is said once.
  const [, unit = ""] = /^\d+ +(\p{L}{2,})$/u.exec(said.at(-1) ?? "") ?? [];
  const found = unit && said.every((each) => /^\d+$/.test(each) || each.endsWith(unit)) ? said.map((each) => (/^\d+$/.test(each) ? `${each} ${unit}` : each)) : said;
  const [least, most] = found.map((each) => parseInt(each, 10));
  const isRange = found.length === 2 && /[–-]/.test(text) && most - least > 1 && most - least < MOST_FIGURES;
  return [...new Set(isRange ? Array.from({ length: most - least + 1 }, (_, at) => `${least + at} ${unit}`.trim()) : found)].slice(0, MOST_FIGURES);
}
const MOST_FIGURES = 6;

/** Points as people count them are whole, whatever parts of them the rules reckon in. */
const inPoints = (text) => text.trim().replace(/^\d+$/, "$&p");

/**
 * Points as a line of the record has them: "7" is "7p"; "5 2/3", "17/3" and "17 thirds" are 17 where a point has three parts. Anything
 * else stays as it is typed, and is refused with its reason.
 */
export function inUnits(text, { whole, parts }) {
  const typed = text.trim().replace(/(\d)(?=[\u00bc-\u00be\u2150-\u215e])/g, "$1 ").normalize("NFKC").replace("\u2044", "/");
  const [, full, part, count] = /^(?:(\d+) +)?(\d+)\/([1-9]\d*)$/.exec(typed) ?? [];
  const units = count ? ((Number(full ?? 0) * Number(count) + Number(part)) * whole) / Number(count) : NaN;
  if (Number.isInteger(units)) return String(units);
  const [, number, unit] = /^(\d+) +(\p{L}+)$/u.exec(typed) ?? [];
  return unit && parts.includes(unit.toLowerCase()) ? number : inPoints(text);
}

/**
 * `state` is where the record stands, `people` are [seat, name] of those at the table, `known` says what is declared already, `dealer` are the buttons of
 * who deals, if that is asked beside the form; what is
 * chosen is kept under `key` until the record has it. `send(typed, dealer)` writes it down, `attempt(typed, dealer)` tells what it would
 * come to: lines of text. `refusal` is {how, said}: why what was sent last was refused, and by which field it was.
 */
export function resultForm(state, { people, known, dealer, key, send, attempt, refusal }) {
  const asked = { people, known, dealer, key, send, attempt, refusal, isDealt: Boolean(state.due || known || state.stage === "deal") };
  return state.contracts.length ? resultOfDeclarer(state, asked) : pointsOfSides(state, asked);
}

/** One of several, as it was chosen before. */
function group(key, name, legend, pairs, chosen, changed) {
  const before = typedText(`${key}:${name}`);
  return oneOf(legend, name, pairs, pairs.some(([value]) => value === before) ? before : chosen, (value) => (keepTyped(`${key}:${name}`, value), changed()));
}

/** Who deals: people were named in the order of play, the first as the one who deals first. */
export function dealerGroup({ finished }, people, key) {
  const found = group(key, "dealer", w("deals"), people, finished ? "" : (people[0]?.[0] ?? ""), () => {});
  // The question above has said it.
  found.classList.add("dealt-by");
  return found;
}

function resultOfDeclarer(state, asked) {
  const { contracts, bonuses, passing, whole } = state;
  const { people, known, key, send } = asked;
  const bids = contracts.filter((each) => !each.is_raise);
  const words = bids.map((each) => [each.word, each.name]);
  const { dealer } = asked;
  dealer?.addEventListener("change", tell);
  const who = known ? null : group(key, "who", w("declarer"), people, "", tell);
  // A player who gets no cards declares nothing.
  const rest = () => {
    const resting = state.resting[state.due || picked(dealer)] ?? [];
    for (const each of who?.querySelectorAll("input") ?? []) {
      each.disabled = resting.includes(each.value);
      if (each.disabled) each.checked = false;
      each.closest("label").hidden = each.disabled;
    }
  };
  // What leaves no choice is no question.
  const what = known || words.length === 1 ? null : group(key, "what", w("contract"), words, "", tell);
  const raised = el("div", { class: "raised" });
  const raisedTo = () => picked(raised.firstElementChild);
  // A contract is raised only once it is declared.
  const offerRaises = () => {
    const declared = bids.find((each) => each.word === (what ? picked(what) : words[0]?.[0]));
    const offered = known ? [] : (declared?.raised ?? []);
    if (raised.dataset.of === (offered.length ? declared.word : "")) return;
    raised.dataset.of = offered.length ? declared.word : "";
    const named = contracts.filter((each) => offered.includes(each.word)).map((each) => [each.word, each.name]);
    raised.replaceChildren(...(offered.length ? [group(key, "raised", w("raised_to"), [["", w("not_raised")], ...named], "", tell)] : []));
  };
  const bonus = bonuses.length ? group(key, "bonus", w("bonus"), [["", w("no_bonus")], ...bonuses.map((each) => [each.word, each.name])], "", tell) : null;
  const points = remembering(`${key}:points`, el("input", { maxlength: 20, size: 6, autocomplete: "off", placeholder: whole > 1 ? `7 1/${whole}` : "7", name: "points" }));
  const ways = [["won", w("won")], ["lost", w("lost")]].map(([value, text]) => el("button", { type: "submit", name: "ended", value }, text));
  const counted = el("button", { type: "submit", name: "ended", value: "points", class: "counted" }, w("write_down"));
  const passed = passing && state.stage === "between" ? button(w("all_passed"), () => send(passing, picked(dealer)), { class: "all-passed" }) : null;
  const wrong = el("p", { class: "bad at-field", id: "points-wrong", role: "alert" }, asked.refusal.how === "points" ? asked.refusal.said.join(" ") : "");
  if (wrong.textContent) points.setAttribute("aria-invalid", "true");
  points.setAttribute("aria-describedby", "points-wrong");
  const figures = el("div", { class: "by-points" }, el("div", { class: "bar" }, field(w("or_points"), points), counted), wrong,
    el("p", { class: "faint" }, whole > 1 ? w("figures_how_parts", { same: sameFigures(state), part: `${whole - 1}/${whole}` }) : w("figures_how")));
  const more = bonus ? el("details", { class: "more-result", open: Boolean(picked(bonus)) }, el("summary", {}, w("bonus")), bonus) : null;
  const beside = el("div", { class: "beside-figures", role: "status" });
  const totals = people.map(([seat, name]) => [seat, remembering(`${key}:total-${seat}`, el("input", { maxlength: 7, size: 6, autocomplete: "off", name: `total-${seat}`, "aria-label": `${w("totals")}: ${name}` })), name]);
  const summed = el("button", { type: "submit", name: "ended", value: "totals", class: "summed" }, w("write_down"));
  const byTotals = state.stage === "between" ? el("details", { class: "by-totals", open: totals.some(([, input]) => input.value) }, el("summary", {}, w("by_totals")), el("p", { class: "faint" }, w("by_totals_how")),
    el("div", { class: "bar" }, totals.map(([, input, name]) => field(name, input)), summed),
    asked.refusal.how === "totals" ? el("p", { class: "bad at-field", role: "alert" }, asked.refusal.said.join(" ")) : null) : null;

  const declarer = () => known?.seat ?? picked(who);
  const contract = () => known?.contract ?? (raisedTo() || (what ? picked(what) : words[0][0]));
  function tell() {
    rest();
    offerRaises();
    if (passed) passed.disabled = !asked.isDealt && !picked(dealer);
    const isLacking = !declarer() || !contract() || (!asked.isDealt && !picked(dealer));
    for (const each of [...ways, counted, summed]) each.disabled = isLacking;
  }
  function write(event) {
    event.preventDefault();
    const how = event.submitter?.value ?? "points";
    if (how === "totals") return writeTotals();
    const ends = how === "points" ? possibleFigures(points.value) : [how];
    if (!ends.length) return points.focus();
    if (counted.disabled) return null;
    // What has no figure in it was not meant as one.
    if (how === "points" && ends.some((each) => !/[\d\u00bc-\u00be\u2150-\u215e]/.test(each))) {
      wrong.replaceChildren(w("not_points", { typed: points.value.trim(), same: sameFigures(state) }));
      points.setAttribute("aria-invalid", "true");
      return points.focus();
    }
    const hands = ends.map((end) => [end, `${declarer()} ${contract()} ${inPoints(end)}${picked(bonus) ? ` ${picked(bonus)}` : ""}`]);
    return hands.length === 1 ? send(hands[0][1], picked(dealer), how) : compareFigures(beside, hands, picked(dealer), asked);
  }
  /** Only the totals after the hand are on paper: how it ended follows from them. */
  function writeTotals() {
    const said = totals.filter(([, input]) => input.value.trim()).map(([seat, input]) => `${seat}: ${input.value.trim().replace("\u2212", "-")}`);
    if (!said.length) return totals[0][1].focus();
    return summed.disabled ? null : send(`${declarer()} ${contract()} total ${said.join(" ")}`, picked(dealer), "totals");
  }
  tell();
  return el("form", { class: "score", onsubmit: write }, who, what, raised,
    el("div", { class: "choices", role: "group", "aria-label": w("result") }, ways, passed), figures, more, byTotals, beside);
}

/** The same figure in all ways in which it is understood: "5 2/3, 17/3, 17 thirds". */
function sameFigures({ whole, parts }) {
  const units = 6 * whole - 1;
  return whole > 1 ? [`5 ${whole - 1}/${whole}`, `${units}/${whole}`, ...(parts.length ? [`${units} ${parts[0]}`] : [])].join(", ") : "7";
}

/** What each of several figures would come to, side by side; the one that it was is written down. */
async function compareFigures(place, hands, dealer, { attempt, send }) {
  const found = await Promise.all(hands.map(async ([figure, typed]) => ({ figure, typed, ...(await attempt(typed, dealer)) })));
  const one = ({ figure, typed, said, refused }) => el("section", { class: refused ? "figure bad" : "figure" }, el("b", {}, figure), said.map((each) => el("p", {}, each)),
    refused ? null : button(w("it_was", { figure }), () => send(typed, dealer), { class: "it-was" }));
  const isAlike = found.every((each) => !each.refused) && new Set(found.map((each) => each.score)).size === 1;
  place.replaceChildren(...[el("h4", {}, w("figures_beside")), isAlike ? el("p", { class: "alike" }, w("figures_alike")) : null, el("div", { class: "figures" }, found.map(one))].filter(Boolean));
  place.scrollIntoView({ block: "nearest" });
}

/** Where nobody declares anything: the points of each side. */
function pointsOfSides(state, asked) {
  const { parties } = state;
  const { dealer } = asked;
  const counted = parties.map(({ seats, name }, at) => remembering(`${asked.key}:points-${seats}`,
    el("input", { maxlength: 20, size: 6, autocomplete: "off", inputmode: "numeric", required: !at, name: `points-${seats}`, "data-party": at, "aria-label": `${w("points")}: ${name}` })));
  function write(event) {
    event.preventDefault();
    const points = counted.map((each) => inUnits(each.value, state));
    const said = parties.flatMap(({ seats }, at) => (points[at] ? [`${seats}: ${points[at]}`] : []));
    asked.send(`result ${said.join(" ")}`, picked(dealer));
  }
  return el("form", { class: "score", onsubmit: write },
    el("div", { class: "bar" }, parties.map(({ name }, at) => field(`${w("points")}: ${name}`, counted[at])),
      el("button", { class: "main", type: "submit" }, w("write_down"))));
}
