// House rules without their file: the sentences of the rulebook, each with what can be chosen in it; what the house has changed, with
// what it was; and what that comes to. What may be chosen, and every sentence, is calarec's to say.
import { call, Refused } from "./boundary.js";
import { button, choice, el, field, w, withCode } from "./dom.js";

/** `text()` is the rule file now, `write(text)` takes another one. */
export class HouseRules {
  constructor({ text, write }) {
    Object.assign(this, { text, write, opened: new Set(), pending: new Map(), word: "", asked: 0 });
    this.changes = el("section", { class: "changed", "aria-label": w("your_changes") });
    this.example = el("section", { class: "example", "aria-label": w("example") });
    this.list = el("div", { class: "chapters" });
    const search = el("input", { type: "search", autocomplete: "off", class: "word", oninput: () => ((this.word = search.value.trim().toLowerCase()), this.drawChapters()) });
    this.found = null;
    this.said = el("p", { role: "status" });
    this.node = el("div", { class: "house" }, el("div", { class: "choosing" }, this.said, field(w("word_in_it"), search), this.list), el("div", { class: "outcome" }, this.changes, this.example));
  }

  /** Looks at the file again: what is wrong with it is told beside its text. */
  async look() {
    const mine = ++this.asked;
    const text = this.text();
    try {
      const found = await call("house_rules", { text });
      if (mine !== this.asked) return;
      this.found = found;
      this.said.replaceChildren();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (mine !== this.asked) return;
      this.found = null;
      this.said.replaceChildren(...withCode(error.message));
    }
    this.draw();
    if (!this.found) this.example.replaceChildren();
    if (this.found) await this.drawExample(text, mine);
  }

  draw() {
    const focused = document.activeElement?.closest?.(".house") ? document.activeElement.id : "";
    this.drawChanges();
    this.drawChapters();
    if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  }

  drawChanges() {
    const { changes, parent } = this.found ?? { changes: [] };
    const one = (each) => el("li", {},
      each.was ? el("del", {}, el("span", { class: "unseen" }, `${w("was")}: `), each.was) : null,
      each.now ? el("ins", {}, el("span", { class: "unseen" }, `${w("now")}: `), each.now) : null,
      el("div", { class: "bar" },
        button(w("take_back"), () => this.takeBack(each.paths), { class: "small take-back" }),
        each.paths.every((path) => path.startsWith("match.")) ? null : button(w("show_hand"), (event) => this.witness(event.target, each.paths), { class: "small show-hand" })));
    this.changes.replaceChildren(...(this.found ? [
      el("h3", {}, w("your_changes")),
      changes.length ? el("ul", {}, changes.map(one)) : el("p", { class: "faint" }, w("no_changes", { title: parent.title })),
    ] : []));
  }

  drawChapters() {
    const { chapters } = this.found ?? { chapters: [] };
    const wanted = (rule) => !this.word || rule.sentence.toLowerCase().includes(this.word);
    const keyed = chapters.map((each, at) => ({ ...each, key: `chapter-${at}`, rules: each.rules.map((rule, number) => ({ ...rule, key: `chapter-${at}-${number}` })) }));
    const shown = keyed.map((each) => ({ ...each, rules: each.rules.filter(wanted) })).filter((each) => each.rules.length);
    this.list.replaceChildren(...shown.map((each) => {
      const box = el("details", { class: "chapter", open: Boolean(this.word) || this.opened.has(each.key), ontoggle: () => this.remember(each.key, box.open) },
        el("summary", { id: each.key }, each.title, each.rules.some((rule) => rule.is_changed) ? el("small", { class: "mark" }, ` ${w("changed_here")}`) : null),
        el("ul", { class: "sentences" }, each.rules.map((rule) => this.rule(rule, rule.key))));
      return box;
    }));
    if (this.found && !shown.length) this.list.append(el("p", {}, w("no_sentence")));
  }

  remember(key, isOpen) {
    if (this.word) return;
    if (isOpen) this.opened.add(key);
    else this.opened.delete(key);
  }

  /** One sentence; what can be chosen in it is opened when it is wanted. */
  rule(rule, key) {
    const isOpen = this.opened.has(key);
    const close = rule.is_changed ? "done" : "leave_so";
    const toggle = button(w(isOpen ? close : "change"), () => (this.remember(key, !isOpen), this.word && (isOpen ? this.opened.delete(key) : this.opened.add(key)), this.draw()),
      { id: `${key}-toggle`, class: "small change", "aria-expanded": String(isOpen), "aria-label": `${w(isOpen ? close : "change")}: ${rule.sentence}` });
    const item = el("li", { class: [rule.is_changed ? "is-changed" : "", isOpen ? "opened" : ""].filter(Boolean).join(" ") || null },
      el("div", { class: "sentence" }, el("div", {}, el("p", {}, rule.sentence), rule.is_changed ? this.before(rule) : null), toggle));
    if (isOpen) item.append(this.controls(rule, key));
    return item;
  }

  /** What a changed sentence was, in the rules that the house builds on. */
  before(rule) {
    const paths = rule.controls.map((each) => each.path);
    const change = this.found.changes.find((each) => each.was && each.paths.some((path) => paths.includes(path)));
    return change ? el("p", { class: "faint" }, `${w("was")}: `, el("del", {}, change.was)) : null;
  }

