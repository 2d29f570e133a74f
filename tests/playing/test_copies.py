"""Public values and exceptions arrive in another process, and in a deep copy, as they were."""

from __future__ import annotations

import copy
import importlib
import pickle
import pkgutil
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any

import pytest

import calarec
import calarec_tools
from calarec.core.base import frozen
from calarec.core.base.errors import PortableError
from calarec.core.base.frozen import replace
from calarec.core.engine.game import Game
from calarec.core.wording.language import Words
from calarec_tools.desk.entering.typed_words import NotTakenError
from calarec_tools.output.files.streams import RefusalError
from tests.house.tree import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable

EVENING = ROOT / "docs" / "examples" / "evening.cal"
SAMPLES = sorted((ROOT / "records").glob("*/cappotto-won.cal"))
WAYS: dict[str, Callable[[Any], Any]] = {
    "pickle": lambda thing: pickle.loads(pickle.dumps(thing)),
    "deep copy": copy.deepcopy,
    "copy": copy.copy,
}
ERRORS = sorted({name for name in calarec.__all__ if name.endswith("Error")} | {"RefusalError", "NotTakenError"})
each_way = pytest.mark.parametrize("way", WAYS)


@cache
def _things() -> dict[str, Any]:
    """One value of every public class that is not an iterator over a file."""
    rules = calarec.load_rules("pagat")
    judged = list(calarec.replay(calarec.read(EVENING), rules))
    playing = calarec.play(rules, ["Anna", "Bruno", "Carla"], seed=1)
    [account] = [each.account for each in judged if each.account][:1]
    record = next(iter(calarec.read(ROOT / "records" / "pagat" / "first.cal")))
    kept = [each for each in record.statements if type(each).__name__ not in ("End", "Result", "Score", "Total")]
    broken_off = replace(record, statements=tuple(kept[:-3]))
    return {
        "AnnotatedHand": calarec.annotate(record, seconds=1),
        "Archive": calarec.archive("season.duckdb"),
        "CardPicture": calarec.draw_cards("3c Ac", rules),
        "CheckReport": calarec.check(EVENING),
        "Evenings": calarec.sheet(EVENING),
        "KnownRulesets": calarec.rulesets(),
        "RulesDiff": calarec.diff(rules, "tretre"),
        "Account": account,
        "Finding": [finding for each in judged for finding in each.findings],
        "Game": playing.game,
        "Hand": judged[0].hand,
        "HandInPlay": playing,
        "Judgement": judged,
        "LegalMoves": playing.legal(),
        "Reason": account.because,
        "Ruleset": rules,
        "SeatView": playing.view("A"),
        "Severity": calarec.Severity.NOTE,
        "Side": account.sides,
        "Simulated": next(iter(calarec.simulate(rules, hands=1, seed=1))),
        "Solution": calarec.solve(calarec.resume(broken_off, rules)),
        "State": playing.state,
        "Text": calarec.Text("hand 1"),
        "View": calarec.view(playing.game, playing.state, playing.events, 1),
    }


def _raised(call: Callable[[], object]) -> Exception:
    with pytest.raises(PortableError) as found:
        call()
    return found.value


@cache
def _errors() -> dict[str, Exception]:
    """One exception of every public class, most of them as calarec raises them."""
    playing = calarec.play("pagat", 3, seed=1)
    nameless = next(iter(calarec.read(calarec.Text("hand 1\nend\n"))))
    finding = _things()["Finding"][0]
    return {
        "AimError": calarec.AimError("contracts.solo", 7),
        "NotPlayedError": calarec.NotPlayedError("strong", "rovescino", Words("the fewest points win"), "match.wins"),
        "BotError": calarec.BotError("A", {"do": "play"}, "no", finding),
        "IllegalMoveError": _raised(lambda: playing.apply({"do": "play", "seat": "A", "card": "3b"})),
        "LayoutError": calarec.LayoutError("house", "suits", 5, 4),
        "MissingLibraryError": calarec.MissingLibraryError("PettingZoo"),
        "NoRulesError": _raised(lambda: calarec.replay(nameless)),
        "RulesetError": _raised(lambda: calarec.load_rules("no-such-rules")),
        "SlotError": calarec.SlotError(113, "done", "A"),
        "UnplayableError": _raised(lambda: calarec.resume(nameless, "pagat")),
        "UnreadableError": _raised(lambda: list(calarec.read("/no/such/file.cal"))),
        "UnsolvableError": _raised(lambda: calarec.solve(playing)),
        "RefusalError": RefusalError(Words("{file}: {reason}"), file="a", reason="b"),
        "NotTakenError": NotTakenError(Words("interrupted."), Words("none")),
    }


