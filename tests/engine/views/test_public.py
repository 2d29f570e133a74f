"""The top of the package: a few names with docstrings, imported on use."""

from __future__ import annotations

import gzip
import inspect
import io
import re
import subprocess
import sys
import typing
from pathlib import Path

import pytest

import calarec
from calarec.core.base.spans import Span
from tests.house.tree import ROOT

SAMPLE = ROOT / "tests" / "tools" / "replay" / "plain.cal"


@pytest.mark.parametrize("name", [name for name in calarec.__all__ if not name.startswith("__")])
def test_every_public_name_is_there_and_says_what_it_is(name: str) -> None:
    """A docstring of its own, not one that Python made up."""
    found = getattr(calarec, name)
    told = inspect.getdoc(found) or ""
    assert len(told) > 20
    assert not told.startswith(f"{name}(")


def test_the_types_are_declared_for_checkers() -> None:
    """Type checkers and imports at run time see the same names, from the same modules."""
    source = Path(calarec.__file__).read_text(encoding="utf-8")
    declared = set(re.findall(r"^    from calarec\S* import \w+ as (\w+)$", source, re.MULTILINE))
    assert declared | {"__version__"} == set(calarec.__all__) == set(calarec._HOMES) | {"__version__"}
    for name, home in calarec._HOMES.items():
        assert f"from {home} import {name} as {name}\n" in source


def test_importing_the_package_imports_nothing_of_it() -> None:
    """Until a name is asked for."""
    code = "import sys, calarec; print([name for name in sys.modules if name.startswith('calarec.')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_rooms_do_not_take_the_place_of_functions() -> None:
    """`calarec.replay` is the function, whichever room was imported first."""
    code = "import calarec.core.judge.hand, calarec; print(calarec.replay.__module__)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "calarec.public"


def test_an_unknown_name_is_an_attribute_error() -> None:
    """As for any module."""
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        calarec.nothing  # type: ignore[attr-defined]  # noqa: B018


def test_load_read_replay() -> None:
    """A record is read hand by hand and replayed under rules by id, path or record."""
    rules = calarec.load_rules("pagat")
    for given in (rules, "pagat", ROOT / "rules" / "pagat.yaml", None):
        (replayed,) = calarec.replay(calarec.read(SAMPLE), given)
        assert replayed.verdict == "legal"
        assert replayed.account is not None
        assert replayed.account.payments == (-1, 2, -1)
    (hand,) = calarec.read(str(SAMPLE))
    one = calarec.replay(hand, rules)
    assert (one.verdict, one.totals) == ("legal", {"A": 11, "B": 4, "C": 9})


def test_what_cannot_be_read_is_raised(tmp_path: Path) -> None:
    """An OSError comes when the iteration reaches it; earlier hands were read."""
    records = calarec.read(tmp_path / "none.cal")
    with pytest.raises(OSError, match="CAL001 there is no file") as refused:
        next(iter(records))
    assert isinstance(refused.value, calarec.UnreadableError)
    assert [each.code for each in refused.value.findings] == ["CAL001"]
    with pytest.raises(calarec.UnreadableError, match="CAL015"):
        list(calarec.replay(calarec.read(io.BytesIO(b"\0" * 9)), "pagat"))
    packed = tmp_path / "a.cal.gz"
    packed.write_bytes(gzip.compress(SAMPLE.read_bytes() * 3)[:-6])
    whole = iter(calarec.read(packed))
    assert next(whole).name == "7"
    with pytest.raises(calarec.UnreadableError, match="CAL010"):
        list(whole)


def test_what_is_wrong_within_a_record_is_not_raised() -> None:
    """It is in the findings of the hands, or of the records if it belongs to no hand."""
    assert list(calarec.read(calarec.Text(""))) == []
    records = calarec.read(io.BytesIO(b'cal 1\n\nhand 1\nnote "\xe8"\nend\nnonsense \xe8\n'))
    assert [[each.code for each in hand.findings] for hand in records] == [["CAL002"]]
    assert records.findings


def test_replaying_is_lazy() -> None:
    """Replaying reads a hand only when it is asked for."""

    def hands() -> typing.Iterator[calarec.Hand]:
        yield next(iter(calarec.read(SAMPLE)))
        raise AssertionError("a second hand was asked for")

    assert next(calarec.replay(hands(), "pagat")).verdict == "legal"


def test_no_rules_at_all() -> None:
    """NoRulesError names the hand."""
    hand = calarec.Hand(name="1")
    with pytest.raises(calarec.NoRulesError, match="names no ruleset") as refused:
        calarec.replay(hand)
    assert refused.value.hand is hand


