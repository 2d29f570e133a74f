// The rules that can be played by: those that come with calarec, known before it is there, and those of one's own.
import { call } from "./boundary.js";
import { lang } from "./dom.js";
import { isLive, listed } from "./storage.js";
import { SHIPPED } from "./words.js";

/** What rules are called in a list: those of one's own by their id too, for their titles resemble those that they build on. */
export const called = (each) => (each.own ? `${each.title} (${each.id})` : each.title);

/** All of them: {id, title, version, parent, own, people}, in the language of the page, in the order of their titles; one's own first. */
export async function rulesets() {
  const own = (await listed("rules")).length ? await call("own_rules") : [];
  const titled = (found) => found.map((each) => ({ ...each, title: each.title[lang()] })).sort((one, other) => one.title.localeCompare(other.title, lang()));
  return [...titled(own), ...titled(SHIPPED)];
}

/** Rules of one's own are brought to calarec before anything else is asked of it; those that build on others come after them. */
export async function bringRules() {
  // The local server finds them in its folder.
  if (isLive) return;
  let left = (await listed("rules")).filter((each) => each.text);
  for (let before = -1; left.length && left.length !== before; ) {
    before = left.length;
    const done = await Promise.allSettled(left.map((each) => call("keep_rules", { text: each.text })));
    left = left.filter((_, at) => done[at].status === "rejected");
  }
}
