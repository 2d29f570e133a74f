// An evening that stands in the link: looked at first, kept if that is wanted.
import { button, el, w } from "./dom.js";
import { call } from "./boundary.js";
import { TooLarge, unpacked } from "./link.js";
import { showEvening } from "./replay.js";
import { fresh, read, write } from "./storage.js";

export function sharedPart(place, letters) {
  open(place, letters).catch((error) => {
    place.replaceChildren(el("p", { class: "notice bad", role: "alert" }, w(error instanceof TooLarge ? "link_large" : "link_bad")));
  });
}

async function open(place, letters) {
  const { text, rules } = await unpacked(letters);
  const clashes = [];
  const box = el("div", { class: "shown" }, el("p", { class: "faint" }, w("waiting")));
  place.append(el("h2", {}, w("shared")), el("div", { class: "bar" }), box);
  for (const each of rules) {
    const { id, usable } = await call("check_rules", { text: each });
    const there = read("rules", id);
    if (!usable || (there && there.text !== each)) clashes.push(id);
    else {
      await call("keep_rules", { text: each });
      write("rules", id, { text: each });
    }
  }
  const id = fresh();
  const keep = button(w("keep"), () => {
    if (write("evening", id, { text })) location.hash = `#record/${id}`;
    else place.append(el("p", { class: "notice bad", role: "alert" }, w("no_room")));
  });
  place.querySelector(".bar").append(keep);
  if (clashes.length) place.append(el("p", { class: "notice" }, w("other_rules", { ids: clashes.join(", ") })));
  await showEvening(box, text, "");
}
