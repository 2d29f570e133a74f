// Elements and words. Texts of records are only ever put in as texts; markup comes from calarec alone, and of it only what stands here.
import { make } from "./player.js";
import { readSetting, writeSetting } from "./settings.js";
import { WORDS } from "./words.js";

export { make };

const state = { lang: "en" };

export const lang = () => state.lang;
/** How days and hours are written: the page's English is British. */
export const locale = () => (state.lang === "en" ? "en-GB" : state.lang);
export const setLang = (wanted) => (state.lang = wanted);

/** A word of the page, with its values. */
export function w(key, values = {}) {
  const text = WORDS.page[key][state.lang];
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

/** Where a part shows an evening. */
export const addressOf = (part, id, ...more) => `#${[part, encodeURIComponent(id), ...more].join("/")}`;

/** An element: attributes that begin with `on` are listeners; null and false are left out. */
export function el(name, attributes = {}, ...children) {
  const plain = Object.entries(attributes).filter(([key, value]) => !key.startsWith("on") && value !== null && value !== false && value !== undefined);
  const element = make(name, Object.fromEntries(plain.map(([key, value]) => [key, value === true ? "" : value])));
  for (const [key, value] of Object.entries(attributes)) if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
  const shown = children.flat().filter((each) => each !== null && each !== false && each !== undefined);
  element.append(...(AS_WRITTEN.has(name) ? shown : shown.flatMap((each) => (typeof each === "string" ? withCode(each) : [each]))));
  return element;
}

/** What stands in these is text of a record or of a form, as it is. */
const AS_WRITTEN = new Set(["pre", "code", "option", "textarea", "input", "del", "ins"]);

/** A sentence whose words of the notation, `passo`, are set apart as such. */
export const withCode = (text) => text.split(/`([^`]+)`/).map((each, at) => (at % 2 ? el("code", {}, each) : each)).filter((each) => each !== "");

export const button = (text, onclick, attributes = {}) => el("button", { type: "button", onclick, ...attributes }, text);

export const field = (label, input, attributes = {}) => el("label", { class: "field", ...attributes }, el("span", {}, label), input);

const lostTap = { notice: null, hiding: 0 };

/** Says that a tap did nothing: what it was meant for is being done already, or stands elsewhere by now. */
export function reportLostTap(place = document.body) {
  if (lostTap.notice?.parentNode !== place) {
    lostTap.notice?.remove();
    lostTap.notice = el("p", { class: "too-fast", role: "status" });
    place.append(lostTap.notice);
  }
  lostTap.notice.textContent = w("too_fast");
  clearTimeout(lostTap.hiding);
  lostTap.hiding = setTimeout(() => (lostTap.notice.textContent = ""), 2000);
}

/**
 * A finger that taps twice does nothing to what has come to stand under it meanwhile: what is new there, or has moved there and is called
 * otherwise, is tapped a moment later. What goes down and up again, or opens and closes, stays as the first tap has left it. A tap that
 * does nothing is reported: it may have been meant.
 */
export function tappedOnce(place, moment = 400, near = 24) {
  const since = new WeakMap();
  let before = null;
  const report = () => reportLostTap(place);
  new MutationObserver((changes) => {
    for (const each of changes) for (const node of each.addedNodes) since.set(node, performance.now());
  }).observe(place, { childList: true, subtree: true });
  const isNew = (node) => node && (performance.now() - (since.get(node) ?? -moment) < moment || isNew(node.parentNode));
  const control = (node) => node.closest("button, a, label, input, select, summary, [data-card]");
  const called = (node) => node && (node.getAttribute("aria-label") ?? node.textContent);
  place.addEventListener("click", (event) => {
    // A key is pressed when one means it.
    if (!event.detail) return;
    const now = { x: event.clientX, y: event.clientY, at: event.timeStamp, control: control(event.target), called: called(control(event.target)) };
    const again = before && Math.hypot(now.x - before.x, now.y - before.y) < near;
    // A label passes its tap on to its field at once: that is one tap.
    const sinceThen = again ? now.at - before.at : 0;
    const isChanged = again && sinceThen > 15 && sinceThen < moment && now.control !== before.control && now.called !== before.called;
    const isToggledBack = again && sinceThen > 15 && sinceThen < moment && now.control === before.control && now.control?.matches("[aria-pressed], summary");
    const isSwallowed = again && (isChanged || isToggledBack || isNew(event.target));
    // A third tap is held against what the finger meant with the first.
    before = isSwallowed ? before : now;
    if (!isSwallowed) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    // What was tapped first was a control: the second tap was meant for it, or for what has come to its place.
    if (now.control || before.control) report();
  }, true);
}

/** Takes away what is called so, if it is tapped a second time. */
export function deleting(name, gone) {
  const no = button(w("delete_not"), () => asked.replaceWith(away), { class: "small" });
  const asked = el("span", { class: "bar" }, button(w("delete_really"), gone, { class: "small bad", "aria-label": `${w("delete_really")}: ${name}` }), no);
  const sure = () => (away.replaceWith(asked), no.focus());
  const away = button(w("delete"), sure, { class: "small", "aria-label": `${w("delete")}: ${name}` });
  return away;
}

/** One of several, as buttons of which at most one is down: arrow keys move among them. `changed(value)` hears of it. */
export function oneOf(legend, name, pairs, value, changed = () => {}) {
  const one = ([key, text]) => el("label", { class: "chip" }, el("input", { type: "radio", name, value: key, checked: key === value, onchange: () => changed(key) }), el("span", {}, text));
  return el("fieldset", { class: "one-of" }, el("legend", {}, legend), el("div", { class: "choices" }, pairs.map(one)));
}

/** Which of them is down; "" if none is. */
export const picked = (group) => group?.querySelector("input:checked")?.value ?? "";

/** A list to choose from: [value, text] each. */
export const choice = (options, value, attributes = {}) =>
  el("select", attributes, options.map(([key, text]) => el("option", { value: key, selected: key === value }, text)));

const ELEMENTS = new Set(
  ("section div p span b strong h1 h2 h3 h4 ul ol li table thead tbody tr th td small code svg g defs symbol use rect path circle " +
    "ellipse line polyline polygon text tspan title desc").split(" "),
);
const FORBIDDEN = /^on|^style$|^src$|^srcset$|^action$|^formaction$/i;

/** Markup that calarec has made as elements; anything that it never makes is left out. */
export function markup(text) {
  const { body } = new DOMParser().parseFromString(text, "text/html");
  for (const each of body.querySelectorAll("*")) {
    if (!ELEMENTS.has(each.localName)) each.remove();
    for (const { name, value } of [...each.attributes]) {
      if (FORBIDDEN.test(name) || (/href$/i.test(name) && !value.startsWith("#"))) each.removeAttribute(name);
    }
  }
  const found = document.createDocumentFragment();
  found.append(...[...body.childNodes].map((each) => document.importNode(each, true)));
  return found;
}

/** The drawings of cards, known to the whole page; the same ones are kept once. */
export function keepSymbols(text) {
  const pack = document.getElementById("pack");
  const fresh = make("svg");
  const holder = markup(`<svg>${text}</svg>`).firstElementChild;
  fresh.append(...holder.childNodes);
  for (const each of [...fresh.children]) {
    const ids = each.localName === "defs" ? [...each.children] : [each];
    for (const one of ids) if (!document.getElementById(one.id)) pack.append(one);
  }
}

/** A card as a picture. */
export function card(face) {
  return make("svg", { class: "card", viewBox: "0 0 60 92", "aria-hidden": "true" }, make("use", { href: `#${face}`, width: 60, height: 92 }));
}

