"""The bonuses that a hand did not bring: each that was looked at, and what it lacked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from calarec.language import Listing, Words, fill, say
from calarec.moves.account import Counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.moves.account import Account
    from calarec_tools.telling.page import Page, Spans
    from calarec_tools.telling.scene import Scene

_NO_BONUS: Final = Words("no {bonus}: {who} took {figures}; condition: {wanted}")
_NO_SUCH: Final = Words("no {bonus}: these rules have none")
_LIMITS: Final = {
    "tricks": Words("exactly {limit}"),
    "tricks_at_least": Words("at least {limit}"),
    "card_points_in_tricks_below": Words("less than {limit} in the cards of the tricks"),
    "card_points_below": Words("less than {limit} in cards"),
    "points_below": Words("less than {limit} in all"),
    "contracts": Words("{limit}"),
}
_FIGURES: Final = {
    "in_tricks": Words("{value} in the cards of the tricks"),
    "cards": Words("{value} in cards"),
    "points": Words("{value} in all"),
}
_NO_TRICK: Final = Words("no trick")
_ONE_TRICK: Final = Words("1 trick")
_MANY_TRICKS: Final = Words("{count} tricks")


def missed(page: Page, scene: Scene, settled: Account) -> Iterator[tuple[Spans, str]]:
    """Each bonus that does not count, and the path of the rule that says so.

    Those that come after the one that counts are not looked at.
    """
    section = "settle" if settled.declarer >= 0 else "all_pass"
    rules = scene.game.rules.settle if settled.declarer >= 0 else scene.game.rules.all_pass.part
    parties = _parties(settled)
    for name in getattr(rules, "bonus_order", ()):
        if name == settled.bonus:
            break
        bonus = rules.bonus[name]
        party = parties.get(bonus.when.of)
        if party is None:
            continue
        limits = [page.fill(_LIMITS[key], limit=limit) for key, limit in _failed(scene, bonus.when, party, settled)]
        said = page.fill(
            _NO_BONUS,
            bonus=scene.ruleset.name("bonus", name),
            who=scene.several(party.seats),
            figures=_figures(page, scene, bonus.when, party),
            wanted=[span for each in limits for span in ((", ", ""), *each)][1:],
        )
        yield said, f"{section}.bonus.{name}.when"
    for path in scene.ruleset.removed:
        if path.startswith(f"{section}.bonus."):
            yield page.fill(_NO_SUCH, bonus=scene.ruleset.name("bonus", path.rpartition(".")[2])), path


def _parties(settled: Account) -> dict[str, Counted]:
    sides = settled.counted
    if settled.declarer < 0:
        paid = [side for side in sides if side.wins]
        return {"others": _together(paid)} if paid and any(settled.payments) else {}
    own, others = sides[0], sides[1]
    winners, losers = (own, others) if own.wins else (others, own)
    return {"declarer": own, "opponents": others, "winners": winners, "losers": losers}


def _together(sides: list[Counted]) -> Counted:
    """Several sides as one, as the bonuses of a hand without a declarer look at them."""
    return Counted(
        seats=tuple(seat for side in sides for seat in side.seats),
        tricks=sum(side.tricks for side in sides),
        in_tricks=sum(side.in_tricks for side in sides),
        cards=sum(side.cards for side in sides),
        points=sum(side.points for side in sides),
        counted=sum(side.counted for side in sides),
        wins=True,
    )


def _failed(scene: Scene, when: Any, party: Counted, settled: Account) -> list[tuple[str, str]]:
    """The conditions that do not hold, with what they want."""
    found: list[tuple[str, str]] = []
    if when.contracts and settled.contract not in when.contracts:
        names = Listing(tuple(scene.ruleset.name("contracts", each) for each in when.contracts), either=True)
        found.append(("contracts", say(names, scene.lang)))
    if when.tricks is not None and party.tricks != when.tricks:
        found.append(("tricks" if when.tricks else "contracts", _tricks(scene, when.tricks)))
    if when.tricks_at_least is not None and party.tricks < when.tricks_at_least:
        found.append(("tricks_at_least", _tricks(scene, when.tricks_at_least)))
    for key, value in (
        ("card_points_in_tricks_below", party.in_tricks),
        ("card_points_below", party.cards),
        ("points_below", party.points),
    ):
        limit = getattr(when, key)
        if limit is not None and value >= limit:
            found.append((key, scene.points(limit)))
    return found


def _tricks(scene: Scene, count: int) -> str:
    if count < 2:
        return say(_ONE_TRICK if count else _NO_TRICK, scene.lang)
    return fill(_MANY_TRICKS, scene.lang, {"count": count})


def _figures(page: Page, scene: Scene, when: Any, party: Counted) -> Spans:
    """The figures that the conditions look at."""
    told: list[Spans] = []
    if when.tricks is not None or when.tricks_at_least is not None:
        told.append([(_tricks(scene, party.tricks), "")])
    for key, name in (
        ("card_points_in_tricks_below", "in_tricks"), ("card_points_below", "cards"), ("points_below", "points"),
    ):  # fmt: skip
        if getattr(when, key) is not None:
            told.append(page.fill(_FIGURES[name], value=scene.points(getattr(party, name))))
    return [span for each in told for span in ((", ", ""), *each)][1:]
