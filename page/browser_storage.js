// What a browser keeps of evenings and rules of one's own, each entry with the version of its form: for a page without a server
// of its own. An entry that a later version wrote, or that is not an entry, is never written over; it can be had as it stands.
import { fresh, getRaw, keysThere, setRaw, dropRaw, PREFIX, tab } from "./settings.js";
import { summaryOf } from "./summary.js";

/** The form of what is written; every form that was ever written can be read. */
export const VERSION = 1;

/** Reads an entry; null if there is none, {unknown: raw} if this version does not know its form. */
export async function read(kind, id) {
  return readNow(kind, id);
}

function readNow(kind, id) {
  const raw = getRaw(`${PREFIX}${kind}:${id}`);
  if (raw === null) return null;
  try {
    const found = JSON.parse(raw);
    if (found?.version === VERSION && typeof found.text === "string") return { ...found, id };
  } catch {
    // Reported as what it is below.
  }
  return { id, unknown: raw };
}

/** Every entry of a kind, the one changed last first: an evening with what it is called, rules with their text. */
export async function listed(kind) {
  const start = `${PREFIX}${kind}:`;
  const found = keysThere().filter((key) => key.startsWith(start)).map((key) => readNow(kind, key.slice(start.length)));
  const told = found.map((each) => (kind === "evening" && each.text !== undefined ? { id: each.id, changed: each.changed, ...summaryOf(each.text) } : each));
  return told.sort((one, other) => (other.changed ?? 0) - (one.changed ?? 0));
}

/** Writes a new evening, and answers its name. */
export async function create(data) {
  const id = fresh();
  put("evening", id, data);
  return id;
}

/** Writes an entry: "kept"; "unkept", if it is kept in the page alone; "changed", if another tab writes it now. */
export async function write(kind, id, data) {
  return kind === "evening" && !holds(id) ? "changed" : put(kind, id, data);
}

function put(kind, id, data) {
  if (readNow(kind, id)?.unknown !== undefined) return "unkept";
  return setRaw(`${PREFIX}${kind}:${id}`, JSON.stringify({ version: VERSION, ...data, changed: Date.now() })) ? "kept" : "unkept";
}

export async function remove(kind, id) {
  dropRaw(`${PREFIX}${kind}:${id}`);
}

const channel = new BroadcastChannel("calarec");
const mine = new Set();

channel.addEventListener("message", ({ data }) => {
  if (data.asks && mine.has(data.asks) && holds(data.asks)) channel.postMessage({ holds: data.asks });
});
addEventListener("pagehide", () => [...mine].forEach(release));

const holder = (id) => `${PREFIX}holder:${id}`;

/**
 * Whether this tab is the one that writes an evening. Asked before every writing: another tab that took it over meanwhile wins.
 * If no tab is named, somebody has emptied the storage: the tab that had the evening has it still, and writes it back.
 */
export function holds(id) {
  const named = getRaw(holder(id));
  return named === tab || (named === null && mine.has(id));
}

/** Takes an evening for this tab, unless another one that is alive has it. */
export async function take(id) {
  if (!holds(id) && getRaw(holder(id)) !== null && (await answered(id))) return false;
  setRaw(holder(id), tab);
  mine.add(id);
  return true;
}

export function release(id) {
  if (holds(id)) dropRaw(holder(id));
  mine.delete(id);
}

/** Whether some tab says that it has the evening; one that was closed or sleeps says nothing. */
function answered(id) {
  return new Promise((done) => {
    const heard = ({ data }) => data.holds === id && finish(true);
    const timer = setTimeout(() => finish(false), 400);
    function finish(answer) {
      clearTimeout(timer);
      channel.removeEventListener("message", heard);
      done(answer);
    }
    channel.addEventListener("message", heard);
    channel.postMessage({ asks: id });
  });
}

/** Hears of what another tab writes; what is answered ends that. */
export function listen(heard) {
  const told = ({ key }) => {
    const id = /^calarec:evening:(.+)$/.exec(key ?? "")?.[1];
    if (id) heard({ kind: "written", id });
  };
  addEventListener("storage", told);
  return () => removeEventListener("storage", told);
}

/** There is no other device: one browser has the evening. */
export const handOver = null;
export const about = { role: "write", folder: "" };
export const isLive = false;
export const ready = Promise.resolve();
export const keptByBrowser = () => ({ evenings: [], rules: [] });
export const forgetKept = async () => {};
