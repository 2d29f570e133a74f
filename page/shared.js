// An evening that stands in the link, with the position that it names: looked at first, kept if that is wanted.
// Rules that it brings are known to calarec for as long as it is looked at; they stay if it is kept.
import { addressOf, button, el, w } from "./dom.js";
import { call } from "./boundary.js";
import { TooLarge, unpacked } from "./link.js";
import { showEvening } from "./replay.js";
import { create, read, write } from "./storage.js";

export function sharedPart(place, rest) {
  const brought = new Map();
  open(place, rest, brought).catch((error) => {
    place.replaceChildren(el("p", { class: "notice bad", role: "alert" }, w(error instanceof TooLarge ? "link_large" : "link_bad")),
      el("p", { class: "bar" }, el("a", { class: "button to-evenings", href: "#record" }, w("to_evenings"))));
  });
  return () => {
    for (const name of brought.keys()) call("drop_rules", { name });
  };
}

async function open(place, rest, brought) {
  const [letters, at = ""] = rest.split("/");
  const { text, rules } = await unpacked(letters);
  const clashes = [];
  const box = el("div", { class: "shown" }, el("p", { class: "faint" }, w("waiting")));
  const bar = el("div", { class: "bar" });
  place.append(el("h2", {}, w("shared")), bar, box);
  for (const each of rules) {
    const { id, usable } = await call("check_rules", { text: each });
    const there = await read("rules", id);
    if (there?.text === each) continue;
    if (!usable || there || !(await kept(each))) clashes.push(id);
    else brought.set(id, each);
  }
  const keep = button(w("keep"), async () => {
    for (const [name, each] of brought) await write("rules", name, { text: each });
    brought.clear();
    location.hash = addressOf("record", await create({ text }));
  }, { class: "keep" });
  bar.append(keep);
  if (clashes.length) bar.after(el("p", { class: "notice" }, w("other_rules", { ids: clashes.join(", ") })));
  const moved = (name) => history.replaceState(null, "", `#r=${letters}/${name}`);
  await showEvening(box, text, "", { at, guest: true, moved });
}

/** Whether calarec takes these rules: those with the name of its own it does not. */
const kept = (text) => call("keep_rules", { text }).then(() => true, () => false);
