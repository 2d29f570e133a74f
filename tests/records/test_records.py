"""The sample records: they read, replay to the rulings beside them, are canonical, and the referees agree."""

from __future__ import annotations

import json
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

import pytest

from calarec.core.base.resources import data_folder
from calarec.core.notation import Text, fmt, read_records
from calarec.core.records import model as rec
from tests.records.shelf import FILES, RECORDS, lines, name, objects, ruling_of
from tests.referees.comparison import FAMILIES, comparable_parts, for_the_referee
from tests.rulebooks import IDS, WITHOUT_AUCTION, game

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

FAMILY = {ruleset: family for family, ids in FAMILIES.items() for ruleset in ids}
EXPECTED = {"fault-revoke": ["CAL512"]}
"""Findings that a record is there to show, by its name: a revoke that was claimed."""


@cache
def told(file: Path) -> list[dict[str, Any]]:
    """A record as JSON."""
    return objects(file)


@pytest.mark.parametrize("ruleset", IDS)
def test_every_record_reads_whole(ruleset: str) -> None:
    """No line is broken, and the text has no finding."""
    for file in (RECORDS / ruleset).glob("*.cal"):
        records = read_records(Text(file.read_text("utf-8"), name(file)))
        hands = list(records)
        assert 1 <= len(hands) <= (20 if file.stem == "evening" else 3), name(file)
        assert not any(hand.broken or hand.findings for hand in hands), name(file)
        assert not records.findings


@pytest.mark.parametrize("ruleset", IDS)
def test_every_record_is_canonical(ruleset: str) -> None:
    """`calarec fmt` would change nothing."""
    for file in (RECORDS / ruleset).glob("*.cal"):
        text = file.read_text("utf-8")
        assert fmt(text) == text, name(file)


@pytest.mark.parametrize("ruleset", IDS)
def test_every_record_says_that_it_is_composed(ruleset: str) -> None:
    """In its first line and in a tag; it names its ruleset, whose folder it is in."""
    files = list((RECORDS / ruleset).glob("*.cal"))
    assert files
    for file in files:
        text = file.read_text("utf-8")
        assert text.startswith("; Composed by the project"), name(file)
        for hand in read_records(Text(text, name(file))):
            assert ("origin", "composed by the project") in {(tag.name, tag.text) for tag in hand.session.tags}
            assert hand.session.rules is not None
            assert hand.session.rules.id == ruleset
            assert all(seat.person for seat in hand.session.seats), name(file)


@pytest.mark.parametrize("ruleset", IDS)
def test_every_record_replays_to_the_ruling_beside_it(ruleset: str) -> None:
    """Every field of every hand; after a change that is meant `python -m tests.records.shelf` writes them anew."""
    for file in (RECORDS / ruleset).glob("*.cal"):
        assert ruling_of(file).read_text("utf-8").splitlines() == lines(told(file)).splitlines(), name(file)


def test_no_ruling_is_left_over() -> None:
    """Each belongs to a record, and each record to a folder of a ruleset."""
    assert {file.parent.name for file in FILES} == {*IDS, *WITHOUT_AUCTION}
    assert sorted(RECORDS.rglob("*.expected.json")) == sorted(ruling_of(file) for file in FILES)


@pytest.mark.parametrize("ruleset", IDS)
def test_nothing_is_wrong_but_what_is_to_be_shown(ruleset: str) -> None:
    """No finding, and whatever a record asserts holds."""
    for file in (RECORDS / ruleset).glob("*.cal"):
        for hand in told(file):
            ruling = hand["ruling"]
            codes = [each["code"] for each in ruling["diagnostics"]]
            assert codes == EXPECTED.get(file.stem, []), name(file)
            assert ruling["stated"] is not False, name(file)
            assert ruling["knowledge"] in ("complete", "forced", "possible"), name(file)


def test_rulings_fit_their_schema() -> None:
    """`replay.schema.json`, for the ruling of each first hand."""
    import jsonschema

    schema = json.loads((data_folder("grammar") / "replay.schema.json").read_text("utf-8"))
    validator = jsonschema.Draft202012Validator(schema)
    for file in FILES:
        for line in ruling_of(file).read_text("utf-8").splitlines():
            found = next(validator.iter_errors(json.loads(line)), None)
            assert found is None, (name(file), found.message, list(found.path))


@pytest.mark.parametrize("ruleset", IDS)
def test_the_referees_agree(ruleset: str) -> None:
    """Winners, points, bonus and payments of every hand of which all is known."""
    referee = import_module(f"tests.referees.{FAMILY[ruleset]}").referee
    asked = 0
    for file in (RECORDS / ruleset).glob("*.cal"):
        for hand in told(file):
            ruling = hand["ruling"]
            if ruling["knowledge"] != "complete" or ruling["verdict"] == "incomplete":
                continue
            answer = referee(for_the_referee(hand), ruleset)
            ours, theirs = comparable_parts(hand, answer)
            assert ours == theirs, (name(file), answer.get("why_not"))
            asked += 1
    assert asked >= 8


