// What calarec is doing, in words, as soon as it takes longer than a moment; a button stops it.
import { button, el, w } from "./dom.js";

/** So long nothing is said: most calls have been answered before. */
const SOON = 700;
/** Calls that can be stopped: whoever asks them shows what was there before. */
const STOPPABLE = new Set([
  "certain", "odds", "enter", "take_back", "correction", "corrected", "cards_at", "try_card", "seat_knowledge", "puzzle", "witness_of_change",
  "repairs", "check", "replay", "sheet",
]);
/** What is computed, by the names of calls; anything else is one moment. */
const WORDS_OF = {
  certain: "doing_certain", odds: "doing_odds", enter: "doing_hand", corrected: "doing_hand", correction: "doing_hand", choices: "doing_hand", take_back: "doing_hand",
  analysis: "analysing", cards_at: "analysing", try_card: "analysing", seat_knowledge: "doing_knowledge", puzzle: "searching_puzzle",
  witness_of_change: "looking_for_hand", repairs: "looking_for_meaning", check: "doing_check", mend_all: "doing_check", open: "doing_check",
  replay: "doing_replay", sheet: "doing_sheet", season: "doing_sheet", next_question: "doing_rules", rules_lines: "doing_rules", compare: "doing_rules",
};
/** Calls that have a place of their own where they are reported and stopped. */
const REPORTED_ELSEWHERE = new Set(["analysis"]);

const running = new Set();
const text = el("span", {});
const seconds = el("span", { "aria-hidden": "true", class: "seconds" });
const stop = button("", () => [...running].forEach((each) => each.stop?.()), { class: "small stop-call" });
const box = el("div", { class: "working", hidden: true }, el("p", { role: "status" }, text), seconds, stop);
let ticking = 0;
let beginning = () => "";

/** `stage()` names the words for what is still getting ready, "" if nothing is. */
export const follow = (stage) => (beginning = stage);

/** Reports a call until the function that it answers is called; `stop` ends it. */
export function report(name, stop) {
  const call = { name, since: performance.now(), stop: STOPPABLE.has(name) ? stop : null };
  running.add(call);
  ticking ||= setInterval(show, 250);
  return () => {
    running.delete(call);
    if (running.size) return;
    clearInterval(ticking);
    ticking = 0;
    show();
  };
}

function show() {
  const now = performance.now();
  const late = [...running].filter((each) => now - each.since > SOON && !REPORTED_ELSEWHERE.has(each.name));
  // What gets ready for the first time is said above the page.
  box.hidden = !late.length || document.documentElement.dataset.state === "starting";
  if (box.hidden) return;
  const [first] = late;
  const said = w(beginning() || WORDS_OF[first.name] || "waiting");
  // Said once: who listens to the page hears no seconds.
  if (text.textContent !== said) text.textContent = said;
  seconds.textContent = `${Math.round((now - first.since) / 1000)} s`;
  stop.textContent = w("stop");
  stop.hidden = late.every((each) => !each.stop);
  const page = document.getElementById("page");
  if (box.parentNode !== page) page.append(box);
}
