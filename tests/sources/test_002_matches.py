"""Source 002, its end and its variations: the match, other targets, two players, open hands, beginners."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from calarec.core.engine import events as ev
from tests.referees.compose import (
    ACES,
    BLANK_TABLE,
    LAST_NONE,
    LAST_TABLE,
    LAST_THREE,
    SEVENTEEN,
    SWEEP,
    SWEEP_TABLE,
)
from tests.sources import common
from tests.sources.spoken import bids_for, hand
from tests.sources.table import table

if TYPE_CHECKING:
    from tests.referees.shape import Hand

RULES = "twenty-one"


def won(contract: str, ruleset: str = RULES) -> Hand:
    """B wins the stake twice."""
    return hand(ruleset, contract)


def lost(contract: str) -> Hand:
    """A and C are paid the stake each."""
    return hand(RULES, contract, SEVENTEEN, ACES)


def test_002_lines_95_99_first_to_twenty_one() -> None:
    """B has sixteen, then twenty-four."""
    assert table(RULES).ruling(won("dividete"))["match"]["over"] is False
    ruling = table(RULES).ruling(won("dividete"), won("solissimo"))
    assert (ruling["totals"], ruling["match"]["over"], ruling["match"]["winners"]) == (
        {"A": -12, "B": 24, "C": -12}, True, ["B"],
    )  # fmt: skip


def test_002_line_99_a_tie_is_broken_by_one_more_deal() -> None:
    """A and C have twenty-four each; the higher total after the next deal decides."""
    even = (lost("scegliete"), lost("dividete"))
    assert table(RULES).ruling(*even)["match"]["over"] is False
    by_a = table(RULES).hand(SEVENTEEN, ACES, "B -, C -, A solissimo")
    after = table(RULES).ruling(*even, by_a)
    assert (after["match"]["over"], after["match"]["winners"]) == (True, ["A"])


def test_002_line_99_totals_are_kept_by_player() -> None:
    """Each defender has his own, with any partner."""
    ruling = table(RULES).ruling(lost("solo"), table(RULES).hand(SEVENTEEN, ACES, "B -, C -, A solissimo"))
    assert ruling["totals"] == {"A": 10, "B": -8, "C": -2}


@pytest.mark.parametrize(("child", "target"), [("terziglio-31", 31), ("short-11", 11)])
def test_002_lines_58_95_103_154_156_other_targets(child: str, target: int) -> None:
    """Thirty-one for tournaments, eleven for a short match."""
    one, two, three = (table(child).ruling(*[won("solissimo", child)] * number) for number in (1, 2, 4))
    for ruling in (one, two, three):
        assert ruling["match"]["over"] == (max(ruling["totals"].values()) >= target)
    assert three["match"]["over"] is True


def test_002_lines_104_154_for_two_one_dummy_hand() -> None:
    """The soloist's opponent plays it, sees it, and answers for its payments."""
    played = table("a-due").hand(LAST_THREE, LAST_TABLE, "B solissimo, A -") | {"seats": ["A", "B"]}
    assert table("a-due").payments(played) == {"A": -8, "B": 8, "C": 0}
    told = table("a-due").replay(played)
    opened = next(each.event for each in told.happened if isinstance(each.event, ev.HandOpened))
    assert (opened.seat, opened.seen & 0b011) == (2, 0b001)
    assert told.state is not None
    assert told.state.controller(2) == 0


def test_002_lines_105_154_aperta_the_defenders_show_each_other_their_hands() -> None:
    """After the first trick, and not to the soloist."""
    told = table("aperta").replay(hand("aperta", "solissimo"))
    kinds = [type(each.event) for each in told.happened]
    opened = [each.event for each in told.happened if isinstance(each.event, ev.HandOpened)]
    assert {(event.seat, event.seen & 0b010) for event in opened} == {(0, 0), (2, 0)}
    assert kinds.index(ev.HandOpened) > kinds.index(ev.TrickWon)
    assert kinds[: kinds.index(ev.HandOpened)].count(ev.TrickWon) == 1


def test_002_line_105_aperta_stramazzo_counts_twice() -> None:
    """The source adjusts it "down", without a number."""
    ruling = table("aperta").ruling(hand("aperta", "solo", LAST_NONE, BLANK_TABLE))
    assert (ruling["bonus"], ruling["payments"]) == ("stramazzo", {"A": -4, "B": 8, "C": -4})


def test_002_lines_106_154_no_stramazzo() -> None:
    """Cappotto stays."""
    ruling = table("no-stramazzo").ruling(hand("no-stramazzo", "solo", LAST_NONE, BLANK_TABLE))
    assert (ruling["bonus"], ruling["payments"]) == (None, {"A": -2, "B": 4, "C": -2})
    assert table("no-stramazzo").ruling(hand("no-stramazzo", "solo", SWEEP, SWEEP_TABLE))["bonus"] == "cappotto"


def test_002_lines_107_154_chiamo_alone() -> None:
    """It ends the bidding; solo is refused."""
    assert bids_for("chiamata-only", "chiamo") == "B chiamo"
    assert not table("chiamata-only").errors(hand("chiamata-only", "chiamo"))
    assert table("chiamata-only").refuses(common.bid("chiamata-only", "B solo"), "auction")
