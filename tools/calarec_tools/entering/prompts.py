"""What is asked for and said while hands are entered: positions, findings and results in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.records import model as m
from calarec.wording.cells import visible
from calarec.wording.findings import Told
from calarec.wording.language import LANGUAGES, Listing, Words, say
from calarec.wording.sources import own_source
from calarec_tools.entering.judging import dealt_many, has_no_dealer, is_begun, undealt
from calarec_tools.formats.score_sheet import WON

if TYPE_CHECKING:
    from calarec.judge.judgement import Judgement
    from calarec.playing.moves import LegalMoves
    from calarec.wording.findings import Finding
    from calarec.wording.language import Language, Sayable
    from calarec_tools.entering.judging import EntryPosition

COMMANDS: Final[dict[str, Words]] = {
    "undo": Words("undo"), "edit": Words("edit"), "list": Words("list"), "help": Words("help"), "quit": Words("quit"),
}  # fmt: skip
"""What is no entry; each is understood in every language."""
OUTCOMES: Final = (Words("won", sense="outcome"), Words("lost", sense="outcome"))

HELP: Final = (
    Words("Between hands: Enter begins the next one; a name begins it with another dealer."),
    Words(
        "A hand without cards in one line: `Bruno chiamo won`, `Bruno solo 24`; the word for passing: all have passed."
    ),
    Words("In a hand: cards or words of whoever is asked, several if they follow one another (`3s 2s 4s`)."),
    Words("Of a card the rank or the suit will do where one alone is left. Tab completes. Cards may stay unwritten."),
    Words("Enter takes what is forced, and writes result, payments and totals when the hand is over."),
    Words('Any line of the notation is taken: `claim B: rest`, `note "…"`, `seat D "Dora" after A`, `leave C`.'),
    Words(
        "`!` writes what was refused as it happened. `undo` takes back, `edit 4` opens hand 4 again, `list` shows it."
    ),
    Words("`quit` leaves; everything is saved at once, and a hand goes on where it was left."),
)

NOTHING_REFUSED: Final = Words("Nothing was refused that could be written as it happened.")
NOTHING_TO_UNDO: Final = Words("There is nothing to take back.")
STILL_OPEN: Final = Words("Hand {name} is not finished yet.")
NO_HAND: Final = Words("There is no finished hand {name}.")
NO_LINE: Final = Words("No line of the hand begins so, or more than one.")
UNFINISHED: Final = Words("The hand is not finished; it goes on here the next time.")
WRITE_ANEW: Final = Words(
    "Write a line anew to change it (a trick with its number), `- LINE` to take it out; Enter finishes the hand."
)
WHICH_RULES: Final = Words("Which rules? Tab shows those that are known.")
PEOPLE: Final = Words("{seats} people play, each with a name of its own, in order of play, with commas between.")
WHO_DEALS: Final = Words("Who deals is not certain: begin the hand with a name.")
IN_ONE_LINE: Final = Words(
    "This is no line of the notation, and nobody who bid something that ended somehow, as in `{example}`. (`help`)"
)
AS_IT_HAPPENED: Final = Words("`!` writes it as it happened.")
NO_CARD: Final = Words("`{typed}` is no card of this pack.")
DEALT: Final = Words("{due} cards are dealt there, not {found}.")
MANY: Final = Words("{due} cards are needed, not {found}.")
A_CHOICE: Final = Words("Here is a choice: {offered}.")
NOT_JUDGED: Final = Words("The hand cannot be finished as it stands.")
NOT_SETTLED: Final = Words("{said}; write `score`, or `end` to leave it so.")

_UNKNOWN: Final = Words("`{typed}` is nothing that can be said here: {offered}.")
_WHOLE_LINES: Final = Words("`{typed}`: nobody can tell how the hand stands; write whole lines of the notation.")
_FOUND: Final = Words("{code} {said}")
_FOUND_HELP: Final = Words("{code} {said}; {help}")
_BY_RULE: Final = Words("rule: {path}")
_BY_SOURCE: Final = Words("rule: {path}, source {source}")
_SAID: Final = Words("{said}")

_ASK_RULES: Final = Words("rules")
_ASK_PEOPLE: Final = Words("who plays, in order of play")
_NEXT: Final = Words("hand {name}: {who} deals")
_NEXT_UNKNOWN: Final = Words("hand {name}: who deals?")
_ANOTHER: Final = Words("another")
_DEAL: Final = Words("cards of {who} ({count}), or the first bid")
_DEAL_PILE: Final = Words("cards of the {who} ({count}), or the first bid")
_FINISH: Final = Words("Enter finishes the hand")
_OPEN: Final = Words("hand {name}")
_PLAYS: Final = Words("trick {number}{table} {who}")
_DUE: Final = {
    "bid": Words("{who} says"),
    "raise": Words("{who} may raise"),
    "call": Words("{who} calls"),
    "table-card": Words("{who} lays on the table"),
    "give": Words("{who} gives {to} ({count})"),
    "take": Words("{who} takes ({count})"),
    "discard": Words("{who} discards ({count})"),
}
_WORDS_SHOWN: Final = 9


def called(command: str) -> set[str]:
    """The names of a command in every language."""
    return {say(COMMANDS[command], lang).casefold() for lang in LANGUAGES}


def rulesets() -> list[str]:
    """The ids of all rulesets that can be found."""
    from calarec.rulesets.locate import known_ids, rule_folders

    return list(known_ids(rule_folders()))


def totals(at: EntryPosition) -> str:
    """The running score, in one line; empty before the first hand."""
    if not at.name and not at.totals:
        return ""
    named = [(at.session.people.get(seat, seat)) for seat in at.session.order]
    others = [who for who in at.totals if who not in named]
    return " · ".join(visible(f"{who} {at.totals.get(who, 0)}") for who in (*named, *others))


def asked_for(at: EntryPosition) -> Words:
    """What is to be typed next."""
    if at.game is None:
        return _ASK_RULES
    if not at.session.seats:
        return _ASK_PEOPLE
    if at.hand is None:
        last = at.name
        name: Sayable | str = str(int(last) + 1) if last.isdecimal() and last.isascii() else _ANOTHER if last else "1"
        return (_NEXT if at.due else _NEXT_UNKNOWN).filled(name=name, who=visible(at.person(at.due)))
    if has_no_dealer(at):
        return _NEXT_UNKNOWN.filled(name=visible(at.hand.name))
    places = undealt(at)
    if places and not is_begun(at) and at.state is not None:
        text = _DEAL_PILE if places[0] == "monte" else _DEAL
        return text.filled(who=visible(at.person(places[0])), count=dealt_many(at, places[0]))
    if at.over or any(isinstance(each, m.Result) for each in at.hand.statements):
        return _FINISH
    due = [each for each in at.moves if not each.optional] or list(at.moves)
    if not due or at.state is None:
        return _OPEN.filled(name=visible(at.hand.name))
    return _who_is_due(at, due[0])


def _who_is_due(at: EntryPosition, moves: LegalMoves) -> Words:
    assert at.state is not None
    assert at.game is not None
    who = visible(at.person(moves.seat))
    if moves.do == "play":
        cards = "".join(f" {at.game.cards.names[each] if each >= 0 else '__'}" for each in at.state.trick)
        return _PLAYS.filled(number=len(at.state.tricks) + 1, table=f":{cards}," if cards else ",", who=who)
    many = str(moves.least) if moves.least == moves.most else f"{moves.least}–{moves.most}"
    return _DUE.get(moves.do, _DUE["call"]).filled(who=who, to=visible(at.person(moves.to)), count=many)


def offered(at: EntryPosition) -> Sayable | str:
    """The words and cards that may be chosen; of very many, how they are found."""
    found: list[str] = []
    for moves in at.moves:
        found += moves.words or (*moves.cards, *(["__"] if moves.unseen else []))
    if not found:
        return asked_for(at)
    shown = (
        found if len(found) <= _WORDS_SHOWN or any(each.words for each in at.moves) else [*found[:_WORDS_SHOWN], "…"]
    )
    return Listing(tuple(f"`{each}`" for each in shown), either=True)


def not_known(at: EntryPosition, typed: str) -> Words:
    """What is answered to something that is neither a word nor a card here."""
    if not at.moves:
        return _WHOLE_LINES.filled(typed=visible(typed))
    return _UNKNOWN.filled(typed=visible(typed), offered=offered(at))


def example(at: EntryPosition) -> str:
    """How a hand is entered in one line, at this table."""
    assert at.game is not None
    who = at.person(at.session.order[-1]) if at.session.order else "B"
    contract = next(iter(at.game.rules.auction.ladder), "")
    return visible(f"{who} {contract} {WON[0]}")


def finding(found: Finding) -> Words:
    """What is wrong, and what may be done."""
    if found.help():
        return _FOUND_HELP.filled(code=found.code, said=Told(found), help=_Help(found))
    return _FOUND.filled(code=found.code, said=Told(found))


class _Help:
    """What a finding advises."""

    def __init__(self, found: Finding) -> None:
        self.found = found

    def in_language(self, lang: Language) -> str:
        """Its help."""
        return self.found.help(lang)


def refusal(found: Finding) -> tuple[Words, ...]:
    """Why an entry is refused: what is wrong, and the rule with its source."""
    if found.rule is None:
        return (finding(found),)
    said = _BY_SOURCE if found.rule.source else _BY_RULE
    return finding(found), said.filled(path=found.rule.path, source=own_source(found.rule.source))


def beside(reason: Sayable) -> Words:
    """Why not everything could be written of a hand."""
    return _SAID.filled(said=reason)


def came_to(judged: Judgement, lang: Language) -> tuple[str, ...]:
    """Who has won, and who pays whom."""
    from calarec_tools.report.answer import came_to as told
    from calarec_tools.report.page import Page
    from calarec_tools.report.people import People

    if judged.account is None or judged.setting is None:
        return ()
    page = Page(lang, width=0, colour=False)
    told(page, People(judged, judged.setting, lang), judged, judged.account)
    return tuple(line.strip() for line in page.lines if line.strip())
