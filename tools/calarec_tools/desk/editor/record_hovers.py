"""Hovers in a record: on a card, a seat, a word, a total, a ruleset.

In go a judged hand and a place in it, out comes Markdown, and the paths of the rules for the place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.engine import events as ev
from calarec.core.notation.single_lines import verb_meant
from calarec.core.records.places import pieces
from calarec.core.wording.cells import visible
from calarec.core.wording.language import Words, fill_words, text_in
from calarec.rule_files.paths import parse_path
from calarec_tools.desk.editor import line_hovers
from calarec_tools.desk.editor.rule_texts import describe_rule, escape_markdown
from calarec_tools.desk.entering.prompts import came_to
from calarec_tools.desk.viewing.sayings import Sayings
from calarec_tools.output.report.account import print_account
from calarec_tools.output.report.answer import print_outcome
from calarec_tools.output.report.page import Page
from calarec_tools.output.report.people import People

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.core.judge.judgement import Happened, Judgement
    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec.core.records.places import Piece
    from calarec.core.wording.language import Language
    from calarec_tools.desk.entering.evening_session import JudgedHand

_DEALT: Final = Words("Dealt to {who}.")
_LAID: Final = Words("Dealt to the {pile}.")
_PLAYED: Final = Words("Played by {who} in trick {number}, which {winner} takes.")
_ON_TABLE: Final = Words("Played by {who} in trick {number}.")
_HOLDS: Final = Words("Here {who} holds it.")
_LIES: Final = Words("Here it is in the {pile}.")
_CARD: Final = Words("{card}: {points}")
_SITS: Final = Words("{who}, seat {seat}")
_DEALS: Final = Words("{who} deals.")
_TOTAL: Final = Words("Total before this hand: {total}.")
_OF_SUMS: Final = frozenset({"result", "score", "total", "penalty"})
_OF_WORDS: Final = {
    "bid": ("contracts", "auction.words"),
    "raise": ("contracts", "raising.words"),
    "double": ("doubling.words",),
    "declare": ("standing",),
    "signal": ("standing",),
    "fault": ("standing",),
}
"""The branches of the rules that have the words of a verb."""


class ToldPlace(NamedTuple):
    """A hover for a stretch of a line, and the paths of its rules."""

    text: str
    column: int
    width: int
    paths: tuple[str, ...] = ()


def piece_at(line: str, column: int) -> Piece | None:
    """Return the word of a line at a column (from 1), or just before it."""
    found = [piece for piece in pieces(line) if piece.start < column <= piece.start + len(piece.text) + 1]
    return next((each for each in sorted(found, key=lambda each: each.text == ">") if each.text != ":"), None)


def describe_line_place(text: str, column: int, lang: Language) -> ToldPlace | None:
    """Return the hover of a verb or fixed word, in any hand; None for another word."""
    piece = piece_at(text, column)
    said = "" if piece is None else line_hovers.describe_line_word(text, pieces(text), piece, lang)
    return ToldPlace(said, piece.start + 1, len(piece.text)) if piece is not None and said else None


def describe_place(edited: JudgedHand, line: int, column: int, lang: Language) -> ToldPlace | None:
    """Return the hover of a place in a hand; None if there is none."""
    text = edited.hand.text_of(line)
    here, stated = _describe_in_hand(edited, text, line, column, lang), describe_line_place(text, column, lang)
    if here is None or stated is None:
        return here or stated
    return here._replace(text=f"{stated.text}\n\n---\n\n{here.text}")


def _describe_in_hand(edited: JudgedHand, text: str, line: int, column: int, lang: Language) -> ToldPlace | None:
    """Return the hover that depends on the hand; None if there is none."""
    judgement = edited.judgement
    piece = piece_at(text, column)
    if judgement is None or piece is None or judgement.setting is None:
        return None
    verb = verb_meant(text)
    ruleset = judgement.game.ruleset
    said, paths = "", word_paths(ruleset, verb, piece)
    if piece.kind == "card":
        said = _describe_card(judgement, piece.text, line, lang)
    elif verb == "hand":
        said = "\n\n".join(map(escape_markdown, came_to(judgement, lang)))
    elif verb in _OF_SUMS:
        said = describe_sums(judgement, lang)
    elif piece.kind == "seat":
        said = _describe_seat(edited, judgement, piece.text, lang)
    elif paths:
        said = "\n\n---\n\n".join(describe_rule(ruleset, path, lang) for path in paths)
    return ToldPlace(said, piece.start + 1, len(piece.text), paths) if said else None


def word_paths(ruleset: Ruleset, verb: str, piece: Piece) -> tuple[str, ...]:
    """Return the paths of a word's rules; none if it is not a word of the rules."""
    if piece.kind != "word" or parse_path(piece.text) is None:
        return ()
    paths = (f"{branch}.{piece.text}" for branch in _OF_WORDS.get(verb, ()))
    return tuple(path for path in paths if ruleset.origin(path) is not None)


