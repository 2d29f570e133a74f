// The page as a whole: which part is shown, in which language, and how calarec is doing.
import { ready, readyStage, speak } from "./boundary.js";
import { button, el, lang, make, setLang, tappedOnce, w } from "./dom.js";
import { checkPart } from "./check.js";
import { puzzlePart } from "./puzzle.js";
import { quarrelPart } from "./quarrel.js";
import { lostPart, newEveningPart, recordPart } from "./record.js";
import { replayPart } from "./replay.js";
import { rulesPart } from "./rules.js";
import { sharedPart } from "./shared.js";
import { bringRules } from "./known.js";
import { isNowhereElse, listen, ready as placeReady } from "./storage.js";
import { readSetting, writeSetting } from "./settings.js";
import { SERVED, WORDS } from "./words.js";

const PARTS = { record: recordPart, check: checkPart, replay: replayPart, rules: rulesPart };
/** Parts that a link in another one leads to; an address of none leads to one that says so. */
const OTHERS = { new: newEveningPart, puzzle: puzzlePart, quarrel: quarrelPart, shared: sharedPart, lost: lostPart };
const root = document.getElementById("page");
let beginning = "starting";
let leave = () => {};

const LANGUAGES = Object.keys(WORDS.page.language);

/** The language that was chosen, or the browser's; one that the page does not speak is as good as none. */
const preferred = () => [readSetting("lang"), ...navigator.languages.map((each) => each.slice(0, 2))].find((each) => LANGUAGES.includes(each)) ?? LANGUAGES[0];

/** What a language calls itself. */
function ownName(language) {
  const name = new Intl.DisplayNames(language, { type: "language" }).of(language);
  return name[0].toLocaleUpperCase(language) + name.slice(1);
}

/** What the address asks for: `#check`, `#record/ID`, or `#r=…`, an evening in the link itself. */
function asked() {
  const [, name = "", rest = ""] = /^#(r(?==)|[a-z]+)?[/=]?(.*)$/s.exec(location.hash) ?? [];
  if (name === "r") return { part: "shared", rest };
  if (Object.hasOwn(PARTS, name) || ["new", "puzzle", "quarrel"].includes(name)) return { part: name, rest };
  return { part: name || rest ? "lost" : "record", rest: "" };
}

function choose(language) {
  writeSetting("lang", language);
  setLang(language);
  speak(language);
  document.documentElement.lang = language;
  frame();
}

function languages() {
  return el("span", { class: "langs", role: "group", "aria-label": w("language") },
    LANGUAGES.map((each) => button(ownName(each), () => choose(each), { lang: each, "aria-pressed": String(each === lang()) })));
}

/** The ways to the parts. From an evening they lead on with it; back to all of them leads the first. */
function ways() {
  const { part, rest } = asked();
  const [id] = rest.split("/");
  const evening = id && Object.hasOwn(PARTS, part) && part !== "rules" ? `/${id}` : "";
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
  // What is being left writes down what it has before anything else is shown.
  leave();
  leave = () => {};
  const links = Object.keys(PARTS).map((each) => el("a", { href: `#${each}`, "data-part": each }, w(each)));
  root.replaceChildren(
    el("header", {}, el("h1", {}, "calarec"), el("nav", { "aria-label": w("parts") }, links), languages()),
    stateLine(),
    el("div", { id: "notices" }),
    el("main", { id: "part", tabindex: "-1" }),
    el("footer", {}, w(SERVED ? "about_served" : "about")),
  );
  ways();
  tell();
  notices();
  show();
}

/** How far calarec is: it is asked for while people already look at their evenings. */
function tell() {
  document.documentElement.dataset.state = beginning;
  const state = document.getElementById("state");
  if (!state) return;
  state.hidden = beginning === "ready";
  const said = beginning === "ready" ? "" : beginning === "starting" ? w(readyStage() || "starting_served") : w("failed", { why: beginning });
  const [words, seconds] = [state.firstChild, state.lastChild];
  if (words.textContent !== said) words.textContent = said;
  seconds.textContent = beginning === "starting" ? `${Math.round(performance.now() / 1000)} s` : "";
}

/** The line that says what is getting ready; the seconds are for the eyes alone. */
const stateLine = () => el("p", { id: "state", role: "status" }, el("span", {}), " ", el("span", { class: "seconds", "aria-hidden": "true" }));

/** Until it is known where evenings are kept, there is only that line, in the language of the page. */
function beginFrame() {
  const language = preferred();
  setLang(language);
  document.documentElement.lang = language;
  root.replaceChildren(el("h1", {}, "calarec"), stateLine());
  tell();
  const ticking = setInterval(() => (beginning === "starting" ? tell() : clearInterval(ticking)), 500);
}

function show() {
  leave();
  const { part, rest } = asked();
  // What a part that was left still waits for comes into a place that nobody sees any more.
  const place = el("div");
  document.getElementById("part").replaceChildren(place);
  leave = (OTHERS[part] ?? PARTS[part])(place, rest) ?? (() => {});
}

function follow() {
  leave();
  leave = () => {};
  ways();
  notices();
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
  if (isNowhereElse()) place.append(el("p", { class: "notice bad", role: "alert" }, w(SERVED ? "unwritten" : "unkept")));
  if (!SERVED && !isSecureContext) place.append(el("p", { class: "notice" }, w("needs_https")));
}

async function keepOffline() {
  // The local server keeps nothing in the browser: the page is as new as the server.
  if (SERVED) return forgetOffline();
  if (!isSecureContext || !("serviceWorker" in navigator)) return;
  const registration = await navigator.serviceWorker.register("sw.js");
  const offer = () => {
    if (registration.waiting && navigator.serviceWorker.controller) {
      waitingWorker = registration.waiting;
      notices();
    }
  };
  // A new version may be on its way already: browsers look for one while the page is loading.
  const watch = () => registration.installing?.addEventListener("statechange", offer);
  offer();
  watch();
  registration.addEventListener("updatefound", watch);
  // A browser looks for a new version once, while the page is loading, and not again if that fails. Here it looks when all is quiet.
  ready.then(() => registration.update()).catch(() => {});
  let had = Boolean(navigator.serviceWorker.controller);
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (had) location.reload();
    had = true;
  });
}

/** What a page that was kept for offline use has left here. */
async function forgetOffline() {
  for (const each of (await navigator.serviceWorker?.getRegistrations()) ?? []) await each.unregister();
  if ("caches" in window) for (const name of await caches.keys()) if (name.startsWith("calarec-")) await caches.delete(name);
}

/** A page inside another one can be made to look like something else: there it shows nothing that can be tapped. */
const isFramed = window.top !== window;

function start() {
  // A key has become a cookie; it need not stay in the address, where others read it.
  if (SERVED && location.search) history.replaceState(null, "", location.pathname + location.hash);
  beginFrame();
  tappedOnce(document.body);
  document.body.append(make("svg", { id: "pack", class: "pack", "aria-hidden": "true" }));
  const rulesBrought = placeReady.then(bringRules);
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
  placeReady.then(() => {
    choose(preferred());
    listen(({ kind }) => ["kept", "unkept", "again"].includes(kind) && notices());
  });
  keepOffline().catch(() => {});
}

if (isFramed) {
  setLang(preferred());
  root.replaceChildren(el("p", {}, el("a", { href: location.href, target: "_blank", rel: "noopener" }, w("framed"))));
} else start();
