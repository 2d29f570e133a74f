"""Terms of irregularities, declarations, doubles and claims in other rules.

Two terms are counterparts if the rules give them the same meaning: the irregularity of a wrong card, a declaration of
the same cards, a word that doubles the same by the same players. A signal has no meaning in the rules, so it has
none.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from calarec.core.base.frozen import replace
from calarec.core.mechanisms.rules import of_the_play

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping

    from calarec.core.mechanisms.auction import DoublingWord
    from calarec.core.mechanisms.rules import Rules
    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec.core.mechanisms.table import Pack
    from calarec.core.records import model as rec


def standing_names(left: Ruleset, right: Ruleset, ranks: Mapping[str, str]) -> dict[str, str]:
    """Map irregularities and declarations to their other names in other rules."""
    one, two = _standing_meanings(left.rules, ranks), _standing_meanings(right.rules, {})
    return _paired_names(one, two, {*left.rules.standing}, {*right.rules.standing})


def doubling_names(left: Ruleset, right: Ruleset) -> dict[str, str]:
    """Map doubles to their other names in other rules."""
    one, two = left.rules.doubling.words, right.rules.doubling.words
    return _paired_names(_doubling_meanings(left.rules), _doubling_meanings(right.rules), {*one}, {*two})


def _paired_names(
    one: Mapping[str, Hashable], two: Mapping[str, Hashable], olds: set[str], news: set[str]
) -> dict[str, str]:
    """Pair the names of the left rules with the only one of the same meaning."""
    pairs: dict[str, str] = {}
    for old, meaning in one.items():
        alike = [new for new, other in two.items() if other == meaning and new not in olds]
        if old not in news and len(alike) == 1 and list(one.values()).count(meaning) == 1:
            pairs[old] = alike[0]
    return pairs


def _standing_meanings(rules: Rules, ranks: Mapping[str, str]) -> dict[str, Hashable]:
    wrong_card = of_the_play(rules)
    meanings: dict[str, Hashable] = {wrong_card: "wrong card"} if wrong_card else {}
    for name, entry in rules.standing.items():
        if entry.do == "declare":
            parts = (entry.params.meld, entry.params.hand)
            meanings[name] = tuple([part and _with_ranks(part, ranks) for part in parts])
    return meanings


def _with_ranks(part: object, ranks: Mapping[str, str]) -> object:
    written: str | None = getattr(part, "ranks", None)
    if not written:
        return part
    return replace(part, ranks="".join(sorted(ranks.get(rank, rank) for rank in written)))  # type: ignore[type-var]


def _doubling_meanings(rules: Rules) -> dict[str, Hashable]:
    """The players and factor of each double, with those of all doubles before it."""
    return {word: (rules.doubling.binds, *_chain(rules.doubling.words, word)) for word in rules.doubling.words}


def _chain(words: Mapping[str, DoublingWord], word: str) -> list[Hashable]:
    chain: list[Hashable] = []
    following: str | None = word
    while following is not None and following in words and len(chain) < len(words):
        said = words[following]
        chain.append((said.by, said.times))
        following = said.after
    return chain


def point_scale(own: Pack, other: Pack, ranks: Mapping[str, str]) -> Fraction | None:
    """The other rules' units of points in one own unit; None for other card points."""
    both = [(own.points.get(rank, 0), ranks.get(rank, rank)) for rank in own.ranks]
    worth = [(points, other.points.get(rank, 0)) for points, rank in both if rank in other.ranks]
    scales = {Fraction(new, old) if old else Fraction(0) for old, new in worth if old or new}
    return scales.pop() if len(scales) == 1 and all(scales) else None


def scaled_claim(claim: rec.Claim | rec.Concede, own: Pack, other: Pack, scale: Fraction) -> rec.Claim | rec.Concede:
    """A claim of points in the units of the other rules; unchanged if uneven."""
    assert claim.points is not None
    units = claim.points * (own.units_per_point if claim.whole else 1) * scale
    if units.denominator != 1:
        return claim
    if claim.whole and units % other.units_per_point == 0:
        return claim._replace(points=int(units) // other.units_per_point)
    return claim._replace(points=int(units), whole=False)


def scaled_result(side: rec.Stated, own: Pack, other: Pack, scale: Fraction) -> tuple[rec.Stated | None, str]:
    """A result in whole points in the units of the other rules, and how to write it.

    Whole points of several units leave open how many units they are. If the other rules have no amount that leaves as
    much open, there is no such result: None.
    """
    assert side.amount is not None
    size, sign = own.units_per_point, -1 if side.amount < 0 else 1
    least, most = (abs(side.amount) * size * scale, (abs(side.amount) * size + size - 1) * scale)
    if size == other.units_per_point and scale == 1:
        return side, f"{side.amount}p"
    if least == most and least.denominator == 1:
        return side._replace(amount=sign * int(least), whole=False), str(sign * int(least))
    return None, f"{sign * least}–{sign * most}"


def written_points(claim: rec.Claim | rec.Concede) -> str:
    """The points of a claim as a record has them."""
    return f"points {claim.points}{'p' if claim.whole else ''}"
