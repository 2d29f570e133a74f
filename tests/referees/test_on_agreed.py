"""Rules that are kept by hand: engine, compiled filter, pieces, hands without cards and a referee add up alike.

With CALAREC_THOROUGH set, 2,000 hands are compared.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Final

import pytest

from calarec.core.base.frozen import replace
from calarec.core.judge.json import as_json
from calarec.core.notation import Text, parse_records
from calarec.core.notation.writer import write
from calarec.core.records import model as rec
from calarec.core.wording.language import LANGUAGES
from calarec.record_judge.session import RecordJudge
from calarec.simulation import simulate
from calarec_tools.archive.covering import Coverage, counts_of
from calarec_tools.archive.rescoring import rescore_record
from calarec_tools.archive.runs.shard import check_shard
from calarec_tools.archive.runs.shards import Shard
from tests.referees.agreeing import hands, rules
from tests.referees.on_agreed import add_up
from tests.rulebooks import game
from tests.sources.card_lines import CARDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from calarec.core.judge.judgement import Judgement
    from calarec.core.records.model import Hand
    from calarec.core.wording.findings import Finding

NAMES: Final = ("wine", "late", "cena")
_SUMS: Final = (rec.Score, rec.Result)
HEAD: Final = (
    'cal 1\nrules kept-by-hand\nseat A "Anna"\nseat B "Bruno"\nseat C "Carla"\n\nhand 1\ndealer C\nbid A: chiamo\n'
)
SCORED: Final = HEAD + "result A: 18 B+C: 17\nscore A: +2 B: -1 C: -1\n"


def _paid_by_hand(chance: Random, labels: tuple[str, ...]) -> Iterable[rec.Adjust]:
    """None, one or two lines, each of which comes out even."""
    for _ in range(chance.randrange(3)):
        payer, *others = chance.sample(labels, len(labels))
        paid = {label: chance.randrange(4) for label in others}
        amounts = ((payer, -sum(paid.values())), *paid.items())
        yield rec.Adjust(amounts, why=chance.choice(NAMES))


def _with_payments(made: list[Hand], chance: Random) -> list[Hand]:
    """The hands with payments by hand, and the totals that the referee adds up from their text."""
    paid = []
    for hand in made:
        said = [each for each in hand.statements if not isinstance(each, rec.Total | rec.End)]
        at = chance.randrange(len(said) + 1)
        payments = tuple(_paid_by_hand(chance, hand.session.order))
        end = [each for each in hand.statements if isinstance(each, rec.End)]
        paid.append(replace(hand, statements=(*said[:at], *payments, *said[at:], *end)))
    totals = add_up(write(paid))
    return [
        replace(hand, statements=(*hand.statements[:-1], rec.Total(tuple(total.items())), hand.statements[-1]))
        for hand, total in zip(paid, totals, strict=True)
    ]


def _judge(text: str) -> list[Judgement]:
    judge = RecordJudge(asked=rules("kept-by-hand").ruleset)
    return [judge.replay(hand) for hand in parse_records(text)]


def _findings(text: str) -> list[Finding]:
    return check_shard(Shard("a.cal", text=text), asked=rules("kept-by-hand").ruleset).findings


def _errors(found: Iterable[Finding]) -> list[str]:
    return [finding.code for finding in found if finding.severity != "note"]


def _simulate_hands(seats: int) -> list[Hand]:
    of = rules("kept-by-hand")
    made = simulate(of, hands=hands(24) // len(of.people), seed=5, bot="sensible", seats=seats)
    return [each.hand for each in made]


def test_agrees_with_the_referee() -> None:
    """Totals by the engine and by the filter, with cards, without, and from totals only."""
    for seats in (3, 4):
        made = _with_payments(_simulate_hands(seats), Random(seats))
        text = write(made)
        expected = add_up(text)
        assert any(hand.every(rec.Adjust) for hand in made)
        assert _errors(_findings(text)) == []
        for judged, total in zip(_judge(text), expected, strict=True):
            assert judged.totals is not None
            assert {seat: judged.totals[seat] for seat in total} == total
        for gone in (CARDS, (*CARDS, *_SUMS)):
            said = [tuple(one for one in hand.statements if not isinstance(one, gone)) for hand in made]
            bare = [replace(hand, statements=kept) for hand, kept in zip(made, said, strict=True)]
            assert _errors(_findings(write(bare))) == []


def test_a_wrong_total_is_found_where_it_is() -> None:
    """Without the payments by hand the same total is wrong."""
    made = _with_payments(_simulate_hands(3), Random(3))
    for number, hand in enumerate(made):
        if not any(any(paid for _, paid in statement.amounts) for statement in hand.every(rec.Adjust)):
            continue
        said = tuple(one for one in hand.statements if not isinstance(one, rec.Adjust))
        text = write([*made[:number], replace(hand, statements=said), *made[number + 1 :]])
        found = [finding for finding in _findings(text) if finding.severity == "error"]
        assert {finding.code for finding in found} <= {"CAL612", "CAL617", "CAL618"}
        if number:
            assert "CAL612" in {finding.code for finding in found}
            return
    raise AssertionError("no hand with a payment by hand")


def _with_carried_zeros(hand: Hand, said: Iterable[rec.Statement]) -> Hand:
    """The hand with other statements, as the only one of its evening, at the totals that they state."""
    kept = tuple(said)
    score = {seat: amount for one in hand.every(rec.Score) for seat, amount in one.amounts}
    for one in kept:
        for seat, amount in one.amounts if isinstance(one, rec.Adjust) else ():
            score[seat] += amount
    zeros = rec.Carried(tuple((seat, 0) for seat in score))
    total = rec.Total(tuple(score.items()))
    return replace(hand, statements=(*kept[:-1], total, kept[-1]), carried=zeros, between=())


def _is_known_of_total(hand: Hand, gone: Callable[[rec.Statement], bool]) -> tuple[object, ...]:
    """Return the facts from a total with payments by hand, equal to those without."""
    concluded = []
    for left_out in (rec.Total, (rec.Total, rec.Adjust)):
        said = [one for one in hand.statements if not isinstance(one, left_out) and not gone(one)]
        (judged,) = _judge(write([_with_carried_zeros(hand, said)]))
        codes = [finding.code for finding in judged.findings]
        concluded.append((judged.payments, judged.knowledge, judged.stated, codes))
    first, second = concluded
    assert first == second, write([hand])
    return first


def _paying_hands(seats: int) -> list[Hand]:
    """Hands with payments by hand, each alone."""
    made = _with_payments(_simulate_hands(seats), Random(4))
    return [hand for hand in made if hand.every(rec.Score)
            and any(amount for one in hand.every(rec.Adjust) for _, amount in one.amounts)]  # fmt: skip


@pytest.mark.parametrize("seats", [3, 4])
def test_a_total_without_cards_and_score_is_the_same_evidence(seats: int) -> None:
    found = [_is_known_of_total(hand, lambda one: isinstance(one, (*CARDS, *_SUMS))) for hand in _paying_hands(seats)]
    assert any(payments is not None for payments, *_ in found)


def test_a_total_with_unknown_cards_is_the_same_evidence() -> None:
    """The cards of the last three tricks were not written down, nor those of the monte."""
    found = []
    for hand in _paying_hands(3)[:10]:
        said = tuple(_without_late_cards(one) for one in hand.statements)
        found.append(_is_known_of_total(replace(hand, statements=said), lambda one: isinstance(one, _SUMS)))
    assert any(knowledge == "possible" for _, knowledge, _, _ in found)


def _without_late_cards(said: rec.Statement) -> rec.Statement:
    if isinstance(said, rec.Trick) and said.number > 9:
        return said._replace(cards=("__",) * len(said.cards), winner="")
    if isinstance(said, rec.Deal | rec.Monte | rec.Take | rec.Discard):
        return said._replace(cards=("__",) * len(said.cards))
    return said


def test_the_json_and_the_score_have_what_is_paid_by_hand() -> None:
    (judged,) = _judge(SCORED + 'adjust A: -2 "Bruno": +2 "wine"\nend\n')
    assert judged.payments == {"A": 2, "B": -1, "C": -1}
    assert judged.score == {"A": 0, "B": 1, "C": -1}
    assert judged.totals == {"A": 0, "B": 1, "C": -1}
    assert as_json(judged)["ruling"]["agreed"] == [{"rule": "wine", "amounts": {"A": -2, "B": 2}}]
    (plain,) = _judge(SCORED + "end\n")
    assert "agreed" not in as_json(plain)["ruling"]


@pytest.mark.parametrize(
    ("line", "code", "wording"),
    [
        ('adjust A: -2 B: +2 "vino"', "CAL620", "unknown"),
        ("adjust A: -2 B: +2", "CAL620", "nameless"),
        ('adjust A: -2 D: +2 "wine"', "CAL620", "absent"),
        ('adjust A: -2 "Dora": +2 "wine"', "CAL620", "absent"),
        ('adjust A: -2 B: +1 "wine"', "CAL621", ""),
    ],
)
def test_what_does_not_fit_is_reported_at_its_line(line: str, code: str, wording: str) -> None:
    (finding,) = _findings(f"{SCORED}{line}\nend\n")
    assert (finding.code, finding.wording, finding.span.line) == (code, wording, 12)
    for lang in LANGUAGES:
        assert "{" not in f"{finding.message(lang)}{finding.help(lang)}".replace("{en", "").replace("{it", "")


@pytest.mark.parametrize("paid", ['B: +2 "vino"', "B: +2", 'B: +1 "wine"'])
def test_a_payment_without_a_fitting_name_or_sum_is_booked_as_written(paid: str) -> None:
    """It says who pays what, and the totals of the table have it."""
    totals = {"A": 0, "B": int(paid[4]) - 1, "C": -1}
    (judged,) = _judge(f"{SCORED}adjust A: -2 {paid}\nend\n")
    assert judged.totals == totals
    stated = " ".join(f"{seat}: {total}" for seat, total in totals.items())
    (found,) = _findings(f"{SCORED}adjust A: -2 {paid}\ntotal {stated}\nend\n")
    assert found.code in {"CAL620", "CAL621"}


@pytest.mark.parametrize("absent", ["D", '"Dora"'])
def test_a_payment_with_someone_who_is_not_at_the_table_is_not_booked_at_all(absent: str) -> None:
    """Half of it would be missing from the totals, with cards or without."""
    line = f'adjust A: -2 {absent}: +2 "wine"\n'
    (judged,) = _judge(f"{SCORED}{line}end\n")
    assert judged.totals == {"A": 2, "B": -1, "C": -1}
    assert "agreed" not in as_json(judged)["ruling"]
    (played,) = _judge(SCORED.replace("score", "x-score") + f"{line}end\n")
    assert played.totals == judged.totals


def test_rules_without_such_a_rule_have_no_payments_by_hand() -> None:
    text = SCORED.replace("kept-by-hand", "pagat") + 'adjust A: -2 B: +2 "wine"\nend\n'
    found = check_shard(Shard("a.cal", text=text), asked=game("pagat").ruleset).findings
    assert [(finding.code, finding.wording) for finding in found] == [("CAL620", "")]


def test_coverage_counts_the_rules_that_are_kept_by_hand() -> None:
    """Coverage counts the uses of all rules kept by hand, also unused ones."""
    (counts,) = counts_of(Shard("a.cal", text=SCORED + 'adjust A: -2 B: +2 "wine"\nend\n'),
                          asked=rules("kept-by-hand").ruleset)  # fmt: skip
    coverage = Coverage(rules("kept-by-hand").ruleset)
    coverage.add_coverage(counts)
    found = {branch.name: branch.times for branch in coverage.covered_branches() if branch.kind == "agreed"}
    assert found == {"wine": 1, "late": 0, "cena": 0}
    assert not [path for path in coverage.unexercised_leaves if path.startswith("agreed")]


def test_other_rules_leave_out_what_they_do_not_know() -> None:
    """Rescored under rules without the name the hand pays its contract."""
    text = SCORED + 'adjust A: -2 B: +2 "wine"\nend\n'
    under = [rules("kept-by-hand").ruleset, game("pagat").ruleset]
    first, second = rescore_record(Text(text, "a.cal"), under, known={}, stops=False)
    assert [each.totals for each in first.judged] == [{"A": 0, "B": 1, "C": -1}]
    assert [each.totals for each in second.judged] == [{"A": 2, "B": -1, "C": -1}]
    assert not second.forbidden
