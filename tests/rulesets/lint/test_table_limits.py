"""Limits on bids, leads and discards that bind no player are reported, by brute force over a small pack."""

from __future__ import annotations

import json
from itertools import combinations, product
from typing import TYPE_CHECKING, Any, NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st

from calarec.rule_files.lint.laid_cards import CardLimit, count_kept_cards
from calarec.rule_files.load import check_rules
from tests.rulesets.small_pack import SMALL, is_within
from tests.shards import examples

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from calarec.core.wording.findings import Finding

_PACK = tuple(rank + suit for suit in "bd" for rank in "3A54")


def _is_one(card: str, asked: dict[str, Any], ranks: str = "ranks") -> bool:
    return card[0] in asked.get(ranks, "3A54") and card[1] in asked.get("suits", "bd")


class Player(NamedTuple):
    """A player who acts, and all that a condition can ask of the player."""

    hand: tuple[str, ...]
    role: str
    contract: str = ""
    trick: int = 0
    trump: str = ""


def _holds(player: Player, when: dict[str, Any]) -> bool:
    """Check whether a player is as a condition asks."""
    asked = when.get("cards", {})
    count = sum(_is_one(card, asked) for card in player.hand)
    return (
        asked.get("at_least", 0) <= count <= asked.get("at_most", 40)
        and player.role == when.get("has", player.role)
        and ("trick" not in when or is_within(player.trick, when["trick"]))
        and player.trump in when.get("trump", player.trump)
        and ("trump" not in when or bool(player.trump))
        and player.contract in when.get("contracts", [player.contract])
    )


def _assert_exact(codes: Iterable[str], results: set[bool], when: dict[str, Any]) -> None:
    """Check that what never or always holds is reported, and nothing else."""
    expected = {"RUL505"} if results <= {False} else {"RUL520"} if results == {True} and when else set[str]()
    assert {*codes} & {"RUL505", "RUL520"} == expected


def _codes(changes: dict[str, Any]) -> list[str]:
    return [found.code for found in _findings(changes)]


def _findings(changes: dict[str, Any]) -> tuple[Finding, ...]:
    tree = json.loads(json.dumps(SMALL))
    for path, value in changes.items():
        *above, last = path.split(".")
        part = tree
        for key in above:
            part = part[key]
        part[last] = value
    return check_rules("small.yaml", raw=json.dumps(tree).encode()).findings


_CARDS = st.fixed_dictionaries(
    {}, optional={"ranks": st.sampled_from(["3", "A5", "3A54"]), "suits": st.sampled_from(["b", "bd"])}
)
_NUMBER = st.sampled_from(["at_least", "at_most"]).flatmap(
    lambda key: st.integers(1 if key == "at_least" else 0, 3).map(lambda number: {key: number})
)
_WHEN = st.fixed_dictionaries(
    {},
    optional={
        "cards": st.builds(lambda cards, number: {**cards, **number}, _CARDS, _NUMBER),
        "has": st.sampled_from(["dealer", "eldest"]),
    },
)


@settings(max_examples=examples(60), deadline=None)
@given(_WHEN)
def test_players_who_may_not_pass(when: dict[str, Any]) -> None:
    """Reported exactly if no player, or every player, is as asked."""
    codes = _codes({"auction.must": [{"when": when, "bid": "solo"}]})
    if "RUL522" not in codes:
        players = product(combinations(_PACK, 2), ("dealer", "eldest", ""))
        _assert_exact(codes, {_holds(Player(*player), when) for player in players}, when)


class Table(NamedTuple):
    """A small game with rules that decide who leads, and which suit can be trump."""

    seats: int
    leader: str
    without_bid: str
    """The leader of a hand that all have passed; empty: it is dealt again."""
    named_by: str
    """The player who names the trump; empty: no trump."""

    @property
    def tricks(self) -> int:
        """The number of tricks, and of cards in a hand."""
        return 6 // self.seats

    def to_changes(self) -> dict[str, Any]:
        """The changes that make it of the small game."""
        return {
            "table.seats": [self.seats], "deal.hand": self.tricks, "contracts.solo.leader": self.leader,
            "all_pass": {"do": "play_out", "leader": self.without_bid, "pays": "most_points"}
            if self.without_bid else {"do": "redeal"},
            "play.trump": {"chosen": "named", "by": self.named_by} if self.named_by else None,
        }  # fmt: skip

    def list_leaders(self, barred: Callable[[str], bool]) -> Iterator[Player]:
        """List the players who lead and have a choice between such cards and others."""
        leaders = {"solo": self.leader} | ({"": self.without_bid} if self.without_bid else {})
        for (contract, leader), trick in product(leaders.items(), range(1, self.tricks + 1)):
            has_trump = self.named_by == "eldest" or (self.named_by == "declarer" and contract)
            known = trick == 1 and leader in ("dealer", "eldest")
            roles = (leader,) if known else ("dealer", "eldest", "")[: min(self.seats, 3)]
            for hand in combinations(_PACK, self.tricks + 1 - trick):
                if len({barred(card) for card in hand}) == 2:
                    yield from (
                        Player(hand, role, contract, trick, trump)
                        for role, trump in product(roles, "bd" if has_trump else ("",))
                    )


