// What this browser keeps by name: settings, and the raw entries of a page without a server. A browser that keeps nothing, or has no
// room, is replaced by memory: what it refused is there as long as the page is.
export const PREFIX = "calarec:";

/** What this browser refused to keep, by its key: it is there as long as the page is. */
const unkept = new Map();

/** Whether something is kept nowhere but in this page. */
export const isUnkept = () => unkept.size > 0;

/** Runs what a browser may refuse altogether: to one that keeps nothing even asking is an error. */
function trying(action, otherwise) {
  try {
    return action();
  } catch {
    return otherwise;
  }
}

export const getRaw = (key) => unkept.get(key) ?? trying(() => localStorage.getItem(key), null);
export const keysThere = () => [...new Set([...unkept.keys(), ...trying(() => Object.keys(localStorage), [])])];

/** Writes an entry; what finds no room stays in the page. */
export function setRaw(key, text) {
  const done = trying(() => (localStorage.setItem(key, text), true), false);
  if (done) unkept.delete(key);
  else unkept.set(key, text);
  return done;
}

export function dropRaw(key) {
  unkept.delete(key);
  trying(() => localStorage.removeItem(key), null);
}

const settings = ({ tab }) => (tab ? sessionStorage : localStorage);

/** A setting of this browser, or of this tab; null if there is none. */
export const readSetting = (name, where = {}) => trying(() => settings(where).getItem(PREFIX + name), null);
export const writeSetting = (name, text, where = {}) => trying(() => settings(where).setItem(PREFIX + name, text), null);

/** A name that nothing has yet. */
export const fresh = () => [...crypto.getRandomValues(new Uint8Array(8))].map((each) => each.toString(16).padStart(2, "0")).join("");

/** This page, among all that are open. */
export const tab = fresh();