def describe_sums(judgement: Judgement, lang: Language) -> str:
    """Explain result, payments and totals of a hand, as `replay` does."""
    people = _people_of_hand(judgement, lang)
    if people is None or judgement.account is None:
        return ""
    page = Page(lang, width=80, colour=False)
    print_outcome(page, people, judgement, judgement.account)
    print_account(page, people, judgement)
    # A fence of its own length cannot be closed by what stands in it.
    return "\n".join(("````text", *(line.replace("````", "'''") for line in page.lines), "````"))


def _people_of_hand(judgement: Judgement, lang: Language) -> People | None:
    return None if judgement.setting is None else People(judgement, judgement.setting, lang)


def _describe_seat(edited: JudgedHand, judgement: Judgement, label: str, lang: Language) -> str:
    people = edited.hand.session.people
    if label not in people:
        return ""
    who = escape_markdown(people[label])
    said = [fill_words(_SITS, lang, {"who": who, "seat": label})]
    if judgement.setting is not None and judgement.setting.labels[judgement.setting.dealer] == label:
        said.append(fill_words(_DEALS, lang, {"who": who}))
    score = edited.head.judge.evening
    if score is not None:
        before = dict(zip(score.score.people, score.score.totals, strict=True))
        if people[label] in before:
            said.append(fill_words(_TOTAL, lang, {"total": before[people[label]]}))
    return "\n\n".join(said)


def _describe_card(judgement: Judgement, name: str, line: int, lang: Language) -> str:
    """Describe the way of a card: its deal, its transfers, and the trick."""
    people = _people_of_hand(judgement, lang)
    number = judgement.game.cards.numbers.get(name)
    if people is None or number is None:
        return ""
    points = people.points_text(judgement.game.cards.points[number])
    lines = [
        fill_words(
            _CARD,
            lang,
            {"card": f"**{escape_markdown(text_in(people.card_in_words(number), lang))}**", "points": points},
        )
    ]
    lines += [f"- {escape_markdown(move)}" for move in _describe_moves(judgement, people, number, lang)]
    here = _describe_holder(judgement, people, number, line, lang)
    return "\n".join((lines[0], "", *lines[1:], "", here)).strip()


def _describe_moves(judgement: Judgement, people: People, card: int, lang: Language) -> Iterator[str]:
    sayings = Sayings(people)
    tricks = 0
    played: Happened | None = None
    for happening in judgement.happened:
        event = happening.event
        if isinstance(event, ev.Dealt) and event.cards >> card & 1:
            yield fill_words(_DEALT, lang, {"who": people.names_by_seat[event.seat]})
        elif isinstance(event, ev.Laid) and event.cards >> card & 1:
            yield fill_words(_LAID, lang, {"pile": people.pile_name(event.pile)})
        elif isinstance(event, ev.Played) and event.card == card:
            played = happening
        elif isinstance(event, ev.TrickWon):
            tricks += 1
            if card in event.cards and played is not None and isinstance(played.event, ev.Played):
                who, winner = (
                    people.names_by_seat[played.event.seat],
                    people.names_by_seat[event.winner] if event.winner >= 0 else "?",
                )
                yield fill_words(_PLAYED, lang, {"who": who, "number": event.number, "winner": winner})
                played = None
        elif (isinstance(event, ev.Called) and event.card == card) or _is_card_moved(event, card):
            yield sayings.saying_of([happening])
    if played is not None and isinstance(played.event, ev.Played):
        yield fill_words(_ON_TABLE, lang, {"who": people.names_by_seat[played.event.seat], "number": tricks + 1})


def _is_card_moved(event: ev.Event, card: int) -> bool:
    kinds = ev.Given | ev.Tabled | ev.Taken | ev.Discarded | ev.Shown | ev.Declared | ev.TrumpMade
    if isinstance(event, ev.TrumpMade):
        return event.card == card
    return isinstance(event, kinds) and bool(event.cards >> card & 1)


def _describe_holder(judgement: Judgement, people: People, card: int, line: int, lang: Language) -> str:
    """Describe the holder of a card before a line."""
    state = next(
        (
            happening.state
            for happening in reversed(judgement.happened)
            if happening.state and 0 < happening.line < line
        ),
        None,
    )
    if state is None:
        return ""
    for seat, held in enumerate(state.hands):
        if held >> card & 1:
            return escape_markdown(fill_words(_HOLDS, lang, {"who": people.names_by_seat[seat]}))
    for pile, held in enumerate(state.piles):
        if held >> card & 1:
            return escape_markdown(fill_words(_LIES, lang, {"pile": visible(people.pile_name(pile))}))
    return ""
