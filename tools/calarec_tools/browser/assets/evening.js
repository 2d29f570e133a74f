// The page of an evening: its hands are stepped through, and every position has a link.

const evening = JSON.parse(document.getElementById("evening").textContent);
const sections = [...document.querySelectorAll("section.hand")];
const links = [...document.querySelectorAll("nav a[data-hand]")];
const languages = [...document.querySelectorAll(".langs input")];
const root = document.getElementById("player");
const moves = new Map([...document.querySelectorAll(".moves li")].map((each) => [each.id, each]));
// Here a link goes to the table; the list is what it goes to where no script runs.
for (const each of moves.values()) each.removeAttribute("id");
let shown = -1;

const language = () => languages.find((each) => each.checked).value;
const link = (hand, name) => `h${hand + 1}${/^\d/.test(name) ? "t" : ""}${name}`;

const player = new Player(root, {
  words: evening.words,
  lang: language(),
  onmove(stop, eyes) {
    const name = evening.hands[shown].stops[stop].names[0];
    history.replaceState(null, "", `#${link(shown, name)}${eyes ? `@${encodeURIComponent(eyes)}` : ""}`);
    mark();
  },
});

/** Shows a hand; of one without positions there is only what is written below. */
function open(number, place = {}) {
  shown = number;
  sections.forEach((each, at) => (each.hidden = at !== number));
  links.forEach((each, at) => (at === number ? each.setAttribute("aria-current", "true") : each.removeAttribute("aria-current")));
  const hand = evening.hands[number];
  root.hidden = !hand.stops.length;
  if (hand.stops.length) player.show(hand, place);
  mark();
}

function mark() {
  for (const each of moves.values()) each.removeAttribute("aria-current");
  const stop = evening.hands[shown].stops[player.stop];
  if (stop) moves.get(link(shown, stop.names[0]))?.setAttribute("aria-current", "step");
}

/** What the address says behind its `#`; nothing, if nobody can read it. */
function asked() {
  try {
    return decodeURIComponent(location.hash);
  } catch {
    return "";
  }
}

/** Goes where the address says; what it does not know it leaves as it is. */
function follow() {
  const found = /^#h(\d{1,4})(?:t(?=\d))?([a-z0-9.-]{0,20})(?:@(.{1,8}))?$/.exec(asked());
  const hand = found && evening.hands[found[1] - 1];
  if (!hand) return false;
  const stop = found[2] ? hand.stops.findIndex((each) => each.names.includes(found[2])) : 0;
  open(found[1] - 1, { stop: Math.max(stop, 0), eyes: found[3] ?? "" });
  (root.hidden ? sections[shown] : root).scrollIntoView({ block: "start" });
  return true;
}

addEventListener("hashchange", follow);
document.addEventListener("keydown", (event) => player.key(event));
for (const each of languages) {
  each.addEventListener("change", () => {
    document.documentElement.lang = language();
    if (evening.hands[shown]?.stops.length) player.show(evening.hands[shown], { lang: language() });
    else player.lang = language();
  });
}
if (matchMedia("(max-width: 44rem)").matches) {
  for (const each of document.querySelectorAll(".hand details")) each.open = false;
}
if (evening.hands.length && !follow()) open(0);
