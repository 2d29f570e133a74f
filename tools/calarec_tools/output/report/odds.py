"""The odds of an unsettled hand in words, under a heading of their own."""

from __future__ import annotations

from math import ceil, floor
from typing import TYPE_CHECKING, Final

from calarec.core.engine.state import NOBODY
from calarec.core.judge.odds import CONFIDENCE
from calarec.core.wording.cells import cells
from calarec.core.wording.language import Listing, Phrase, Words
from calarec_tools.output.report.page import FIXED, spans_text
from calarec_tools.output.report.possible import band_values, payments_in_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.core.judge.odds import Odds, Share, SideOdds
    from calarec.core.judge.possible_ends import PossibleEnds
    from calarec_tools.output.report.page import Page, Spans
    from calarec_tools.output.report.people import People

_MAX_PAYMENTS: Final = 8
"""The likeliest payments are printed: `--json` has them all."""
_MAX_BANDS: Final = 10
"""Points of more numbers than this are printed in bands."""

_TITLES: Final = {None: Words("Odds"), False: Words("Odds, estimated"), True: Words("Odds, counted")}
_SAMPLED: Final = Words(
    "An estimate, not a ruling: a sample of {deals} that fit the record (seed {seed}). In brackets: where the "
    "true share is in {confidence} of 100 samples."
)
_COUNTED: Final = Words("A count, not a ruling: all {deals} that fit the record.")
_COUNTED_ONE: Final = Words("A count, not a ruling: only one deal fits the record.")
_DEALS: Final = Words("deal|deals")
_WEIGHTS: Final = Words(
    "Each deal that fits is equally likely; if it can have been played in several ways, these share its part equally. "
    "How people bid and play is not considered."
)
_REFUSED: Final = {
    "scores": Words("No odds: no card of this hand is written."),
    "open": Words("No odds: the record breaks off, or calarec does not know every way of this hand."),
    "steps": Words("No odds: the search ended before the sample was complete, and a part of it would be biased."),
}
_WON: Final = Words("{who} has won")
_HAVE_WON: Final = Words("{who} have won")
_SIDE_WON: Final = Words("{who} has won, with any partner")
_POINTS: Final = Words("{who} has {points} {unit}")
_HAVE_POINTS: Final = Words("{who} have {points} {unit}")
_SIDE_POINTS: Final = Words("the side of {who} has {points} {unit}")
_BONUS: Final = Words("with {bonus}")
_PARTNER: Final = Words("{who} with {partners}")
_ALONE: Final = Words("{who} without a partner")


def print_odds(page: Page, people: People, odds: Odds, ends: PossibleEnds | None) -> None:
    """Print the odds of open facts.

    Certain and impossible facts are not repeated.
    """
    rows = [(_share_text(share, odds), spans) for share, spans in _OddsRows(page, people, odds, ends).list_rows()]
    if not rows and odds.refusal is None:
        return
    page.print_title(_TITLES[odds.is_count if odds.refusal is None else None])
    if odds.refusal is not None:
        page.print_sentence(_REFUSED[odds.refusal])
        return
    if not odds.is_count:
        page.print_sentence(
            _SAMPLED, deals=Phrase("so_many", odds.deals, _DEALS), seed=odds.seed, confidence=CONFIDENCE
        )
    elif odds.deals == 1:
        page.print_sentence(_COUNTED_ONE)
    else:
        page.print_sentence(_COUNTED, deals=Phrase("so_many", odds.deals, _DEALS))
    page.print_sentence(_WEIGHTS)
    width = max((cells(text) for text, _ in rows), default=0)
    for text, spans in rows:
        filled = (text + " " * (width - cells(text))).replace(" ", FIXED)
        page.print_spans([(filled, "strong"), (" ", ""), *spans], indent=4, hang=4 + width + 1)


def _share_text(share: Share, odds: Odds) -> str:
    """A share and its interval: "61% (58–64%)"."""
    text = f"{_percent_text(share.share):>4}"
    if odds.is_count:
        return text
    return f"{text} ({floor(100 * share.least)}–{ceil(100 * share.most)}%)"


def _percent_text(share: float) -> str:
    """A share in whole percent; only facts that always or never occur have 100% or 0%."""
    percent = round(100 * share)
    if percent == 0 and share > 0:
        return "<1%"
    if percent == 100 and share < 1:
        return ">99%"
    return f"{percent}%"