# ------------------------------------------------------------------ what there is a sample of


def _any(ruleset: str, holds: Callable[[dict[str, Any]], bool]) -> bool:
    return any(holds(hand) for file in (RECORDS / ruleset).glob("*.cal") for hand in told(file))


CONTRACTS = [(ruleset, contract, won) for ruleset in IDS for contract in game(ruleset).rules.contracts
             for won in (True, False)]  # fmt: skip


@pytest.mark.parametrize(("ruleset", "contract", "won"), CONTRACTS)
def test_each_contract_is_shown_won_and_lost(ruleset: str, contract: str, won: bool) -> None:
    """Whole, without a bonus."""

    def holds(hand: dict[str, Any]) -> bool:
        ruling = hand["ruling"]
        whole = ruling["outcome"] == "played" and ruling["knowledge"] == "complete" and ruling["bonus"] is None
        return whole and ruling["contract"] == contract and ruling["sides"][0]["wins"] is won

    assert _any(ruleset, holds)


BONUSES = [(ruleset, bonus, won) for ruleset in IDS for bonus in game(ruleset).rules.settle.bonus_order
           for won in (True, False)]  # fmt: skip


@pytest.mark.parametrize(("ruleset", "bonus", "won"), BONUSES)
def test_each_bonus_is_shown_both_ways(ruleset: str, bonus: str, won: bool) -> None:
    """For the declarer and against him."""

    def holds(hand: dict[str, Any]) -> bool:
        return hand["ruling"]["bonus"] == bonus and hand["ruling"]["sides"][0]["wins"] is won

    assert _any(ruleset, holds)


FAULTS = [(ruleset, name) for ruleset in IDS for name, each in game(ruleset).rules.standing.items()
          if each.do == "fault"]  # fmt: skip


@pytest.mark.parametrize(("ruleset", "fault"), FAULTS)
def test_each_fault_is_shown(ruleset: str, fault: str) -> None:
    """Claimed, and settled."""
    assert _any(ruleset, lambda hand: any(move.get("word") == fault for move in hand["moves"] if move["do"] == "fault"))


@pytest.mark.parametrize("ruleset", IDS)
def test_each_ruleset_has_samples_of_the_rest(ruleset: str) -> None:
    """All pass; a claim that is accepted, one that is refused, a concession; abandoned, score alone, half known."""

    def claimed(kind: str, accepted: bool) -> bool:
        return _any(ruleset, lambda hand: any((m["do"], m.get("accepted")) == (kind, accepted) for m in hand["moves"]))

    outcomes = {hand["ruling"]["outcome"] for file in (RECORDS / ruleset).glob("*.cal") for hand in told(file)}
    assert outcomes >= {"claimed", "abandoned", "score_only"}
    assert _any(ruleset, lambda hand: bool(hand["auction"]) and hand["ruling"]["contract"] is None)
    assert claimed("claim", accepted=True)
    assert claimed("claim", accepted=False)
    assert claimed("concede", accepted=True)
    assert _any(ruleset, lambda hand: hand["ruling"]["knowledge"] in ("forced", "possible") and hand["tricks"])


@pytest.mark.parametrize("ruleset", IDS)
def test_called_cards_are_found_wherever_the_rules_foresee_them(ruleset: str) -> None:
    """On the table and in the own hand, unless that is refused; with another player always."""
    rules = game(ruleset).rules
    dealt = any(pile.dealt for pile in rules.piles.values())
    calls = [each.params for each in rules.steps.values() if each.do == "call"]
    found = {
        {"monte": "monte", "hand": "hand"}.get(move["found"], "other")
        for file in (RECORDS / ruleset).glob("*.cal")
        for hand in told(file)
        for move in hand["moves"]
        if move["do"] == "call"
    }
    wanted = {"other"} if calls else set()
    wanted |= {"monte"} if dealt and any(call.in_pile.then != "refused" for call in calls) else set()
    wanted |= {"hand"} if any(call.in_hand.then != "refused" for call in calls) else set()
    assert wanted <= found


def test_one_evening_goes_to_the_end_of_the_match() -> None:
    """Names, times, notes, totals; the last hand decides, and no other."""
    file = next(each for each in FILES if each.parts[-2:] == ("twenty-one", "evening.cal"))
    hands = list(read_records(Text(file.read_text("utf-8"), name(file))))
    over = [each["ruling"]["match"]["over"] for each in told(file)]
    assert len(hands) >= 6
    assert over == [False] * (len(hands) - 1) + [True]
    assert all(any(isinstance(each, rec.At) for each in hand.statements) for hand in hands)
    assert sum(isinstance(each, rec.Note) for hand in hands for each in hand.statements) >= 4
    assert {each["ruling"]["outcome"] for each in told(file)} >= {"played", "claimed", "all_pass"}
    assert max(told(file)[-1]["ruling"]["totals"].values()) >= 21
