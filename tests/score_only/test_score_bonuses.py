"""Bonuses that go with points: all divisions of the cards against allowed ones."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product
from typing import TYPE_CHECKING, Final

import pytest

from calarec.core.engine.state import Seating
from calarec.core.notation.reader import parse_records
from calarec.core.wording.language import LANGUAGES, text_in
from calarec.record_judge.gaps import begin_totals
from calarec.record_judge.session import RecordJudge
from calarec.score_only.known_play import KnownPlay
from calarec.score_only.outcomes import Partnership, Sums, allowed_candidates
from tests.house.tree import ROOT
from tests.referees.agreeing import rules as attested
from tests.rulebooks import IDS, game
from tests.unknown_cards.evenings import HEAD, played

if TYPE_CHECKING:
    from calarec.core.engine.game import Game
    from calarec.core.judge.judgement import Judgement
    from calarec.core.mechanisms.conditions import When

pytestmark = pytest.mark.slow

Held = tuple[int, int, int, int]
"""A side's tricks, card points in them, all card points, and all points."""


def _amounts(counts: tuple[tuple[int, int], ...], size: int) -> list[tuple[int, ...]]:
    """Return the numbers of cards of each value that some cards can have."""
    return [each for each in product(*(range(count + 1) for _, count in counts)) if sum(each) == size]


@cache
def _divided(
    counts: tuple[tuple[int, int], ...], tricks: int, hands: int, pile: int, last: int
) -> set[tuple[Held, ...]]:
    """Every way to divide cards, a pile that goes with the last trick, and the last trick between two sides."""
    worth = [each for each, _ in counts]

    def points(cards: tuple[int, ...]) -> int:
        return sum(each * number for each, number in zip(worth, cards, strict=True))

    found = set()
    for aside in _amounts(counts, pile):
        left = tuple((each, count - laid) for (each, count), laid in zip(counts, aside, strict=True))
        whole = sum(each * count for each, count in left)
        for number in range(tricks + 1):
            for mine in {points(each) for each in _amounts(left, number * hands)}:
                first, second = (number, mine), (tricks - number, whole - mine)
                for winner in (0, 1):
                    if (first, second)[winner][0] == 0:
                        continue
                    sides = []
                    for at, (won, taken) in enumerate((first, second)):
                        cards = taken + points(aside) * (at == winner)
                        sides.append((won, taken, cards, cards + last * (at == winner)))
                    found.add(tuple(sides))
    return found


def divided(rules: Game) -> set[tuple[Held, ...]]:
    """Every way for one ruleset."""
    pile = sum(each.dealt for each in rules.rules.piles.values())
    counts = tuple(sorted(Counter(rules.cards.points).items()))
    return _divided(counts, rules.rules.deal.hand, hands(rules), pile, rules.rules.pack.last_trick)


def hands(rules: Game) -> int:
    """Return the number of hands dealt."""
    pile = sum(each.dealt for each in rules.rules.piles.values())
    return (len(rules.cards.points) - pile) // rules.rules.deal.hand


def is_so(when: When, side: Held) -> bool:
    """The condition, computed a second time."""
    tricks, taken, cards, points = side
    return not (
        (when.tricks is not None and tricks != when.tricks)
        or (when.tricks_at_least is not None and tricks < when.tricks_at_least)
        or (when.card_points_in_tricks_below is not None and taken >= when.card_points_in_tricks_below)
        or (when.card_points_below is not None and cards >= when.card_points_below)
        or (when.points_below is not None and points >= when.points_below)
    )


