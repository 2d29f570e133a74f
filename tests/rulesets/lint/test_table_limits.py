"""Limits on bids, leads and discards that bind no player are reported, by brute force over a small pack."""

from __future__ import annotations

import json
from itertools import combinations
from typing import TYPE_CHECKING, Any

from hypothesis import given, settings
from hypothesis import strategies as st

from calarec.rule_files.load import check_rules
from tests.rulesets.small_pack import SMALL
from tests.shards import examples

if TYPE_CHECKING:
    from calarec.core.wording.findings import Finding

_PACK = tuple(rank + suit for suit in "bd" for rank in "3A54")
_TRICKS = 2


def _is_one(card: str, asked: dict[str, Any], ranks: str = "ranks") -> bool:
    return card[0] in asked.get(ranks, "3A54") and card[1] in asked.get("suits", "bd")


def _holds(hand: tuple[str, ...], when: dict[str, Any]) -> bool:
    """Check whether a hand meets a condition; every player can have either role."""
    asked = when.get("cards")
    if asked is None:
        return True
    count = sum(_is_one(card, asked) for card in hand)
    return bool(asked.get("at_least", 0) <= count <= asked.get("at_most", 40))


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
_TRICK = st.one_of(st.integers(1, 3), st.sampled_from([{"at_least": 2}, {"at_most": 1}, {"above": 2}, {"below": 3}]))


@settings(max_examples=examples(60), deadline=None)
@given(_WHEN)
def test_players_who_may_not_pass(when: dict[str, Any]) -> None:
    """Reported exactly if no hand is as asked."""
    codes = _codes({"auction.must": [{"when": when, "bid": "solo"}]})
    if "RUL522" not in codes:
        assert ("RUL505" in codes) == (not any(_holds(hand, when) for hand in combinations(_PACK, 2)))


def _is_trick(number: int, asked: Any) -> bool:
    if isinstance(asked, int):
        return number == asked
    return bool(
        asked.get("at_least", 0) <= number <= asked.get("at_most", 9)
        and asked.get("above", 0) < number < asked.get("below", 9)
    )


@settings(max_examples=examples(60), deadline=None)
@given(_WHEN, st.none() | _TRICK, _CARDS)
def test_cards_that_may_not_be_led(when: dict[str, Any], trick: Any, cards: dict[str, str]) -> None:
    """Findings are true; without numbers of certain cards, they are complete."""
    never = {"never" if key == "ranks" else key: value for key, value in cards.items()}
    asked = when | ({} if trick is None else {"trick": trick})
    findings = _findings({"play.leads": [{"when": asked, **never}]})
    if any(found.code == "RUL522" for found in findings):
        return
    can_bar = any(
        any(_is_one(card, cards) for card in hand) and not all(_is_one(card, cards) for card in hand)
        and _holds(hand, when)
        for number in range(1, _TRICKS + 1) if trick is None or _is_trick(number, trick)
        for hand in combinations(_PACK, _TRICKS + 1 - number)
    )  # fmt: skip
    # RUL704 also says that a number of cards is never exceeded, of a limit that may bind all the same.
    reported = any(found.code == "RUL505" or found.wording == "every_card" for found in findings)
    assert not (reported and can_bar)
    if "cards" not in when:
        assert reported or can_bar


@settings(max_examples=examples(60), deadline=None)
@given(st.lists(st.builds(lambda cards, most: {**cards, "at_most": most}, _CARDS, st.integers(0, 4)), max_size=2))
def test_cards_of_which_a_number_is_laid_aside(limits: list[dict[str, Any]]) -> None:
    """Whatever is accepted leaves every hand of four enough cards; one limit is refused only where a hand has none."""
    codes = _codes({"steps.bury.limits": limits})
    stuck = any(
        not any(_may_be_laid(laid, limits) for laid in combinations(hand, 2)) for hand in combinations(_PACK, 4)
    )
    assert not (stuck and "RUL413" not in codes)
    if len(limits) == 1:
        assert stuck == ("RUL413" in codes)


def _may_be_laid(laid: tuple[str, ...], limits: list[dict[str, Any]]) -> bool:
    return all(sum(_is_one(card, limit) for card in laid) <= limit["at_most"] for limit in limits)
