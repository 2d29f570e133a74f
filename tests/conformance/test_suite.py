"""The suite in `records/conformance`: its form, its facts by two means, and calarec's answers to all of them."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest
from jsonschema import Draft202012Validator

from calarec.conformance import suite
from calarec.conformance.asking import request_about
from calarec.conformance.calarec import answer_request
from calarec.conformance.comparison import FACTS, Verdict, compare_hands
from calarec.conformance.suite import FACTS_FILE, SuiteEntry, find_suite, read_suite
from calarec.core.notation import Text, fmt, read_records
from tests.conformance.counting import GAMES
from tests.conformance.making import SUITE
from tests.conformance.reading import read_hands
from tests.conformance.schemas import schema_part
from tests.conformance.sourcing import source_of
from tests.conformance.verifying import find_paid_amounts, possible_amounts, verify_entry
from tests.house.tree import ROOT
from tests.rulebooks import SHIPPED
from tests.shards import of_shard

pytestmark = pytest.mark.slow

MIN_RECORDS: Final = 400
MIN_RECORDS_OF_RULESET: Final = 8
REFEREE_HANDS: Final = 12
"""So many hands of the referee's own player are looked at for figures that cannot be."""


@cache
def facts_of(ruleset: str) -> list[dict[str, Any]]:
    """The entries of a ruleset as they are written."""
    held: dict[str, Any] = json.loads((SUITE / ruleset / FACTS_FILE).read_text("utf-8"))
    found: list[dict[str, Any]] = held["records"]
    return found


def record_of(ruleset: str, name: str) -> str:
    """The text of a record."""
    return (SUITE / ruleset / f"{name}.cal").read_text("utf-8")


# ------------------------------------------------------------------ its form


def test_it_holds_hundreds_of_records_of_every_ruleset() -> None:
    """Four hundred at least, eight of each shipped ruleset, each with another name."""
    assert sorted(folder.name for folder in SUITE.iterdir()) == sorted(SHIPPED)
    numbers = {ruleset: len(facts_of(ruleset)) for ruleset in SHIPPED}
    assert sum(numbers.values()) >= MIN_RECORDS
    assert {ruleset: count for ruleset, count in numbers.items() if count < MIN_RECORDS_OF_RULESET} == {}
    is_in_checkout = Path(suite.__file__).is_relative_to(ROOT / "interpreter")
    assert find_suite() == (SUITE if is_in_checkout else None)


@pytest.mark.parametrize("ruleset", SHIPPED)
def test_every_file_of_facts_is_as_the_schema_says(ruleset: str) -> None:
    """And beside each entry is its record, and no other."""
    held = json.loads((SUITE / ruleset / FACTS_FILE).read_text("utf-8"))
    Draft202012Validator(schema_part("suite")).validate(held)
    names = [entry["name"] for entry in held["records"]]
    assert len(names) == len(set(names))
    assert sorted(file.stem for file in (SUITE / ruleset).glob("*.cal")) == sorted(names)
    assert {entry["witness"] for entry in held["records"] if "witness" in entry} <= set(names)


def test_the_schema_knows_the_facts_that_are_compared() -> None:
    """No fact is in one and not in the other."""
    assert set(schema_part("facts")["$defs"]["facts"]["properties"]) == set(FACTS)


@pytest.mark.parametrize("ruleset", SHIPPED)
def test_records_are_canonical_and_say_whose_they_are(ruleset: str) -> None:
    """Also those with something forbidden can be read."""
    for entry in facts_of(ruleset):
        text = record_of(ruleset, entry["name"])
        assert 'tag origin "composed by the project"' in text
        assert f"rules {ruleset}@" in text
        assert fmt(text) == text, entry["name"]
        assert len(list(read_records(Text(text)))) == len(entry["hands"]) == len(read_hands(text))


@pytest.mark.parametrize("ruleset", SHIPPED)
def test_every_source_is_what_rule_file_and_page_of_sources_say(ruleset: str) -> None:
    """The sentence, or that it is a project default."""
    for entry in facts_of(ruleset):
        assert entry["sources"] == [source_of(ruleset, source["rule"]) for source in entry["sources"]], entry["name"]


