"""The JSON of `replay`: the published schema, and every field of the sample."""

from __future__ import annotations

import json
from itertools import islice
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import calarec
from calarec.core.base.resources import data_folder
from calarec.core.engine.moves import legal
from calarec.core.judge.happenings import ends_of_steps
from calarec.core.judge.json import as_json
from calarec.core.notation.reader import parse_records
from calarec.core.notation.writer import write
from calarec.simulation.run import simulate
from calarec_tools.cli.replay import shown_part
from tests.rulebooks import SHIPPED
from tests.tools.replay.told import HERE, run

pytestmark = pytest.mark.slow

SCHEMA: dict[str, Any] = json.loads((data_folder("grammar") / "replay.schema.json").read_text(encoding="utf-8"))
VALID = Draft202012Validator(SCHEMA)
IDS = tuple(SHIPPED)
RECORDS = {"plain": "pagat", "quarrel": "pagat", "claims": "club", "seven": "settiglio", "shares": "tretre",
           "all-pass": "spazzatura", "two": "a-due"}  # fmt: skip
"""The samples and their rulesets."""


def _objects(name: str, *words: str, lang: str = "en") -> list[dict[str, Any]]:
    record, rules = (f"tests/tools/replay/{each}" for each in (f"{name}.cal", f"rules/{RECORDS[name]}.yaml"))
    said = run("replay", record, "--rules", rules, "--json", *words, lang=lang)
    return [json.loads(line) for line in said.out.splitlines()]


def test_the_schema_is_a_schema() -> None:
    """And it refuses what it does not list."""
    Draft202012Validator.check_schema(SCHEMA)
    (hand,) = _objects("plain")
    assert not VALID.is_valid({**hand, "more": 1})
    assert not VALID.is_valid({**hand, "moves": [{**hand["moves"][0], "do": "sing"}]})
    assert not VALID.is_valid({**hand, "ruling": {**hand["ruling"], "verdict": "fine"}})


@pytest.mark.parametrize("name", RECORDS)
def test_samples_keep_to_the_schema(name: str) -> None:
    """Whole, up to a step, and as a seat saw them; a broken hand too."""
    for words in ((), ("--view", "B"), ("--until", "auction"), ("--until", "exchange", "--view", "A")):
        for hand in _objects(name, *words):
            VALID.validate(hand)


def test_the_sample_says_every_field() -> None:
    """The hand of the notation's own example, field by field, as it was read."""
    (hand,) = _objects("plain")
    expected = json.loads((HERE / "told" / "plain.json").read_text(encoding="utf-8"))
    expected["rules"]["digest"] = hand["rules"]["digest"]
    assert hand == expected
    ruling = hand["ruling"]
    assert (ruling["verdict"], ruling["knowledge"], ruling["stated"], ruling["outcome"]) == (
        "legal", "complete", True, "played",
    )  # fmt: skip
    assert (ruling["contract"], ruling["declarer"], ruling["partner"], ruling["bonus"]) == ("chiamo", "B", None, None)
    assert (ruling["unit"], ruling["pay_unit"]) == ("1/3", "1")
    sides = [[side[key] for key in ("seats", "tricks", "points", "counted", "wins")] for side in ruling["sides"]]
    assert sides == [[["B"], 8, 24, "8", True], [["A", "C"], 4, 11, "3", False]]
    assert ruling["payments"] == {"A": -1, "B": 2, "C": -1}
    assert ruling["totals"] == {"A": 11, "B": 4, "C": 9}
    goes_on = {"counts": True, "not_counted": None, "outside": False, "ended_by": None}
    assert ruling["match"] == {"deal": 7, "over": False, "winners": [], **goes_on}
    assert [move["do"] for move in hand["moves"]] == ["call", "give", "take", "give", "discard", "pile"]
    assert hand["moves"][0]["found"] == "C"
    assert hand["tricks"][7] == {
        "number": 8, "line": 29, "leader": "B", "cards": ["Rs", "3c", "As"], "winner": "A", "points": 5,
    }  # fmt: skip
    assert hand["auction"][1] == {"seat": "C", "bid": "passo", "kind": "pass", "line": 16}
    assert ruling["diagnostics"] == []


def test_every_reason_names_its_rule() -> None:
    """Path, place and source; the place is that of the rule in its file."""
    (hand,) = _objects("plain")
    because = {each["rule"]: each for each in hand["ruling"]["because"]}
    file, line, column = because["settle.won_if"]["at"].rsplit(":", 2)
    written = (HERE.parents[2] / file).read_text(encoding="utf-8").splitlines()[int(line) - 1]
    assert "declarer" in written[int(column) - 1 :] or "won_if" in written
    assert because["settle.won_if"]["source"] == "004"
    assert because["settle.won_if"]["says"] == "Bruno: 8 points (24 thirds); needed: 6 points (18 thirds)"


def test_a_broken_hand_has_its_object() -> None:
    """Unreadable, with its findings, and without any half of it."""
    hand = _objects("quarrel")[-1]
    assert hand["ruling"]["verdict"] == "unreadable"
    assert [each["code"] for each in hand["ruling"]["diagnostics"]] == ["CAL101"]
    assert (hand["moves"], hand["tricks"], hand["dealer"]) == ([], [], None)


