"""Generated source: made of the compiler's own words, kept in the cache, and nothing else is ever run."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, cast, get_args, get_origin, get_type_hints

import pytest

from calarec.bulk import supported
from calarec.bulk.compile import (
    FILTER,
    Generator,
    _compiled,
    compiled_rules,
    functions_of,
    generate,
    is_ours,
    source_of,
)
from calarec.bulk.supported import NotPlainError, require_supported
from calarec.core.base.frozen import replace
from calarec.core.engine.game import Game
from calarec.core.mechanisms.exchange import TRANSFERS, Transfer
from calarec.core.mechanisms.registry import all_mechanisms
from calarec.core.mechanisms.rules import Named
from calarec.playouts.board import Board
from calarec.playouts.stepping import STEPPING
from calarec.rulesets import cache
from tests.bulk.both import SHIPPED, compiled, game

if TYPE_CHECKING:
    from pathlib import Path

    from calarec.bulk.compile import CompiledRules
    from calarec.core.mechanisms.rules import Rules


def with_rules(name: str, **sections: Any) -> CompiledRules:
    """The compiled rules of a shipped ruleset with other sections."""
    rules: Rules = replace(game(name).rules, **sections)
    return _compiled(Game(game(name).ruleset, rules))


both = pytest.mark.parametrize("generator", [FILTER, STEPPING], ids=["filter", "playouts"])


@both
@pytest.mark.parametrize("name", SHIPPED)
def test_what_is_generated_is_ours(name: str, generator: Generator) -> None:
    """Every word of it stands in the vocabulary, and what it begins and ends with is there."""
    text = generate(generator, compiled(name))
    assert is_ours(text, generator.words)
    first, *_, last = re.findall(r"^def (\w+)", text, re.MULTILINE)
    assert (first, last) == generator.ends


@pytest.mark.parametrize(
    "line",
    [
        "import os",
        "def check_0(hands): return hands.__class__",
        "def check_0(hands): return 'text'",
        "def check_0(hands): return open(hands)",
        "def check_0(hands): return eval(hands)",
        "def check_0(hands): return hands.clear()",
        "def check_0(board): board.compiled = 1",
        "def check_0(hands):\n\treturn 1",
        "@check\ndef check_0(hands): return 1",
        "def check_0(hands): return lambda: 1",
        "def check_0(hands): return {}",
        "def check_0(hands): return 1 # a word",
        "def check_zero(hands): return 1",
    ],
)
def test_what_is_not_ours_is_refused(line: str) -> None:
    """No text, no import, no name and no attribute but the generator's own."""
    assert not is_ours(line)


def test_there_are_no_other_built_ins() -> None:
    """A source that slipped through has six functions at hand and no more."""
    space = functions_of("def f():\n    return open\n")
    with pytest.raises(NameError):
        space["f"]()


@both
def test_source_comes_from_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, generator: Generator) -> None:
    """What was generated once is found again; what is not ours is made anew."""
    monkeypatch.setenv("CALAREC_CACHE", str(tmp_path / "cache"))
    first = source_of(generator, compiled("pagat"))
    other = replace(compiled("treccani"), digest=compiled("pagat").digest)
    assert source_of(generator, other) == first
    monkeypatch.setattr(cache, "load_entry", lambda *asked: "import os\n")
    assert source_of(generator, compiled("pagat")) == first


@both
@pytest.mark.parametrize("kept", ["def return", "range", "for", "settle_0 = 1 1", "range(1, None)"])
def test_kept_words_that_are_no_program_are_made_anew(
    monkeypatch: pytest.MonkeyPatch, kept: str, generator: Generator
) -> None:
    """Words of the generator's own vocabulary need not be a program."""
    made = compiled("pagat")
    anew = replace(made, _auctions={}, _made={})
    monkeypatch.setattr(cache, "load_entry", lambda *asked: kept)
    assert source_of(generator, anew) == kept or not is_ours(kept, generator.words)
    assert set(anew.made_by(generator)) == set(made.made_by(generator))


def test_games_with_the_same_rules_share_their_compiled_rules() -> None:
    """Compiling is done once for a digest."""
    assert compiled_rules(Game.of(game("pagat").ruleset)) is compiled_rules(game("pagat"))