@pytest.mark.mass
@pytest.mark.parametrize("ruleset", IDS)
def test_a_bonus_goes_with_points_exactly_where_some_play_brings_it_about(ruleset: str) -> None:
    """A bonus goes with points exactly where some play brings it about."""
    rules = game(ruleset)
    settle = rules.rules.settle
    active = tuple(range(hands(rules)))
    setting = Seating(tuple("ABCDEFGHIJ"[: len(active)]), active[-1], active)
    units = 3 if settle.rounding == "down" else 1
    for contract in rules.rules.contracts:
        expected = set()
        for own, others in divided(rules):
            wins = settle.won_if.is_reached_by(own[3] // units * units)
            parties = {"losers": others if wins else own, "winners": own if wins else others,
                       "declarer": own, "opponents": others}  # fmt: skip
            fitting = [name for name in settle.bonus_order
                       if contract in (settle.bonus[name].when.contracts or (contract,))
                       and is_so(settle.bonus[name].when, parties[settle.bonus[name].when.of])]  # fmt: skip
            expected.add((own[3], fitting[0] if fitting else ""))
        found = [
            (each.tally.in_tricks[0], each.account.bonus)
            for each in allowed_candidates(KnownPlay(rules, setting, contract, 0), Partnership(), Sums())
        ]
        assert len(found) == len(set(found))
        assert set(found) == expected


def ruling(ruleset: str, result: str, *lines: str) -> Judgement:
    """The ruling on a hand in which B played chiamo."""
    word = next(iter(game(ruleset).rules.auction.words))
    text = "\n".join(
        ("hand 1", "dealer A", f"bid B: chiamo C: {word} A: {word}", f"result {result}", *lines, "end", "")
    )
    return played(text, ruleset, head=HEAD.replace("pagat", ruleset))[0]


def errors(replay: Judgement) -> list[tuple[str, bool]]:
    """The codes of the errors, and if their fixes are safe."""
    return [(each.code, each.fix is not None and each.fix.safe) for each in replay.findings if each.severity == "error"]


PLAIN, TWICE, THRICE = "score B: +2 A: -1 C: -1", "score B: +4 A: -2 C: -2", "score B: +6 A: -3 C: -3"


@pytest.mark.parametrize(
    ("ruleset", "result", "right", "wrong"),
    [
        ("pagat", "B: 33 A+C: 2", [THRICE], [PLAIN, TWICE]),
        ("pagat", "B: 34 A+C: 1", [THRICE], [PLAIN, TWICE]),
        ("pagat", "B: 35 A+C: 0", [TWICE, THRICE], [PLAIN]),
        ("pagat", "B: 32 A+C: 3", [PLAIN, THRICE], [TWICE]),
        ("spazzatura", "B: 33 A+C: 2", [THRICE], [PLAIN, TWICE]),
        ("twenty-one", "B: 34 A+C: 1", [PLAIN], [TWICE, THRICE]),
        ("twenty-one", "B: 35 A+C: 0", [TWICE, THRICE], [PLAIN]),
        ("twenty-one", "B: 32 A+C: 3", [PLAIN, THRICE], [TWICE]),
        ("pagat", "B: 31 A: 2 C: 2", [PLAIN], [TWICE, THRICE]),
    ],
)
def test_only_payments_that_the_points_allow_are_accepted(
    ruleset: str, result: str, right: list[str], wrong: list[str]
) -> None:
    """Impossible payments are one finding, with the possible ones; no fix is safe."""
    for score in right:
        assert errors(ruling(ruleset, result, score)) == []
    for score in wrong:
        found = ruling(ruleset, result, score)
        assert errors(found) == [("CAL616", False)]
        for lang in LANGUAGES:
            assert found.findings[-1].help(lang).count("`") == 2 * len(right)


def test_a_certain_bonus_needs_no_score() -> None:
    """Two thirds in tricks are a stramazzo; without points the bonus is unknown."""
    found = ruling("pagat", "B: 34 A+C: 1")
    assert found.account is not None
    assert found.account.payments == (-3, 6, -3)
    assert [each.code for each in found.findings] == []
    assert any(text_in(each.says, "en") == "stramazzo: the points show it: ×3" for each in found.account.because)
    assert ruling("pagat", "B: 35 A+C: 0").account is None


def everyone(result: str, *lines: str, ruleset: str = "spazzatura") -> Judgement:
    """The ruling on a hand that all passed and that was played out."""
    text = "\n".join(("hand 1", "dealer A", "bid B: pass C: pass A: pass", f"result {result}", *lines, "end", ""))
    (hand,) = parse_records(f"cal 1\nseat A\nseat B\nseat C\n\n{text}")
    rules = game(ruleset) if ruleset in IDS else attested(ruleset)
    return begin_totals(rules).replay(hand)


def test_without_a_declarer_a_bonus_goes_with_exactly_the_points_that_allow_it() -> None:
    """The most points pay; every division among the others is counted."""
    rules = game("spazzatura")
    params = rules.rules.all_pass.params
    expected: dict[int, set[str]] = {}
    for _, others in divided(rules):
        name = next((each for each in params.bonus_order if is_so(params.bonus[each].when, others)), "")
        expected.setdefault(others[3], set()).add(name)
    amounts = {"": 1} | {name: params.bonus[name].times or 0 for name in params.bonus_order}
    for rest in range(18):
        for name, amount in amounts.items():
            ruled = everyone(f"A: {35 - rest} B: {rest} C: 0", f"score A: {-2 * amount} B: +{amount} C: +{amount}")
            assert (errors(ruled) == []) == (name in expected[rest]), (rest, name)


def test_who_has_won_the_last_trick_pays_what_the_points_allow() -> None:
    """Each in turn: with every division of the others' cards, where the last trick is not theirs."""
    name = "last-trick-pays"
    rules = attested(name)
    params = rules.rules.all_pass.params
    allowed: dict[int, set[str]] = {}
    for paying, others in divided(rules):
        if paying[3] != paying[2]:
            applying = next((each for each in params.bonus_order if is_so(params.bonus[each].when, others)), "")
            allowed.setdefault(others[3], set()).add(applying)
    amounts = {"": 2, "rich": 5, "all": 6}
    for points in ((35, 0, 0), (33, 2, 0), (24, 11, 0), (20, 10, 5), (3, 2, 30), (2, 1, 32), (1, 34, 0)):
        for payer in range(3):
            for bonus, amount in amounts.items():
                paid = [-2 * amount if seat == payer else amount for seat in range(3)]
                score = " ".join(f"{seat}: {each:+}" for seat, each in zip("ABC", paid, strict=True))
                result = " ".join(f"{seat}: {each}" for seat, each in zip("ABC", points, strict=True))
                ruled = everyone(result, f"score {score}", ruleset=name)
                can_be = points[payer] >= 3 and bonus in allowed[35 - points[payer]]
                assert (errors(ruled) == []) == can_be, (points, payer, bonus)


PAID = "score A: -2 B: +1 C: +1"


@pytest.mark.parametrize(
    ("result", "lines", "codes"),
    [
        ("A: lost", [PAID], []),
        ("A: lost B: won C: won", [PAID], []),
        ("A: won", [PAID], ["CAL616"]),
        ("B: lost", [PAID], ["CAL616"]),
        ("A: won B: lost C: lost", [PAID], ["CAL616"]),
        ("A: won", [PAID, "total A: -2 B: 1 C: 1"], ["CAL614"]),
        ("A: won B: lost", [PAID, "total A: -2 B: 1 C: 1"], ["CAL614", "CAL614"]),
        ("C: lost B: won A: won", [PAID, "total A: 1 B: 1 C: -2"], ["CAL611"]),
        ("A: won B: won C: won", [PAID], ["CAL616"]),
        ("A: lost B: lost C: lost", [], ["CAL616"]),
        ("A: lost", ["score A: -4 B: +1 C: +3"], ["CAL321"]),
    ],
)
def test_who_pays_has_lost_a_hand_that_nobody_bid(result: str, lines: list[str], codes: list[str]) -> None:
    """Result and payments, one of them wrong: the totals decide, or both are named."""
    assert [code for code, _ in errors(everyone(result, *lines))] == codes


def test_a_bonus_that_nobody_can_rule_out_is_told_without_a_declarer_too() -> None:
    """The totals show it, if they are written."""
    open_ = everyone("A: 32 B: 3 C: 0")
    assert [each.code for each in open_.findings] == ["CAL323"]
    assert open_.account is not None
    assert open_.account.payments == (-2, 1, 1)
    assert everyone("A: 17 B: 17 C: 1").findings == ()


def test_who_has_fewer_points_than_the_last_trick_has_not_won_it() -> None:
    """Two thirds each are four together, but a last trick is three for one of them."""
    assert errors(everyone("A: 31 B: 2 C: 2", "score A: -6 B: +3 C: +3")) == [("CAL611", False)]
    assert errors(everyone("A: 31 B: 4 C: 0", "score A: -6 B: +3 C: +3")) == []


@pytest.mark.parametrize(
    ("result", "code"),
    [
        ("A: 20", "CAL616"),
        ("A: 18", "CAL616"),
        ("A: 20 B+C: 15", "CAL616"),
        ("A: 17", ""),
        ("C: 9 A: 8", ""),
        ("B: 20 A: 16", "CAL320"),
        ("B: 36 A+C: -1", "CAL320"),
        ("B: -1", "CAL320"),
        ("B: 20 A: 15 C: 1", "CAL320"),
        ("B: 20 A: 15 C: 0", ""),
    ],
)
def test_points_of_single_opponents_bound_those_of_the_declarer(result: str, code: str) -> None:
    """A declarer cannot have an opponent's points, nor a side more than all of them."""
    assert errors(ruling("pagat", result, PLAIN)) == ([(code, False)] if code else [])


@pytest.mark.parametrize("result", ["A: 20 B: 15 C: 1", "A: 10 B: 10 C: 10", "A: 36 B: -1 C: 0", "A: 36"])
def test_points_add_up_without_a_declarer_too(result: str) -> None:
    """The pack has the same points without a declarer."""
    assert errors(everyone(result)) == [("CAL320", False)]


@pytest.mark.parametrize("result", ["C: 20 A: 10 B: 5", "C: won"])
def test_a_hand_that_is_thrown_in_has_no_result(result: str) -> None:
    """In a hand that is dealt again after all pass, no side has points."""
    text = f"hand 1\ndealer A\nbid B: passo C: passo A: passo\nresult {result}\nend\n"
    ruled = played(text)[0]
    assert errors(ruled) == [("CAL320", False)]
    assert all(ruled.findings[-1].help(lang) for lang in LANGUAGES)


@pytest.mark.parametrize("result", ["X: 20", "B: 20 A+X: 15"])
def test_who_does_not_sit_there_has_no_points(result: str) -> None:
    """A letter without a seat is reported, as it is beside cards."""
    assert errors(ruling("pagat", result, PLAIN)) == [("CAL215", False)]


@pytest.mark.parametrize("rules", ["pagat", "spazzatura", "terziglio-31", "thirty-five-eldest-leads"])
@pytest.mark.parametrize("ended", ["won", "lost"])
def test_a_bonus_has_the_effect_that_it_has_with_cards(rules: str, ended: str) -> None:
    """The account of a hand with only its result shows the same factor or amount."""
    text = (ROOT / "records" / rules / f"stramazzo-{ended}.cal").read_text("utf-8")
    kept = [line for line in text.splitlines() if line.split(" ")[0] in _WITHOUT_CARDS]
    effects = []
    for each in (text, "\n".join(kept)):
        (hand,) = parse_records(each)
        account = RecordJudge().replay(hand).account
        assert account is not None
        says = [text_in(reason.says, "en") for reason in account.because if reason.rule == "settle.bonus.stramazzo"]
        effects.append([said.rpartition(": ")[2] for said in says])
    assert effects[0] == effects[1]
    assert len(effects[0]) == 1
    assert effects[0][0][0] in "×+"


_WITHOUT_CARDS: Final = ("cal", "rules", "seat", "hand", "dealer", "bid", "result", "score", "end")
