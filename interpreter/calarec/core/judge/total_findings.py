"""What is to be said of the running score, the end of a match and who deals, as findings of a hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.base.frozen import replace
from calarec.core.base.spans import Span
from calarec.core.engine.match import out_of
from calarec.core.judge.findings import HandFindings
from calarec.core.judge.score_rows import find_people, signed_text
from calarec.core.mechanisms.rules import has_match_declaration
from calarec.core.records import model as rec
from calarec.core.wording.findings import Edit, Fix
from calarec.core.wording.language import Listing, Words

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from calarec.core.engine.game import Game
    from calarec.core.engine.match import EndedMatch
    from calarec.core.judge.turn import Turn
    from calarec.core.records.model import Hand
    from calarec.core.wording.findings import Finding


def match_over_finding(game: Game, hand: Hand, ended: EndedMatch) -> Finding:
    """The match was over before a hand."""
    wording = "" if ended.hand else "nameless"
    return HandFindings(hand, game).make_finding("CAL615", rule=ended.rule, wording=wording, name=ended.hand)


def out_of_match_findings(game: Game, hand: Hand, totals: Mapping[str, int]) -> dict[str, Finding]:
    """Who plays though a total has put him out, by seat."""
    seats = [tuple(totals)[place] for place in out_of(game, tuple(totals.values()))]
    return {
        label: HandFindings(hand, game).make_finding(
            "CAL619", rule="match.out_at", label=label, total=str(totals[label])
        )
        for label in seats
    }


def out_of_turn_finding(game: Game, hand: Hand, dealer: str, turn: Turn) -> Finding:
    """Somebody else should have dealt."""
    due, before = turn
    dealt = hand.first_statement(rec.Dealer)
    return HandFindings(hand, game).make_finding(
        "CAL307", dealt, seat=0, rule="match.dealer", wording="" if before else "nameless", label=dealer, due=due,
        name=before,
    )  # fmt: skip


def slip_findings(
    game: Game, hand: Hand, statement: rec.Total, new: set[str], due: Mapping[str, int], gains: Mapping[str, int]
) -> list[Finding]:
    """The totals of these people are not the sums that are due."""
    people, findings = find_people(hand), HandFindings(hand, game)
    said = []
    for index, (label, found) in enumerate(statement.amounts):
        who, gain = people.get(label, label), gains.get(label, 0)
        if who in new:
            said.append(findings.make_finding(
                "CAL612", statement, number=index, rule="match.counts", label=label, found=found, due=due[who],
                before=due[who] - gain, gain=signed_text(gain), fix=str(due[who]),
            ))  # fmt: skip
    return said


def carried_finding(
    game: Game, hand: Hand, statement: rec.Total, due: Mapping[str, int], gains: Mapping[str, int]
) -> Finding:
    """The first totals of an evening are not what its hands give: they may have been brought along."""
    people = find_people(hand)
    given = Listing(tuple(f"`{label}: {due[people.get(label, label)]}`" for label, _ in statement.amounts
                          if people.get(label, label) in due))  # fmt: skip
    before = [f"{label}: {amount - gains.get(label, 0)}" for label, amount in statement.amounts]
    line = f"carried {' '.join(before)}"
    made = HandFindings(hand, game).make_finding(
        "CAL617", statement, rule="match.counts", given=given, carried=f"`{line}`"
    )  # fmt: skip
    return replace(made, fix=Fix((Edit(Span.from_column(hand.file, hand.line, 1, 0), f"{line}\n"),)))


def uneven_finding(game: Game, hand: Hand, statement: rec.Total, found: int, due: int) -> Finding:
    """All totals together come to something that nobody brought in."""
    return HandFindings(hand, game).make_finding("CAL618", statement, rule="match.counts", found=found, due=due)


def uneven_slips_finding(
    game: Game, hand: Hand, statement: rec.Total, sums: tuple[int, int], new: set[str], due: Mapping[str, int]
) -> Finding:
    """The same where the hands so far give others: whose totals are wrong; `sums` are what all come to and should."""
    people = find_people(hand)
    wrong = tuple(
        Words("{label} has {due}, not {found}", label=label, due=due[people.get(label, label)], found=found)
        for label, found in statement.amounts
        if people.get(label, label) in new
    )
    return HandFindings(hand, game).make_finding(
        "CAL618", statement, rule="match.counts", wording="hands", found=sums[0], due=sums[1], wrong=Listing(wrong)
    )


def uneven_findings(game: Game, hand: Hand, found: int, due: int) -> list[Finding]:
    """The same of a hand of which nobody knows what it came to: what was declared in it may have brought it in."""
    declared = has_match_declaration(game.rules, (declaration.word for declaration in hand.every(rec.Declare)))
    return [uneven_finding(game, hand, total, found, due) for total in hand.every(rec.Total)[:1] if not declared]


def is_disputed(findings: Iterable[Finding]) -> bool:
    """Whether findings say already that the sums of a hand are wrong."""
    return any(finding.code[:5] in ("CAL32", "CAL61") and finding.severity == "error" for finding in findings)
