"""Prompts and answers while hands are entered: positions, findings, results."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Final

from calarec.core.engine.account import points_told
from calarec.core.judge.score_rows import signed_text
from calarec.core.mechanisms.exchange import TRANSFERS
from calarec.core.records import model as m
from calarec.core.wording.cells import visible
from calarec.core.wording.findings import Told
from calarec.core.wording.language import LANGUAGES, Joined, Listing, Phrase, Words, text_in
from calarec_tools.desk.entering.entry_positions import dealt_many, has_no_dealer, is_begun, undealt
from calarec_tools.desk.entering.open_outcomes import list_open_outcomes, told_apart
from calarec_tools.desk.entering.people_lines import TABLE_VERBS
from calarec_tools.output.formats.score_sheet import OUTCOMES
from calarec_tools.output.sheet.lines import EVENTS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from calarec.core.engine.game import Game
    from calarec.core.judge.judgement import Judgement
    from calarec.core.wording.findings import Finding
    from calarec.core.wording.language import Language, Sayable
    from calarec.playing.moves import LegalMoves
    from calarec_tools.desk.entering.entry_positions import EntryPosition
    from calarec_tools.desk.entering.one_line_hands import OneLineHand, WrongWord
    from calarec_tools.desk.entering.open_outcomes import LeftOpen

COMMANDS: Final[dict[str, Words]] = {
    "undo": Words("undo"), "edit": Words("edit"), "list": Words("list"), "help": Words("help"), "quit": Words("quit"),
    "certain": Words("certain"),
}  # fmt: skip
"""Input that is not an entry; each word is understood in every language."""

HELP: Final = (
    Words("Between hands: Enter begins the next one; a name begins it with another dealer."),
    Words(
        "A hand without cards in one line: `Bruno chiamo won`, `Bruno solo 24`, `Bruno solo won stramazzo`; the word "
        "for passing: all have passed."
    ),
    Words("In a hand: cards or words of the player who is asked, several if they follow one another (`3s 2s 4s`)."),
    Words(
        "Type only the rank or the suit of a card if one card is left that fits. Tab completes. "
        "Cards may stay unwritten."
    ),
    Words("Enter takes what is forced, and writes result, payments and totals when the hand is over."),
    Words(
        "People come and go: `leave Carla`, `seat Dora after Anna`; other payments: `adjust Carla: +1 Dora: -1 coffee`."
    ),
    Words('Any line of the notation is taken: `claim B: rest`, `fault B: revoke trick 4`, `note "…"`.'),
    Words(
        "`!` writes what was refused as it happened, `?` shows the rule. `undo` takes back, `edit 4` opens hand 4 "
        "again, `list` shows it."
    ),
    Words("`certain` after any trick: what the hand can have come to by what is written."),
    Words("`quit` leaves; everything is saved at once, and a hand goes on where it was left."),
)

NOTHING_REFUSED: Final = Words("Nothing was refused that could be written as it happened.")
NOTHING_TO_UNDO: Final = Words("There is nothing to take back.")
STILL_OPEN: Final = Words("Hand {name} is not finished yet.")
NO_HAND: Final = Words("There is no finished hand {name}.")
NO_LINE: Final = Words("No line of the hand begins so, or more than one.")
UNFINISHED: Final = Words("The hand is not finished; it goes on here the next time.")
WRITE_ANEW: Final = Words(
    "Write a line again to change it (a trick with its number), `- LINE` to remove it; Enter finishes the hand."
)
REMEMBER: Final = Words("Does anyone remember one of these? Type its number.")
NOTHING_CERTAIN: Final = Words("Write at least one trick first: nothing is certain without it.")
REST_OPEN: Final = Words("The record leaves open what the hand can have come to.")
REMEMBER_LATER: Final = Words("Does anyone remember one of these? Type `edit {name}`, then its number.")
WHICH_RULES: Final = Words("Which rules? A file of your own, or one of these: {known}.")
PEOPLE: Final = Words("{seats} people play, each with a different name, in order of play, with commas between.")
PEOPLE_HERE: Final = Words("{seats} people play by these rules, each with a different name.")
WHO_DEALS: Final = Words("The dealer is not certain: begin the hand with a name.")
IN_ONE_LINE: Final = Words(
    "`{typed}` begins no hand: that would be cards, a bid, or all in one line, as in `{example}` (`help` says more)."
)
HAS_LEFT: Final = Words("{who} sits at no seat now; `seat {who}` brings them back to the table.")
NO_TOTALS: Final = Words("These totals do not show how {contract} ended.")
_LEFT_OPEN: Final = Words("They fit {outcomes}. The total of {who} would show more.")
_LEFT_OPEN_BY_ALL: Final = Words("They fit {outcomes}.")
_POSSIBLE_TOTALS: Final = Words("{who} can have {totals} after it, not {total}.")
_NOT_TOGETHER: Final = Words("Each of them is possible, but not all together.")
_MAX_OUTCOMES: Final = 6
"""More outcomes than this are not listed."""
NO_BONUS: Final = Words("A hand that ended so cannot have come to {bonus}.")
GOES_ON: Final = Words("Hand {name} goes on where it was left; `list` shows it.")
AS_IT_WAS: Final = Words("The hand is as it was.")
BETWEEN_HANDS: Final = Words("That is written between two hands, and hand {name} is not finished yet.")
AS_IT_HAPPENED: Final = Words("`!` writes it as it happened.")
OR_ITS_RULE: Final = Words("`!` writes it as it happened, `?` shows the rule.")
NO_RULE: Final = Words("Nothing was refused by a rule.")
NO_CARD: Final = Words("`{typed}` is not a card of this pack.")
DEALT: Final = Words("{due:# card is|# cards are} dealt there, not {found}.")
MANY: Final = Words("{due:# card is|# cards are} needed, not {found}.")
NOT_TO_SPEAK: Final = Words("It is not {person}'s turn to speak.")
A_CHOICE: Final = Words("Here is a choice: {offered}.")
NOT_JUDGED: Final = Words("The hand cannot be finished as it is.")
_WHICH: Final = Words("Too little is written to tell who pays whom. Which was it?")
_POINTS_DECIDE: Final = Words("The payments depend on the points: write them in the place of won or lost.")
NOT_SETTLED: Final = Words("{said}; write `score`, or `end` to leave it so.")

BEGUN: Final = Words(
    "Something of hand {name} is written already, so it cannot be entered in one line: {asked} (`undo` takes back)."
)
_NO_OUTCOME: Final = Words("How the hand ended is missing: `won`, `lost`, or the declarer's points.")
_WRONG_WORD: Final = {
    "person": Words("No player is called `{typed}` here.{near}"),
    "contract": Words("`{typed}` is not what can be declared: {known}.{near}"),
    "outcome": Words("`{typed}` is not how a hand ends: `won`, `lost`, or the declarer's points.{near}"),
    "amount": Words("`{typed}` is not how points are written: {known}, for instance.{near}"),
    "bonus": Words("`{typed}` is not a bonus of these rules.{near}"),
    "table": Words("Write the name of the person after the word.{near}"),
    "points": Words("Write the points in the place of won or lost, not after it.{near}"),
}
_CONTRADICTED: Final = {
    "won": Words("A hand with {points} is lost here, not won.{near}"),
    "lost": Words("A hand with {points} is won here, not lost.{near}"),
}
"""By the word that was typed before the points."""
_NUMBER_IN_PARTS: Final = Words("`{typed}` is {points}. For {whole}, write `{typed}p`.")
_TAKEN_BACK: Final = Words("taken back: {what}")
_TAKEN_BACK_ALL: Final = Words("taken back:")
_END_OF_HAND: Final = Words("the end of hand {name}")
_SEAT: Final = re.compile(r"\b([A-Z]):")
_MORE: Final = Words("… and {count:# line|# lines} after them")
_MORE_TOTALS: Final = Words("… and {count:# total|# totals} after them")
_TOTAL: Final = re.compile("total ")
_LINES_SHOWN: Final = 4
_BACK: Final = Words("It is again as it was before.")
_ANY_CARD: Final = Words("the cards, or `__` for an unknown one")
_UNKNOWN: Final = Words("`{typed}` is nothing that can be said here: {offered}.")
_WHOLE_LINES: Final = Words("`{typed}`: the position of the hand is unknown; write whole lines of the notation.")
_FOUND: Final = Words("{code} {said}")
_WITH_HELP: Final = Words("{said}; {help}")
_BY_RULE: Final = Words("rule: {rule}")
_SAID: Final = Words("{said}")

_ASK_RULES: Final = Words("rules")
_ASK_PEOPLE: Final = Words("who plays, in order of play")
_NEXT: Final = Words("hand {name}: {who} deals")
_NEXT_UNKNOWN: Final = Words("hand {name}: who deals?")
_ANOTHER: Final = Words("another")
_DEAL: Final = {
    "bid": Words("cards of {who} ({count}), or the first bid"),
    "play": Words("cards of {who} ({count}), or the first card played"),
}
_DEAL_PILE: Final = {
    "bid": Words("cards of the {who} ({count}), or the first bid"),
    "play": Words("cards of the {who} ({count}), or the first card played"),
}
"""By the next step if the cards stay unwritten."""
_FINISH: Final = Words("Enter finishes the hand")
_OPEN_OUTCOME: Final = Words("hand {name}: which was it?")
_OPEN: Final = Words("hand {name}")
_LEADS: Final = Words("trick {number}: who leads?")
_HANDS_OVER: Final = Words("who gives {to} the called card?")
_LINE: Final = Words("hand {name}: the next line is `{keyword}`")
_KEYWORDS: Final = {"share": "take", "look": "take", "pass_cards": "give"}
"""The lines of steps that are not a transfer."""
_LEADS_NOW: Final = Words("trick {number}: {who} leads")
_PLAYS_NOW: Final = Words("trick {number}: {who} to play")
_PLAYS: Final = Words("trick {number}: {cards}, {who} to play")
_DUE: Final = {
    "bid": Words("{who} says"),
    "raise": Words("{who} may raise"),
    "double": Words("{who} may double"),
    "call": Words("{who} calls"),
    "table-card": Words("{who} lays on the table"),
    "give": Words("{who} gives {to} ({count})"),
    "take": Words("{who} takes from the {pile} ({count})"),
    "discard": Words("{who} discards ({count})"),
}
_WORDS_SHOWN: Final = 9


def command_names(command: str) -> set[str]:
    """The names of a command in every language."""
    return {text_in(COMMANDS[command], lang).casefold() for lang in LANGUAGES}


def list_rulesets() -> list[str]:
    """The ids of all rulesets that can be found."""
    from calarec.rule_files.locate import known_ids, rule_folders

    return list(known_ids(rule_folders()))


def totals_line(at: EntryPosition) -> str:
    """The running score, in one line; empty before the first hand."""
    if not at.name and not at.totals:
        return ""
    named = [(at.session.people.get(seat, seat)) for seat in at.session.order]
    others = [who for who in at.totals if who not in named]
    return " · ".join(visible(f"{who} {at.totals.get(who, 0)}") for who in (*named, *others))


def asked_for(at: EntryPosition, *, has_table: bool = False) -> Words:
    """Return the prompt for the next input.

    `has_table`: the cards of the trick are drawn beside it, and not named.
    """
    if at.game is None:
        return _ASK_RULES
    if not at.session.seats:
        return _ASK_PEOPLE
    if at.hand is None:
        last = at.name
        name: Sayable | str = str(int(last) + 1) if last.isdecimal() and last.isascii() else _ANOTHER if last else "1"
        return (_NEXT if at.due else _NEXT_UNKNOWN).with_values(name=name, who=visible(at.person(at.due)))
    if has_no_dealer(at):
        return _NEXT_UNKNOWN.with_values(name=visible(at.hand.name))
    places = undealt(at)
    if places and not is_begun(at) and at.state is not None:
        texts = _DEAL_PILE if places[0] == "monte" else _DEAL
        text = texts["play" if any(move.do == "play" for move in at.moves) else "bid"]
        return text.with_values(who=visible(at.person(places[0])), count=dealt_many(at, places[0]))
    if at.is_over or at.hand.every(m.Result):
        return _OPEN_OUTCOME.with_values(name=visible(at.hand.name)) if told_apart(list_open_outcomes(at)) else _FINISH
    due = [move for move in at.moves if not move.is_optional] or list(at.moves)
    return _who_is_due(at, due[0], has_table=has_table) if due else _next_line(at)


def _next_line(at: EntryPosition) -> Words:
    """Return the prompt for the next line, if the actor is not known."""
    assert at.hand is not None
    if at.state is not None and at.game is not None:
        step = at.game.rules.steps.get(at.state.step.removeprefix("steps."))
        if at.state.step == "play":
            return _LEADS.with_values(number=len(at.state.tricks) + 1)
        if step is not None and step.do == "hand_over":
            return _HANDS_OVER.with_values(to=Phrase("dative", visible(at.person(_label(at, at.state.declarer)))))
        if step is not None:
            keyword = TRANSFERS[step.do].do if step.do in TRANSFERS else _KEYWORDS.get(step.do, step.do)
            return _LINE.with_values(name=visible(at.hand.name), keyword=keyword)
    return _OPEN.with_values(name=visible(at.hand.name))


def _label(at: EntryPosition, seat: int) -> str:
    return at.setting.labels[seat] if at.setting is not None and seat >= 0 else ""


def _who_is_due(at: EntryPosition, moves: LegalMoves, *, has_table: bool) -> Words:
    assert at.state is not None
    assert at.game is not None
    who = visible(at.person(moves.seat))
    if moves.do == "play":
        number = len(at.state.tricks) + 1
        if not at.trick:
            return _LEADS_NOW.with_values(number=number, who=who)
        if has_table:
            return _PLAYS_NOW.with_values(number=number, who=who)
        return _PLAYS.with_values(number=number, cards=" ".join(at.trick), who=who)
    many = str(moves.least) if moves.least == moves.most else f"{moves.least}–{moves.most}"
    to = Phrase("dative", visible(at.person(moves.to)))
    pile = at.game.ruleset.name("piles", moves.pile) if moves.pile else ""
    return _DUE.get(moves.do, _DUE["call"]).with_values(who=who, to=to, pile=pile, count=many)


def describe_offers(at: EntryPosition) -> Sayable | str:
    """The words and cards that may be chosen; of very many, how they are found."""
    found: list[str] = []
    for moves in at.moves:
        found += moves.words or moves.cards
    if not found:
        return _ANY_CARD if any(move.unseen for move in at.moves) else asked_for(at)
    if len(found) <= _WORDS_SHOWN or any(move.words for move in at.moves):
        return Listing(tuple(f"`{each}`" for each in found), either=True)
    return Joined((*(f"`{each}`" for each in found[:_WORDS_SHOWN]), "…"))


def describe_unknown_word(at: EntryPosition, typed: str) -> Words:
    """Return the answer to a word that is neither a word nor a card here."""
    if not at.moves:
        return _WHOLE_LINES.with_values(typed=visible(typed))
    return _UNKNOWN.with_values(typed=visible(typed), offered=describe_offers(at))


def not_in_one_line(wrong: WrongWord) -> Words:
    """Return the answer to a wrong word in a one-line hand, with a proposal."""
    near = Words(" Did you mean `{word}`?", word=visible(wrong.near)) if wrong.near else ""
    known = Listing(tuple(f"`{visible(each)}`" for each in wrong.known), either=True) if wrong.known else ""
    text = _NO_OUTCOME if wrong.kind == "outcome" and not wrong.word else _WRONG_WORD[wrong.kind]
    return text.with_values(typed=visible(wrong.word), near=near, known=known)


def describe_contradiction(game: Game, hand: OneLineHand, units: int, typed: Iterable[str]) -> Words:
    """The answer to won or lost with points that end the hand otherwise.

    `typed`: lines that may have been meant.
    """
    lines = Listing(tuple(f"`{visible(line)}`" for line in typed), either=True)
    near = Words(" Did you mean {lines}?", lines=lines)
    points = points_told(units, game.rules.pack.units_per_point)
    return _CONTRADICTED[hand.stated].with_values(points=points, near=near)


def describe_bare_number(game: Game, hand: OneLineHand) -> tuple[Words, ...]:
    """A hint for a number of parts that may have been meant as points."""
    pack = game.rules.pack
    number = int(hand.points or 0)
    total = sum(game.cards.points) + pack.last_trick
    if pack.units_per_point == 1 or not 0 < number <= total // pack.units_per_point:
        return ()
    parts, whole = points_told(number, pack.units_per_point), points_told(number, 1)
    return (_NUMBER_IN_PARTS.with_values(typed=hand.points, points=parts, whole=whole),)


def describe_left_open(at: EntryPosition, outcomes: Sequence[LeftOpen], missing: Sequence[str]) -> tuple[Words, ...]:
    """The outcomes that fit some totals, and the players whose totals are missing."""
    more = ("…",) if outcomes[_MAX_OUTCOMES:] else ()
    shown = Joined((*(outcome.paid for outcome in outcomes[:_MAX_OUTCOMES]), *more), "; ")
    if not missing:
        return (_LEFT_OPEN_BY_ALL.with_values(outcomes=shown),)
    who = Listing(tuple(visible(at.person(label)) for label in missing), either=True)
    return (_LEFT_OPEN.with_values(outcomes=shown, who=who),)


def describe_possible_totals(
    at: EntryPosition, totals: Mapping[str, int], possible: Mapping[str, Sequence[int]]
) -> tuple[Words, ...]:
    """The totals that a player can have, for the first that is impossible."""
    wrong = next((label for label, total in totals.items() if total not in possible.get(label, ())), "")
    if not wrong or not possible.get(wrong):
        return (_NOT_TOGETHER,) if possible else ()
    listed = Listing(tuple(map(signed_text, possible[wrong])), either=True)
    who = visible(at.person(wrong))
    return (_POSSIBLE_TOTALS.with_values(who=who, totals=listed, total=signed_text(totals[wrong])),)


def not_between(at: EntryPosition, typed: str, gone: str, lang: Language) -> Words:
    """Return the answer to unknown input between hands; `gone` has left the table."""
    if gone:
        return HAS_LEFT.with_values(who=visible(gone))
    assert at.game is not None
    who = at.person(at.session.order[-1]) if at.session.order else "B"
    contract = next(iter(at.game.rules.auction.ladder), "")
    example = f"{who} {contract} {text_in(OUTCOMES[0], lang)}"
    return IN_ONE_LINE.with_values(typed=visible(typed), example=visible(example))


def taken_back(gone: tuple[str, ...]) -> tuple[Words, ...]:
    """Return the answer to `undo`: the lines that are gone.

    If there are very many, only the first are shown, and the others counted.
    """
    if len(gone) < 2:
        return (_TAKEN_BACK.with_values(what=visible(gone[0])) if gone else _BACK,)
    shown, rest = (gone[:_LINES_SHOWN], gone[_LINES_SHOWN:]) if len(gone) > 2 * _LINES_SHOWN else (gone, ())
    more = _MORE_TOTALS if all(map(_TOTAL.match, rest)) else _MORE
    lines = (_SAID.with_values(said=visible(line)) for line in shown)
    return (_TAKEN_BACK_ALL, *lines, *([more.with_values(count=len(rest))] if rest else ()))


def step_taken_back(gone: tuple[str, ...], undone: EntryPosition, now: EntryPosition) -> tuple[Words, ...]:
    """Return the page's answer to an undo.

    Hands, people and payments are named, not their lines.
    """
    if gone and gone[0].partition(" ")[0] == "hand":
        return (_TAKEN_BACK.with_values(what=_OPEN.with_values(name=visible(gone[0].partition(" ")[2]))),)
    if undone.hand is None and now.hand is None:
        is_between = all(line.split()[0] in TABLE_VERBS for line in gone)
        changed = changes_between(now, undone) if is_between else ()
        return tuple(_TAKEN_BACK.with_values(what=change) for change in changed) or (_BACK,)
    if undone.hand is None and now.hand is not None and gone[-1:] == ("end",):
        return (_TAKEN_BACK.with_values(what=_END_OF_HAND.with_values(name=visible(now.hand.name))),)
    return taken_back(tuple(_SEAT.sub(lambda seat: f"{undone.person(seat[1])}:", line) for line in gone))


def which_of(outcomes: Iterable[LeftOpen]) -> tuple[Words, ...]:
    """Return the question about several possible outcomes, and these."""
    found = told_apart(outcomes)
    return (_WHICH, *(left_open.outcome_line() for left_open in found)) if found else (_POINTS_DECIDE,)


def at_the_table(before: EntryPosition, now: EntryPosition) -> tuple[Words, ...]:
    """Describe the changes by a line between hands: people, or totals."""
    changed = [] if now.totals == before.totals else [_SAID.with_values(said=totals_line(now))]
    return _who_came_and_went(before, now) or tuple(changed)


def changes_between(before: EntryPosition, now: EntryPosition) -> tuple[Words, ...]:
    """Describe the same on the page, which shows the totals: people, or payments."""
    paid = [
        f"{who} {signed_text(total - before.totals.get(who, 0))}"
        for who, total in now.totals.items()
        if total != before.totals.get(who, 0)
    ]
    changed = [_SAID.with_values(said=visible(" · ".join(paid)))] if paid else []
    return _who_came_and_went(before, now) or tuple(changed)


def _who_came_and_went(before: EntryPosition, now: EntryPosition) -> tuple[Words, ...]:
    there, here = before.session.people, now.session.people
    gone = [EVENTS["leave"].with_values(who=visible(name)) for seat, name in there.items() if here.get(seat) != name]
    come = [EVENTS["join"].with_values(who=visible(name)) for seat, name in here.items() if there.get(seat) != name]
    return (*gone, *come)


def describe_finding(found: Finding, *, code: bool = True) -> Words:
    """Describe a finding and its help, with its code or as a sentence."""
    said = _FOUND.with_values(code=found.code, said=Told(found)) if code else _SAID.with_values(said=Told(found))
    if found.help():
        said = _WITH_HELP.with_values(said=said, help=_LaterText(found.help))
    return said if code else as_own_sentence(said)


class _LaterText:
    """A text that is made in the language in which it is shown."""

    def __init__(self, make_text: Callable[[Language], str]) -> None:
        self.in_language = make_text


def describe_refusal(found: Finding) -> tuple[Words, ...]:
    """Return why a correction is refused: the error, and the rule with its source."""
    return describe_finding(found), *by_rule(found)


def by_rule(found: Finding) -> tuple[Words, ...]:
    """The rule of a finding with its source, if it has one."""
    from calarec_tools.output.render.pretty import rule_told

    return () if found.rule is None else (_BY_RULE.with_values(rule=_LaterText(partial(rule_told, found.rule))),)


def as_own_sentence(reason: Sayable) -> Words:
    """Put a reason as a sentence of its own."""
    return _SAID.with_values(said=Phrase("sentence", reason))


def came_to(judged: Judgement, lang: Language) -> tuple[str, ...]:
    """Describe winners, payments, and irregularities with a price."""
    from calarec_tools.output.report.answer import irregular_sentence
    from calarec_tools.output.report.answer import print_outcome as told
    from calarec_tools.output.report.page import Page
    from calarec_tools.output.report.people import People

    if judged.account is None or judged.setting is None:
        return ()
    page = Page(lang, width=0, colour=False)
    told(page, People(judged, judged.setting, lang), judged, judged.account)
    # Of a hand without all of its cards the stated irregularity is as certain.
    if judged.verdict == "irregular" or (judged.verdict == "incomplete" and any(judged.hand.every(m.Fault))):
        page.print_sentence(irregular_sentence(judged))
    return tuple(line.strip() for line in page.lines if line.strip())
