// Rules: read, compared, written. What is written here can be played by at once.
import { call, Refused } from "./boundary.js";
import { button, choice, deleting, download, el, field, lang, pathsButton, w } from "./dom.js";
import { editor } from "./editor.js";
import { called, rulesets } from "./known.js";
import { read, remove, write } from "./storage.js";
import { writeSetting } from "./settings.js";
import { forgetTyped, keepTyped, remembering, typedText } from "./typed.js";

export function rulesPart(place, rest) {
  const [what, ...ids] = rest.split("/");
  const parts = { book, compare, edit };
  const part = Object.hasOwn(parts, what) ? parts[what] : list;
  part(place, ...ids).catch((error) => {
    place.append(el("p", { class: "notice bad", role: "alert" }, error instanceof Refused ? error.message : w("failed", { why: error.message })));
  });
}

const back = () => el("p", { class: "back" }, el("a", { href: "#rules" }, `‹ ${w("rules")}`));

async function list(place) {
  place.append(el("h2", { class: "named" }, w("rules")));
  const all = await rulesets();
  const left = choice(all.map((each) => [each.id, called(each)]), "pagat");
  const right = choice(all.map((each) => [each.id, called(each)]), all.find((each) => each.own)?.id ?? "tretre");
  const parent = choice(all.map((each) => [each.id, called(each)]), "pagat");
  const name = remembering("rules:name", el("input", { pattern: "[a-z0-9][a-z0-9\\-]{0,63}", required: true, autocapitalize: "off", autocomplete: "off", placeholder: "bar-mario", title: w("rules_name_wrong"),
    oninvalid: () => name.setCustomValidity(w("rules_name_wrong")), oninput: () => name.setCustomValidity("") }));
  place.append(
    el("form", { class: "row", onsubmit: (event) => (event.preventDefault(), (location.hash = `#rules/edit/${name.value}/${parent.value}`)) },
      el("h3", {}, w("house_rule")), field(w("built_on"), parent), field(w("rules_name"), name), el("button", { class: "main", type: "submit" }, w("write_rules"))),
    el("form", { class: "row", onsubmit: (event) => (event.preventDefault(), (location.hash = `#rules/compare/${left.value}/${right.value}`)) },
      el("h3", {}, w("compare")), field(w("these"), left), field(w("with_these"), right), el("button", { type: "submit" }, w("compare"))),
    el("h3", {}, w("all_rules")),
    el("ul", { class: "evenings" }, all.map((each) => el("li", {},
      el("a", { href: `#rules/book/${each.id}` }, each.title), el("span", { class: "faint" }, ` ${each.id} ${each.version}${each.parent ? ` ← ${each.parent}` : ""}`),
      each.own ? el("a", { class: "button small", href: `#rules/edit/${each.id}` }, w("change")) : null,
      each.own ? deleting(each.title, async () => {
        await call("drop_rules", { name: each.id });
        await remove("rules", each.id);
        place.replaceChildren();
        list(place);
      }) : null))),
  );
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
    } else if (each.kind === "item" || each.kind === "step") {
      const name = each.kind === "item" ? "ul" : "ol";
      if (found.at(-1)?.localName !== name || (name === "ol" && each.number === 1)) found.push(el(name));
      found.at(-1).append(el("li", {}, each.text));
    } else found.push(el("p", {}, each.text));
  }
  return found;
}

async function book(place, id) {
  place.append(back());
  place.append(el("article", { class: "book", lang: lang() }, bookOf(await call("rulebook", { rules: id, text: "" }))));
  place.append(el("div", { class: "bar" }, button(w("save_yaml"), async () => download(`${id}.yaml`, await call("rules_text", { rules: id })))));
}

async function compare(place, left, right) {
  const all = await rulesets();
  const [one, other] = [left, right].map((id) => all.find((each) => each.id === id)?.title ?? id);
  place.append(back(), el("h2", {}, `${one} · ${other}`));
  const found = await call("compare", { left, right });
  place.append(found.length ? pathsButton() : el("p", {}, w("same_rules")));
  place.append(el("div", { class: "wide" }, el("table", { class: "compare" }, el("thead", {}, el("tr", {}, el("th", {}, one, el("small", {}, left)), el("th", {}, other, el("small", {}, right)))), el("tbody", {}, found.map((each) =>
    el("tr", {}, el("td", {}, each.left), el("td", {}, each.right, el("small", { class: "path" }, each.rules.join(" ")))))))));
}

