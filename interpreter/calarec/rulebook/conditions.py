"""Conditions in words: of a side, of an opponent, of the player who acts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.mechanisms.conditions import (
    CardFigure,
    any_of_cards,
    find_said_word,
    limit_paths,
    number_of_cards,
    these,
)
from calarec.core.mechanisms.rules import resolve_table_size, tricks_in
from calarec.core.mechanisms.table import count_hands_dealt
from calarec.core.wording.language import Listing, Words
from calarec.rule_files.lint.facts import list_pack_cards

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.core.mechanisms.conditions import Limit, OwnCondition, PartyCondition
    from calarec.rulebook.telling import Telling

COUNTED_PILES = {
    "and_piles": Words(" and {piles}"),
    "with_piles": Words(", but the cards {in_piles} included"),
    "won_piles": Words(", counting the cards {in_piles} that fall to it"),
}
"""The phrases for cards of piles that count, or do not."""


def limit_words(each: Limit, telling: Telling) -> Words:
    """The words for a limit, as a verb of its party."""
    names = [telling.pile_forms(pile) for pile in telling.rules.piles]
    piles, in_piles = (Listing(tuple(name[form] for name in names)) for form in ("pile", "in_pile"))
    values: dict[str, object] = {
        key: telling.phrase(said, piles=piles, in_piles=in_piles) if names else ""
        for key, said in COUNTED_PILES.items()
    }
    figure = each.figure
    if find_said_word(figure):
        values["word"] = telling.translated_name("standing", find_said_word(figure))
    if each.figure_description.counts == "tricks":
        wants_all = each.row.figure == "tricks" and each.least == _all_tricks(telling)
        said = _ALL_TRICKS.with_values(number=telling.number_phrase(each.least or 0))
        values["range"] = said if wants_all else each.range_words(telling.tricks_phrase)
    else:
        values["range"] = each.range_words(telling.pack_points, telling.rules.pack.units_per_point)
    if isinstance(figure, CardFigure):
        name = telling.translated_name
        values |= {"these": these(figure, name), "any": any_of_cards(figure, name)}
        if figure.is_counted:
            of_pack = sum(figure.has_card(card) for card in list_pack_cards(telling.rules.pack))
            values |= {"some": each.count_words(of_pack, name), "none": number_of_cards(figure, 0, name)}
    return telling.phrase(each.rulebook_words, **values)


_ALL_TRICKS = Words("all {number:trick|# tricks}")


def _all_tricks(telling: Telling) -> int:
    """The number of tricks of a hand; -1 if that is not one number."""
    rules = telling.rules
    sizes = [resolve_table_size(rules, seats) for seats in rules.table.seats]
    found = {tricks_in(size, count_hands_dealt(size.table, max(size.table.seats))) for size in sizes}
    return found.pop() if len(found) == 1 and rules.deal.hand > 1 else -1


def condition_paths(when: PartyCondition, path: str) -> list[str]:
    """The paths of what a condition asks of its party."""
    return [f"{path}.of", *_limit_paths(when, path), f"{path}.contracts"]


def _limit_paths(when: PartyCondition | OwnCondition, path: str) -> Iterator[str]:
    return (f"{path}.{key}" for limit in when.limits for key in limit_paths(limit, when))


def own_condition_paths(when: OwnCondition, path: str) -> list[str]:
    """The paths of what a condition asks of the player who acts."""
    contracts = [f"{path}.contracts"] if getattr(when, "contracts", ()) else []
    return [*_limit_paths(when, path), *contracts]


def own_condition_words(when: OwnCondition, telling: Telling) -> Listing:
    """The words for a condition on the acting player, as verbs."""
    asked = (limit for limit in when.limits if limit.row.name in ("cards", "has"))
    return Listing(tuple(_ROLES.get(str(limit.figure)) or limit_words(limit, telling) for limit in asked))


_ROLES = {"dealer": Words("is the dealer"), "eldest": Words("is eldest hand")}


def limited_cards(figure: CardFigure, telling: Telling) -> Words:
    """A card that a rule at the table names: an ace."""
    return any_of_cards(figure, telling.translated_name)