def test_every_public_class_is_tried() -> None:
    """A new class is tried too; an iterator over an open file is none that can be sent."""
    classes = {name for name in calarec.__all__ if isinstance(getattr(calarec, name), type)}
    assert classes - {"Records", "OwnBot"} == {*_things(), *_errors()} - {"NotTakenError"}


@each_way
def test_a_value_comes_back_equal(way: str) -> None:
    """Any value of calarec."""
    different = [name for name, thing in _things().items() if WAYS[way](thing) != thing]
    assert different == []


@each_way
def test_a_game_that_was_used_goes_on_elsewhere(way: str) -> None:
    """Values worked out from the rules are not copied: the copy works them out again."""
    playing = _things()["HandInPlay"]
    playing.game.worked_out["something"] = lambda: None
    again = WAYS[way](playing)
    assert again.legal() == playing.legal()
    assert again.view("B") == playing.view("B")
    if way != "copy":
        assert "something" not in again.game.worked_out


@pytest.mark.parametrize("file", SAMPLES, ids=[file.parent.name for file in SAMPLES])
def test_a_judgement_under_every_ruleset_comes_back(file: Any) -> None:
    """Its account has the same words."""
    for judgement in calarec.replay(calarec.read(file)):
        again = pickle.loads(pickle.dumps(judgement))
        assert again == copy.deepcopy(judgement) == judgement
        assert calarec.as_json(again, "it") == calarec.as_json(judgement, "it")


@each_way
@pytest.mark.parametrize("name", ERRORS)
def test_an_exception_comes_back_as_it_was_raised(name: str, way: str) -> None:
    """Its class, its text, and everything that it carries."""
    error = _errors()[name]
    again = WAYS[way](error)
    assert type(again) is type(error)
    assert (str(again), again.args) == (str(error), error.args)
    assert {**again.__dict__} == {**error.__dict__}


def _refused(rules: str) -> None:
    calarec.load_rules(rules)


def test_an_exception_survives_a_pool_of_processes() -> None:
    """As it is raised in a worker so it arrives; the pool is not broken by it."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        with pytest.raises(calarec.RulesetError, match="no-such-rules cannot be used") as found:
            pool.submit(_refused, "no-such-rules").result()
        assert found.value.asked == "no-such-rules"
        assert pool.submit(len, "abc").result() == 3


def _import_everything() -> None:
    for package in (calarec, calarec_tools):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not module.name.endswith(("__main__", "by_grammar")):
                importlib.import_module(module.name)


@each_way
def test_every_named_tuple_comes_back_equal(way: str) -> None:
    """A copied named tuple has the same class, found by its module and name."""
    _import_everything()
    own = [
        tuple_class
        for tuple_class in frozen._LightTuple.__subclasses__()
        if tuple_class.__module__.startswith(("calarec.", "calarec_tools."))
    ]
    assert len(own) > 400
    values = [tuple_class._make(range(len(tuple_class._fields))) for tuple_class in own]
    assert [value for value in values if WAYS[way](value) != value] == []


def test_every_exception_with_a_constructor_of_its_own_can_be_sent() -> None:
    """Python would make a copy by calling it with its message."""
    _import_everything()
    known: list[type[BaseException]] = [Exception]
    for kind in known:
        known += [each for each in kind.__subclasses__() if each not in known]
    own = [each for each in known if each.__module__.startswith(("calarec.", "calarec_tools."))]
    assert len(own) > 15
    assert [each for each in own if "__init__" in each.__dict__ and not issubclass(each, PortableError)] == []


def test_a_game_keeps_the_rules_that_it_was_made_with() -> None:
    """Also where they are not those of its ruleset."""
    ruleset = calarec.load_rules("pagat")
    rules = calarec.load_rules("tressette").rules
    assert WAYS["pickle"](Game(ruleset, rules)).rules == rules
