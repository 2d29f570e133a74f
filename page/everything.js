// All evenings and rules of one's own at once: saved as one file, restored from it, brought over from the browser into the folder.
import { button, download, el, make, w } from "./dom.js";
import { bringRules } from "./known.js";
import { aboutPlace, create, forgetKept, isLive, keptByBrowser, listed, read, write } from "./storage.js";

const FORMAT = "calarec-everything";
const ID = /^[a-z0-9][a-z0-9-]*$/;

/** The buttons for all of it; `changed` hears that something was restored. */
export function everything(changed) {
  const said = el("div", { role: "status" });
  const tell = (...lines) => said.replaceChildren(...lines.map((each) => el("p", { class: "notice" }, each)));
  const input = el("input", { type: "file", accept: ".json", class: "restore", "aria-label": w("restore"), hidden: true, onchange: () => restore(input.files[0], tell, changed) });
  return el("div", { class: "everything" },
    el("div", { class: "bar" }, button(w("save_everything"), save, { class: "small save-everything" }), button(w("restore"), () => input.click(), { class: "small" }), input),
    broughtOver(tell, changed), said, whereItIs(), others());
}

/** Every evening and every rule file with its text. */
async function all() {
  const texts = async (kind) => {
    const found = await Promise.all((await listed(kind)).map((each) => read(kind, each.id)));
    return found.filter((each) => each?.text !== undefined).map(({ id, text }) => ({ name: id, text }));
  };
  return { evenings: await texts("evening"), rules: await texts("rules") };
}

async function save() {
  const day = new Date().toLocaleDateString("sv");
  download(`calarec-${day}.json`, JSON.stringify({ format: FORMAT, version: 1, ...(await all()) }, null, 1));
}

async function restore(file, tell, changed) {
  let found = null;
  try {
    found = JSON.parse(await file.text());
  } catch {
    // Reported below.
  }
  const isEntry = (each) => typeof each?.name === "string" && typeof each?.text === "string";
  if (found?.format !== FORMAT || ![found.evenings, found.rules].every((each) => Array.isArray(each) && each.every(isEntry))) return tell(w("not_everything"));
  tell(...(await added(found, changed)));
}

/** Adds what is not there yet, and answers what to tell; nothing that is there is replaced. */
async function added({ evenings, rules }, changed) {
  const there = await all();
  const clashes = [];
  const failed = [];
  let count = 0;
  for (const { name, text } of rules) {
    const own = there.rules.find((each) => each.name === name);
    if (own && own.text !== text) clashes.push(name);
    else if (!own && (!ID.test(name) || (await write("rules", name, { text })) !== "kept")) failed.push(name);
  }
  await bringRules();
  for (const { name, text } of evenings) {
    if (there.evenings.some((each) => each.text === text)) continue;
    if (await create({ text })) count += 1;
    else failed.push(name);
  }
  if (count) changed();
  return [w("restored", { count }), ...(clashes.length ? [w("other_rules", { ids: clashes.join(", ") })] : []), ...(failed.length ? [w("not_restored", { names: failed.join(", ") })] : [])];
}

/** What the browser has kept for a page without a server is offered for the folder, and leaves the browser once it is there. */
function broughtOver(tell, changed) {
  const kept = isLive ? keptByBrowser() : { evenings: [], rules: [] };
  const count = kept.evenings.length + kept.rules.length;
  if (!count) return null;
  return el("p", { class: "notice" }, w("kept_in_browser", { count }), " ", button(w("bring_over"), async () => {
    const lines = await added(kept, changed);
    await forgetKept(kept);
    tell(...lines);
  }, { class: "small bring-over" }));
}

const whereItIs = () => (aboutPlace().folder ? el("p", { class: "faint folder" }, w("in_folder", { folder: aboutPlace().folder })) : null);

/** The addresses for other devices, each with its picture to be photographed. */
function others() {
  const { addresses = [] } = aboutPlace();
  if (!addresses.length) return null;
  const shown = addresses.map(({ role, address, rows }) => el("figure", { class: "address" }, el("figcaption", {}, w(role === "write" ? "to_write" : "to_watch"), " ", el("a", { href: address }, address.replace(/\?.*/, ""))), rows.length ? picture(rows, w(role === "write" ? "to_write" : "to_watch")) : null));
  return el("details", { class: "others" }, el("summary", {}, w("others_here")), el("div", { class: "bar" }, shown));
}

/** A square of dark and light modules. */
function picture(rows, name) {
  const size = rows.length + 8;
  const path = rows.flatMap((row, y) => [...row].map((each, x) => (each === "1" ? `M${x + 4} ${y + 4}h1v1h-1z` : ""))).join("");
  const svg = make("svg", { viewBox: `0 0 ${size} ${size}`, class: "code", role: "img", "aria-label": name });
  svg.append(make("rect", { width: size, height: size, fill: "#fff" }), make("path", { d: path, fill: "#000" }));
  return svg;
}
