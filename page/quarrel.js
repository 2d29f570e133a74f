// A quarrel about one hand: how what is remembered is written, and the way to it.
import { el, w } from "./dom.js";
import { newEvening } from "./record.js";
import { mayWrite } from "./storage.js";

export function quarrelPart(place) {
  const steps = ["quarrel_begin", "quarrel_tricks", "quarrel_certain", "quarrel_result"].map((each) => el("li", {}, w(each)));
  place.append(el("h2", {}, w("settle_quarrel")), el("p", {}, w("quarrel_how")), el("ol", { class: "steps" }, steps), ...(mayWrite() ? [newEvening({ isQuarrel: true })] : []));
}
