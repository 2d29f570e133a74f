"""A parameter that a release adds changes no digest at its default, at any depth."""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping  # noqa: TC003 - the annotations of parts are read
from typing import TYPE_CHECKING, Any

import pytest

from calarec.core.base.frozen import dataclass, fields
from calarec.core.mechanisms import registry
from calarec.core.mechanisms.auction import Contract
from calarec.core.mechanisms.conditions import When
from calarec.core.mechanisms.exchange import DISCARD
from calarec.core.mechanisms.fields import Kind, Mechanism, default_as_data, param, params_of
from calarec.core.mechanisms.settle import MatchRule, SettleRule
from calarec.core.mechanisms.standing import FAULT
from calarec.core.wording.language import Words
from calarec.rule_files.compose import compose
from calarec.rule_files.digest import canonical_json
from calarec.rule_files.freeze import freeze_ruleset
from calarec.rule_files.kept import from_payload, to_payload
from calarec.rule_files.later import digest
from calarec.rule_files.load import check_rules
from calarec.rule_files.vocabulary import MechanismVocabulary
from calarec.rulebook.comparison import compare

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A row; `luck` came later."""

    kind: str = param("Kind", "First of all.", default="plain")
    luck: int = param("Luck", "Later.", default=0, since="9.9.9")


@dataclass(frozen=True, slots=True, kw_only=True)
class Fortune:
    """A part that came later as a whole, and one of its parameters later still."""

    much: int = param("Much", "With the part.", default=1)
    wide: bool = param("Wide", "After it.", default=False, since="10.0.0")


@dataclass(frozen=True, slots=True, kw_only=True)
class Shelf:
    """An entry of a map."""

    rows: tuple[Row, ...] = param("Rows", "Rows.", default=())
    inner: Row | None = param("Inner", "A part that need not be there.", default=None)
    either: int | Row = param("Either", "A number or a part.", default=4)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sideboard:
    """A section."""

    shelves: Mapping[str, Shelf] = param("Shelves", "Entries.", default={}, entries=True)
    perhaps: Fortune | None = param("Perhaps", "Later.", default=None, since="9.9.9")
    fortune: Fortune = param("Fortune", "Later.", default=Fortune(), since="9.9.9")
    order: tuple[str, ...] = param("Order", "Later.", default=("a", "b"), since="9.9.9")


def _section(name: str, since: str = "") -> Mechanism:
    return Mechanism(
        name=name, kind=Kind.SECTION, params=Sideboard, title=Words("Bids"), about="A sideboard.", since=since
    )


@pytest.fixture(name="sideboard")
def _sideboard(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._MECHANISMS[Kind.SECTION], "table", _section("table"))


def _raw(rules: Any) -> str:
    """The digest of a tree as it is, by docs/explanation/rule-identity.md."""
    import hashlib

    text = json.dumps({"rules": rules, "vocabulary": 1}, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


_FORTUNE: dict[str, Any] = {"much": 1, "wide": False}
_CASES: dict[str, tuple[Any, Any]] = {
    "in a row of a list": (
        {"shelves": {"s": {"rows": [{"kind": "a", "luck": 0}, {"kind": "b", "luck": 0}]}}},
        {"shelves": {"s": {"rows": [{"kind": "a"}, {"kind": "b"}]}}},
    ),
    "in one row of two": (
        {"shelves": {"s": {"rows": [{"kind": "a", "luck": 1}, {"kind": "b", "luck": 0}]}}},
        {"shelves": {"s": {"rows": [{"kind": "a", "luck": 1}, {"kind": "b"}]}}},
    ),
    "in an optional part": (
        {"shelves": {"s": {"inner": {"kind": "a", "luck": 0}}, "t": {"inner": None}}},
        {"shelves": {"s": {"inner": {"kind": "a"}}, "t": {"inner": None}}},
    ),
    "in a part that may be a number": (
        {"shelves": {"s": {"either": {"kind": "a", "luck": 0}}, "t": {"either": 4}}},
        {"shelves": {"s": {"either": {"kind": "a"}}, "t": {"either": 4}}},
    ),
    "nothing": ({"perhaps": None}, {}),
    "a later part that is there": ({"perhaps": _FORTUNE}, {"perhaps": {"much": 1}}),
    "a whole map at its default": ({"fortune": _FORTUNE}, {}),
    "a map that differs in what came with it": ({"fortune": {"much": 2, "wide": False}}, {"fortune": {"much": 2}}),
    "a map that differs in what came after it": (
        {"fortune": {"much": 1, "wide": True}},
        {"fortune": {"much": 1, "wide": True}},
    ),
    "a list": ({"order": ["a", "b"]}, {}),
    "a list in another order": ({"order": ["b", "a"]}, {"order": ["b", "a"]}),
    "what nothing declares": ({"luck": 0, "rows": [{"luck": 0}]}, {"luck": 0, "rows": [{"luck": 0}]}),
}


@pytest.mark.usefixtures("sideboard")
@pytest.mark.parametrize(("filled", "before"), _CASES.values(), ids=_CASES)
def test_what_came_later_is_left_out_at_its_default(filled: Any, before: Any) -> None:
    assert digest({"table": filled}) == _raw({"table": before})


def test_what_comes_later_has_a_default() -> None:
    """Files that were written before cannot state it."""
    with pytest.raises(ValueError, match="default"):
        param("Luck", "Later.", since="9.9.9")


@pytest.mark.usefixtures("sideboard")
def test_a_default_is_no_number_that_is_like_it() -> None:
    """`false` is not `0`: the digest distinguishes them everywhere."""
    assert digest({"table": {"fortune": {"much": 1, "wide": 0}}}) != digest({"table": {"fortune": _FORTUNE}})


@pytest.mark.parametrize(("tree", "before"), [
    ({"shelves": {}, "perhaps": None, "fortune": _FORTUNE, "order": ["a", "b"]}, {}),
    ({"shelves": {"s": {}}, "perhaps": None, "fortune": _FORTUNE, "order": ["a", "b"]},
     {"match": {"shelves": {"s": {}}}}),
])  # fmt: skip
def test_a_whole_section_that_came_later(monkeypatch: pytest.MonkeyPatch, tree: Any, before: Any) -> None:
    monkeypatch.setitem(registry._MECHANISMS[Kind.SECTION], "match", _section("match", "9.9.9"))
    assert digest({"match": tree}) == _raw(before)


_REAL = (
    (SettleRule, "pay", ("settle", "pay")),
    (SettleRule, "shares", ("settle", "shares")),
    (When, "tricks", ("settle", "bonus", "*", "when", "tricks")),
    (When, "contracts", ("settle", "bonus", "*", "when", "contracts")),
    (Contract, "lost", ("contracts", "*", "lost")),
    (MatchRule, "until", ("match", "until")),
    (DISCARD.params, "at_least", ("steps", "*", "at_least")),
    (FAULT.params, "pay_each", ("standing", "*", "pay_each")),
)
"""Parameters of the vocabulary that are taken for later ones, with their places."""


_SINCE: tuple[tuple[tuple[str, ...], Any], ...] = (
    (("settle", "bonus", "*", "when", "cards"), None),
    (("settle", "bonus", "*", "when", "has"), None),
    *(
        (("settle", "bonus", "*", "when", key), None)
        for key in (
            "trick_points",
            "card_points",
            "points",
            "counted",
            "last_trick",
            "result",
            "trump",
            "said",
        )
    ),
    (("settle", "bonus", "*", "when", "one_of"), []),
    (("settle", "bonus", "*", "also"), []),
    (("settle", "bonus", "*", "plus_pot"), None),
    (("settle", "bonus", "*", "paid_by"), None),
    (("settle", "bonus", "*", "to"), None),
    (("settle", "bonus", "*", "card"), None),
    (("settle", "bonus", "*", "for_each"), None),
    *(
        (("settle", "won_if", key), None)
        for key in (
            "tricks",
            "trick_points",
            "card_points",
            "points",
            "counted",
            "last_trick",
            "cards",
            "has",
            "trump",
        )
    ),
    (("settle", "bonus", "*", "cumulative"), None),
    (("settle", "each"), {}),
    (("table", "by_seats"), {}),
    (("auction", "must"), []),
    (("auction", "hold"), "nobody"),
    (("match", "until", "round"), False),
    (("match", "first_eldest"), None),
    (("match", "until", "each"), []),
    (("match", "next"), {}),
    (("match", "games"), None),
    (("match", "ranking"), []),
    (("standing", "*", "pay_again"), None),
    (("standing", "*", "pay_pot"), 0),
    (("agreed",), {}),
    (("play", "leads"), []),
    (("steps", "*", "limits"), []),
    (("settle", "least"), None),
    (("settle", "most"), None),
    (("settle", "bonus", "*", "plus"), None),
    (("settle", "bonus", "*", "plus_stakes"), None),
    (("settle", "won_if", "points_at_most"), None),
    (("contracts", "*", "won_if"), None),
    (("contracts", "*", "leading_card"), None),
    (("contracts", "*", "amounts"), None),
    (("contracts", "*", "turn"), "any"),
    (("settle", "leftover"), "nobody"),
    (("match", "wins"), "highest"),
    (("table", "sides"), None),
    (("play", "draw"), None),
    (("doubling",), {"until": "first_lead", "binds": "everyone", "words": {}}),
    (("play", "trump"), None),
    (("play", "beat"), "free"),
    (("play", "void"), "free"),
    (("steps", "*", "never"), None),
    (("steps", "*", "number"), 1),
    (("match", "out_at"), None),
    (("table", "sits_out", "two_at"), None),
    (("table", "sits_out", "second"), "previous"),
    (("settle", "roles", "holder"), None),
    (("settle", "roles"), {"dealer": None, "eldest": None}),
)
"""Later parameters that `pagat` has, with their defaults."""


@pytest.fixture(name="later")
def _later(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.setenv("CALAREC_CACHE", "off")  # what is worked out with another vocabulary is nobody else's
    part, name, _ = request.param
    (declared,) = (each for each in fields(part) if each.name == name)
    metadata: Any = declared.metadata
    about = metadata["about"]
    metadata["about"] = about._replace(since="9.9.9")
    params_of.cache_clear()
    yield request.param
    metadata["about"] = about
    params_of.cache_clear()


def _without(tree: Any, path: tuple[str, ...], default: Any) -> int:
    """Remove a parameter wherever it has its default; return how often."""
    head, *rest = path
    found = list(tree) if head == "*" else [head] if isinstance(tree, dict) and head in tree else []
    if rest:
        return sum(_without(tree[key], tuple(rest), default) for key in found)
    gone = [key for key in found if canonical_json(tree[key]) == canonical_json(default)]
    for key in gone:
        del tree[key]
    return len(gone)


def _ruled(text: str) -> Any:
    ruleset = check_rules("pagat.yaml", raw=text.encode()).ruleset
    assert ruleset is not None
    return ruleset


@pytest.mark.mass
@pytest.mark.parametrize("later", _REAL, indirect=True, ids=lambda each: each[1])
def test_frozen_kept_and_compared_it_stays_the_same(later: Any) -> None:
    """Freezing writes the default out, the cache keeps it, `diff` sees none; the digest is that of the tree before."""
    part, name, path = later
    vocabulary = MechanismVocabulary()
    composed = compose("pagat", vocabulary)
    found = check_rules("pagat").ruleset
    assert found is not None
    whole, tree = copy.deepcopy(found.tree), copy.deepcopy(found.tree)
    (declared,) = (each for each in params_of(part) if each.name == name)
    # First what is asked for: its default has what came later in it, too.
    taken = _without(tree, path, default_as_data(declared.default))
    for later_path, default in _SINCE:
        assert _without(whole, later_path, default)
        _without(tree, later_path, default)
    before = _raw(whole)
    assert found.digest == _raw(tree)
    assert (found.digest == before) == (taken == 0)
    text = freeze_ruleset(composed, vocabulary)
    frozen = _ruled(text)
    assert frozen.digest == found.digest
    assert not compare(found, frozen).differences
    again = from_payload(json.loads(json.dumps(to_payload(found))))
    assert again is not None
    assert again.digest == found.digest
