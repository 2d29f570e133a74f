"""A puzzle a day from the evenings of the page."""

from __future__ import annotations

from typing import Any

from calarec_tools.desk.calls.faces import symbols_of_cards
from calarec_tools.desk.calls.files import RulesId
from calarec_tools.desk.calls.sheets import judged_hands
from calarec_tools.desk.viewing.puzzle import day_order, find_puzzle


def puzzle_order(*, names: list[str], day: str, lang: str) -> list[str]:
    """In which order the evenings are searched for the puzzle of a day."""
    del lang  # names are the same in every language
    return sorted(names, key=lambda name: day_order(day, name))


def puzzle_of_record(*, text: str, day: str, lang: str) -> dict[str, Any] | None:
    """The puzzle that an evening gives on a day, with the drawings of its cards."""
    del lang  # answers are in every language
    judged = judged_hands(text, RulesId(""))
    found = find_puzzle(judged, day)
    if found is None:
        return None
    game = judged[found["number"]].game
    return {**found, "symbols": symbols_of_cards(game.ruleset, game.cards.names)}
