"""The match in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.language import Listing, Words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.mechanisms.match import Match
    from calarec.rulesets.explain.sentences import Told
    from calarec.rulesets.explain.telling import Telling

_COUNTS = {
    "payments": Words(
        "Each player's total is the sum of what that player has received, less what the player has paid."
    ),
    "winners_only": Words(
        "Each player's total is the sum of what that player has received; what is paid is not taken off."
    ),
    "card_points": Words(
        "Each player's total is the sum of the points that the player's side has won with cards in each hand."
    ),
    "declarer_only": Words(
        "Only the declarer's account is kept: what the declarer wins or loses is written down, and nothing for the "
        "others."
    ),
}
_UNTIL = {
    "points": Words("somebody has reached {n} points"),
    "deals": Words("{n} deals have been settled"),
    "minutes": Words("{n} minutes have passed (the deal then running is finished)"),
}
_TIE = {
    "another_deal": Words("The highest total wins; if several share it, one more deal is played."),
    "shared": Words("The highest total wins; if several have it, they share the win."),
}
_DEALER = {"next": Words("For the next hand the deal passes to the player at the dealer's {side}.")}


def say(part: Match, telling: Telling) -> Iterator[Told]:
    """What is added up, who deals next, and when it is over."""
    yield telling.say(_COUNTS[part.counts], "counts")
    yield telling.say(_DEALER[part.dealer], "dealer", also=("table.direction",), side=telling.next_side)
    ends = {key: getattr(part.until, key) for key in _UNTIL}
    keys = [f"until.{key}" for key in _UNTIL]
    reached = [telling.phrase(_UNTIL[key], n=value) for key, value in ends.items() if value is not None]
    if not reached:
        yield telling.say(
            Words("The rules set no end to the match; the players agree on one."),
            *keys, style="new",
        )  # fmt: skip
        yield from telling.idle(part, "tie")
        return
    first = Words(", whichever comes first") if len(reached) > 1 else ""
    yield telling.say(
        Words("The match is over when {reached}{first}."),
        *(key for key in keys if ends[key.removeprefix("until.")] is not None),
        style="new", reached=Listing(tuple(reached), either=True), first=first,
    )  # fmt: skip
    yield telling.say(_TIE[part.tie], "tie")
