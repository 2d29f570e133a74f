// What an evening is called in a list, from its text; `desk/serving/evening_folder.py` has the same for the files of a folder.

const tag = (text, name) => new RegExp(`^tag ${name} "((?:[^"\\\\]|\\\\.)*)"`, "m").exec(text)?.[1] ?? "";
const unique = (found) => [...new Set([...found].map((each) => each[1]))].slice(0, 12);

export const summaryOf = (text) => ({
  event: tag(text, "event"),
  date: tag(text, "date"),
  people: unique(text.matchAll(/^seat [A-Z] "((?:[^"\\]|\\.)*)"/gm)),
  rules: unique(text.matchAll(/^rules ([a-z0-9-]+)/gm)),
  hands: (text.match(/^end\b/gm) ?? []).length,
});
