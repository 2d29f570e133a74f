// Evenings and rules of one's own as files of the folder that the local server names: one page writes an evening, others watch it live.
// What the server does not take (it is gone, the disk is full) stays in this page and is tried again.
import { dropRaw, getRaw, keysThere, tab } from "./settings.js";

/** What was not written yet, by kind and name. */
const unwritten = new Map();
const digests = new Map();
const writers = new Map();
const hearing = new Set();
/** What is being written, by kind and name: a second writing waits for the first, so that each knows the file that it replaces. */
const waiting = new Map();
const AGAIN = 3000;
let retry = 0;

export let about = { role: "watch", folder: "", addresses: [] };
/** Others may look at an evening, or write it, at the same time. */
export const isLive = true;
export const isUnwritten = () => unwritten.size > 0;

async function ask(name, given, keepalive = false) {
  const response = await fetch(`folder/${name}`, { method: "POST", keepalive, headers: { "Content-Type": "application/json" }, body: JSON.stringify(given) });
  const answer = response.ok ? await response.json() : null;
  return { ok: response.ok && !answer?.failed, answer };
}

/** The answer, or nothing: the server is gone, or has refused. */
const asked = (name, given, otherwise = null) => ask(name, given).then(({ ok, answer }) => (ok ? answer : otherwise), () => otherwise);

export const ready = asked("about", {}).then((found) => void (about = found ?? about));

const key = (kind, id) => `${kind}:${id}`;

/** Reads an entry; null if there is none, {unknown: true} if it cannot be read as text. */
export async function read(kind, id) {
  const left = unwritten.get(key(kind, id));
  if (left) return { id, ...left };
  const found = await asked("read", { kind, id });
  if (!found) return null;
  if (found.unreadable) return { id, unknown: "" };
  digests.set(key(kind, id), found.digest);
  if (kind === "evening") writers.set(id, found.writer);
  return { id, text: found.text, changed: found.changed, ...found.aside };
}

/** Every entry of a kind, the one changed last first: an evening with what it is called, rules with their text. */
export const listed = (kind) => asked("listed", { kind }, []);

/** Writes a new evening, and answers its name. */
export async function create({ text, chosen = {}, draft = null }) {
  const id = await asked("create", { text });
  if (id && (Object.keys(chosen).length || draft) && (await take(id))) await write("evening", id, { text, chosen, draft });
  return id;
}

/** Writes an entry: "kept"; "unkept", if it is tried again later; "changed", if another page writes it now, or the file is another one. */
export function write(kind, id, data) {
  const name = key(kind, id);
  const writing = (waiting.get(name) ?? Promise.resolve()).then(() => writeNow(kind, id, data));
  waiting.set(name, writing);
  writing.finally(() => waiting.get(name) === writing && waiting.delete(name));
  return writing;
}

async function writeNow(kind, id, data) {
  const name = key(kind, id);
  if (kind === "evening" && !holds(id)) return "changed";
  const { text, chosen = {}, draft = null } = data;
  try {
    const { ok, answer } = await ask("write", { kind, id, text, digest: digests.get(name) ?? "", page: tab, aside: { chosen, draft } });
    if (!ok && answer?.failed === "changed") {
      // A server that was started again knows of no writer.
      if (kind === "evening" && !unwritten.has(name) && (await again(id))) return writeNow(kind, id, data);
      return "changed";
    }
    if (ok) {
      digests.set(name, answer);
      unwritten.delete(name);
      return "kept";
    }
  } catch {
    // The server is gone: below.
  }
  if (!unwritten.has(name)) setTimeout(() => tell({ kind: "unkept", id }));
  unwritten.set(name, data);
  clearTimeout(retry);
  retry = setTimeout(writeAgain, AGAIN);
  return "unkept";
}

/** Whether the file is still as it was read, and this page writes it again. */
async function again(id) {
  const found = await asked("read", { kind: "evening", id });
  if (!found || found.writer === tab || found.digest !== digests.get(key("evening", id))) return false;
  return found.writer === "" && (await take(id));
}

async function writeAgain() {
  for (const [name, data] of [...unwritten]) {
    const [kind, ...rest] = name.split(":");
    const id = rest.join(":");
    const done = await write(kind, id, data);
    if (done === "kept") tell({ kind: "kept", id });
    // Another page has written it meanwhile: what only this page has becomes an evening of its own.
    if (done === "changed" && unwritten.get(name) === data && (await create(data))) {
      unwritten.delete(name);
      tell({ kind: "kept", id });
    }
  }
}

export const remove = (kind, id) => (unwritten.delete(key(kind, id)), asked("remove", { kind, id }));

/** Whether this page writes an evening. */
export const holds = (id) => writers.get(id) === tab;

/** Takes an evening for this page, unless another one has it; that one can be asked for it. */
export async function take(id, asking = false) {
  if (about.role !== "write") return false;
  const taken = await asked("take", { id, page: tab, asking }, false);
  if (taken) writers.set(id, tab);
  return taken;
}

export function release(id) {
  if (holds(id)) ask("release", { id, page: tab }, true).catch(() => {});
  writers.delete(id);
}

/** Lets another page write from now on. */
export async function handOver(id) {
  await asked("release", { id, page: tab });
  if (holds(id)) writers.set(id, "");
}

// ------------------------------------------------------------------ what others do

export function listen(heard) {
  hearing.add(heard);
  return () => hearing.delete(heard);
}

function tell(event) {
  if (event.kind === "writer") writers.set(event.id, event.writer);
  for (const heard of [...hearing]) heard(event);
}

let source = null;

/** A hidden page listens to nothing: a browser has few connections to one server. */
function listenWhileSeen() {
  if (document.visibilityState === "hidden") {
    source?.close();
    source = null;
  } else if (!source) {
    source = new EventSource(`events?page=${tab}`);
    source.addEventListener("message", ({ data }) => {
      const event = JSON.parse(data);
      if (event.page !== tab) tell(event);
    });
    // Whatever has happened meanwhile is looked at.
    source.addEventListener("open", () => (tell({ kind: "again" }), isUnwritten() && writeAgain()));
  }
}

document.addEventListener("visibilitychange", listenWhileSeen);
addEventListener("pagehide", () => {
  for (const [id, writer] of writers) if (writer === tab) ask("release", { id, page: tab }, true).catch(() => {});
  source?.close();
  source = null;
});
addEventListener("pageshow", listenWhileSeen);
listenWhileSeen();

/** Evenings and rules that this browser has kept itself, for a page without a server: {evenings, rules} of {name, text, key}. */
export function keptByBrowser() {
  const found = { evenings: [], rules: [] };
  for (const entry of keysThere()) {
    const [, kind, name] = /^calarec:(evening|rules):(.+)$/s.exec(entry) ?? [];
    const text = kind ? textOf(getRaw(entry)) : null;
    if (text !== null) found[kind === "rules" ? "rules" : "evenings"].push({ name, text, key: entry });
  }
  return found;
}

function textOf(raw) {
  try {
    const { version, text } = JSON.parse(raw);
    return version === 1 && typeof text === "string" ? text : null;
  } catch {
    return null;
  }
}

/** Takes out of the browser what the folder has now. */
export async function forgetKept({ evenings, rules }) {
  const there = await Promise.all((await listed("evening")).map(({ id }) => read("evening", id)));
  for (const { text, key: entry } of evenings) if (there.some((each) => each?.text === text)) dropRaw(entry);
  for (const { name, text, key: entry } of rules) if ((await read("rules", name))?.text === text) dropRaw(entry);
}
