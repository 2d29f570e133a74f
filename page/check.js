// Records checked: several at a time, with findings at their places, fixes to tap, and the table to step through.
import { call, Refused } from "./boundary.js";
import { addressOf, button, download, el, field, w } from "./dom.js";
import { editor } from "./editor.js";
import { onescreen } from "./opening.js";
import { showEvening } from "./replay.js";
import { rulesets } from "./known.js";
import { create, read } from "./storage.js";
import { keepTyped, typedText } from "./typed.js";

/** The records that are open here, for as long as the tab is. */
const files = JSON.parse(typedText("check", "[]"));
const keepFiles = () => keepTyped("check", JSON.stringify(files));
let shown = 0;

export function checkPart(place, rest) {
  const id = decodeURIComponent(rest);
  if (id) read("evening", id).then((kept) => (kept?.text === undefined ? null : again(id, kept.text)), () => null).then(() => drawCheck(place));
  else drawCheck(place);
}

function drawCheck(place) {
  if (!files.length) files.push({ name: "", text: "" });
  const rules = el("select", { onchange: () => edit.judge() }, el("option", { value: "" }, w("own_rules_of_record")));
  const tabs = el("div", { class: "chips", role: "group", "aria-label": w("records") });
  const result = el("div", { class: "shown" });
  const edit = editor({
    label: w("record_text"),
    changed(text) {
      files[shown].text = text;
      keepFiles();
    },
    async look(text) {
      if (!text.trim()) return { findings: [], summary: "" };
      try {
        return await call("check", { text, rules: rules.value });
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        return { findings: [], summary: error.message };
      }
    },
    act: (each) => each.fix?.edits.length
      ? [button(w(each.fix.safe ? "mend" : "mend_perhaps"), async () => (edit.text = await call("mend", { text: edit.text, edits: each.fix.edits })), { class: "small mend" })]
      : [],
  });

  function tell() {
    tabs.replaceChildren(...(files.length > 1 ? files.map((each, at) => button(each.name || w("pasted"), () => open(at), { "aria-pressed": String(at === shown) })) : []));
  }
  function open(number) {
    shown = number;
    edit.text = files[number].text;
    result.replaceChildren();
    tell();
  }
  const keep = async () => void (location.hash = addressOf("record", await create({ text: edit.text })));
  place.append(
    el("h2", { class: "named" }, w("check")),
    el("p", { class: "faint" }, w("check_how")),
    onescreen((text, name) => (add(name, text), open(files.length - 1)), { rules: () => rules.value }),
    field(w("under_rules"), rules),
    tabs,
    edit.box,
    el("div", { class: "bar" },
      button(w("mend_all"), async () => {
        const text = await call("mend_all", { text: edit.text, rules: rules.value });
        result.replaceChildren(text === edit.text ? el("p", { role: "status" }, w("nothing_to_mend")) : "");
        edit.text = text;
      }),
      button(w("replay"), () => showEvening(result, edit.text, rules.value), { class: "main" }),
      button(w("go_on_recording"), keep),
      button(w("save_file"), () => download(files[shown].name.replace(/\.\w+$/, "") + ".cal", edit.text))),
    result,
  );
  place.addEventListener("dragover", (event) => event.preventDefault());
  rulesets().then((found) => rules.append(...found.map((each) => el("option", { value: each.id }, `${each.title} (${each.id})`))));
  open(Math.min(shown, files.length - 1));
}

/** An evening that is kept has one place here, however often one comes from it. */
function again(id, text) {
  const at = files.findIndex((each) => each.id === id);
  if (at < 0) return add("evening.cal", text, id);
  files[at].text = text;
  shown = at;
}

function add(name, text, id = "") {
  if (files.length === 1 && !files[0].text.trim()) files.pop();
  files.push({ name, text, id });
  shown = files.length - 1;
}
