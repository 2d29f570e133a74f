// Rules: read, compared, written. What is written here can be played by at once.
import { call, Refused } from "./boundary.js";
import { button, choice, deleting, download, el, field, lang, locale, pathsButton, w, withCode } from "./dom.js";
import { editor } from "./editor.js";
import { HouseRules } from "./house.js";
import { called, rulesets } from "./known.js";
import { read, remove, write } from "./storage.js";
import { readSetting, writeSetting } from "./settings.js";
import { forgetTyped, keepTyped, remembering, typedText } from "./typed.js";

export function rulesPart(place, rest) {
  const [what, ...ids] = rest.split("/");
  const parts = { book, compare, edit, house, which };
  const part = Object.hasOwn(parts, what) ? parts[what] : list;
  if (what && part === list) place.append(el("p", { class: "notice", role: "alert" }, w("no_address")));
  part(place, ...(part === list ? [] : ids)).catch((error) => {
    if (!place.querySelector(".back")) place.prepend(back());
    place.append(el("p", { class: "notice bad", role: "alert" }, error instanceof Refused ? error.message : w("failed", { why: error.message })));
  });
}

/** The ways back: to all rules, and to answers that led here. */
const back = ({ isQuestion = false } = {}) => el("p", { class: "back bar" }, el("a", { href: "#rules" }, `‹ ${w("rules")}`),
  !isQuestion && typedText("which", "[]") !== "[]" ? el("a", { href: "#rules/which", class: "to-answers" }, `‹ ${w("your_answers")}`) : null);

/** An id that a name gives: what people call their rules is theirs to say. */
const idOf = (name) => name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 60) || "casa";

/** Where a house writes its own rules: one address says what they build on, and what they are called. */
const houseAddress = (name, parent) => `#rules/edit/${idOf(name)}/${parent}=${encodeURIComponent(name)}`;

/** Rules of one's own, from those that come nearest: their form is in sight, and waits for a name. */
const house = (place) => list(place, true);

async function list(place, isHouse = false) {
  const all = await rulesets();
  const options = all.map((each) => [each.id, called(each)]);
  const left = choice(options, "pagat");
  const right = choice(options, all.find((each) => each.own)?.id ?? "tretre");
  const parent = choice(options, readSetting("last-rules") ?? "pagat", { name: "built-on" });
  const name = remembering("rules:name", el("input", { required: true, maxlength: 60, autocomplete: "off", placeholder: "Bar Mario", name: "rules-name" }));
  const taken = el("p", { role: "alert" });
  const begin = (event) => {
    event.preventDefault();
    const known = all.find((each) => each.id === idOf(name.value));
    if (known) return taken.replaceChildren(w("name_taken", { title: known.title }));
    location.hash = houseAddress(name.value.trim(), parent.value);
  };
  place.append(
    el("h2", { class: "named" }, w("rules")),
    el("div", { class: "doors" },
      el("section", { class: "door" }, el("h3", {}, w("which_rules")), el("p", {}, w("which_rules_how")), el("p", {}, el("a", { class: "button main", href: "#rules/which" }, w("ask_me")))),
      el("form", { class: "door house-door", onsubmit: begin }, el("h3", {}, w("house_rule")), el("p", {}, w("house_rule_how")), field(w("rules_called"), name), field(w("built_on"), parent), taken,
        el("button", { class: "main", type: "submit" }, w("write_rules")))),
    el("h3", {}, w("all_rules")),
    el("ul", { class: "rulesets" }, all.map((each) => listedRules(each, () => (place.replaceChildren(), list(place))))),
    el("details", {}, el("summary", {}, w("compare")), el("form", { class: "row plain", onsubmit: (event) => (event.preventDefault(), (location.hash = `#rules/compare/${left.value}/${right.value}`)) },
      field(w("these"), left), field(w("with_these"), right), el("button", { type: "submit" }, w("compare")))),
  );
  if (isHouse) {
    place.querySelector(".house-door").scrollIntoView({ block: "start" });
    name.focus({ preventScroll: true });
  }
  // The list is there before its lines are.
  const lines = await call("rules_lines").catch(() => ({}));
  for (const each of place.querySelectorAll("[data-line]")) each.textContent = lines[each.dataset.line] ?? "";
}

/** Numbers of people as they are read: 3 or 4, 3–8. */
function numbersOf(people) {
  const isRange = people.length > 2 && people.at(-1) - people[0] === people.length - 1;
  return isRange ? `${people[0]}–${people.at(-1)}` : new Intl.ListFormat(locale(), { type: "disjunction" }).format(people.map(String));
}

