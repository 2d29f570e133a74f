"""What a seat can know of the worth of its cards, told on a page or as plain data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from calarec.engine.points_text import points_told
from calarec.wording.cells import visible
from calarec.wording.language import Words
from calarec_tools.report.page import pad

if TYPE_CHECKING:
    from calarec.judge.judgement import Judgement
    from calarec.solving.worlds import Interval, SeenSolution
    from calarec.wording.language import Language
    from calarec_tools.report.page import Page

FORMAT: Final = "calarec-seen/1"

_TITLE: Final = Words("Hand {name}, at {at}: what {who} can know")
_WORLDS: Final = Words(
    "{count} ways in which the other cards can lie, drawn by chance (seed {seed}); in each of them all play as well as "
    "can be."
)
_NEEDED: Final = Words("The declarer's side needs {points}.")
_CARD: Final = Words("card")
_WINS: Final = Words("wins")
_MEAN: Final = Words("points of the declarer's side")
_INTERVALS: Final = Words("In brackets: the interval of 95 %.")


def told(page: Page, replayed: Judgement, found: SeenSolution, at: str, seed: int) -> None:
    """A row for each card."""
    units = replayed.game.rules.pack.whole
    people = {label: visible(name) for label, name in replayed.hand.session.people.items()}
    page.title(_TITLE, name=replayed.hand.name, at=at, who=people.get(found.seat, found.seat))
    page.tell(_WORLDS, count=str(found.worlds), seed=str(seed))
    page.tell(_NEEDED, found.rule, points=points_told(found.needed, units))
    page.blank()
    page.row([("  ", ""), *pad([(page.word(_CARD), "faint")], 7), *pad([(page.word(_WINS), "faint")], 18),
              (page.word(_MEAN), "faint")])  # fmt: skip
    best = found.cards[0].wins.value
    for each in found.cards:
        style = "good" if each.wins.value == best else ""
        page.row(
            [
                ("  ", ""), *pad([(each.card, style)], 7),
                *pad([(_figure(each.wins, 100, 0, page.lang, " %"), "")], 18),
                (_figure(each.mean, 1 / units, 1, page.lang), ""),
            ]
        )  # fmt: skip
    page.tell(_INTERVALS)


def _figure(of: Interval, times: float, digits: int, lang: Language, unit: str = "") -> str:
    """A figure with its interval: 62 % (48–75)."""
    value, low, high = (f"{each * times:.{digits}f}" for each in of)
    said = f"{value}{unit} ({low}–{high})"
    return said if lang == "en" else said.replace(".", ",")


def as_object(replayed: Judgement, found: SeenSolution, at: str, seed: int) -> dict[str, Any]:
    """The same as plain data; points in the ruleset's unit."""
    return {
        "format": FORMAT,
        **replayed.named(),
        "at": at,
        "seat": found.seat,
        "turn": found.turn,
        "needed": found.needed,
        "worlds": found.worlds,
        "seed": seed,
        "cards": [
            {"card": each.card, "wins": each.wins._asdict(), "points": each.mean._asdict()} for each in found.cards
        ],
    }
