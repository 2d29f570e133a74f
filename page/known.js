// The rules that can be played by: those that come with calarec, known before it is there, and those of one's own.
import { call } from "./boundary.js";
import { lang } from "./dom.js";
import { entries } from "./storage.js";
import { SHIPPED } from "./words.js";

/** What rules are called in a list: those of one's own by their id too, for their titles resemble those that they build on. */
export const called = (each) => (each.own ? `${each.title} (${each.id})` : each.title);

/** All of them: {id, title, version, parent, own, people}, in the language of the page. */
export async function rulesets() {
  const own = entries("rules").length ? await call("own_rules") : [];
  return [...own, ...SHIPPED].map((each) => ({ ...each, title: each.title[lang()] }));
}
