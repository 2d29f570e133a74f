// What the page keeps in this browser: evenings and rules of one's own, each entry with the version of its form.
// An entry that a later version wrote, or that is no entry, is never written over; it can be had as it stands.

/** The form of what is written; every form that was ever written can be read. */
export const VERSION = 1;
const PREFIX = "calarec:";

/** Reads an entry; null if there is none, {unknown: raw} if this version does not know its form. */
export function read(kind, id) {
  const raw = localStorage.getItem(`${PREFIX}${kind}:${id}`);
  if (raw === null) return null;
  try {
    const found = JSON.parse(raw);
    if (found?.version === VERSION && typeof found.text === "string") return { ...found, id };
  } catch {
    // Told as what it is below.
  }
  return { id, unknown: raw };
}

/** Every entry of a kind, the one changed last first. */
export function entries(kind) {
  const start = `${PREFIX}${kind}:`;
  const ids = Object.keys(localStorage).filter((key) => key.startsWith(start));
  return ids.map((key) => read(kind, key.slice(start.length))).sort((one, other) => (other.changed ?? 0) - (one.changed ?? 0));
}

/** Writes an entry; false if there is no room for it. */
export function write(kind, id, data) {
  if (read(kind, id)?.unknown !== undefined) return false;
  try {
    localStorage.setItem(`${PREFIX}${kind}:${id}`, JSON.stringify({ version: VERSION, ...data, changed: Date.now() }));
    return true;
  } catch {
    return false;
  }
}

export function remove(kind, id) {
  localStorage.removeItem(`${PREFIX}${kind}:${id}`);
}

/** A name that nothing has yet. */
export const fresh = () => [...crypto.getRandomValues(new Uint8Array(8))].map((each) => each.toString(16).padStart(2, "0")).join("");

const channel = new BroadcastChannel("calarec");
const tab = fresh();
const mine = new Set();

channel.addEventListener("message", ({ data }) => {
  if (data.asks && mine.has(data.asks) && holds(data.asks)) channel.postMessage({ holds: data.asks });
});
addEventListener("pagehide", () => [...mine].forEach(release));

const holder = (id) => `${PREFIX}holder:${id}`;

/** Whether this tab is the one that writes an evening. Asked before every writing: whoever took it over meanwhile wins. */
export const holds = (id) => localStorage.getItem(holder(id)) === tab;

/** Takes an evening for this tab, unless another one that is alive has it. */
export async function take(id) {
  if (!holds(id) && localStorage.getItem(holder(id)) !== null && (await answered(id))) return false;
  localStorage.setItem(holder(id), tab);
  mine.add(id);
  return true;
}

export function release(id) {
  if (holds(id)) localStorage.removeItem(holder(id));
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

/** Hears of what another tab writes. */
export function onwritten(heard) {
  addEventListener("storage", ({ key }) => {
    const found = /^calarec:(evening|rules):(.+)$/.exec(key ?? "");
    if (found) heard(found[1], found[2]);
  });
}
