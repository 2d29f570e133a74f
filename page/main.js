// The page as a whole: which part is shown, in which language, and how calarec is doing.
import { call, ready, speak } from "./boundary.js";
import { button, el, lang, make, setLang, tappedOnce, w } from "./dom.js";
import { checkPart } from "./check.js";
import { recordPart } from "./record.js";
import { replayPart } from "./replay.js";
import { rulesPart } from "./rules.js";
import { sharedPart } from "./shared.js";
import { entries, read } from "./storage.js";

const PARTS = { record: recordPart, check: checkPart, replay: replayPart, rules: rulesPart };
const root = document.getElementById("page");
let beginning = "starting";
let leave = () => {};

const preferred = () => localStorage.getItem("calarec:lang") ?? (navigator.language.startsWith("it") ? "it" : "en");

/** What the address asks for: `#check`, `#record/ID`, or `#r=…`, an evening in the link itself. */
function asked() {
  const [, name = "", rest = ""] = /^#(r(?==)|[a-z]+)?[/=]?(.*)$/s.exec(location.hash) ?? [];
  return name === "r" ? { part: "shared", rest } : { part: Object.hasOwn(PARTS, name) ? name : "record", rest };
}

function choose(language) {
  localStorage.setItem("calarec:lang", language);
  setLang(language);
  speak(language);
  document.documentElement.lang = language;
  frame();
}

function languages() {
  return el("span", { class: "langs", role: "group", "aria-label": w("language") },
    ["en", "it"].map((each) => button(each === "en" ? "English" : "Italiano", () => choose(each), { lang: each, "aria-pressed": String(each === lang()) })));
}

/** The ways to the parts. From an evening they lead on with it; back to all of them leads the first. */
function ways() {
  const { part, rest } = asked();
  const [id] = rest.split("/");
  const evening = id && read("evening", id)?.text !== undefined ? `/${id}` : "";
  const address = { record: "", check: evening, replay: evening, rules: "" };
  for (const each of document.querySelectorAll("nav a")) {
    const { part: name } = each.dataset;
    each.setAttribute("href", `#${name}${address[name]}`);
    if (name === part) each.setAttribute("aria-current", "page");
    else each.removeAttribute("aria-current");
  }
}

/** Everything around the part, and the part. */
function frame() {
  const links = Object.keys(PARTS).map((each) => el("a", { href: `#${each}`, "data-part": each }, w(each)));
  root.replaceChildren(
    el("header", {}, el("h1", {}, "calarec"), el("nav", { "aria-label": w("parts") }, links), languages()),
    el("p", { id: "state", role: "status" }),
    el("div", { id: "notices" }),
    el("main", { id: "part", tabindex: "-1" }),
    el("footer", {}, w("about")),
  );
  ways();
  tell();
  notices();
  show();
}

/** How far calarec is: it is asked for while people already look at their evenings. */
function tell() {
  const state = document.getElementById("state");
  if (!state) return;
  document.documentElement.dataset.state = beginning;
  state.hidden = beginning === "ready";
  state.textContent = beginning === "ready" ? "" : w(beginning === "starting" ? "starting" : "failed", { why: beginning });
}

function show() {
  leave();
  const { part, rest } = asked();
  // What a part that was left still waits for comes into a place that nobody sees any more.
  const place = el("div");
  document.getElementById("part").replaceChildren(place);
  leave = (part === "shared" ? sharedPart : PARTS[part])(place, rest) ?? (() => {});
}

function follow() {
  ways();
  show();
  document.getElementById("part").focus({ preventScroll: true });
  scrollTo(0, 0);
}

// ------------------------------------------------------------------ offline, and new versions

let waitingWorker = null;

function notices() {
  const place = document.getElementById("notices");
  if (!place) return;
  place.replaceChildren();
  if (waitingWorker) {
    place.append(el("p", { class: "notice" }, w("new_version"), " ", button(w("reload"), () => waitingWorker.postMessage("take over"))));
  }
  if (!isSecureContext) place.append(el("p", { class: "notice" }, w("needs_https")));
}

async function keepOffline() {
  if (!isSecureContext || !("serviceWorker" in navigator)) return;
  const registration = await navigator.serviceWorker.register("sw.js");
  const offer = () => {
    if (registration.waiting && navigator.serviceWorker.controller) {
      waitingWorker = registration.waiting;
      notices();
    }
  };
  offer();
  registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", offer));
  let had = Boolean(navigator.serviceWorker.controller);
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (had) location.reload();
    had = true;
  });
}

/** Rules of one's own are brought to calarec before anything else is asked of it; those that build on others come after them. */
async function bringRules() {
  let left = entries("rules").filter((each) => each.text);
  for (let before = -1; left.length && left.length !== before; ) {
    before = left.length;
    const done = await Promise.allSettled(left.map((each) => call("keep_rules", { text: each.text })));
    left = left.filter((_, at) => done[at].status === "rejected");
  }
}

tappedOnce(document.body);
document.body.append(make("svg", { id: "pack", class: "pack", "aria-hidden": "true" }));
const rulesBrought = bringRules();
ready.then(() => rulesBrought).then(
  () => {
    beginning = "ready";
    tell();
  },
  (error) => {
    beginning = error.message;
    tell();
  },
);
addEventListener("hashchange", follow);
addEventListener("pageshow", (event) => event.persisted && show());
choose(preferred());
keepOffline().catch(() => {});