/** One of all rules: what it is called, what distinguishes it, how many play. */
function listedRules(each, again) {
  const gone = async () => {
    await call("drop_rules", { name: each.id });
    await remove("rules", each.id);
    again();
  };
  return el("li", { "data-rules": each.id },
    el("div", {}, el("a", { href: `#rules/book/${each.id}` }, each.title), el("span", { class: "faint" }, ` ${w("for_people", { people: numbersOf(each.people) })}`), el("p", { "data-line": each.id })),
    each.own ? el("div", { class: "bar" }, el("a", { class: "button small", href: `#rules/edit/${each.id}`, "aria-label": `${w("change")}: ${each.title}` }, w("change")), deleting(each.title, gone)) : null);
}

/** Which rules a table plays: a question after the other; what is answered can be taken back. */
async function which(place) {
  const answers = JSON.parse(typedText("which", "[]"));
  const keep = () => keepTyped("which", JSON.stringify(answers));
  const node = el("div", { class: "which" });
  place.append(back({ isQuestion: true }), node);
  const answer = (question, value) => (answers.push({ question, answer: value }), keep(), ask());
  async function ask() {
    const found = await call("next_question", { answers: answers.map(({ question, answer: value }) => ({ question, answer: value })) });
    const heading = el("h2", { tabindex: "-1", class: "asks" }, found.question ? found.text : w(found.left.length === 1 ? "you_play" : "you_may_play"));
    const given = answers.length ? el("section", {}, el("h3", {}, w("your_answers")), el("ol", { class: "given", "aria-label": w("your_answers") }, found.given.map((text, at) => el("li", {}, el("div", { class: "answered" }, el("span", {}, text || w("dont_know")), button(w("change"), () => (answers.splice(at), keep(), ask()), { class: "small", "aria-label": `${w("change")}: ${text || w("dont_know")}` })))))) : null;
    const one = (each) => {
      const chosen = button("", () => answer(found.question, each.value), { class: "outcome", "data-answer": each.value });
      chosen.append(el(found.options.some(({ about }) => about) ? "b" : "span", {}, each.text), ...(each.about ? [el("small", {}, each.about)] : []));
      return chosen;
    };
    const options = found.question ? el("div", { class: "choices outcomes", role: "group", "aria-label": found.text }, found.options.map(one)) : null;
    const skip = found.question && found.question !== "which" ? button(w("dont_know"), () => answer(found.question, ""), { class: "skip" }) : null;
    const few = found.left.length > 0;
    node.replaceChildren(...[el("p", { class: "faint" }, found.question ? w("question_number", { number: answers.length + 1 }) : ""), heading, options, skip,
      few ? el("section", { "aria-label": w("still_possible") }, found.question ? el("h3", {}, w("still_possible")) : null, el("ul", { class: "rulesets" }, found.left.map((each) => possible(each, !found.question)))) : null, given].filter(Boolean));
    if (answers.length) heading.focus({ preventScroll: true });
  }
  await ask();
}

/** The answer that was given to one of the questions; "" if none was. */
const givenAnswer = (question) => JSON.parse(typedText("which", "[]")).find((each) => each.question === question)?.answer.slice(1) ?? "";

/** Begins an evening by these rules, of as many people as the questions were answered for. */
const playBy = (id) => button(w("play_by"), () => {
  writeSetting("last-rules", id);
  keepTyped("new:people", givenAnswer("people"));
  location.hash = "#new";
}, { class: "main play-by" });

/** Rules that answers lead to, with what can be done next. */
function possible({ id, title, line }, isEnd) {
  return el("li", { "data-rules": id }, el("div", {}, el("a", { href: `#rules/book/${id}` }, title), el("p", {}, line)),
    isEnd ? el("div", { class: "bar" }, playBy(id), el("a", { class: "button", href: "#rules/house", onclick: () => writeSetting("last-rules", id) }, w("something_differs"))) : null);
}

/** A rulebook as elements. */
export function bookOf(blocks) {
  const found = [];
  for (const each of blocks) {
    if (each.kind === "head") found.push(el(`h${Math.min(each.level + 2, 6)}`, {}, each.text));
    else if (each.kind === "grid") {
      const [head, ...rows] = each.rows;
      // What may be wider than the window is scrolled by the keyboard too.
      found.push(el("div", { class: "wide", tabindex: "0", role: "region", "aria-label": head.filter(Boolean).join(", ") || w("rulebook") }, el("table", {}, el("thead", {}, el("tr", {}, head.map((cell) => el("th", {}, cell)))), el("tbody", {}, rows.map((row) => el("tr", {}, row.map((cell) => el("td", {}, cell))))))));
    } else if (each.kind === "lines") found.push(el("pre", { class: "lines", tabindex: "0" }, each.text));
    else if (each.kind === "item" || each.kind === "step") {
      const name = each.kind === "item" ? "ul" : "ol";
      if (found.at(-1)?.localName !== name || (name === "ol" && each.number === 1)) found.push(el(name));
      found.at(-1).append(el("li", {}, each.text));
    } else found.push(el("p", {}, each.text));
  }
  return found;
}

