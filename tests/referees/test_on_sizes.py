"""Hands and piles by the size of the table: the engine and an independent referee settle alike at every table."""

from __future__ import annotations

import pytest

from calarec.core.base.frozen import replace
from calarec.core.engine.game import Game
from calarec.core.judge.json import as_json
from calarec.core.notation import Text, read_records
from calarec.core.notation.writer import write_hands
from calarec.core.records import model as rec
from calarec.record_judge.gaps import begin_totals
from calarec.simulation import simulate
from tests.referees import on_sides
from tests.referees.agreeing import hands, rules
from tests.referees.comparison import comparable_parts, for_the_referee

RULESET = "rovescino-sizes"
DOSSENA = {3: (13, 1), 4: (10, 0), 5: (8, 0), 6: (6, 4), 7: (5, 5), 8: (5, 0)}
"""By the number of players, the cards of each and those of the monte."""


def game_of_referee(seats: int) -> on_sides.Game:
    """Return the referee's game for a number of seats."""
    cards, monte = DOSSENA[seats]
    return on_sides.Game(seats, cards, list("ABCDEFGH"[:seats]), monte=monte)


@pytest.mark.parametrize("seats", DOSSENA)
def test_agrees_with_the_referee(seats: int) -> None:
    """Winners of tricks and points, the monte with the last trick, some hands irregular."""
    of = rules(RULESET)
    evening = begin_totals(of)
    for each in simulate(of, hands=hands(8), seed=3, seats=seats, bot="random", irregular=True):
        judged = evening.replay(each.hand)
        hand = as_json(judged)
        ours, theirs = comparable_parts(hand, on_sides.judge(for_the_referee(hand), game_of_referee(seats)))
        assert ours == theirs, hand
        assert not [finding for finding in judged.findings if finding.severity == "error"]


def test_tables_of_several_sizes_follow_each_other_in_one_file() -> None:
    """A player comes and others leave: every hand is dealt as its table asks, and the totals go on."""
    of = rules(RULESET)
    made = [next(iter(simulate(of, hands=1, seed=seats, seats=seats))).hand for seats in (4, 6, 3)]
    text = "".join(f"match\n\n{part}" if number else part for number, part in enumerate(_without_head(made)))
    head = "".join(f"seat {label}\n" for label in "ABCD")
    text = f"cal 1\nrules {RULESET}@1.0.0\n{head}\n" + text
    text = text.replace("match\n", "seat E\nseat F\nmatch\n", 1)
    text = text[::-1].replace("match\n"[::-1], "leave D\nleave E\nleave F\nmatch\n"[::-1], 1)[::-1]
    evening = begin_totals(of)
    judged = [evening.replay(hand) for hand in read_records(Text(text, "sizes.cal"))]
    assert [len(each.hand.every(rec.Deal)[0].cards) for each in judged] == [10, 6, 13]
    assert [each.verdict for each in judged] == ["legal"] * 3
    assert [len(each.game.rules.table.seats) for each in judged] == [1, 1, 1]
    assert evening.game is of


def _without_head(made: list[rec.Hand]) -> list[str]:
    texts = ["".join(write_hands([replace(hand, new_match=False)])) for hand in made]
    return [text[text.index("hand ") :] + "\n" for text in texts]


def test_a_game_of_one_size_is_kept_and_leads_back() -> None:
    """The same object each time, from whichever table it is asked for; without sizes always the one game."""
    of = rules(RULESET)
    three = of.at_table(3)
    assert three is of.at_table(3)
    assert three.at_table(6) is of.at_table(6)
    assert three.people == of.people == (3, 4, 5, 6, 7, 8)
    assert (three.rules.deal.hand, three.rules.piles["monte"].dealt) == (13, 1)
    assert (of.rules.deal.hand, of.rules.piles["monte"].dealt) == (10, 0)
    plain = rules("leftover")
    assert plain.at_table(4) is plain
    assert isinstance(three, Game)


@pytest.mark.parametrize("seats", [3, 6, 8])
def test_what_is_wrong_is_cited_from_the_table_it_is_wrong_at(seats: int) -> None:
    """A card too few in a hand: the rule is that of this table."""
    (made,) = simulate(rules(RULESET), hands=1, seed=4, seats=seats)
    said = [
        one._replace(cards=one.cards[1:]) if isinstance(one, rec.Deal) and one.seat == "B" else one
        for one in made.hand.statements
    ]
    judged = begin_totals(rules(RULESET)).replay(replace(made.hand, statements=tuple(said)))
    cited = {found.rule.path for found in judged.findings if found.code == "CAL302" and found.rule is not None}
    assert cited == {f"table.by_seats.{seats}.hand"}


@pytest.mark.parametrize("seats", DOSSENA)
def test_points_alone_are_judged_by_the_table(seats: int) -> None:
    """A result adds up to eleven points and two thirds at every table; one of 36 thirds does not."""
    labels = "ABCDEFGH"[:seats]
    for points, wrong in ((35, False), (36, True)):
        shares = [points, *[0] * (seats - 1)]
        result = " ".join(f"{label}: {share}" for label, share in zip(labels, shares, strict=True))
        head = "".join(f"seat {label}\n" for label in labels)
        text = f"cal 1\nrules {RULESET}@1.0.0\n{head}\nhand 1\ndealer A\nresult {result}\nend\n"
        (hand,) = read_records(Text(text, "points.cal"))
        judged = begin_totals(rules(RULESET)).replay(hand)
        assert [found for found in judged.findings if found.severity == "error"] != [] if wrong else judged.account
