// Records from files: chosen, dropped, pasted; compressed, score sheets and JSON too. And evenings that are kept here.
import { call, Refused } from "./boundary.js";
import { el, field, lang, locale, w } from "./dom.js";
import { base64, bytesOf, TooLarge } from "./link.js";
import { listed, read } from "./storage.js";
import { SHIPPED } from "./words.js";

/** What an evening is called in a list. */
export const title = ({ event, date, people }) => [event, date, people.join(", ")].filter(Boolean).join(" · ") || w("evening");

/** What tells it from another one of the same day and people: by which rules, how many hands, and when something was written last. */
export function since(entry) {
  const when = entry.changed ? new Date(entry.changed).toLocaleTimeString(locale(), { hour: "2-digit", minute: "2-digit" }) : "";
  const day = entry.changed ? new Date(entry.changed).toLocaleDateString("sv") : "";
  const rules = entry.rules.map((id) => SHIPPED.find((each) => each.id === id)?.title[lang()] ?? id);
  const shown = [rules.join(", "), w("hands_count", { count: entry.hands }), entry.date === day ? when : `${day} ${when}`];
  return shown.filter((each) => each.trim()).join(" · ");
}

/** A file as text of a record: {name, text, said}. */
export async function recordOf(file, rules = "") {
  const bytes = await bytesOf(file);
  const name = file.name.replace(/\.gz$/, "");
  const { text, said } = await call("open", { name, data: base64(bytes), rules });
  return { name, text, said };
}

/** Why a file cannot be had, for people. */
export const unread = (error) => (error instanceof TooLarge ? w("too_large") : error instanceof Refused ? error.message : w("unreadable"));

/** Where a record is brought in by: a file, an evening that is kept, unless those are listed. `opened(text, name, id)` hears of it. */
export function onescreen(opened, { rules = () => "", isList = false } = {}) {
  const said = el("div", { role: "status" });
  const input = el("input", { type: "file", multiple: true, accept: ".cal,.calpack,.txt,.csv,.json,.jsonl,.gz", onchange: () => bring([...input.files]) });
  const pick = el("select", { onchange: () => pick.value && read("evening", pick.value).then((found) => found?.text !== undefined && opened(found.text, "", pick.value)) },
    el("option", { value: "" }, w("choose_evening")));
  const kept = field(w("kept_evening"), pick, { hidden: true });
  if (!isList) listed("evening").then((found) => {
    const known = found.filter((each) => each.people);
    pick.append(...known.map((each) => el("option", { value: each.id }, `${title(each)} · ${since(each)}`)));
    kept.hidden = !known.length;
  });
  async function bring(files) {
    said.replaceChildren();
    for (const file of files) {
      try {
        const found = await recordOf(file, rules());
        said.append(...found.said.map((each) => el("p", { class: "notice" }, each)));
        opened(found.text, found.name);
      } catch (error) {
        said.append(el("p", { class: "notice bad", role: "alert" }, `${file.name}: ${unread(error)}`));
      }
    }
  }
  const box = el("div", { class: "opening" }, field(w("open_file"), input), kept, said);
  box.addEventListener("dragover", (event) => event.preventDefault());
  box.addEventListener("drop", (event) => {
    event.preventDefault();
    bring([...event.dataTransfer.files]);
  });
  return box;
}