/** The chapters of a rulebook: a tap on one shows it. */
function contentsOf(article) {
  const box = el("details", { class: "contents" }, el("summary", {}, w("contents")));
  const show = (heading) => {
    heading.setAttribute("tabindex", "-1");
    heading.scrollIntoView({ block: "start" });
    heading.focus({ preventScroll: true });
  };
  box.append(el("ul", {}, [...article.querySelectorAll("h4")].map((each) => el("li", {}, button(each.textContent, () => show(each), { class: "small" })))));
  return box;
}

async function book(place, id) {
  place.append(back());
  const article = el("article", { class: "book", lang: lang() }, bookOf(await call("rulebook", { rules: id, text: "" })));
  // What can be done with these rules is in sight before they are read to their end.
  article.firstElementChild?.after(el("div", { class: "bar" }, playBy(id), el("a", { class: "button", href: "#rules/house", onclick: () => writeSetting("last-rules", id) }, w("something_differs"))), contentsOf(article));
  place.append(article, el("div", { class: "bar" }, button(w("save_yaml"), async () => download(`${id}.yaml`, await call("rules_text", { rules: id })))));
}

async function compare(place, left, right) {
  const all = await rulesets();
  const [one, other] = [left, right].map((id) => all.find((each) => each.id === id)?.title ?? id);
  place.append(back(), el("h2", {}, `${one} · ${other}`));
  const found = await call("compare", { left, right });
  place.append(found.length ? pathsButton() : el("p", {}, w("same_rules")));
  place.append(el("div", { class: "wide", tabindex: "0", role: "region", "aria-label": `${one}, ${other}` }, el("table", { class: "compare" }, el("thead", {}, el("tr", {}, el("th", {}, one, el("small", {}, left)), el("th", {}, other, el("small", {}, right)))), el("tbody", {}, found.map((each) =>
    el("tr", {}, el("td", {}, each.left), el("td", {}, each.right, el("small", { class: "path" }, each.rules.join(" ")))))))));
}

async function edit(place, id, parent) {
  const [base, named] = (parent ?? "pagat").split("=");
  const title = named ? decodeURIComponent(named) : "";
  const text = (await read("rules", id))?.text ?? (await call("new_rules", { parent: base, name: id, title }));
  const key = `rules:text:${id}`;
  const book = el("article", { class: "book", tabindex: "0", "aria-label": w("rulebook") });
  const said = el("p", { role: "status" });
  const heading = el("h2", {}, title || id);
  const keep = button(w("use"), async () => {
    try {
      const kept = await call("keep_rules", { text: written.text });
      if ((await write("rules", kept.id, { text: written.text })) !== "kept") return said.replaceChildren(w("no_room"));
      forgetTyped(key);
      forgetTyped("rules:name");
      said.replaceChildren(w("kept_rules", { title: kept.title }), " ", playBy(kept.id));
    } catch (error) {
      said.replaceChildren(...withCode(error.message));
    }
    return said.scrollIntoView({ block: "nearest" });
  }, { class: "main use-rules" });
  let seen = "";
  const written = editor({
    label: w("rule_file"),
    // As long as it is not kept, what is written is kept aside.
    changed: (now) => (now === text ? forgetTyped(key) : keepTyped(key, now)),
    async look(now) {
      const found = await call("check_rules", { text: now });
      keep.disabled = !found.usable;
      if (found.title) heading.replaceChildren(found.title);
      if (found.usable) {
        const blocks = await call("rulebook", { rules: "", text: now });
        if (now === written.text) book.replaceChildren(...bookOf(blocks));
      } else file.open = true;
      if (seen !== now) house.look();
      seen = now;
      return { findings: found.findings, summary: w(found.usable ? "usable" : "not_usable", { title: found.title }) };
    },
    act: (each) => each.fix?.edits.length
      ? [button(each.fix.edits.length === 1 && each.fix.edits[0].text ? w("write_it", { text: each.fix.edits[0].text }) : w("mend"), async () => (written.text = await call("mend", { text: written.text, edits: each.fix.edits })), { class: "small mend" })]
      : [],
  });
  const house = new HouseRules({ text: () => written.text, write: (now) => ((seen = now), (written.text = now)) });
  const file = el("details", { class: "yaml" }, el("summary", {}, w("rule_file")), written.box, el("div", { class: "bar" }, button(w("save_yaml"), () => download(`${id}.yaml`, written.text, "application/yaml"))));
  place.append(back(), heading, house.node, el("div", { class: "bar keeping" }, keep, said),
    el("details", { class: "whole-book" }, el("summary", {}, w("rulebook")), book), file);
  written.text = typedText(key, text);
}
