"""Records with something left out, and the findings that each must have."""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING

import jsonschema
import pytest

from calarec.core.base.resources import data_folder
from calarec.core.engine import events as ev
from calarec.core.judge.json import as_json
from calarec.core.notation.reader import parse_records
from calarec.core.notation.writer import write
from calarec.core.records import model as rec
from calarec.core.wording.language import LANGUAGES
from calarec.record_judge.gaps import begin_totals
from calarec.simulation import simulate
from tests.judge.damage.written_hand import HAND
from tests.rulebooks import game
from tests.unknown_cards.facts import facts, files
from tests.unknown_cards.hidden import hidden

if TYPE_CHECKING:
    from pathlib import Path

    from calarec.core.judge.running_totals import RunningTotals

pytestmark = pytest.mark.slow


@pytest.mark.mass
@pytest.mark.parametrize("file", files(), ids=lambda file: file.stem)
def test_a_record_gives_the_facts_beside_it(file: Path) -> None:
    """Verdict, knowledge, deductions, payments, totals and findings are those of the JSON file."""
    assert facts(file) == json.loads(file.with_suffix(".json").read_text(encoding="utf-8"))


@pytest.mark.mass
@pytest.mark.parametrize("file", files(), ids=lambda file: file.stem)
def test_its_json_keeps_to_the_schema_and_names_no_unknown_card(file: Path) -> None:
    """The output of `replay --json` for a partial hand is valid in both languages."""
    schema = json.loads((data_folder("grammar") / "replay.schema.json").read_text(encoding="utf-8"))
    validator = jsonschema.Draft202012Validator(schema)
    evening: RunningTotals | None = None
    for hand in parse_records(file.read_text(encoding="utf-8"), file.name):
        assert hand.session.rules is not None
        evening = evening or begin_totals(game(hand.session.rules.id))
        replayed = evening.replay(hand)
        for lang in LANGUAGES:
            told = as_json(replayed, lang)
            assert [error.message for error in validator.iter_errors(told)] == []
        if replayed.knowledge == "possible":
            unknown = sum(each.hidden.bit_count() for each in replayed.happened if isinstance(each.event, ev.Played))
            assert unknown == sum(trick["cards"].count("__") for trick in told["tricks"])


def test_every_file_of_facts_has_its_record() -> None:
    """No facts without a record."""
    named = {file.stem for file in files()}
    assert named
    assert {file.stem for file in files()[0].parent.glob("*.json")} == named


def test_who_revokes_as_the_record_says_need_not_follow_there() -> None:
    """Cards hidden elsewhere change nothing: the findings are those of the whole hand."""
    of, looked_at = game("pagat"), 0
    for number, each in enumerate(simulate(of, hands=60, seed=3, bot="random", irregular=True)):
        said = each.hand.statements
        stated = any(isinstance(one, rec.Fault) and one.trick for one in said)
        if not stated or any(isinstance(one, rec.Claim) for one in said):
            continue
        whole = begin_totals(of).replay(each.hand)
        gone = next(one.cards[:2] for one in said if isinstance(one, rec.Deal))
        (hand,) = parse_records(write([hidden(each.hand, Random(number), gone=gone).hand]))
        replayed = begin_totals(of).replay(hand)
        moves = [one.code for one in whole.findings if not one.code.startswith("CAL6")]
        assert [one.code for one in replayed.findings] == moves, hand.lines
        assert replayed.verdict == whole.verdict == "irregular"
        looked_at += 1
    assert looked_at


FOUR = """cal 1
rules quadriglio
seat A
seat B
seat C
seat D

hand 1
dealer A
deal B: 3b 2b Cb 7b 2s Fs Cc Ad Rd Fd
deal C: Ab 6b As 3c 2c Rc Fc 6c 5c Cd
deal D: Rb 4b Rs Cs 7s 6s 5s 4s 4c 2d
deal A: Fb 5b 3s Ac 7c 3d 7d 6d 5d 4d
bid B: passo C: chiamo D: passo A: passo
call C: 3b with B
 1 B: 3b 6b 4b 5b
 2 B: 2b Ab Rb Fb
 3 B: Cb 5c 4s 4d
 4 B: 7b 6c 4c 5d
 5 B: Fs As 5s 3s
 6 A: 3d Fd Cd 2d
 7 A: 6d Ad Fc 6s
 8 B: 2s Rc __ 7c
 9 B: Rd 2c Cs 7d
10 B: Cc 3c Rs Ac
end
"""


@pytest.mark.parametrize("right", [" 3 B: Cb", " 4 B: 7b", " 5 B: Fs", " 9 B: Rd"])
def test_who_leads_a_trick_of_which_every_card_is_known_is_told_once(right: str) -> None:
    """The next leader shows another winner: the same error, with any hidden cards."""
    (hand,) = parse_records(FOUR.replace(right, right.replace("B", "C", 1)))
    (told,) = begin_totals(game("quadriglio")).replay(hand).findings
    assert told.code == "CAL501"


@pytest.mark.parametrize(("card", "said"), [("__", "B leads, but did not win the last trick"),
                                           ("5b", "B leads, but A won the last trick")])  # fmt: skip
def test_who_may_have_won_a_trick_is_not_named(card: str, said: str) -> None:
    """It was not B, for A's six is higher; whether C's card was higher still is known if that is."""
    text = (
        "cal 1\nrules pagat\nseat A\nseat B\nseat C\n\nhand 1\ndealer A\nbid B: passo C: passo A: solo\n"
        f" 1 B: 4b {card} 6b\n 2 B: 5c 6c 7c\nend\n"
    )
    (hand,) = parse_records(text)
    told = [each for each in begin_totals(game("pagat")).replay(hand).findings if each.code == "CAL501"]
    assert [each.message("en") for each in told] == [said]
    assert ("A" in told[0].message("it")) is (card != "__")


def test_a_claim_of_points_is_counted_where_cards_are_unknown() -> None:
    """A claim of points includes every pile, so that all of it is known."""
    whole = HAND[: HAND.index(" 9 A:")] + "claim B: points 20 accepted\nend claimed\n"
    hidden_two = whole.replace("deal A: Rb 7b 5b", "deal A: Rb 7b __").replace("Fb 3c Rc", "Fb 3c __")
    assert hidden_two.count("__") == 2
    rulings = [begin_totals(game("pagat")).replay(hand) for text in (whole, hidden_two) for hand in parse_records(text)]
    assert [each.findings for each in rulings] == [(), ()]
    assert [each.account and each.account.payments for each in rulings] == [(-1, 2, -1)] * 2


def test_an_irregularity_that_the_rules_do_not_know_loses_nothing_else() -> None:
    """It is reported, and the rest is known as well as without the line."""
    whole, told = (
        begin_totals(game("quadriglio")).replay(hand)
        for line in ("", "fault A: qqq claimed by B\n")
        for hand in parse_records(FOUR.replace(" 1 B:", f"{line} 1 B:"))
    )
    assert [each.code for each in (*whole.findings, *told.findings)] == ["CAL212"]
    assert whole.knowledge == told.knowledge == "forced"
    assert whole.account == told.account
