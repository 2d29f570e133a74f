// A text with its findings: numbers of lines beside it, marks where something is wrong, and the way from a finding to its place.
import { el, findingBox, w } from "./dom.js";

/** The place of line and column (both from 1, columns in characters) in a text. */
export function offset(text, line, column) {
  const lines = text.split("\n");
  const before = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  return before + [...(lines[line - 1] ?? "")].slice(0, column - 1).join("").length;
}

/**
 * An editor. `look(text)` is asked when somebody has stopped typing, for {findings}; `act(finding)` gives what may be tapped of
 * one, besides the way to its place.
 */
export function editor({ label, look, act = () => [], changed = () => {} }) {
  const numbers = el("pre", { class: "numbers", "aria-hidden": "true" });
  const area = el("textarea", { spellcheck: "false", autocapitalize: "off", autocomplete: "off", "aria-label": label, wrap: "off" });
  const list = el("div", { class: "findings", role: "status", "aria-live": "polite" });
  const box = el("div", { class: "editor" }, el("div", { class: "text" }, numbers, area), list);
  let timer = 0;
  let asked = 0;

  function count(marks = new Map()) {
    const lines = area.value.split("\n").length;
    numbers.replaceChildren(
      ...Array.from({ length: lines }, (_, at) => el("span", { class: marks.has(at + 1) ? `mark ${marks.get(at + 1)}` : null }, `${marks.has(at + 1) ? "● " : ""}${at + 1}\n`)),
    );
    area.rows = Math.min(Math.max(lines + 1, 8), 24);
    numbers.scrollTop = area.scrollTop;
  }

  function select(start, end) {
    area.focus();
    area.setSelectionRange(start, Math.max(start, end));
    const line = area.value.slice(0, start).split("\n").length;
    area.scrollTop = Math.max(0, (line - 4) * parseFloat(getComputedStyle(area).lineHeight));
  }

  const go = (each) => select(offset(area.value, each.line, each.column), offset(area.value, each.end_line, each.end_column));

  async function judge() {
    const mine = ++asked;
    const text = area.value;
    const found = await look(text);
    if (mine !== asked || text !== area.value) return;
    const marks = new Map();
    for (const each of found.findings) if (!marks.has(each.line) || each.severity === "error") marks.set(each.line, each.severity);
    count(marks);
    list.replaceChildren(
      found.summary ? el("p", { class: "summary" }, found.summary) : "",
      ...found.findings.slice(0, 200).map((each) => findingBox(each, {
        act: [each.line ? el("button", { type: "button", class: "small", onclick: () => go(each) }, w("show")) : null, ...act(each)].filter(Boolean),
      })),
      found.findings.length > 200 ? el("p", {}, w("more_findings", { count: found.findings.length - 200 })) : "",
    );
  }

  area.addEventListener("input", () => {
    count();
    changed(area.value);
    clearTimeout(timer);
    timer = setTimeout(judge, 400);
  });
  area.addEventListener("scroll", () => (numbers.scrollTop = area.scrollTop));
  return {
    box,
    get text() {
      return area.value;
    },
    set text(text) {
      area.value = text;
      count();
      changed(text);
      judge();
    },
    judge,
    select,
  };
}