def test_no_rules_is_an_error_of_rulesets() -> None:
    """Code that catches the error of `load_rules` catches this one, alike in fields."""
    hand = calarec.Hand(name="1")
    with pytest.raises(calarec.RulesetError) as refused:
        list(calarec.replay([hand]))
    assert (refused.value.asked, refused.value.findings) == ("", ())
    (named,) = calarec.read(calarec.Text("cal 1\nrules nowhere\nseats A B C\nhand 1\nend\n", "a.cal"))
    with pytest.raises(calarec.RulesetError, match=r"^a\.cal:4: ") as refused:
        calarec.replay(named)
    assert (refused.value.asked, [each.code for each in refused.value.findings]) == ("nowhere", ["CAL803"])


def test_rules_that_are_not_there_have_no_line() -> None:
    """The error of a missing rule file names the file, without a line."""
    with pytest.raises(calarec.RulesetError) as refused:
        calarec.load_rules("no/such.yaml")
    assert str(refused.value) == "no/such.yaml cannot be used: RUL001 there is no file `no/such.yaml`"


PAGAT = calarec.load_rules("pagat")


def played() -> calarec.HandInPlay:
    """A hand before the first lead."""
    hand = calarec.play(PAGAT, seed=1)
    while hand.state.step != "play":
        moves = hand.legal()[0]
        hand = hand.apply(moves.move(moves.words[-1]) if moves.words else next(moves.moves()))
    return hand


WRONG_KINDS: list[tuple[typing.Callable[[], object], str]] = [
    (lambda: calarec.load_rules(typing.cast("str", b"pagat")), "rules is to be an id or a path as text, not b'pagat'"),
    (lambda: calarec.load_rules(typing.cast("str", None)), "rules is to be an id or a path as text, not None"),
    (lambda: calarec.replay([], typing.cast("str", b"x")), "rules is to be an id or a path as text, not b'x'"),
    (lambda: calarec.replay(typing.cast("calarec.Hand", "a.cal"), PAGAT),
     "hands is to be a Hand or several, as `read` gives them, not 'a.cal'"),
    (lambda: calarec.replay(typing.cast("calarec.Hand", None), PAGAT),
     "hands is to be a Hand or several, as `read` gives them, not None"),
    (lambda: list(calarec.replay(typing.cast("list[calarec.Hand]", [1]), PAGAT)),
     "each of the hands is to be a Hand, not 1"),
    (lambda: calarec.read(typing.cast("str", b"cal 1")),
     "source is to be a path, an open file or a Text, not b'cal 1'"),
    (lambda: calarec.read(typing.cast("str", 5)), "source is to be a path, an open file or a Text, not 5"),
    (lambda: calarec.read(calarec.Text(typing.cast("str", b"cal 1" * 99))),
     "source is to be a path, an open file or a Text, not a Text"),
    (lambda: calarec.write(typing.cast("list[calarec.Hand]", "cal 1")),
     "hands is to be a series of hands, not 'cal 1'"),
    (lambda: calarec.write(typing.cast("list[calarec.Hand]", calarec.Hand(name="1"))),
     "hands is to be a series of hands, not a Hand"),
    (lambda: calarec.simulate(typing.cast("calarec.Ruleset", 5), hands=1),
     "ruleset is to be a Ruleset, an id or a path, not 5"),
    (lambda: calarec.simulate(PAGAT, hands=typing.cast("int", "2")), "hands is to be a number, not '2'"),
    (lambda: calarec.simulate(PAGAT, hands=1, seats=typing.cast("int", 3.0)), "seats is to be a number, not 3.0"),
    (lambda: calarec.simulate(PAGAT, hands=1, aim=typing.cast("str", 5)), "aim is to be the path of a rule, not 5"),
    (lambda: calarec.write(typing.cast("list[calarec.Hand]", ["A"])), "each of the hands is to be a Hand, not 'A'"),
    (lambda: calarec.write(typing.cast("list[calarec.Hand]", [calarec.play(PAGAT)])),
     "each of the hands is to be a Hand, not a HandInPlay"),
    (lambda: calarec.as_json(typing.cast("calarec.Judgement", None)),
     "replay is to be a Judgement, as `replay` gives it, not None"),
    (lambda: calarec.play(PAGAT, typing.cast("dict[str, str]", {1: "x"})),
     "people is to be a number, names in order of play, or names by seat (a capital letter), not {1: 'x'}"),
    (lambda: calarec.play(PAGAT, deal={"A": typing.cast("str", 1)}),
     "deal is to be the cards of each seat, not {'A': 1}"),
    (lambda: calarec.play(PAGAT, seed=typing.cast("int", ())), "seed is to be a number or a text, not ()"),
    (lambda: calarec.play(PAGAT, name=typing.cast("str", 1)), "name is to be a text, not 1"),
    (lambda: calarec.simulate(PAGAT, hands=1, seed=typing.cast("int", 1.5)),
     "seed is to be a number or a text, not 1.5"),
    (lambda: calarec.read("a.cal", encoding=typing.cast("str", None)),
     "encoding is to be the name of an encoding, not None"),
    (lambda: calarec.solve(played(), nodes=typing.cast("int", 1.5)), "nodes is to be a whole number, not 1.5"),
    (lambda: calarec.solve(played(), seconds=typing.cast("float", "")), "seconds is to be a number, not ''"),
    (lambda: calarec.Game.from_ruleset(typing.cast("calarec.Ruleset", None)),
     "ruleset is to be a Ruleset, as `load_rules` gives it, not None"),
    (lambda: PAGAT.ref(typing.cast("str", None)), "path is to be the path of a rule as text, not None"),
]  # fmt: skip
"""Arguments of wrong types, with the messages."""