def test_blanks_are_blanks() -> None:
    """A card that was not written is `__`; an unwritten hand is null."""
    hand = _objects("quarrel")[2]
    assert hand["deal"]["C"] is None
    assert next(move["cards"] for move in hand["moves"] if move["do"] == "discard") == ["__"] * 4


def test_a_seat_is_told_what_it_saw() -> None:
    """Covered cards of others are `__`; findings, which rest on them, are left out."""
    (hand,) = _objects("plain", "--view", "C", "--until", "exchange")
    assert hand["shown"] == {"view": "C", "until": "exchange"}
    assert hand["deal"]["A"] == ["__"] * 12
    assert hand["deal"]["C"][:3] == ["3b", "2b", "Fb"]
    assert hand["monte"] == ["__"] * 4
    assert [move["cards"] for move in hand["moves"] if move["do"] in ("take", "discard")] == [
        ["Ab", "6d", "3s", "7s"], ["__"] * 4,
    ]  # fmt: skip
    assert (hand["tricks"], hand["ruling"]) == ([], None)
    assert _objects("quarrel", "--view", "B")[0]["ruling"]["diagnostics"] == []


def test_texts_are_in_the_language_asked_for() -> None:
    """Codes, rules and figures are the same in both."""
    english, italian = (_objects("quarrel", lang=lang)[0] for lang in ("en", "it"))
    assert english["ruling"]["because"][0]["says"] != italian["ruling"]["because"][0]["says"]
    assert [each["code"] for each in english["ruling"]["diagnostics"]] == [
        each["code"] for each in italian["ruling"]["diagnostics"]
    ]


@pytest.mark.mass
@pytest.mark.parametrize("ruleset", IDS)
def test_simulated_hands_keep_to_the_schema(ruleset: str) -> None:
    """Any ruleset, irregular hands too; whole and cut; what was simulated is legal and pays the same."""
    rules = calarec.load_rules(ruleset)
    for irregular in (False, True):
        hands = list(simulate(rules, hands=3, seed=5, bot="random", irregular=irregular))
        records = parse_records(write([each.hand for each in hands]))
        for simulated, replayed in zip(hands, calarec.replay(records, rules), strict=True):
            VALID.validate(as_json(replayed, "it"))
            if not irregular:
                assert replayed.verdict == "legal"
                assert replayed.account is not None
                assert replayed.account.payments == simulated.account.payments
            assert replayed.setting is not None
            for step in islice(ends_of_steps(replayed.happened), 0, None, 4):
                for seat in (None, replayed.setting.labels[-1]):
                    VALID.validate(as_json(replayed, "en", shown=shown_part(replayed, step, seat)))


def test_a_hand_that_all_passed_names_its_rule() -> None:
    """The rule that throws it in, in the file and in the text."""
    text = "cal 1\nrules pagat\nseat A\nseat B\nseat C\n\nhand 1\ndealer A\nbid B: passo C: passo A: passo\nend\n"
    (replayed,) = calarec.replay(parse_records(text), calarec.load_rules("pagat"))
    assert replayed.outcome == "all_pass"
    [reason] = as_json(replayed)["ruling"]["because"]
    assert (reason["rule"], reason["says"]) == ("all_pass.do", "without a bid the cards are dealt again")
    assert replayed.game.ruleset.leaves["all_pass.do"][0] == "redeal"


@pytest.mark.mass
@pytest.mark.parametrize("rules", ["pagat", "treccani", "tretre", "quintiglio", "foster", "a-due"])
def test_what_may_be_done_next_stands_there(rules: str) -> None:
    """With `--until`: what the engine offers in that position, by the seat that may choose; at the end nothing."""
    ruleset = calarec.load_rules(rules)
    for made in simulate(ruleset, hands=4, seed=9):
        (replayed,) = calarec.replay(parse_records(write([made.hand])), ruleset)
        for step in ends_of_steps(replayed.happened):
            shown = shown_part(replayed, step, None)
            found = as_json(replayed, shown=shown)
            VALID.validate(found)
            state = shown.happened[-1].state
            assert state is not None
            offers = () if shown.finished else legal(replayed.game, state)
            assert replayed.setting is not None
            labels, cards = replayed.setting.labels, replayed.game.cards
            assert [(each["seat"], each["do"], each["words"], each["cards"]) for each in found["legal"]] == [
                (labels[offer.seat], offer.do, list(offer.words), list(cards.list(offer.cards))) for offer in offers
            ]
            assert all(each["unseen"] == 0 for each in found["legal"])
        assert "legal" not in as_json(replayed)


def test_a_seat_sees_its_own_legal_moves() -> None:
    """Other seats' legal moves are hidden, since they depend on unseen cards."""
    (own,) = _objects("plain", "--until", "3", "--view", "B")
    [play] = own["legal"]
    assert (play["seat"], play["do"], play["least"], play["most"]) == ("B", "play", 1, 1)
    assert play["cards"] == ["3b", "Cb", "Rs", "Cs", "6s", "2c", "Ac", "2d", "Cd"]
    (other,) = _objects("plain", "--until", "3", "--view", "C")
    assert other["legal"] == []
