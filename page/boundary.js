// The one way to calarec: a name and plain arguments go in, a promise of plain data comes out.
// What each call takes and answers stands in calarec_tools/desk/calls; a test holds the names used here against it.
import { w } from "./dom.js";
import { SERVED } from "./words.js";
import { follow, report } from "./working.js";

/**
 * @typedef {object} Finding
 * @property {string} code
 * @property {"error"|"warning"|"note"} severity
 * @property {number} line
 * @property {number} column
 * @property {number} end_line
 * @property {number} end_column
 * @property {string} message
 * @property {string} help
 * @property {string|null} rule
 * @property {{safe: boolean, edits: object[]}|null} fix
 */

/**
 * What calls take, besides the language of their words.
 * @typedef {object} Calls
 * @property {{}} own_rules
 * @property {{text: string}} keep_rules
 * @property {{name: string}} drop_rules
 * @property {{parent: string, name: string, title: string}} new_rules
 * @property {{rules: string}} rules_text
 * @property {{text: string}} house_rules
 * @property {{text: string, path: string}} rule_options
 * @property {{text: string, changes: object[]}} set_rules
 * @property {{text: string, paths: string[]}} take_back_rules
 * @property {{text: string}} declarer_payments
 * @property {{text: string, paths: string[]}} witness_of_change
 * @property {{text: string}} check_rules
 * @property {{rules: string, text: string}} rulebook
 * @property {{left: string, right: string}} compare
 * @property {{}} rules_lines
 * @property {{answers: object[]}} next_question
 * @property {{rules: string, people: string[], day: string}} begin
 * @property {{text: string, typed: string, dealer: string}} enter
 * @property {{text: string}} choices
 * @property {{text: string, dealer: string}} dealt_by
 * @property {{text: string, before: string}} take_back
 * @property {{text: string}} certain
 * @property {{text: string}} drawings
 * @property {{text: string, number: string, lines: string[]}} correction
 * @property {{text: string, number: string, lines: string[], anyway: string}} corrected
 * @property {{text: string}} sheet
 * @property {{text: string, rules: string, hand: string}} analysis
 * @property {{text: string, rules: string, hand: string, at: string}} cards_at
 * @property {{text: string, rules: string, hand: string, at: string, card: string}} try_card
 * @property {{text: string, rules: string, hand: string, at: string, worlds: string}} seat_knowledge
 * @property {{text: string, day: string}} puzzle
 * @property {{names: string[], day: string}} puzzle_order
 * @property {{}} season
 * @property {{name: string, data: string, rules: string}} open
 * @property {{text: string, rules: string}} check
 * @property {{text: string, edits: object[]}} mend
 * @property {{text: string, rules: string}} mend_all
 * @property {{text: string, rules: string}} repairs
 * @property {{text: string, rules: string}} replay
 * @property {{text: string, rules: string, number: string}} odds
 */

/** What calarec does not do, in words for people. */
export class Refused extends Error {}

/** What was stopped before it was answered: all is as it was. */
export class Stopped extends Refused {}

const { ask, ready: begun, stage } = await import(SERVED ? "./http_calls.js" : "./worker_calls.js");
let waiting = 0;
let language = "en";

follow(stage);

/** Settled once calarec can be asked; calls made before wait by themselves. */
export const ready = begun;

/** The word of the page for what is still getting ready; "" once calarec can be asked. */
export const readyStage = stage;

/** The language in which calarec answers. */
export function speak(lang) {
  language = lang;
}

/**
 * Asks calarec; a `Refused` says why something is not done. What takes longer than a moment is said in words and can be stopped.
 * @template {keyof Calls} Name
 * @param {Name} name
 * @param {Calls[Name]} given
 * @returns {Promise<any>}
 */
export async function call(name, given = {}) {
  document.body.classList.toggle("busy", ++waiting > 0);
  const stopping = new AbortController();
  const answered = report(name, () => stopping.abort());
  try {
    const answer = await ask(name, { ...given, lang: language }, stopping.signal);
    if (answer.stopped) throw new Stopped(w("stopped"));
    if (answer.error) throw new Error(answer.error);
    if (answer.refused !== undefined) throw new Refused(answer.refused);
    return answer.answer;
  } finally {
    answered();
    document.body.classList.toggle("busy", --waiting > 0);
  }
}
