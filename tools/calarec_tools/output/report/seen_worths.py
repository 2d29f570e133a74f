"""A seat's knowledge of the value of its cards, on a page or as plain data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from calarec.core.engine.account import points_told
from calarec.core.wording.cells import visible
from calarec.core.wording.language import Listing, Words
from calarec_tools.output.report.page import pad

if TYPE_CHECKING:
    from collections.abc import Mapping

    from calarec.core.judge.judgement import Judgement
    from calarec.core.wording.language import Language
    from calarec.solving.worlds import Interval, SeenCard, SeenSolution
    from calarec_tools.output.report.page import Page

FORMAT: Final = "calarec-seen/1"

_TITLE: Final = Words("Hand {name}, at {at}: what {who} can know")
_DRAWN: Final = Words(
    "{count} ways in which the other cards can lie, drawn by chance (seed {seed}); in each of them all play as well as "
    "can be."
)
_EVERY: Final = Words("All {count} ways in which the other cards can lie; in each of them all play as well as can be.")
_ONLY: Final = Words("There is only one possible deal of the other cards; in it all play as well as can be.")
_NEEDED: Final = Words("The declarer's side needs {points}.")
_CARD: Final = Words("card")
_WINS: Final = Words("wins")
_BEST: Final = Words("is best")
_MEAN: Final = Words("points of the declarer's side")
_POINTS: Final = Words("points of {side}")
_INTERVALS: Final = Words("In brackets: the 95% interval.")


def print_seen_worths(page: Page, replayed: Judgement, found: SeenSolution, at: str, seed: int) -> None:
    """A row for each card."""
    units = replayed.game.rules.pack.units_per_point
    people = {label: visible(name) for label, name in replayed.hand.session.people.items()}
    page.print_title(_TITLE, name=replayed.hand.name, at=at, who=people.get(found.seat, found.seat))
    ways = (_ONLY if found.worlds == 1 else _EVERY) if found.every else _DRAWN
    page.print_sentence(ways, count=str(found.worlds), seed=str(seed))
    mean = mean_head(found, people)
    if found.needed is not None:
        page.print_sentence(_NEEDED, found.rule, points=points_told(found.needed, units))
    page.blank()
    head = page.localized_text(share_head(found))
    page.print_row(
        [
            ("  ", ""),
            *pad([(page.localized_text(_CARD), "faint")], 7),
            *pad([(head, "faint")], 18),
            (page.localized_text(mean), "faint"),
        ]
    )
    first = _card_standing(found.cards[0])
    for card in found.cards:
        style = "good" if _card_standing(card) == first else ""
        often, points = card.wins or card.best, card.mean
        page.print_row(
            [
                ("  ", ""), *pad([(card.card, style)], 7),
                *pad([(figure_with_interval(often, 100, 0, page.lang, " %", exact=found.every), "")], 18),
                (figure_with_interval(points, 1 / units, 1, page.lang, exact=found.every), ""),
            ]
        )  # fmt: skip
    if not found.every:
        page.print_sentence(_INTERVALS)


def share_head(found: SeenSolution) -> Words:
    """Return the heading of the share of a card."""
    return _BEST if found.needed is None else _WINS


def mean_head(found: SeenSolution, people: Mapping[str, str]) -> Words:
    """Return the heading of the mean, with the side whose points it counts."""
    if found.needed is not None:
        return _MEAN
    return _POINTS.with_values(side=Listing(tuple(people.get(label, label) for label in found.side)))


def _card_standing(card: SeenCard) -> float:
    """By what the first of the cards is the best."""
    return card.mean.value if card.wins is None else card.wins.value


def figure_with_interval(
    of: Interval, times: float, digits: int, lang: Language, unit: str = "", *, exact: bool
) -> str:
    """A figure with its interval: 62% (48–75); without one where nothing is left open."""
    value, low, high = (f"{each * times:.{digits}f}" for each in of)
    said = f"{value}{unit}" if exact else f"{value}{unit} ({low}–{high})"
    return said if lang == "en" else said.replace(".", ",")


def seen_worths_data(replayed: Judgement, found: SeenSolution, at: str, seed: int) -> dict[str, Any]:
    """The same as plain data; points in the ruleset's unit."""
    return {
        "format": FORMAT,
        **replayed.to_reference(),
        "at": at,
        "seat": found.seat,
        "turn": found.turn,
        "side": list(found.side),
        "needed": found.needed,
        "worlds": found.worlds,
        "every": found.every,
        "seed": seed,
        "cards": [
            {
                "card": card.card,
                "wins": None if card.wins is None else card.wins._asdict(),
                "best": card.best._asdict(),
                "points": card.mean._asdict(),
            }
            for card in found.cards
        ],
    }