  controls(rule, key) {
    const said = el("p", { class: "bad", role: "alert" }, this.pending.get(key)?.said ?? "");
    const set = (path, value) => this.set(key, path, value, said);
    const usual = rule.controls.filter((each) => each.is_set);
    const rest = rule.controls.filter((each) => !each.is_set);
    const all = (several) => several.map((each) => this.control(each, key, set));
    const more = `${key}-more`;
    const box = rest.length && usual.length
      ? el("details", { class: "otherwise", open: this.opened.has(more), ontoggle: () => (box.open ? this.opened.add(more) : this.opened.delete(more)) }, el("summary", { id: more }, w("otherwise")), all(rest)) : null;
    return el("div", { class: "controls" }, said, all(usual.length ? usual : rest), box);
  }

  control(each, key, set) {
    const id = `${key}-${each.path}`;
    const value = this.pending.get(key)?.values[each.path] ?? each.value;
    if (each.kind === "choice") {
      const pick = choice(each.options.map(({ value: word, name }) => [word, name]), value, { id, "data-path": each.path, onchange: () => set(each.path, pick.value), onfocus: () => this.tellOptions(pick, each) });
      return el("div", {}, field(each.label, pick));
    }
    const isWhole = each.kind === "number" && !each.unit;
    const input = el("input", { id, "data-path": each.path, value, autocomplete: "off", size: each.kind === "number" ? 6 : 24, type: isWhole ? "number" : "text", inputmode: each.kind === "number" ? "decimal" : null,
      min: isWhole ? each.least : null, max: isWhole ? each.most : null, onchange: () => set(each.path, input.value) });
    return el("div", { class: each.kind }, field(each.label, el("span", { class: "with-unit" }, input, each.unit ? el("span", {}, each.unit) : null)));
  }

  /** The choices of a menu in the words of the rulebook, as soon as these are known. */
  async tellOptions(pick, each) {
    if (pick.dataset.told) return;
    pick.dataset.told = "asked";
    const options = await call("rule_options", { text: this.text(), path: each.path }).catch(() => []);
    const told = new Map(options.map((one) => [one.value, one]));
    const sentences = options.map((one) => one.sentence);
    for (const option of pick.options) {
      const one = told.get(option.value);
      if (!one) continue;
      option.disabled = !one.usable && !option.selected;
      if (one.sentence && sentences.filter((sentence) => sentence === one.sentence).length === 1) option.textContent = one.sentence;
    }
  }

  /** Sets what was chosen; where rules need more to be usable, it waits until that is chosen too. */
  async set(key, path, value, said) {
    const waiting = this.pending.get(key) ?? { values: {}, said: "" };
    waiting.values[path] = value;
    this.pending.set(key, waiting);
    try {
      const text = await call("set_rules", { text: this.text(), changes: Object.entries(waiting.values).map(([at, chosen]) => ({ path: at, value: chosen })) });
      this.pending.delete(key);
      said.replaceChildren();
      await this.take(text);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      waiting.said = error.message;
      said.replaceChildren(...withCode(error.message));
    }
  }

  async takeBack(paths) {
    try {
      await this.take(await call("take_back_rules", { text: this.text(), paths }));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.said.replaceChildren(...withCode(error.message));
    }
  }

  async take(text) {
    this.write(text);
    await this.look();
  }

  async drawExample(text, mine) {
    const { columns, rows, people } = await call("declarer_payments", { text }).catch(() => ({ columns: [], rows: [] }));
    if (mine !== this.asked) return;
    if (!rows.length) return this.example.replaceChildren();
    const cell = ({ now, was }) => el("td", { class: now === was ? "n" : "n differs" }, now, now === was ? null : el("small", {}, el("span", { class: "unseen" }, ` ${w("was")} `), el("del", {}, was || "–")));
    this.example.replaceChildren(el("h3", {}, w("example")), el("p", { class: "faint" }, w("declarer_receives", { people })),
      el("div", { class: "wide", tabindex: "0", role: "region", "aria-label": w("declarer_receives", { people }) }, el("table", {}, el("thead", {}, el("tr", {}, el("td", {}), columns.map((each) => el("th", { class: "n", scope: "col" }, each)))),
        el("tbody", {}, rows.map((each) => el("tr", {}, el("th", { scope: "row" }, each.name), each.cells.map(cell)))))));
  }

  /** A hand that comes out otherwise by this change; to find one takes a while. */
  async witness(at, paths) {
    const place = at.closest("li");
    at.disabled = true;
    place.querySelector(".hand-shown")?.remove();
    const shown = el("div", { class: "hand-shown", role: "status" }, w("looking_for_hand"));
    place.append(shown);
    try {
      const { record, rulings } = await call("witness_of_change", { text: this.text(), paths });
      const { title, parent } = this.found;
      shown.replaceChildren(...(rulings.length ? [
        el("p", {}, el("b", {}, parent.title), `: ${rulings[0]}`), el("p", {}, el("b", {}, title), `: ${rulings[1]}`),
        el("details", {}, el("summary", {}, w("the_hand")), el("pre", { class: "lines", tabindex: "0" }, record)),
      ] : [w("no_such_hand")]));
    } catch (error) {
      shown.replaceChildren(...withCode(error.message));
    }
    at.disabled = false;
  }
}
