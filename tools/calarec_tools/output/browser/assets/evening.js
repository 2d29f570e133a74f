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

const player = new Player(root, {
  words: evening.words,
  lang: language(),
  onmove(stop, eyes) {
    const name = evening.hands[shown].stops[stop].names[0];
    history.replaceState(null, "", `#${linkTo(shown, name, eyes)}`);
    mark();
  },
});

/** Shows a hand; of one without positions there is only what is written below. */
function open(number, place = {}) {
  shown = number;
  sections.forEach((each, at) => (each.hidden = at !== number));
  links.forEach((each, at) => (at === number ? each.setAttribute("aria-current", "true") : each.removeAttribute("aria-current")));
  // In a small window the hands are one row.
  const row = links[number].closest("ul");
  row.scrollLeft += links[number].getBoundingClientRect().left - row.getBoundingClientRect().left - 40;
  const hand = evening.hands[number];
  root.hidden = !hand.stops.length;
  if (hand.stops.length) player.show(hand, place);
  mark();
}

function mark() {
  for (const each of moves.values()) each.removeAttribute("aria-current");
  const stop = evening.hands[shown].stops[player.stop];
  if (stop) moves.get(linkTo(shown, stop.names[0]))?.setAttribute("aria-current", "step");
}

/** Goes where the address says; what it does not know it leaves as it is. */
function follow() {
  const found = linkedIn(evening.hands, location.hash.slice(1));
  if (!found) return false;
  open(found.hand, found);
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
