// Where evenings and rules of one's own are: in the folder of the local server, or in this browser.
import { SERVED } from "./words.js";
import { isUnkept } from "./settings.js";

const place = await import(SERVED ? "./folder_storage.js" : "./browser_storage.js");

export const { create, forgetKept, handOver, holds, isLive, keptByBrowser, listed, listen, read, ready, remove, write } = place;

/** Which part of this page has taken an evening last: one that is left later gives nothing away that another has taken meanwhile. */
const takers = new Map();

/** Makes this page the one that writes an evening, for one of its parts; `asking` asks another page that does. */
export function take(id, taker, asking = false) {
  takers.set(id, taker);
  return place.take(id, asking);
}

export function release(id, taker) {
  if (takers.get(id) !== taker) return;
  takers.delete(id);
  place.release(id);
}

/** Whether something is kept nowhere but in this page. */
export const isNowhereElse = () => (SERVED ? place.isUnwritten() : isUnkept());

/** What this page may do, and where its files are: {role, folder, …}. */
export const aboutPlace = () => place.about;
export const mayWrite = () => place.about.role === "write";
