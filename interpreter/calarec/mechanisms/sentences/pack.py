"""The cards in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.language import Both, Listing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.mechanisms.pack import Pack
    from calarec.rulesets.explain.sentences import Told
    from calarec.rulesets.explain.telling import Telling


def say(part: Pack, telling: Telling) -> Iterator[Told]:
    """The cards, their order, what they are worth, and how they are written."""
    count = len(part.suits) * len(part.ranks)
    yield telling.say(
        Both(
            "The pack has {count} cards in {suits} ({names}), {ranks} in each.",
            "Il mazzo è di {count} carte in {suits} ({names}), {ranks} per seme.",
        ),
        "suits", "ranks",
        count=count,
        suits=telling.counted(len(part.suits), "suit|suits", "seme|semi", one="un"),
        names=Listing(tuple(telling.name("suits", suit) for suit in part.suits)),
        ranks=telling.number(len(part.ranks)),
    )  # fmt: skip
    if part.without:
        yield telling.say(
            Both("Of these {cards} are taken out, which leaves {left}.", "Se ne tolgono {cards}: ne restano {left}."),
            "without",
            cards=Listing(tuple(telling.card(card) for card in part.without)),
            left=count - len(part.without),
        )
    yield telling.say(
        Both(
            "In each suit the cards rank, from the highest to the lowest: {ranks}.",
            "In ogni seme l'ordine di presa, dalla carta più alta alla più bassa, è: {ranks}.",
        ),
        "ranks",
        ranks=Listing(tuple(telling.name("ranks", rank) for rank in part.ranks)),
    )
    yield telling.say(
        Both("No suit is above another, and there are no trumps.", "I semi sono pari e non ci sono briscole."), "suits"
    )
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
        said.append(Both("the other cards are worth nothing", "le altre carte non valgono nulla"))
    keys = [f"points.{rank}" for rank in part.points]
    clauses = Both("; ".join(each.en for each in said), "; ".join(each.it for each in said))
    yield telling.say(Both("{clauses}.", "{clauses}."), *keys, "unit", style="new", clauses=clauses)
    if part.last_trick:
        last = Both("Winning the last trick is worth {points} more.", "L'ultima presa vale {points} in più.")
    else:
        last = Both("Winning the last trick is worth nothing.", "L'ultima presa di per sé non vale nulla.")
    yield telling.say(last, "last_trick", points=telling.points(part.last_trick))
    whole = total(part)
    yield telling.say(
        Both("Altogether a deal is worth {points}.", "In tutto la smazzata vale {points}."),
        "suits", "ranks", "last_trick", "unit", also=("pack.without",), points=telling.points(whole),
    )  # fmt: skip
    if part.total is not None:
        same = Both("That is the total which the source states.", "È il totale che la fonte dichiara.")
        other = Both("The source states {points} instead.", "La fonte dichiara invece {points}.")
        yield telling.say(same if part.total == whole else other, "total", points=telling.points(part.total))


def _clause(ranks: list[str], worth: int, telling: Telling) -> Both:
    template = (
        Both("{ranks} is worth {points}", "{ranks} vale {points}")
        if len(ranks) == 1
        else Both("{ranks} are worth {points} each", "{ranks} valgono {points} ciascuno")
    )
    names = Listing(tuple(telling.rank(rank) for rank in ranks))
    return telling.phrase(template, ranks=names, points=telling.points(worth))


def _written(part: Pack, telling: Telling) -> Iterator[Told]:
    def stands_for(letter: str, kind: str, name: str) -> Both:
        return telling.phrase(
            Both("{letter} for {name}", "{letter} per {name}"), letter=letter, name=telling.name(kind, name)
        )

    example = part.ranks[0] + part.suits[0]
    letters = [stands_for(rank, "ranks", rank) for rank in part.ranks if not rank.isdecimal()]
    letters += [stands_for(suit, "suits", suit) for suit in part.suits]
    yield telling.say(
        Both(
            "In a record a card is written as its rank and its suit, for instance `{example}`, the {card}: {letters}.",
            "Nelle registrazioni la carta si scrive con il valore e il seme, per esempio `{example}`, {card}: "
            "{letters}.",
        ),
        "suits", "ranks", style="new", card=telling.card(example), example=example, letters=Listing(tuple(letters)),
    )  # fmt: skip
    if part.aliases:
        aliases = tuple(stands_for(alias, "aliases", means) for alias, means in part.aliases.items())
        yield telling.say(
            Both("One may also write {aliases}.", "Si può scrivere anche {aliases}."),
            *(f"aliases.{alias}" for alias in part.aliases),
            aliases=Listing(aliases),
        )
    parts = telling.parts_of(part.unit)
    if parts > 1:
        yield telling.say(
            Both(
                "Points are written there in {parts} of a point, {total} for the whole deal.",
                "I punti vi si scrivono in {parts} di punto, {total} per tutta la smazzata.",
            ),
            "unit", parts=telling.part_names(parts), total=total(part),
        )  # fmt: skip