_TABLES = st.builds(
    Table, st.sampled_from([2, 3]), st.sampled_from(["eldest", "declarer", "left_of_declarer"]),
    st.sampled_from(["", "eldest", "dealer"]), st.sampled_from(["", "eldest", "declarer"]),
)  # fmt: skip
_LEADING = {
    "trick": st.one_of(
        st.integers(1, 3), st.sampled_from([{"at_least": 2}, {"at_most": 1}, {"above": 2}, {"below": 3}])
    ),
    "trump": st.sampled_from(["b", "d", "bd"]),
    "contracts": st.just(["solo"]),
}


@settings(max_examples=examples(120), deadline=None)
@given(_WHEN, st.fixed_dictionaries({}, optional=_LEADING), _CARDS, _TABLES)
def test_cards_that_may_not_be_led(
    when: dict[str, Any], leading: dict[str, Any], cards: dict[str, str], table: Table
) -> None:
    """Reported exactly if no leader with a choice, or every one, is as asked."""
    never = {"never" if key == "ranks" else key: value for key, value in cards.items()}
    asked = when | leading
    findings = _findings(table.to_changes() | {"play.leads": [{"when": asked, **never}]})
    codes = {found.code for found in findings}
    if "RUL522" in codes:
        return
    if any(found.wording == "every_card" for found in findings):
        assert all(_is_one(card, cards) for card in _PACK)
        return
    leaders = table.list_leaders(lambda card: _is_one(card, cards))
    _assert_exact(codes, {_holds(leader, asked) for leader in leaders}, asked)


_LIMITS = st.lists(st.builds(lambda cards, most: {**cards, "at_most": most}, _CARDS, st.integers(0, 4)), max_size=4)


@settings(max_examples=examples(120), deadline=None)
@given(_LIMITS, st.sampled_from(["", "3", "A5", "54"]), st.integers(1, 3))
def test_cards_of_which_a_number_is_laid_aside(limits: list[dict[str, Any]], never: str, dealt: int) -> None:
    """Refused exactly if some hand has too few cards that may be laid aside."""
    found = _codes({
        "steps.bury.limits": limits, "steps.bury.never": never or None, "deal.hand": dealt,
        "table.seats": [2 if dealt == 3 else 3], "piles.monte.dealt": 5 if dealt == 1 else 2,
    })  # fmt: skip
    barred = [{"ranks": never, "at_most": 0}] if never else []
    size, laid = (6, 5) if dealt == 1 else (dealt + 2, 2)
    assert ("RUL413" in found) == _is_stuck([*limits, *barred], size, laid)


def _is_stuck(limits: list[dict[str, Any]], size: int, number: int) -> bool:
    """Check whether some hand has no such number of cards that may be laid aside."""
    return any(
        not any(_may_be_laid(laid, limits) for laid in combinations(hand, number)) for hand in combinations(_PACK, size)
    )


def test_limits_that_overlap() -> None:
    """Of any sixteen cards one coin at most and three others can be laid aside."""
    text = (
        "ruleset: house\nversion: 1.0.0\nextends: pagat\nset:\n"
        "  steps.bury.limits: [{suits: d, at_most: 1}, {suits: db, at_most: 4}]\n"
    )
    assert "RUL413" not in {found.code for found in check_rules("house.yaml", raw=text.encode()).findings}


def test_a_pile_that_is_never_taken_up() -> None:
    """Its cards are in no hand that lays some aside."""
    limits = [{"suits": "bd", "at_most": 2}]
    found = _codes({
        "piles.other": {"dealt": 2}, "deal.hand": 2, "table.seats": [2], "steps.bury.limits": limits,
    })  # fmt: skip
    assert "RUL413" not in found
    assert not _is_stuck(limits, 4, 2)


_SOME_CARDS = st.frozensets(st.sampled_from(_PACK), min_size=1)


@settings(max_examples=examples(200), deadline=None)
@given(
    st.lists(st.builds(CardLimit, _SOME_CARDS, st.integers(0, 3)), max_size=4), st.integers(2, 6), st.integers(1, 4)
)  # fmt: skip
def test_of_any_cards_limited(limits: list[CardLimit], size: int, wanted: int) -> None:
    """As many have to be kept as by a trial of every hand and of every choice."""
    wanted = min(wanted, size)
    fewest = min(
        next(
            number for number in range(wanted, -1, -1)
            if any(
                all(len(limit.cards.intersection(laid)) <= limit.at_most for limit in limits)
                for laid in combinations(hand, number)
            )
        )
        for hand in combinations(_PACK, size)
    )  # fmt: skip
    assert count_kept_cards(_PACK, limits, size, wanted) == size - fewest


def _may_be_laid(laid: tuple[str, ...], limits: list[dict[str, Any]]) -> bool:
    return all(sum(_is_one(card, limit) for card in laid) <= limit["at_most"] for limit in limits)
