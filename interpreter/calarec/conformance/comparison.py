"""The comparison of a program's answers: each fact is right, wrong, or unanswered."""

from __future__ import annotations

import json
from enum import Enum
from typing import Any, Final

from calarec.core.base.frozen import NamedTuple


class Verdict(Enum):
    """The verdict on a fact."""

    RIGHT = "right"
    WRONG = "wrong"
    UNANSWERED = "unanswered"


class ComparedFact(NamedTuple):
    """A fact of a hand, and the answer to it."""

    hand: int
    """Its place in the record, from 1."""
    fact: str
    expected: Any
    answered: Any
    verdict: Verdict


FACTS: Final = (
    "legal", "wrong_line", "wrong_rule", "contract", "declarer", "partner", "trick_winners", "sides", "bonus",
    "payments", "totals", "match_over", "match_winners", "score_holds", "possible_points",
    "possible_winners", "possible_payments",
)  # fmt: skip
"""Every fact that a suite may state of a hand."""
_AMOUNTS: Final = ("payments", "totals")
_OF_SIDES: Final = ("sides", "possible_points")


def compare_hands(expected: tuple[dict[str, Any], ...], answered: list[dict[str, Any]]) -> list[ComparedFact]:
    """Compare each fact of each hand, in the order of `FACTS`; ignore further answers."""
    found = []
    for number, facts in enumerate(expected, 1):
        answer = answered[number - 1] if number <= len(answered) else {}
        for fact in sorted(facts, key=FACTS.index):
            told = answer.get(fact)
            verdict = Verdict.RIGHT
            if fact not in answer:
                verdict = Verdict.UNANSWERED
            elif comparable_value(fact, told) != comparable_value(fact, facts[fact]):
                verdict = Verdict.WRONG
            found.append(ComparedFact(number, fact, facts[fact], told, verdict))
    return found


def unknown_facts(answered: list[dict[str, Any]]) -> set[str]:
    """Names in an answer that are not facts: most often a typing mistake."""
    return {name for hand in answered for name in hand} - set(FACTS)


def comparable_value(fact: str, value: Any) -> Any:
    """A value without unimportant parts: order of sides and seats, unpaid seats."""
    try:
        if fact in _AMOUNTS:
            return _sorted_amounts(value)
        if fact == "possible_payments":
            return sorted(map(_sorted_amounts, _require_list(value)))
        if fact in _OF_SIDES:
            return sorted(
                (_sorted_seats(side["seats"]), [(key, json.dumps(side[key])) for key in sorted(side) if key != "seats"])
                for side in _require_list(value)
            )
        if fact == "match_winners":
            return _sorted_seats(value)
        if fact == "possible_winners":
            return sorted(map(_sorted_seats, _require_list(value)))
    except (TypeError, KeyError, AttributeError):
        return f"not a value of this fact: {value!r}"
    # In Python True is 1: an answer of another kind is another answer.
    return type(value).__name__, value


def _require_list(value: Any) -> list[Any]:
    """A list as it is; a text is none, though it can be sorted too."""
    if not isinstance(value, list):
        raise TypeError(value)
    return value


def _sorted_seats(value: Any) -> list[str]:
    return sorted(_require_list(value))


def _sorted_amounts(value: dict[str, int]) -> list[tuple[str, str]]:
    return sorted((seat, repr(amount)) for seat, amount in value.items() if amount != 0 or amount is False)