class _OddsRows:
    """The rows of one hand: a share and its facts."""

    def __init__(self, page: Page, people: People, odds: Odds, ends: PossibleEnds | None) -> None:
        self.page = page
        self.people = people
        self.odds = odds
        self.open_bonuses = {name for name, applies in ends.bonuses if applies is None} if ends is not None else set()
        self.has_partners = len(odds.partners) > 1
        self.certain = ends.sides if ends is not None and ends.whole else ()
        """The sides of which something may be certain."""
        self.has_one_payment = ends is not None and ends.payments is not None and len(ends.payments) == 1

    def list_rows(self) -> Iterator[tuple[Share, Spans]]:
        """Winners, points, payments, bonuses, partners."""
        yield from self._winner_rows()
        yield from self._point_rows()
        if not self.has_one_payment:
            likeliest = sorted(self.odds.payments, key=lambda pair: -pair[1].share)
            for amounts, share in likeliest[:_MAX_PAYMENTS]:
                yield share, [(payments_in_words(self.people, amounts), "")]
        for name, share in self.odds.bonuses:
            if name in self.open_bonuses and share.share:
                yield share, self.page.filled_spans(_BONUS, bonus=self.people.ruleset.name("bonus", name))
        if self.has_partners:
            yield from self._partner_rows()

    def _winner_rows(self) -> Iterator[tuple[Share, Spans]]:
        if self.has_partners and self.odds.declarer_wins is not None:
            if any(side.wins is None for side in self.certain) or not self.certain:
                yield self.odds.declarer_wins, self._fill_row(_SIDE_WON, (self.odds.declarer,))
            return
        for side in self._sides():
            if not any(known.seats == side.seats and known.wins is not None for known in self.certain):
                yield side.wins, self._fill_row(_WON if len(side.seats) == 1 else _HAVE_WON, side.seats)

    def _sides(self) -> list[SideOdds]:
        """The sides that there are in every way, the declarer's first."""
        always = [side for side in self.odds.sides if side.is_side.share == 1]
        return sorted(always, key=lambda side: self.odds.declarer not in side.seats)

    def _point_rows(self) -> Iterator[tuple[Share, Spans]]:
        """The points of the declarer's side; without a declarer those of each."""
        declarer = self.odds.declarer
        if declarer == NOBODY:
            for side in self._sides():
                yield from self._bands(side.seats, [side])
        else:
            own = [side for side in self.odds.sides if declarer in side.seats]
            yield from self._bands(own[0].seats if len(own) == 1 else (), own)

    def _bands(self, seats: tuple[int, ...], sides: list[SideOdds]) -> Iterator[tuple[Share, Spans]]:
        """Yield the shares of points of some sides together, in bands."""
        shares: dict[int, list[Share]] = {}
        for side in sides:
            for points, share in side.points:
                shares.setdefault(points, []).append(share)
        known = {
            points
            for side in self.certain
            if not seats or side.seats == seats
            for points in (side.points and (side.points.least, side.points.most)) or ()
        }
        if len(known) == 1 or not shares:  # certain, or not counted
            return
        least, most = min(shares), max(shares)
        width = -(-(most - least + 1) // _MAX_BANDS)
        for first in range(least, most + 1, width):
            within = [share for points in range(first, first + width) for share in shares.get(points, ())]
            if within:
                last = min(first + width - 1, most)
                yield self.odds.join_shares(within), self._points_spans(seats, first, last)

    def _points_spans(self, seats: tuple[int, ...], least: int, most: int) -> Spans:
        text = _SIDE_POINTS if not seats else _POINTS if len(seats) == 1 else _HAVE_POINTS
        return self._fill_row(text, seats or (self.odds.declarer,), **band_values(self.people, least, most))

    def _partner_rows(self) -> Iterator[tuple[Share, Spans]]:
        for partners, share in self.odds.partners:
            if partners:
                names = Listing(tuple(self.people.names_by_seat[seat] for seat in partners))
                yield share, self._fill_row(_PARTNER, (self.odds.declarer,), partners=names)
            else:
                yield share, self._fill_row(_ALONE, (self.odds.declarer,))

    def _fill_row(self, text: Words, seats: tuple[int, ...], **values: object) -> Spans:
        """A row about some people."""
        spans = self.page.filled_spans(text, who=self.people.joined_names(seats), **values)
        return [(spans_text(spans), "")]
