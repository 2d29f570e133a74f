"""The Beccaccino: the engine and an independent referee settle alike, the cricca and the first dealer among it.

With CALAREC_THOROUGH set, 2,000 hands are compared.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from calarec.core.base.frozen import replace
from calarec.core.judge.json import as_json
from calarec.core.notation import Text, read_records
from calarec.core.notation.writer import write_hands
from calarec.core.records import model as rec
from calarec.record_judge.gaps import begin_totals
from calarec.simulation import simulate
from tests.records.shelf import RECORDS
from tests.referees.agreeing import hands
from tests.referees.beccaccino import find_first_dealer, match, referee
from tests.referees.comparison import MADE_BY_PEOPLE, comparable_parts, for_the_referee
from tests.rulebooks import game

if TYPE_CHECKING:
    from calarec.core.judge.judgement import Judgement

HANDS = hands(80)
RULESET = "beccaccino"


def read_for_referee(judged: Judgement) -> dict[str, Any]:
    """A hand as the referee reads it."""
    told = as_json(judged)
    moves = [move for move in told["moves"] if move["do"] in (*MADE_BY_PEOPLE, "declare")]
    return {**for_the_referee(told), "moves": moves}


@pytest.mark.parametrize("name", [RULESET])
def test_agrees_with_the_referee(name: str) -> None:
    """Trump, legal cards, points, additions to the total and the end of matches."""
    declared = 0
    for bot in ("sensible", "random"):
        evening = begin_totals(game(name))
        course: list[dict[str, Any]] = []
        for each in simulate(game(name), hands=HANDS // 2, seed=5, bot=bot, irregular=True):
            judged = evening.replay(each.hand)
            hand = read_for_referee(judged)
            ours, theirs = comparable_parts(as_json(judged), referee(hand, name))
            assert ours == theirs, (each.hand.name, hand)
            assert not [finding for finding in judged.findings if finding.severity == "error"]
            course = [hand] if each.hand.new_match else [*course, hand]
            assert len(course) > 1 or find_first_dealer(hand) == hand["dealer"]
            standing = match(course, name)
            assert judged.totals == standing["totals"]
            assert judged.standing is not None
            assert judged.standing.over == standing["over"]
            declared += sum(move["do"] == "declare" for move in hand["moves"])
    assert declared


def test_a_cricca_can_be_aimed_at() -> None:
    """Each of these hands has one, and the referee agrees there too."""
    evening = begin_totals(game(RULESET))
    before: dict[str, int] = {}
    for each in simulate(game(RULESET), hands=6, seed=1, aim="standing.cricca"):
        judged = evening.replay(each.hand)
        answer = referee(read_for_referee(judged), RULESET)
        assert judged.totals is not None
        before = {} if each.hand.new_match else before
        gains = {seat: total - before.get(seat, 0) for seat, total in judged.totals.items()}
        assert gains == answer["gains"]
        assert sum(gains.values()) == 2 * (11 + 3)
        before = dict(judged.totals)


def cricca(*changes: tuple[str, str]) -> tuple[list[str], dict[str, Any]]:
    """Return calarec's findings in a changed hand with a cricca, and the referee's."""
    (made,) = simulate(game(RULESET), hands=1, seed=3, aim="standing.cricca")
    text = "".join(write_hands([made.hand]))
    for before, after in changes:
        assert before in text
        text = text.replace(before, after, 1)
    text = text[: text.index("result")] + "end\n"
    (hand,) = read_records(Text(text, "cricca.cal"))
    judged = begin_totals(game(RULESET)).replay(hand)
    found = [f"{one.code}.{one.wording}".rstrip(".") for one in judged.findings if one.severity == "error"]
    return found, referee(read_for_referee(judged), RULESET)


LED = (" 1 B: Ab 6b 5b 4b\n 2 B: 3b Fb 7b 6s\n", " 1 B: 3b 6b 5b 4b\n 2 B: Ab Fb 7b 6s\n")


@pytest.mark.parametrize(
    ("changes", "code", "reason"),
    [
        ((LED,), "CAL519", "the ace is led"),
        ((("declare B: cricca 3b 2b Ab", "declare B: cricca 3b 2b"),), "CAL563", "not a cricca"),
        ((("declare B:", "declare C:"),), "CAL560.lead", "somebody else"),
        ((("declare B: cricca 3b 2b Ab\n", ""), (" 2 B: 3b", "declare B: cricca 3b 2b Ab\n 2 B: 3b")), "CAL561.late",
         "has begun"),
    ],
)  # fmt: skip
def test_a_wrong_cricca_is_refused_by_both(changes: tuple[tuple[str, str], ...], code: str, reason: str) -> None:
    """By calarec at the line, by the referee with a reason."""
    found, answer = cricca(*changes)
    assert found[0] == code
    assert not answer["legal"]
    assert reason in answer["why_not"]


def test_mfo_without_the_declaration_any_card_is_led_and_nothing_is_added() -> None:
    """The three points are lost, and nothing else."""
    found, answer = cricca(("declare B: cricca 3b 2b Ab\n", ""), LED)
    assert found == []
    assert answer["legal"]
    assert sum(answer["gains"].values()) in (20, 22)


def test_oli_the_holder_of_the_four_of_coins_is_eldest_hand_in_the_first_hand() -> None:
    """Another dealer there is reported; not in later hands or a match continued."""
    made = [each.hand for each in simulate(game(RULESET), hands=2, seed=3)]
    first = made[0]
    assert find_first_dealer(read_for_referee(begin_totals(game(RULESET)).replay(first))) == "A"

    def find_turn_findings(hand: rec.Hand) -> list[tuple[str, str]]:
        judged = begin_totals(game(RULESET)).replay(hand)
        return [(one.code, one.wording) for one in judged.findings if one.code == "CAL307"]

    rotated = {"A": "B", "B": "C", "C": "D", "D": "A"}
    turned = tuple(
        statement._replace(seat=rotated[statement.seat]) if isinstance(statement, rec.Deal) else statement
        for statement in first.statements
    )
    assert find_turn_findings(first) == []
    assert find_turn_findings(replace(first, statements=turned)) == [("CAL307", "first")]
    played = tuple(statement for statement in first.statements if not isinstance(statement, rec.Deal))
    others_deal = tuple(
        statement._replace(seat="B") if isinstance(statement, rec.Dealer) else statement for statement in played
    )
    assert find_turn_findings(replace(first, statements=played)) == []
    assert find_turn_findings(replace(first, statements=others_deal)) == [("CAL307", "first")]
    for name in ("7", "", "sera"):
        assert find_turn_findings(replace(first, statements=turned, name=name)) == []
    assert find_turn_findings(replace(first, statements=turned, name="7", new_match=True)) == [("CAL307", "first")]
    assert find_turn_findings(made[1]) == []
    assert find_turn_findings(replace(made[1], name="1")) == [("CAL307", "first")] * (
        find_first_dealer(read_for_referee(begin_totals(game(RULESET)).replay(made[1]))) != "B"
    )


def test_the_records_end_a_match_as_the_referee_says() -> None:
    """With their totals and winners."""
    text = (RECORDS / RULESET / "evening.cal").read_text("utf-8")
    evening = begin_totals(game(RULESET))
    judged = [evening.replay(hand) for hand in read_records(Text(text, "evening.cal"))]
    standing = match([read_for_referee(each) for each in judged], RULESET)
    assert standing["over"]
    assert judged[-1].totals == standing["totals"]
