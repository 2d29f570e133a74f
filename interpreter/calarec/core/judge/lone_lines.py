"""Findings on a hand that cannot be judged as a whole: words, cards, sure tricks.

The hand has lines that cannot be read, or its judging ended before its last line. The findings hold whatever the
missing lines were: each line's own words and cards, duplicate cards, and proofs from the tricks. So one mistake does
not hide another.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import replace
from calarec.core.engine import events as ev
from calarec.core.engine.actions import PlayAction
from calarec.core.judge.actions import Reader, find_repeated_card
from calarec.core.judge.deal import has_foreign_pack, read_deal
from calarec.core.judge.evidence import Evidence, find_wrong_winners
from calarec.core.judge.judgement import Happened
from calarec.core.judge.lines import proofread, with_pack_names
from calarec.core.judge.problems import HandFindings, Problems
from calarec.core.judge.seats import arrange_seats, number_of
from calarec.core.mechanisms.table import resting_seats
from calarec.core.notation.single_lines import verb_meant
from calarec.core.records import model as rec

if TYPE_CHECKING:
    from calarec.core.engine.game import Game
    from calarec.core.engine.state import Inherited, Seating
    from calarec.core.judge.problems import Problem
    from calarec.core.records.model import Hand
    from calarec.core.wording.findings import Finding

_TABLE: Final = frozenset({"dealer", "seat", "dummy", "out", "carry", "?"})
"""Verbs that say who sits where; `?` is a line that may be anything."""
_NO_DEAL: Final = frozenset({"CAL301", "CAL302", "CAL303", "CAL304"})
"""Codes that say that a deal is not sound: the hand is not played through."""
_MOVES: Final = frozenset({"call", "trump", "table-card", "give", "take", "discard", "?"})
_SAYING: Final = (
    *rec.SPOKEN, rec.Signal, rec.Fault, rec.Call, rec.TableCard, rec.Give, rec.Take, rec.Discard, rec.Show,
    rec.Declare, rec.Trump,
)  # fmt: skip


def judge_broken_hand(hand: Hand, game: Game, inherited: Inherited) -> tuple[Finding, ...]:
    """Check the readable lines of a hand with others that cannot be read."""
    problems = Problems(game)
    hand = with_pack_names(hand, game)
    _judge_readable_lines(hand, replace(hand, statements=hand.readable, broken=False), game, inherited, problems)
    return HandFindings(hand, game).make_findings(problems.found)


def _judge_readable_lines(hand: Hand, read: Hand, game: Game, inherited: Inherited, problems: Problems) -> None:
    if has_foreign_pack(read, game, problems):
        return
    unread = _unread_verbs(hand)
    aside = Problems(game)
    setting = arrange_seats(read, game, aside, inherited)
    if not unread & _TABLE:
        problems.found += aside.found
    setting = setting or _seat_with_any_dealer(hand, game)
    if setting is None:
        return
    read, _ = proofread(read, setting, problems)
    dealt = read_deal(read, game, setting, problems)
    twice = {problem.args.get("name") for problem in problems.found if problem.code == "CAL301"}
    told = HandFindings(hand, game).make_findings(problems.found)
    problems.found += _find_wrong_names(read, game, setting, told, whole=False)
    problems.found += _find_wrong_tricks(read, game, setting, dealt.hands, twice, moved=not unread & _MOVES)


def judge_lines_alone(
    hand: Hand, game: Game, setting: Seating, found: tuple[Finding, ...], *, played: bool
) -> tuple[Finding, ...]:
    """Check each line separately for problems beyond `found`.

    Judging may have ended before some lines.
    """
    more = _find_wrong_names(hand, game, setting, found, whole=True)
    if not played and any(finding.code in _NO_DEAL for finding in found):
        twice = {finding.args.get("name") for finding in found if finding.code == "CAL301"}
        dealt = read_deal(hand, game, setting, Problems(game))
        more += _find_wrong_tricks(hand, game, setting, dealt.hands, twice, moved=True)
    return HandFindings(hand, game).make_findings(more)


def _unread_verbs(hand: Hand) -> frozenset[str]:
    """The verbs of the lines that cannot be read, as far as they can be made out."""
    read = {statement.line for statement in hand.readable}
    return _verbs_of_lines(tuple(raw for number, raw in enumerate(hand.lines, hand.line) if number not in read))


@lru_cache(maxsize=2)
def _verbs_of_lines(lines: tuple[str, ...]) -> frozenset[str]:
    """The verbs that were meant; kept for the next ruleset."""
    return frozenset(map(verb_meant, lines)) - {"", "hand"}


def _seat_with_any_dealer(hand: Hand, game: Game) -> Seating | None:
    """The table with any dealer, if every seat plays under every dealer."""
    dummies = [dummy.seat for dummy in hand.session.dummies]
    labels = tuple(label for label in hand.session.order if label not in dummies)
    if len(labels) not in game.people or dummies or resting_seats(game.rules.table, len(labels)):
        return None
    return game.seat(labels, 0)


# ---------------------------------------------------------------------- line by line


def _check_line_names(reader: Reader, statement: rec.Statement, *, whole: bool) -> None:
    """Report unknown names in a line, and cards named twice in it.

    `whole`: all lines are there.
    """
    again = find_repeated_card(statement)
    if isinstance(statement, rec.Trick):
        reader.find_active_seat(statement, statement.leader, 0)
        reader.read_names(statement.cards, statement)
    elif isinstance(statement, rec.Claim | rec.Concede):
        for which, label in enumerate((statement.seat, *statement.by)):
            reader.find_active_seat(statement, label, which)
    elif isinstance(statement, rec.Fault) and not whole:
        reader.fault(statement._replace(trick=None), number_of(reader.setting, statement.seat))
    elif isinstance(statement, _SAYING):
        reader.action(statement)
    if again >= 0:
        cards = getattr(statement, "cards", ())
        reader.problems.add("CAL436", statement, card=again, name=cards[again], meant="")


def _find_wrong_names(
    hand: Hand, game: Game, setting: Seating, found: tuple[Finding, ...], *, whole: bool
) -> list[Problem]:
    """Check each line separately; words that have an error already are left out."""
    reader = Reader(hand, game, setting, Problems(game))
    for statement in hand.statements:
        if statement.line or not hand.line:
            _check_line_names(reader, statement, whole=whole)
    places = HandFindings(hand, game)
    return [
        problem for problem in reader.problems.found
        if not any(_is_same_place(places.finding(problem), other) for other in found if other.severity == "error")
    ]  # fmt: skip


def _is_same_place(one: Finding, other: Finding) -> bool:
    """Check whether two findings are about the same words of a line."""
    return (
        one.span.line == other.span.line
        and one.span.column < other.span.end_column
        and other.span.column < one.span.end_column
    )


# ---------------------------------------------------------------------- the tricks


def _find_wrong_tricks(
    hand: Hand, game: Game, setting: Seating, hands: list[int], twice: set[object], *, moved: bool
) -> list[Problem]:
    """The certain problems of the tricks; `moved`: all exchanges can be read."""
    unsure = sum(1 << game.cards.numbers[str(name)] for name in twice if name in game.cards.numbers)
    events = [ev.Dealt(seat, cards & ~unsure, 0, "") for seat, cards in enumerate(hands)]
    evidence = Evidence(hand, game, setting, [Happened(event, 0) for event in events])
    problems = Problems(game)
    told = 0
    for row, refusal, play in evidence.refusals(0, 0):
        if refusal.code == "CAL510" and not moved:
            continue
        if isinstance(play, PlayAction) and play.card >= 0:
            if refusal.code == "CAL511" and told >> play.card & 1:
                continue
            told |= 1 << play.card
        problems.add_refusal(refusal, row.statement, row.statement.cards, answered=False)
    return [*problems.found, *find_wrong_winners(evidence, 0)]
