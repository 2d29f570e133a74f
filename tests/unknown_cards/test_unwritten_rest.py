"""A hand that breaks off is compared with every legal way to play its rest."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calarec.core.base.frozen import replace
from calarec.core.judge.score import UNKNOWN_SCORE
from calarec.core.notation.reader import parse_records
from calarec.core.notation.writer import write
from calarec.core.records import model as rec
from calarec.record_judge.gaps import begin_totals
from calarec.score_only.judging import count_ends
from calarec.simulation import simulate
from tests.rulebooks import IDS, game
from tests.shards import examples
from tests.unknown_cards.brute import deals, played_out
from tests.unknown_cards.ends_agree import hold_possible
from tests.unknown_cards.hidden import forget_rest, hidden
from tests.unknown_cards.small import again, holder, never, partners, tiny, trumped

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from calarec.core.engine.account import Account
    from calarec.core.engine.game import Game
    from calarec.core.judge.judgement import Judgement
    from calarec.core.judge.possible_ends import CountedEnds

_MAX_DEALS = 12
_MAX_WAYS = 4000


def broken_off(seed: int, rules: Game, *, hidden_cards: int) -> tuple[rec.Hand, Account | None]:
    """A simulated hand that ends after some of its tricks, some of its cards forgotten, and its true account."""
    simulated = next(iter(simulate(rules, hands=1, seed=seed, bot="random")))
    rng = Random(seed)
    hand = hidden(simulated.hand, rng, most=hidden_cards).hand if seed % 3 else simulated.hand
    tricks = [place for place, line in enumerate(hand.statements) if isinstance(line, rec.Trick)]
    cut = tricks[rng.randrange(max(len(tricks) - 3, 0), len(tricks) - 1)] if len(tricks) > 1 else -1
    gone = (rec.Result, rec.Score, rec.Total)
    kept = [line for line in hand.statements[: cut + 1] if not isinstance(line, gone)]
    return replace(hand, statements=(*kept, rec.End()), lines=()), simulated.account


def hold_counted(counted: CountedEnds, accounts: Iterable[Account]) -> None:
    """No end is beyond bounds by counting."""
    known = {side.seats: side for side in counted.sides}
    for account in accounts:
        assert counted.payments is None or account.payments in counted.payments
        for side in account.sides:
            points, wins = known[side.seats].points, known[side.seats].wins
            assert points is None or points.has_points(side.points or 0)
            assert wins is None or wins == side.wins


def count_by_hand(judged: Judgement) -> CountedEnds | None:
    assert judged.setting is not None
    return count_ends(judged, judged.setting, begin_totals(judged.game, score=UNKNOWN_SCORE))


def hold_broken_off(seed: int, rules: Game) -> str:
    """Check one hand; return the properties that were checked."""
    hand, _ = broken_off(seed, rules, hidden_cards=3)
    if not hand.every(rec.Trick):
        return ""
    judged = begin_totals(rules, finds_ends=True).replay(hand)
    assert judged.setting is not None
    if len(list(islice(deals(rules, judged.setting, hand.statements), _MAX_DEALS + 1))) > _MAX_DEALS:
        return ""
    accounts = list(islice(played_out(rules, judged.setting, hand.statements), _MAX_WAYS + 1))
    if not accounts or len(accounts) > _MAX_WAYS:
        return ""
    counted = count_by_hand(judged)
    if counted is not None and not hand.every(rec.Claim):
        hold_counted(counted, accounts)
    if judged.possible is None:
        return "none"
    if not judged.possible.whole:
        return "counted" if judged.possible.by_counting is not None else "open"
    hold_possible(judged.possible, accounts)
    return "exact"


@settings(max_examples=examples(40), deadline=None)
@given(seed=st.integers(0, 10**9), of=st.sampled_from([tiny, again, partners, never, holder, trumped]))
def test_what_is_told_of_a_hand_that_breaks_off_is_what_all_ways_come_to(seed: int, of: Callable[[], Game]) -> None:
    """Exact ends are those of every legal way, and no way ends outside the bounds."""
    hold_broken_off(seed, of())


def test_most_small_hands_that_break_off_are_told_exactly() -> None:
    """The property holds something: in thirty hands of a small pack exact ends are found."""
    told = Counter(hold_broken_off(seed, tiny()) for seed in range(30))
    assert told["exact"] >= 10, told


@pytest.mark.mass
@pytest.mark.parametrize("ruleset", IDS)
@settings(max_examples=examples(24), deadline=None)
@given(seed=st.integers(0, 10**9))
def test_the_truth_is_within_what_is_counted(ruleset: str, seed: int) -> None:
    """Full packs, any number of cards forgotten: the true end is never beyond the bounds."""
    rules, rng = game(ruleset), Random(seed)
    simulated = next(iter(simulate(rules, hands=1, seed=seed, bot="random")))
    lines = forget_rest(simulated.hand, rng, keeps_deals=False)
    if lines is None or simulated.account is None or not simulated.account.sides:
        return
    hand = replace(simulated.hand, statements=(*lines, rec.End()), lines=())
    judged = begin_totals(rules).replay(hand)
    if judged.setting is None or judged.verdict == "illegal" or judged.outcome not in ("", "played"):
        return
    counted = count_by_hand(judged)
    if counted is not None:
        try:
            hold_counted(counted, [simulated.account])
        except AssertionError:
            raise AssertionError(write([hand])) from None


GAPS = """\
cal 1
rules pagat
seat A "Anna"
seat B "Bruno"
seat C "Carla"