async function edit(place, id, parent) {
  const text = (await read("rules", id))?.text ?? (await call("new_rules", { parent: parent ?? "pagat", name: id }));
  const key = `rules:text:${id}`;
  const book = el("article", { class: "book", tabindex: "0", "aria-label": w("rulebook") });
  const said = el("p", { role: "status" });
  const keep = button(w("use"), async () => {
    try {
      const kept = await call("keep_rules", { text: written.text });
      if ((await write("rules", kept.id, { text: written.text })) !== "kept") return said.replaceChildren(w("no_room"));
      forgetTyped(key);
      forgetTyped("rules:name");
      said.replaceChildren(w("kept_rules", { title: `${kept.title} (${kept.id})` }), " ", button(w("play_by"), () => {
        writeSetting("last-rules", kept.id);
        location.hash = "#record";
      }, { class: "main play-by" }));
    } catch (error) {
      said.replaceChildren(error.message);
    }
    return said.scrollIntoView({ block: "nearest" });
  }, { class: "main" });
  const written = editor({
    label: w("rule_file"),
    // As long as it is not kept, what is written is kept aside.
    changed: (now) => (now === text ? forgetTyped(key) : keepTyped(key, now)),
    async look(now) {
      const found = await call("check_rules", { text: now });
      keep.disabled = !found.usable;
      if (found.usable) {
        const blocks = await call("rulebook", { rules: "", text: now });
        if (now === written.text) book.replaceChildren(...bookOf(blocks));
      }
      return { findings: found.findings, summary: w(found.usable ? "usable" : "not_usable", { title: found.title }) };
    },
    act: (each) => each.fix?.edits.length
      ? [button(each.fix.edits.length === 1 && each.fix.edits[0].text ? w("write_it", { text: each.fix.edits[0].text }) : w("mend"), async () => (written.text = await call("mend", { text: written.text, edits: each.fix.edits })), { class: "small mend" })]
      : [],
  });
  const settings = el("details", { class: "settings" }, el("summary", {}, w("set_rule")));
  place.append(back(), el("h2", {}, id), el("div", { class: "beside" }, el("div", {}, settings, written.box,
    el("div", { class: "bar" }, keep, button(w("save_yaml"), () => download(`${id}.yaml`, written.text, "application/yaml"))), said), book));
  written.text = typedText(key, text);
  settings.append(...told(await call("rule_paths", { rules: parent ?? "pagat", text }), (each) => {
    written.text = withRule(written.text, each);
    // What it is now is to be written over.
    const start = written.text.search(new RegExp(`^  ${each.path.replaceAll(".", "\\.")}: `, "m")) + each.path.length + 4;
    written.select(start, written.text.indexOf("\n", start));
  }));
}

/** Every rule that can be set, by the sentence of the rulebook that tells it: a chapter at a time, or what holds a word. */
function told(paths, set) {
  const chapters = [...new Set(paths.map((each) => each.chapter))].sort((one, other) => !one - !other);
  const chapter = choice(chapters.map((each) => [each, each || w("untold")]), chapters[0], { class: "chapter", onchange: () => ((word.value = ""), list()) });
  const word = el("input", { type: "search", autocomplete: "off", class: "word", oninput: () => list() });
  const found = el("ul", { class: "sentences" });
  function list() {
    const wanted = word.value.trim().toLowerCase();
    const shown = paths.filter((each) => (wanted ? `${each.sentence} ${each.path}`.toLowerCase().includes(wanted) : each.chapter === chapter.value));
    const sentences = [...new Set(shown.map((each) => each.sentence))];
    found.replaceChildren(...sentences.map((sentence) => el("li", {}, sentence, el("div", { class: "choices" },
      shown.filter((each) => each.sentence === sentence).map((each) => button(`${each.path}: ${each.said || each.value}`, () => set(each), { class: "small set-rule", "data-path": each.path }))))));
    if (!shown.length) found.append(el("li", {}, w("no_sentence")));
  }
  list();
  return [el("div", { class: "row plain" }, field(w("chapter"), chapter), field(w("word_in_it"), word)), found];
}

/** A rule file with one more rule set, first under `set:`, at what it is now; one that is set stays as it stands. */
function withRule(text, { path, value, said }) {
  if (text.includes(`\n  ${path}: `)) return text;
  const line = `  ${path}: ${said || value}\n`;
  if (/^set:\s*$/m.test(text)) return text.replace(/^set:\s*\n/m, (head) => head + line);
  return `${text.replace(/\n*$/, "\n")}\nset:\n${line}`;
}
