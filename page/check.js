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
  if (!id) return drawCheck(place);
  read("evening", id).catch(() => null).then((kept) => {
    if (kept?.text === undefined) place.append(el("p", { class: "notice", role: "alert" }, w("no_evening")));
    else again(id, kept.text);
    drawCheck(place);
  });
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
      meant.hidden = true;
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
  const meant = el("section", { class: "meant", hidden: true, "aria-label": w("what_was_meant") });
  /** What may have been meant, hand by hand: each alternative is a button, and the record what it makes of it. */
  async function lookForMeaning() {
    const text = edit.text;
    meant.hidden = false;
    meant.replaceChildren(el("p", { role: "status" }, w("looking_for_meaning")));
    try {
      const found = await call("repairs", { text, rules: rules.value });
      if (text !== edit.text) return lookForMeaning();
      meant.replaceChildren(...(found.length ? found.map((each) => repairsOfHand(each, (now) => ((edit.text = now), (meant.hidden = true), edit.box.scrollIntoView({ block: "nearest" })))) : [el("p", { role: "status" }, w("every_hand_holds"))]));
      return meant.scrollIntoView({ block: "nearest" });
    } catch (error) {
      return meant.replaceChildren(el("p", { class: "bad", role: "alert" }, error.message));
    }
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
      button(w("what_was_meant"), lookForMeaning, { class: "look-for-meaning" }),
      button(w("show_hands"), () => showEvening(result, edit.text, rules.value), { class: "main" }),
      button(w("go_on_recording"), keep),
      button(w("save_file"), () => download(files[shown].name.replace(/\.\w+$/, "") + ".cal", edit.text))),
    meant,
    result,
  );
  place.addEventListener("dragover", (event) => event.preventDefault());
  rulesets().then((found) => rules.append(...found.map((each) => el("option", { value: each.id }, `${each.title} (${each.id})`))));
  open(Math.min(shown, files.length - 1));
}

/** The alternatives for one hand, the likeliest first. */
function repairsOfHand({ line, hand, offers }, choose) {
  const change = ({ line: at, was, now }) => el("span", { class: "change-of-line" }, el("small", {}, w("line", { line: at })), ...was.map((each) => el("del", {}, each)), ...now.map((each) => el("ins", {}, each)));
  const offer = ({ slips, share, changes, text }) => {
    const chosen = button("", () => choose(text), { class: "outcome repair" });
    chosen.append(el("b", {}, `${slips} · ${w("speaks_for_it", { share })}`), ...changes.map(change));
    return chosen;
  };
  return el("div", {}, el("h3", {}, hand ? `${w("hand")} ${hand}` : w("line", { line })),
    offers.length ? el("div", { class: "choices outcomes", role: "group", "aria-label": `${w("hand")} ${hand}` }, offers.map(offer)) : el("p", { class: "faint" }, w("no_repair")));
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