/** Offers a text as a file. */
export function download(name, text, kind = "text/plain;charset=utf-8") {
  const address = URL.createObjectURL(new Blob([text], { type: kind }));
  const link = el("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

/** What only who asks wants to know: the rule in the words of the rulebook and its source; its code and path are small below them. */
export function forWhoAsks({ said, source }, ...more) {
  const small = more.filter(Boolean).join(" · ");
  return el("details", { class: "asked" }, el("summary", {}, w("by_which_rule")),
    said ? el("p", { class: "rule-said" }, said) : null, source ? el("p", {}, w("source", { source })) : null, small ? el("p", { class: "code-and-path" }, small) : null);
}

/** A sheet as elements; the rules that its notes rest on are behind a fold. */
export function sheetMarkup(text) {
  const found = markup(text);
  for (const each of found.querySelectorAll("[data-rule]")) each.after(forWhoAsks({ said: each.dataset.rule, source: each.dataset.source }));
  return found;
}

/** A finding as people read it, with what may be tapped. */
export function findingBox(each, { place = each.line ? w("line", { line: each.line }) : "", act = [] } = {}) {
  return el(
    "div", { class: `finding ${each.severity}` },
    place ? el("strong", {}, `${place}: `) : null, each.message,
    each.help ? el("span", { class: "help" }, ` ${each.help}`) : null,
    ...act,
    forWhoAsks(each.cited ?? {}, each.code, each.rule),
  );
}

/** Shows the paths of rules with what they decide, wherever there are any, or hides them again; kept. */
export function pathsButton() {
  const shown = () => readSetting("paths") === "shown";
  const tell = () => {
    document.documentElement.classList.toggle("with-paths", shown());
    toggle.setAttribute("aria-pressed", String(shown()));
  };
  const toggle = button(w("rules_and_sources"), () => (writeSetting("paths", shown() ? "" : "shown"), tell()), { class: "small paths-shown" });
  tell();
  return toggle;
}
