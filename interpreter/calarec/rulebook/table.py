"""The cards in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.language import Joined, Listing, Words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.mechanisms.pack import Pack
    from calarec.rulesets.explain.sentences import Told
    from calarec.rulesets.explain.telling import Telling


def say(part: Pack, telling: Telling) -> Iterator[Told]:
    """The cards, their order, what they are worth, and how they are written."""
    count = len(part.suits) * len(part.ranks)
    yield telling.say(
        Words("The pack has {count} cards in {suits} ({names}), {ranks} in each."),
        "suits", "ranks",
        count=count,
        suits=telling.counted(len(part.suits), Words("suit|suits")),
        names=Listing(tuple(telling.name("suits", suit) for suit in part.suits)),
        ranks=telling.number(len(part.ranks)),
    )  # fmt: skip
    if part.without:
        yield telling.say(
            Words("Of these {cards} are taken out, which leaves {left}."),
            "without",
            cards=Listing(tuple(telling.card(card) for card in part.without)),
            left=count - len(part.without),
        )
    yield telling.say(
        Words("In each suit the cards rank, from the highest to the lowest: {ranks}."),
        "ranks",
        ranks=Listing(tuple(telling.name("ranks", rank) for rank in part.ranks)),
    )
    yield telling.say(Words("No suit is above another, and there are no trumps."), "suits")
    yield from _worth(part, telling)
    yield from _written(part, telling)


def total(part: Pack) -> int:
    """All points of a deal, in the unit of the file."""
    in_suits = sum(part.points.get(rank, 0) for rank in part.ranks) * len(part.suits)
    return in_suits - sum(part.points.get(card[:1], 0) for card in part.without) + part.last_trick


def _worth(part: Pack, telling: Telling) -> Iterator[Told]:
    by_worth: dict[int, list[str]] = {}
    for rank in [*part.ranks, *(rank for rank in part.points if rank not in part.ranks)]:
        by_worth.setdefault(part.points.get(rank, 0), []).append(rank)
    worthless = by_worth.pop(0, [])
    said = [_clause(by_worth[worth], worth, telling) for worth in sorted(by_worth, reverse=True)]
    if worthless:
        said.append(Words("the other cards are worth nothing"))
    keys = [f"points.{rank}" for rank in part.points]
    yield telling.say(Words("{clauses}."), *keys, "unit", style="new", clauses=Joined(tuple(said), "; "))
    if part.last_trick:
        last = Words("Winning the last trick is worth {points} more.")
    else:
        last = Words("Winning the last trick is worth nothing.")
    yield telling.say(last, "last_trick", points=telling.points(part.last_trick))
    whole = total(part)
    yield telling.say(
        Words("Altogether a deal is worth {points}."),
        "suits", "ranks", "last_trick", "unit", also=("pack.without",), points=telling.points(whole),
    )  # fmt: skip
    if part.total is not None:
        same = Words("That is the total which the source states.")
        other = Words("The source states {points} instead.")
        yield telling.say(same if part.total == whole else other, "total", points=telling.points(part.total))


def _clause(ranks: list[str], worth: int, telling: Telling) -> Words:
    template = Words("{ranks} is worth {points}") if len(ranks) == 1 else Words("{ranks} are worth {points} each")
    names = Listing(tuple(telling.rank(rank) for rank in ranks))
    return telling.phrase(template, ranks=names, points=telling.points(worth))


def _written(part: Pack, telling: Telling) -> Iterator[Told]:
    def stands_for(letter: str, kind: str, name: str) -> Words:
        return telling.phrase(Words("{letter} for {name}"), letter=letter, name=telling.name(kind, name))

    example = part.ranks[0] + part.suits[0]
    letters = [stands_for(rank, "ranks", rank) for rank in part.ranks if not rank.isdecimal()]
    letters += [stands_for(suit, "suits", suit) for suit in part.suits]
    yield telling.say(
        Words(
"In a record a card is written as its rank and its suit, for instance `{example}`, the {card}: "
"{letters}.",
),
        "suits", "ranks", style="new", card=telling.card(example), example=example, letters=Listing(tuple(letters)),
    )  # fmt: skip
    if part.aliases:
        aliases = tuple(stands_for(alias, "aliases", means) for alias, means in part.aliases.items())
        yield telling.say(
            Words("One may also write {aliases}."),
            *(f"aliases.{alias}" for alias in part.aliases),
            aliases=Listing(aliases),
        )
    parts = telling.parts_of(part.unit)
    if parts > 1:
        yield telling.say(
            Words("Points are written there in {parts} of a point, {total} for the whole deal."),
            "unit", parts=telling.part_names(parts), total=total(part),
        )  # fmt: skip
