// What is typed and not sent yet outlives another language, another part of the page and a reload, in this tab.
import { readSetting, writeSetting } from "./settings.js";

const NAME = "typed";
const typed = new Map(kept());

/** What the last load of this tab left. */
function kept() {
  try {
    const found = JSON.parse(readSetting(NAME, { tab: true }) ?? "[]");
    return Array.isArray(found) ? found.filter((each) => Array.isArray(each) && each.every((one) => typeof one === "string")) : [];
  } catch {
    return [];
  }
}

export const typedText = (key, otherwise = "") => typed.get(key) ?? otherwise;

export function keepTyped(key, text) {
  typed.set(key, text);
  writeSetting(NAME, JSON.stringify([...typed]), { tab: true });
}

/** Forgets what begins with this key: it was sent, or is not wanted any more. */
export function forgetTyped(beginning) {
  for (const key of [...typed.keys()]) if (key.startsWith(beginning)) typed.delete(key);
  writeSetting(NAME, JSON.stringify([...typed]), { tab: true });
}

/** A field with what was typed or chosen in it before, and which keeps what is typed now. */
export function remembering(key, field) {
  const before = typed.get(key);
  if (before !== undefined && (!field.options || [...field.options].some((each) => each.value === before))) field.value = before;
  field.addEventListener("input", () => keepTyped(key, field.value));
  return field;
}