def test_every_ruleset_has_what_it_takes() -> None:
    """Whole hands, forbidden moves, unknown cards settled and not, figures that can be and cannot, and a match."""
    for ruleset in SHIPPED:
        facts = [hand for entry in facts_of(ruleset) for hand in entry["hands"]]
        names = {name for hand in facts for name in hand}
        wanted = {"legal", "wrong_line", "wrong_rule", "sides", "payments", "totals", "score_holds", "possible_points"}
        assert wanted <= names, ruleset
        assert {hand["score_holds"] for hand in facts if "score_holds" in hand} == {True, False}, ruleset
        if GAMES[ruleset].stakes:
            assert {"contract", "declarer", "possible_payments"} <= names, ruleset


# ------------------------------------------------------------------ its facts


@pytest.mark.mass
@pytest.mark.parametrize("ruleset", SHIPPED)
def test_two_means_verify_every_fact(ruleset: str) -> None:
    """The referee and the count, independent of calarec, agree with the entries."""
    for entry in facts_of(ruleset):
        witness = record_of(ruleset, entry["witness"]) if "witness" in entry else ""
        assert verify_entry(entry, record_of(ruleset, entry["name"]), witness) == [], entry["name"]


@pytest.mark.mass
@pytest.mark.parametrize("ruleset", [ruleset for ruleset in SHIPPED if GAMES[ruleset].stakes])
def test_the_referee_pays_nothing_that_the_table_of_amounts_has_not(ruleset: str) -> None:
    """Amounts outside the table are not paid in hands of the referee's own player."""
    for entry in facts_of(ruleset):
        if entry["hands"][0].get("score_holds") is False:
            hand = read_hands(record_of(ruleset, entry["name"]))[0]
            raised = [move["word"] for move in hand["moves"] if move["do"] == "raise"]
            bids = [said["bid"] for said in hand["auction"] if said["kind"] == "bid"]
            paid = find_paid_amounts(ruleset, (raised or bids)[-1], REFEREE_HANDS)
            assert paid - {0} <= possible_amounts(hand), entry["name"]  # who sits out pays nothing
            stated = {int(amount) for _, amount in hand["stated"]["score"]["amounts"]}
            assert not paid - {0} & stated


@pytest.mark.parametrize("change", ["trick", "payment", "line", "possible", "score"])
def test_a_fact_that_is_changed_is_noticed(change: str) -> None:
    """The means are asked about the record, and do not repeat the entry."""
    names = {"trick": "chiamo-won", "payment": "chiamo-won", "line": "revoke", "possible": "half-remembered-unsettled",
             "score": "score-of-cappotto-won"}  # fmt: skip
    entry = json.loads(json.dumps(next(each for each in facts_of("pagat") if each["name"] == names[change])))
    (hand,) = entry["hands"]
    if change == "trick":
        hand["trick_winners"][0] = "ABC"[("ABC".index(hand["trick_winners"][0]) + 1) % 3]
    elif change == "payment":
        hand["payments"]["A"] += 1
    elif change == "line":
        hand["wrong_line"] += 1
    elif change == "possible":
        hand["possible_points"][0]["most"] += 1
    else:
        hand["score_holds"] = False
    witness = record_of("pagat", entry["witness"]) if "witness" in entry else ""
    assert len(verify_entry(entry, record_of("pagat", entry["name"]), witness)) == 2


# ------------------------------------------------------------------ calarec


@pytest.mark.parametrize("ruleset", SHIPPED)
def test_calarec_answers_every_fact_rightly(ruleset: str) -> None:
    """All entries of all rulesets, in the form of the schema."""
    check = Draft202012Validator(schema_part("answer"))
    entries: list[SuiteEntry] = list(of_shard(read_suite(SUITE, (ruleset,)), ruleset))
    for entry in entries:
        answer = answer_request(request_about(entry))
        check.validate(answer)
        wrong = [fact for fact in compare_hands(entry.hands, answer["hands"]) if fact.verdict is not Verdict.RIGHT]
        assert wrong == [], entry.id