def test_an_unknown_parameter_is_not_passed_over() -> None:
    """A part with a parameter that the generator has never heard of is not plain, nor is an unknown part or word."""

    @dataclass
    class LookRule:
        who: str
        twice: bool = False

    @dataclass
    class Shuffle:
        open: bool

    with pytest.raises(NotPlainError, match=r"steps.a.twice"):
        require_supported(LookRule(who="declarer"), "steps.a")
    with pytest.raises(NotPlainError, match=r"steps.b"):
        require_supported(Shuffle(open=True), "steps.b")
    unknown: Any = "lowest"
    play = replace(game("pagat").rules.play, wins=unknown)
    assert with_rules("pagat", play=play).lacking[""] == "play.wins"
    assert not with_rules("pagat", play=play).plain


def test_every_word_is_listed() -> None:
    """Of a parameter that is one of some words none is known unseen, so that a new one is never passed over."""
    seen = 0
    for each in all_mechanisms():
        for params in {each.params, *_parts(each.params)}:
            known = supported._KNOWN.get(params.__name__, {})
            for name, said in get_type_hints(params).items():
                if get_origin(said) is Literal and name in known:
                    words = known[name]
                    assert words is not None, (params.__name__, name)
                    assert set(words) == set(get_args(said))
                    seen += 1
    assert seen > 20


def _parts(params: type) -> set[type]:
    """The classes of parameters within parameters."""
    return {
        each
        for said in get_type_hints(params).values()
        for each in (said, *get_args(said))
        if isinstance(each, type) and each.__module__.startswith("calarec.core.mechanisms")
    }


def test_an_unknown_way_with_ties_is_left_to_the_engine() -> None:
    """So is any other word of the match, and what is new within `until`."""
    tie: Any = "most_tricks"
    assert with_rules("pagat", match=replace(game("pagat").rules.match, tie=tie)).lacking[""] == "match.tie"


@pytest.mark.parametrize(
    ("word", "said"),
    [("do", "throw"), ("who", "dealer"), ("which", "lowest"), ("many", "half"), ("when", "tabled"), ("sets", "shown")],
)
def test_an_unknown_word_of_a_transfer_is_not_plain(word: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the filter has not learnt to write as source is left to the engine."""
    changed: Any = {word: said}
    monkeypatch.setitem(cast("dict[str, Transfer]", TRANSFERS), "discard", TRANSFERS["discard"]._replace(**changed))
    assert {name: why.rpartition(".")[0] for name, why in with_rules("pagat").lacking.items()} == {
        "chiamo": "steps.bury", "solo": "steps.bury"
    }  # fmt: skip


def test_an_unknown_parameter_of_a_transfer_is_not_plain() -> None:
    """What a step says besides the words of its transfer is known, or the engine serves it."""

    @dataclass
    class BuryRule:
        to: str = "monte"
        cards: str = "down_to_dealt"
        open: bool = False
        twice: bool = False

    steps = {**game("pagat").rules.steps, "bury": Named("discard", BuryRule())}
    assert with_rules("pagat", steps=steps).lacking["solo"] == "steps.bury.twice"


def test_an_unknown_step_leaves_the_other_contracts_plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the contracts that have the step are left to the engine. No cache may take these rules for Pagat's own."""
    monkeypatch.setenv("CALAREC_CACHE", "off")
    steps = dict(game("pagat").rules.steps)
    steps["bury"] = Named("burn", steps["bury"].params)
    made = with_rules("pagat", steps=steps)
    assert set(made.programs) == {"solissimo", "dividete", "scegliete"}
    assert made.lacking == {"chiamo": "steps.bury.do", "solo": "steps.bury.do"}
    hands = [0xFFF, 0xFFF << 12, 0xFFF << 24]
    board = Board(made, hands, [0xF << 36], dealer=2)
    board.make_move("bid", 0, "solo")
    board.make_move("bid", 1, "passo")
    with pytest.raises(NotPlainError):
        board.make_move("bid", 2, "passo")


def test_an_unknown_standing_rule_or_way_of_passing_is_not_plain() -> None:
    """They may do something in any hand."""
    rules = game("pagat").rules
    standing = {**rules.standing, "bell": Named("bell", None)}
    assert with_rules("pagat", standing=standing).lacking[""] == "standing.bell.do"
    assert with_rules("pagat", all_pass=Named("auction_again", None)).lacking[""] == "all_pass.do"


def test_raises_after_an_exchange_are_not_plain() -> None:
    """What has moved would have to move back."""
    contracts = dict(game("pagat").rules.contracts)
    contracts["solo"] = replace(contracts["solo"], raises=("solissimo",))
    assert with_rules("pagat", contracts=contracts).lacking == {"solo": "contracts.solo.raises"}