WRONG_VALUES: list[tuple[typing.Callable[[], object], str]] = [
    (lambda: calarec.simulate(PAGAT, hands=1, bot="x"), "bot is one of random, sensible and strong, not 'x'"),
    (lambda: calarec.simulate(PAGAT, hands=1, seats=0), "pagat is played at 3 or 4 seats, not at 0"),
    (lambda: calarec.simulate(PAGAT, hands=1, seats=9), "pagat is played at 3 or 4 seats, not at 9"),
    (lambda: calarec.simulate(PAGAT, hands=-1), "hands is a number from 0 up, not -1"),
    (lambda: calarec.simulate(PAGAT, hands=1, bot={}), "bot names the seats A B C, not nobody"),
    (
        lambda: calarec.simulate(PAGAT, hands=1, seed=typing.cast("int", "\ud800")),
        "seed holds what is not a character: '\\ud800'",
    ),
    (lambda: calarec.play(PAGAT, 0), "pagat is played at 3 or 4 seats, not at 0"),
    (lambda: calarec.play(PAGAT, -23), "pagat is played at 3 or 4 seats, not at -23"),
    (lambda: calarec.play(PAGAT, 30), "pagat is played at 3 or 4 seats, not at 30"),
    (lambda: calarec.play(PAGAT, seed="\ud800"), "seed holds what is not a character: '\\ud800'"),
    (
        lambda: calarec.Finding(code="CAL012", span=Span.from_column("a.cal", 1, 1)).message("/dev/null"),
        "lang is one of en and it, not '/dev/null'",
    ),
    (lambda: calarec.simulate(PAGAT, hands=1, aim="x.y"), "pagat has no rule 'x.y' that could be an aim"),
]
"""Impossible values, with the messages, raised before anything is made."""


@pytest.mark.parametrize(
    ("ask", "kind", "said"),
    [(ask, TypeError, said) for ask, said in WRONG_KINDS] + [(ask, ValueError, said) for ask, said in WRONG_VALUES],
)
def test_wrong_arguments_are_refused_in_words(
    ask: typing.Callable[[], object], kind: type[Exception], said: str
) -> None:
    """At once, by the name of the argument; never an error from somewhere inside."""
    with pytest.raises(kind) as refused:
        ask()
    assert (type(refused.value), str(refused.value)) == (kind, said)


def test_write_gives_back_what_was_read() -> None:
    """Reading the written text gives the same statements."""
    (hand,) = calarec.read(SAMPLE)
    (again,) = calarec.read(calarec.Text(calarec.write([hand])))
    assert [type(each) for each in again.statements] == [type(each) for each in hand.statements]


def test_a_view_of_a_replay() -> None:
    """A view of a replay shows the knowledge of a seat at its end."""
    (replayed,) = calarec.replay(calarec.read(SAMPLE), "pagat")
    assert replayed.state is not None
    found = calarec.view(replayed.game, replayed.state, [each.event for each in replayed.happened], 1 << 2)
    assert (found.declarer, found.contract, found.tricks) == (1, "chiamo", 12)


def test_simulated_hands_can_be_replayed() -> None:
    """`simulate` makes hands that `replay` finds legal."""
    hands = [each.hand for each in calarec.simulate(calarec.load_rules("pagat"), hands=3, seed=2)]
    assert [each.verdict for each in calarec.replay(hands, "pagat")] == ["legal"] * 3