hand 1
dealer A
bid B: chiamo C: passo A: passo
call B: 3d
 1 B: 3b 2b 4b
 2 B: 3s 4s 5s
 3 B: Rb 5b __
 5 C: 6s As 2s
 6 B: 2d 4d Ad
 7 B: 3c 4c Ac
 9 B: 2c 5c __
end
"""


def least_and_most(text: str) -> tuple[int, int] | None:
    """Return the declarer's least and most points, by counting."""
    (hand,) = parse_records(text)
    ends = begin_totals(game("pagat"), finds_ends=True).replay(hand).possible
    assert ends is not None
    assert not ends.whole
    counted = ends.by_counting
    assert counted is not None
    own = next(side for side in counted.sides if counted.declarer in side.seats)
    return None if own.points is None else (own.points.least, own.points.most)


def test_tricks_between_which_others_are_missing_are_counted() -> None:
    """Bruno's tricks bring 2, 1, 4, 4, 4 and 1 thirds; the third's winner is open."""
    assert least_and_most(GAPS) == (16, 35)


def test_nothing_is_counted_of_tricks_that_contradict_each_other() -> None:
    """Anna's 2s wins the fifth trick, and yet Bruno leads to the sixth."""
    assert least_and_most(GAPS.replace("6s As 2s", "6s 2s As")) == (0, 35)


def test_a_card_that_was_played_twice_lets_nothing_be_counted() -> None:
    """One of the two tricks is wrong, and it is not known which."""
    assert least_and_most(GAPS.replace("4c Ac", "4c Ad")) == (0, 35)


NINE_TRICKS = """\
cal 1
rules pagat
seat A "Luca"
seat B "Rosa"
seat C "Marta"

hand 1
dealer A
bid B: solo C: passo A: passo
take B: __ __ __ __
discard B: __ __ __ __
 1 B: 3s 6s Fs
 2 B: Cd 3d Ad
 3 C: Rb 2b 3c
 4 A: 2c Rc Ac
 5 A: 4b Rs 3b
 6 C: 2d 4d Fd
 7 C: 7d __ Rd
 8 B: As __ __
 9 B: Cs __ __
{rest}end
"""
"""Luca and Marta have 17 thirds in tricks 2 to 6, Rosa has 6 in tricks 1, 7 and 8."""


@pytest.mark.parametrize("result", ["won", "lost", "17", "18"])
def test_points_in_written_tricks_rule_a_bonus_out(result: str) -> None:
    """Pagat, line 86: a stramazzo needs tricks of less than one point, which neither side has."""
    (hand,) = parse_records(NINE_TRICKS.format(rest=f"result B: {result}\n"))
    judged = begin_totals(game("pagat")).replay(hand)
    assert judged.account is not None
    assert judged.account.bonuses == ()
    assert "CAL323" not in {finding.code for finding in judged.findings}


def test_a_claimed_rest_settles_a_hand_with_forgotten_cards() -> None:
    """Rosa has led to trick 10, so trick 9 was hers: 35 - 17 thirds, whatever the unknown cards are."""
    (hand,) = parse_records(NINE_TRICKS.format(rest="10 B: __\nclaim B: rest accepted\n"))
    account = begin_totals(game("pagat")).replay(hand).account
    assert account is not None
    assert account.payments == (-2, 4, -2)
    assert [side.points for side in account.sides] == [18, 17]
