"""Hands in which something is declared pass as others do, and come to what the replay comes to."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING, Final

import pytest

from calarec.bulk.running import Passed
from calarec.core.engine.cards import bits
from calarec.core.engine.declaring import every_meld, is_meld, melds
from tests.bulk.both import game
from tests.bulk.damage import DECLARED, damaged
from tests.bulk.declaring import DECLARING, declaring_file
from tests.bulk.texts import text_of
from tests.bulk.verdicts import hold_equal, replay_text, verify_text

if TYPE_CHECKING:
    from pathlib import Path

    from calarec.core.mechanisms.standing import DeclareRule


_LEFT: Final = re.compile(r"(?m)^declare .*\n(?:declare .*\n)*(?:total|end)")
"""Hands are thrown in because of what is declared."""


def rules_of(of: str) -> dict[str, DeclareRule]:
    """Return the rules of declarations by name."""
    return {name: entry.params for name, entry in game(of).rules.standing.items() if entry.do == "declare"}


@pytest.mark.mass
@pytest.mark.parametrize("name", DECLARING)
def test_what_is_declared_passes(name: str, tmp_path: Path) -> None:
    """Melds and poor hands, before a raise too; only hands that are thrown in for it do not."""
    of = declaring_file(name, tmp_path)
    for seed in (0, 1):
        text = text_of(of, 30, seed)
        hold_equal(of, text)
        verifier, found = verify_text(of, text)
        explained = ["\n".join(each.hand.lines) for each in found if not isinstance(each, Passed)]
        assert all(_LEFT.search(hand) for hand in explained if "\ndeclare " in hand)
        assert verifier.passed > 20 + len(explained)


def test_hands_of_the_tressette_with_declarations_pass() -> None:
    """All of them, whether anything is declared in them or not."""
    text = text_of("tressette-accusi", 120, 7)
    words = set(re.findall(r"(?m)^declare [A-D]: (\w+)", text))
    assert words == {"napoletana", "buongioco"}
    assert any("\ndeclare " not in hand for hand in text.split("\nhand ")[1:])
    assert hold_equal("tressette-accusi", text, pieces=4).explained == 0


@pytest.mark.mass
@pytest.mark.parametrize("name", DECLARING)
@pytest.mark.parametrize("damage", sorted(DECLARED))
def test_whatever_is_declared_both_ways_say_the_same(name: str, damage: str, tmp_path: Path) -> None:
    """Elsewhere, by others, of other cards or too many or too few, of another kind, twice."""
    of = declaring_file(name, tmp_path)
    for seed in (0, 1):
        rng = Random(f"{name} {damage} {seed}")
        hold_equal(of, damaged(text_of(of, 12, seed), rng, every=1, kinds=(damage,)))


@pytest.mark.mass
@pytest.mark.parametrize("name", DECLARING)
def test_damaged_hands_are_explained(name: str, tmp_path: Path) -> None:
    """Any other line that is changed in hands in which something is declared."""
    of = declaring_file(name, tmp_path)
    hold_equal(of, damaged(text_of(of, 40, 2), Random(f"{name} damage"), every=2), pieces=3)


def _hand(declared: dict[str, str]) -> str:
    """The hand, with lines before its first bid or lead, before some tricks, or before its result."""
    text = _DECLARED
    for before, lines in declared.items():
        assert f"\n{before}" in text
        text = text.replace(f"\n{before}", f"\n{lines}\n{before}", 1)
    return text


@pytest.mark.parametrize(
    ("lines", "passes"),
    [
        ({" 2": "declare A: napoletana 3c 2c Ac"}, True),
        ({" 2": "declare A: buongioco As Ac Ad\ndeclare A: napoletana 3c 2c Ac"}, True),
        ({" 2": "declare A: napoletana Ac 3c 2c"}, True),
        ({" 2": "declare A: napoletana 3c 2c"}, False),
        ({" 2": "declare A: napoletana 3c 2c Ac 6c"}, False),
        ({" 2": "declare A: napoletana 3c 2c Ac Ac"}, False),
        ({" 2": "declare A: napoletana"}, False),
        ({" 2": "declare A: napoletana 3c 2c A_"}, False),
        ({" 2": "declare A: buongioco 3c 2c Ac"}, False),
        ({" 2": "declare A: accuso 3c 2c Ac"}, False),
        ({" 2": "declare B: napoletana 3c 2c Ac"}, False),
        ({" 2": "declare E: napoletana 3c 2c Ac"}, False),
        ({" 2": "declare A: napoletana 3d 2d Ad"}, False),
        ({" 1": "declare A: napoletana 3c 2c Ac"}, False),
        ({" 3": "declare A: napoletana 3c 2c Ac"}, False),
        ({"result": "declare A: napoletana 3c 2c Ac"}, False),
        ({" 2": "declare A: napoletana 3c 2c Ac\ndeclare A: napoletana 3c 2c Ac"}, False),
    ],
)
def test_what_may_be_declared(lines: dict[str, str], passes: bool) -> None:
    """After trick 1, by a seat that had the cards, whole, once; with and without."""
    assert hold_equal("tressette-accusi", _hand(lines)).passed == passes


def test_nothing_is_declared_where_a_step_still_waits(tmp_path: Path) -> None:
    """A seat that discards nothing need not state it.

    But before it does, or cards are played, the play has not begun.
    """
    of = declaring_file("declared behind a step that is passed over", tmp_path)
    head, *hands = text_of(of, 60).split("\nhand ")
    none = [each for each in hands if re.search(r"(?m)^discard .*none.*\n(?=declare )", each)]
    assert len(none) > 2
    for each in none:
        bare = re.sub(r"(?m)^(?:total .*|discard .*none.*)\n", "", each)
        said = re.sub(r"(?m)^total .*\n", "", each)
        assert hold_equal(of, f"{head}\nhand {said}").passed == 1
        waits = f"{head}\nhand {bare}"
        assert {found.code for found in replay_text(of, waits)[0].findings} == {"CAL561"}
        assert hold_equal(of, waits).passed == 0


def test_totals_count_what_is_declared() -> None:
    """Three points for each partner, two times; a total without them is reported."""
    said = _hand({" 2": "declare A: napoletana 3c 2c Ac\ndeclare A: buongioco As Ac Ad"})
    for total, passes in (("A: 9 B: 8 C: 9 D: 8", 1), ("A: 3 B: 8 C: 3 D: 8", 0), ("A: 9 B: 8 C: 3 D: 8", 0)):
        text = said.replace("\nend", f"\ntotal {total}\nend")
        assert hold_equal("tressette-accusi", text).passed == passes


@pytest.mark.mass
@pytest.mark.parametrize("name", DECLARING)
def test_melds_are_listed_as_the_engine_finds_them(name: str, tmp_path: Path) -> None:
    """Each that is listed is one, and whatever is found among cards is listed."""
    of = declaring_file(name, tmp_path)
    cards, rng = game(of).cards, Random(name)
    for rule in rules_of(of).values():
        listed = list(every_meld(cards, rule))
        assert len(set(listed)) == len(listed)
        assert all(is_meld(cards, rule, each) for each in listed)
        assert (rule.meld is None) == (not listed)
        for _ in range(400):
            held = sum(1 << card for card in rng.sample(list(bits(cards.full)), rng.randrange(1, 30)))
            assert set(melds(cards, rule, held)) <= set(listed)


_DECLARED = """cal 1
rules tressette-accusi
seat A
seat B
seat C
seat D

hand 2
dealer B
deal C: Ab Rb 5s 7c Rd Fd 7d 6d 5d 4d
deal D: 3b 4b Cs 7s 4s Rc Fc 5c 3d 2d
deal A: 7b 6b As Rs 3c 2c Ac 6c 4c Ad
deal B: 2b Cb Fb 5b 3s 2s Fs 6s Cc Cd
 1 C: 4d 3d Ad Cd
 2 D: 3b 6b 5b Rb
 3 D: 2d 4c 6s 5d
 4 D: 4b 7b 2b Ab
 5 B: 3s 5s 4s Rs
 6 B: 2s 6d 7s As
 7 B: Cb 7c 5c 6c
 8 B: Fb 7d Fc 2c
 9 B: Fs Fd Cs 3c
10 D: Rc Ac Cc Rd
result A+C: 9 B+D: 26
end
"""
