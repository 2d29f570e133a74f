"""Hands with stated irregularities are judged without a replay, and alike."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING, Final

import pytest

from tests.bulk.damage import DAMAGES, damaged
from tests.bulk.house_rules import rules_file
from tests.bulk.texts import irregular_text
from tests.bulk.verdicts import hold_equal, verify_text
from tests.rulebooks import IDS, WITHOUT_AUCTION

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

_HOUSES: Final = {
    "points move": "  standing.revoke.move_points: 3\n",
    "everybody is paid": "  standing.revoke.pay_each: 2\n",
    "the second costs more": "  standing.revoke.pay_each: 1\n  standing.revoke.pay_again: 3\n",
    "the contract is lost": "  standing.revoke.contract: lost\n",
    "the difference is lost": "  standing.revoke.contract: lost\n  settle.pay: difference\n  settle.pay_unit: 1/3\n",
    "points move, fractions count": "  standing.revoke.move_points: 1\n  settle.rounding: none\n",
    "the declarer alone errs": "  standing.revoke.by: declarer\n",
    "his opponents alone err": "  standing.revoke.by: opponents\n",
    "anybody claims": "  standing.revoke.claimed_by: anyone\n",
    "before the first lead": "  standing.revoke.before: first_lead\n",
    "nobody need follow": "  play.follow: free\n",
    "who has which cards counts": "  settle.bonus:\n    rich: {when: {of: winners, cards: {ranks: A, at_least: 4, "
    "where: won}}, times: 2}\n  settle.bonus_order: [rich]\n",
}
"""Houses with costs, culprits and time limits of irregularities."""
_CHANGED: Final[dict[str, Callable[[Random, list[str], int], object]]] = {
    "by another": lambda rng, lines, at: lines.__setitem__(at, f"fault {rng.choice('ABCX')}{lines[at][7:]}"),
    "claimed by another": lambda rng, lines, at: lines.__setitem__(
        at, re.sub("(?: claimed by .)?$", rng.choice(("", *(f" claimed by {who}" for who in "ABCX"))), lines[at])
    ),
    "in another trick": lambda rng, lines, at: lines.__setitem__(
        at, re.sub(" trick [0-9]+", rng.choice(("", " trick 1", " trick 3", " trick 12", " trick 40")), lines[at])
    ),
    "of another kind": lambda rng, lines, at: lines.__setitem__(
        at, re.sub(": [a-z-]+", rng.choice((": exchange", ": turned-stock", ": revok", ": not-given-back")), lines[at])
    ),
    "with cards": lambda rng, lines, at: lines.__setitem__(at, re.sub(": [a-z-]+", r"\g<0> 3b", lines[at])),
    "said elsewhere": lambda rng, lines, at: lines.insert(max(at + rng.randrange(-14, 9), 1), lines.pop(at)),
    "said twice": lambda rng, lines, at: lines.insert(at + rng.randrange(3), lines[at]),
    "not said": lambda rng, lines, at: lines.pop(at),
}


_DIFFERENT: Final = (
    "pagat",
    "tretre",
    "foster",
    "gelli-terziglio",
    "sestiglio",
    "tressette-accusi",
    "tressette-in-due",
)


_LEFT_OUT: Final = re.compile("fault .*\n(?:give|take|discard)|signal .*\n(?:[a-z].*\n)* 1")


def replayed_among(name: str, text: str) -> list[str]:
    """The hands with a stated irregularity that were played once more.

    Left out are those that end before the first trick or state one in the exchange, and those with a signal before it.
    """
    found = [each for each in verify_text(name, text)[1] if getattr(each, "happened", ())]
    texts = ["\n".join(each.hand.lines) for each in found]  # type: ignore[union-attr]
    return [each for each in texts if "\nfault" in each and "\n 1 " in each and not _LEFT_OUT.search(each)]


@pytest.mark.mass
@pytest.mark.parametrize(
    "name", [name for name in (*IDS, *WITHOUT_AUCTION) if name not in ("beccaccino", "spizzichino", "traversone")]
)
def test_hands_with_stated_irregularities_are_not_replayed(name: str) -> None:
    """With other shows, declarations or claims; hands with trumps or packets go to the engine."""
    text = irregular_text(name)
    assert len(re.findall("(?m)^fault ", text)) >= 8
    assert hold_equal(name, text).explained >= 8
    assert not replayed_among(name, text)


@pytest.mark.mass
@pytest.mark.parametrize("house", _HOUSES)
def test_houses_in_which_it_costs_something_else(house: str, tmp_path: Path) -> None:
    """Both ways agree, and without cards in bonuses no hand is replayed."""
    name = rules_file("pagat", f"set:\n{_HOUSES[house]}", tmp_path)
    text = irregular_text(name)
    hold_equal(name, text)
    if "which cards" not in house:
        assert not replayed_among(name, text)


@pytest.mark.parametrize("house", [
    "the contract is lost", "the difference is lost", "fractions of both move", "the second costs more",
])  # fmt: skip
def test_both_sides_err(house: str, tmp_path: Path) -> None:
    """The earlier of two irregularities decides where it loses the contract."""
    houses = _HOUSES | {"fractions of both move": "  standing.revoke.move_points: 2\n  settle.rounding: none\n"}
    name = rules_file("pagat", f"set:\n{houses[house]}", tmp_path)
    rng = Random(house)

    def with_another(line: re.Match[str]) -> str:
        first, second = rng.sample("ABC", 2)
        trick = rng.choice(("", *(f" trick {number}" for number in range(1, 13))))
        more = f"fault {first}: revoke{trick} claimed by {second}"
        return "\n".join(rng.sample((line[0], more), 2))

    text = re.sub("(?m)^fault .*: revoke.*", with_another, irregular_text(name))
    assert len(re.findall("(?m)^fault .*\nfault ", text)) >= 8
    hold_equal(name, text)


@pytest.mark.mass
@pytest.mark.parametrize("change", _CHANGED)
def test_whatever_is_stated_both_ways_say_the_same(change: str) -> None:
    """Statements of other seats, tricks and places, repeated or missing, are alike."""
    for name in _DIFFERENT:
        rng = Random(f"{name} {change}")
        lines = irregular_text(name).splitlines()
        for at in reversed([number for number, line in enumerate(lines) if line.startswith("fault ")]):
            if rng.random() < 0.7:
                _CHANGED[change](rng, lines, at)
        hold_equal(name, "\n".join(lines) + "\n", pieces=3)


@pytest.mark.mass
@pytest.mark.parametrize("name", _DIFFERENT)
def test_hands_in_which_something_else_is_wrong(name: str) -> None:
    """Irregular hands with every kind of damage are judged alike."""
    for kind in sorted(DAMAGES):
        hold_equal(name, damaged(irregular_text(name, 8), Random(f"{name} {kind}"), every=1, kinds=(kind,)))


def test_sums_that_are_wrong_are_told_behind_the_card() -> None:
    """A wrong payment of a hand with a stated revoke: note and error, in order."""
    text = irregular_text("pagat")
    hand = next(each for each in re.split("(?m)^(?=hand)", text) if "\nfault" in each and "\nend\n" in each)
    wrong = text.replace(hand, re.sub(r"(?m)(?<=^score .: )[+-]?\d+", "+9", hand))
    assert wrong != text
    told = [each for each in verify_text("pagat", wrong)[1] if getattr(each, "findings", ())]
    codes = [[one.code for one in each.findings] for each in told]  # type: ignore[union-attr]
    assert ["CAL512", "CAL611"] in codes
    hold_equal("pagat", wrong)
    assert not replayed_among("pagat", wrong)
