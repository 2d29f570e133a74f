"""Terms of irregularities, declarations and doubling, and claimed points, in those of other rules.

Two terms are counterparts if the rules give them the same meaning: the irregularity of a wrong card, a declaration of
the same cards, a word that doubles the same by the same players. A signal has no meaning in the rules, so it has none.
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
    """What the other rules call irregularities and declarations that they name otherwise."""
    one, two = _standing_meanings(left.rules, ranks), _standing_meanings(right.rules, {})
    return _paired_names(one, two, {*left.rules.standing}, {*right.rules.standing})


def doubling_names(left: Ruleset, right: Ruleset) -> dict[str, str]:
    """What the other rules call words by which more is paid that they name otherwise."""
    one, two = left.rules.doubling.words, right.rules.doubling.words
    return _paired_names(_doubling_meanings(left.rules), _doubling_meanings(right.rules), {*one}, {*two})


def _paired_names(
    one: Mapping[str, Hashable], two: Mapping[str, Hashable], olds: set[str], news: set[str]
) -> dict[str, str]:
    """The names that only the left rules have, with the only name of the right rules that means the same."""
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
    """Who says each word and how much more it brings, with those of all words that it follows."""
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
    """How many units of points the other rules count for one of the own rules; None if their cards differ in worth."""
    both = [(own.points.get(rank, 0), ranks.get(rank, rank)) for rank in own.ranks]
    worth = [(points, other.points.get(rank, 0)) for points, rank in both if rank in other.ranks]
    scales = {Fraction(new, old) if old else Fraction(0) for old, new in worth if old or new}
    return scales.pop() if len(scales) == 1 and all(scales) else None


def scaled_claim(claim: rec.Claim | rec.Concede, own: Pack, other: Pack, scale: Fraction) -> rec.Claim | rec.Concede:
    """A claim of points in the units of the other rules; as it is where these cannot count so many."""
    assert claim.points is not None
    units = claim.points * (own.units_per_point if claim.whole else 1) * scale
    if units.denominator != 1:
        return claim
    if claim.whole and units % other.units_per_point == 0:
        return claim._replace(points=int(units) // other.units_per_point)
    return claim._replace(points=int(units), whole=False)


def written_points(claim: rec.Claim | rec.Concede) -> str:
    """The points of a claim as a record has them."""
    return f"points {claim.points}{'p' if claim.whole else ''}"
