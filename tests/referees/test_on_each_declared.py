"""The end of a match in which every player declares certain contracts: record judge and referee agree, also with gaps.

With CALAREC_THOROUGH set, 400 evenings are compared.
"""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from random import Random
from typing import TYPE_CHECKING

from calarec.core.engine.game import Game
from calarec.core.notation import parse_records
from calarec.record_judge.gaps import begin_totals
from calarec.rule_files.load import check_rules
from tests.referees.agreeing import hands
from tests.referees.on_each_declared import Played, find_end

if TYPE_CHECKING:
    from collections.abc import Mapping

STAKES = {"chiamo": 1, "solo": 2, "solissimo": 4}
EVENINGS = hands(100) // 5


@cache
def game(**match: str | int) -> Game:
    """Rules by which every player declares chiamo and solo; totals decide nothing."""
    changes: dict[str, object] = {"match.until.each": ["chiamo", "solo"], "match.tie": "shared"}
    changes |= {f"match.{name}": value for name, value in match.items()}
    text = json.dumps({"ruleset": "each", "version": "1.0.0", "extends": "pagat", "title": "Each", "set": changes})
    ruleset = check_rules("each.yaml", raw=text.encode()).ruleset
    assert ruleset is not None
    return Game.from_ruleset(ruleset)


class Evening:
    """Lines of hands without cards, and the same hands for the referee."""

    def __init__(self) -> None:
        self.people = {"A": "Anna", "B": "Bea", "C": "Cleo"}
        self.totals = dict.fromkeys(self.people, 0)
        self.lines = ["cal 1", *(f'seat {seat} "{person}"' for seat, person in self.people.items())]
        self.played: list[Played] = []

    def change_player(self, leaving: str, label: str) -> None:
        """Replace a player by another."""
        self.people = {seat: person for seat, person in self.people.items() if seat != leaving} | {label: f"{label}ora"}
        self.totals = {seat: self.totals.get(seat, 0) for seat in self.people}
        self.lines += [f"leave {leaving}", f'seat {label} "{label}ora"']

    def add_hand(self, declarer: str | None, contract: str, *, is_known: bool = True) -> None:
        """One more hand; after a missing one totals are unknown until the next statement."""
        seats = sorted(self.people)
        number = len(self.played)
        self.lines += ["", f"hand {number + 1}", f"dealer {seats[number % 3]}"]
        table = frozenset(self.people.values())
        if declarer is None:
            said = " ".join(f"{seat}: passo" for seat in (seats * 2)[number % 3 + 1 : number % 3 + 4])
            self.lines += [f"bid {said}"] * is_known
            self.played.append(Played(table, is_known))
        else:
            won = {seat: STAKES[contract] * (2 if seat == declarer else -1) for seat in seats}
            self.totals = {seat: self.totals[seat] + won[seat] for seat in seats}
            others = "+".join(seat for seat in seats if seat != declarer)
            self.lines += [
                f"bid {declarer}: {contract}", f"result {declarer}: won {others}: lost",
                f"score {_amounts(won)}", f"total {_amounts(self.totals)}",
            ] * is_known  # fmt: skip
            self.played.append(Played(table, is_known, self.people[declarer], contract))
        self.lines.append("end")


def _amounts(amounts: Mapping[str, int]) -> str:
    return " ".join(f"{seat}: {amount:+}" if amount else f"{seat}: 0" for seat, amount in amounts.items())


def draw_evening(rng: Random) -> Evening:
    """An evening with other players now and then, and with up to two missing hands."""
    evening, labels, missing = Evening(), iter("DEFG"), set(rng.sample(range(12), rng.choice((0, 0, 1, 2))))
    leaves = rng.choice((0, 0.1))
    for number in range(14):
        label = next(labels, None) if rng.random() < leaves else None
        if label is not None:
            evening.change_player(rng.choice(sorted(evening.people)), label)
        declarer = rng.choice([*sorted(evening.people) * 3, None])
        evening.add_hand(declarer, rng.choice((*STAKES, "chiamo", "solo")), is_known=number not in missing)
    return evening


def test_ends_agree_with_the_referee() -> None:
    """Certain, open or excluded, with any change at the table; unknown without totals."""
    ends: Counter[bool | None] = Counter()
    for seed in range(EVENINGS):
        evening, judge, is_sure = draw_evening(Random(seed)), begin_totals(game()), True
        for number, hand in enumerate(parse_records("\n".join([*evening.lines, ""])), 1):
            judged = judge.replay(hand)
            assert [found.code for found in judged.findings if found.severity == "error"] == [], hand.lines
            wanted = find_end(evening.played[:number])
            found = None if judged.standing is None else judged.standing.over
            last = evening.played[number - 1]
            is_sure = is_sure and last.is_known
            if is_sure:
                ends[wanted] += 1
            assert found is wanted or (found is None and not is_sure), (seed, number)
            is_sure = is_sure or bool(last.is_known and last.declarer)  # its totals are those of the next hand
            if wanted:
                break
    assert ends.keys() == {True, False, None}


def _ends(evening: Evening, **match: str | int) -> list[str | bool | None]:
    """The rule that ended the match after each hand; False while it goes on."""
    judge = begin_totals(game(**match))
    standings = [judge.replay(hand).standing for hand in parse_records("\n".join([*evening.lines, ""]))]
    return [standing and standing.over and standing.rule for standing in standings]


def test_two_ends_in_one_hand() -> None:
    """The goal is named before the contracts, as the rules state them; the match ends once."""
    evening = Evening()
    for seat in "ABC":
        evening.add_hand(seat, "chiamo")
        evening.add_hand(seat, "solo")
    assert _ends(evening) == [False] * 5 + ["match.until.each"]
    assert _ends(evening, **{"until.deals": 6}) == [False] * 5 + ["match.until.deals"]


def test_a_tie_at_the_end_is_played_on() -> None:
    """All have declared both and have the same total: another deal decides."""
    evening = Evening()
    for seat in "ABC":
        evening.add_hand(seat, "chiamo")
        evening.add_hand(seat, "solo")
    evening.add_hand("B", "chiamo")
    assert _ends(evening, tie="another_deal") == [False] * 6 + ["match.until.each"]


def test_contracts_of_a_player_who_has_left_count_no_more() -> None:
    """Cleo has declared neither: without her the two others and the new player end it; a new player begins anew."""
    evening = Evening()
    for seat in "AB":
        evening.add_hand(seat, "chiamo")
        evening.add_hand(seat, "solo")
    evening.change_player("C", "D")
    evening.add_hand("D", "chiamo")
    evening.add_hand("D", "solo")
    assert _ends(evening) == [False] * 5 + ["match.until.each"]


def test_totals_of_a_player_who_left_after_a_missing_hand_are_open() -> None:
    """A player who left with an unknown total leaves the others' sum open."""
    evening = Evening()
    evening.add_hand("C", "solo", is_known=False)
    evening.change_player("C", "D")
    evening.add_hand("A", "chiamo")
    judge = begin_totals(game())
    judged = [judge.replay(hand) for hand in parse_records("\n".join([*evening.lines, ""]))]
    assert [found.code for each in judged for found in each.findings] == []
    evening.add_hand("D", "chiamo")
    for hand in list(parse_records("\n".join([*evening.lines, ""])))[2:]:
        assert judge.replay(hand).totals == evening.totals
