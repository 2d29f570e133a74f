"""The table, the cards, the piles and the deal in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.wording.language import Joined, Listing, Words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.mechanisms.table import DealRule, Dummies, Pack, Pile, TableRule
    from calarec.rulebook.sentences import Told
    from calarec.rulebook.telling import Telling


_ROUND = {
    "clockwise": Words("The deal, the bidding and the play go round clockwise, that is, to the left."),
    "counterclockwise": Words("The deal, the bidding and the play go round counter-clockwise, that is, to the right."),
}
_OUT = {"dealer": Words("the dealer")}
_OUT_SHARES = {
    "nobody": Words("Whoever sits out neither pays nor is paid."),
    "opponents": Words("Whoever sits out pays and is paid like an opponent of the declarer."),
}
_DUMMIES = {
    True: Words("One more hand is dealt, which nobody holds: the dummy. It sits after the last player."),
    False: Words("{hands} more hands are dealt, which nobody holds: the dummies. They sit after the last player."),
}
_DUMMY_PLAYER = {
    "opponent": Words(
        "{first} played by the first opponent of the declarer, in order of play, who sits at the table in person, and "
        "who pays and is paid for {it} as well."
    ),
}
_DUMMY_SEEN = {
    "player": Words("From the end of the auction on that player sees {its} cards, and nobody else does."),
    "everyone": Words("From the end of the auction on {its} cards lie face up for everyone to see."),
}
_DUMMY_TURN = {
    True: Words(
        "The dummy has its turn to lead and to play like everybody, also as eldest hand; it does not bid, and where it "
        "would speak first the next player does."
    ),
    False: Words(
        "The dummies have their turn to lead and to play like everybody, also as eldest hand; they do not bid, and "
        "where one of them would speak first the next player does."
    ),
}


def say_table(part: TableRule, telling: Telling) -> Iterator[Told]:
    """How many play, which way round, who sits out, and the dummies."""
    seats = Listing(tuple(telling.number(seats) for seats in part.seats), either=True)
    yield telling.say(Words("{seats} people play."), "seats", seats=seats)
    yield telling.say(_ROUND[part.direction], "direction")
    if part.sits_out:
        at = part.sits_out.at
        yield telling.say(
            Words("At a table of {at} {who} receives no cards and sits the deal out, so that {left} play."),
            "sits_out.at", "sits_out.who",
            at=telling.number(at), who=_OUT[part.sits_out.who], left=telling.number(at - 1),
        )  # fmt: skip
        yield telling.say(_OUT_SHARES[part.sits_out.shares], "sits_out.shares")
    if part.dummies:
        yield from _dummies(part.dummies, telling.within("dummies"))


def _dummies(part: Dummies, telling: Telling) -> Iterator[Told]:
    one = part.hands == 1
    yield telling.say(_DUMMIES[one], "hands", style="new", hands=telling.number(part.hands))
    yield telling.say(_DUMMY_TURN[one], "hands")
    first = Words("It is") if one else Words("They are")
    it = Words("it") if one else Words("them")
    yield telling.say(_DUMMY_PLAYER[part.played_by], "played_by", first=first, it=it)
    its = Words("its") if one else Words("their")
    yield telling.say(_DUMMY_SEEN[part.seen_by], "seen_by", its=its)


def say_pack(part: Pack, telling: Telling) -> Iterator[Told]:
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


_LAID = {
    "after": Words("Then the dealer lays {cards} in the middle of the table, to form {pile}."),
    "after_first_round": Words(
        "After the first round of packets the dealer lays {cards} in the middle of the table, to form {pile}."
    ),
}
_WON_BY = {
    "last_trick": Words("At the end {piles} {go} to whoever wins the last trick."),
    "declarer": Words("At the end {piles} {go} to the declarer's side."),
    "nobody": Words("At the end {piles} {go} to nobody, and the points in them are lost."),
}
_GO = {True: Words("goes"), False: Words("go")}


def say_piles(part: Pile, telling: Telling) -> Iterator[Told]:
    """How a pile is laid, and who gets it."""
    pile = telling.pile(telling.key)
    if part.dealt:
        laid = _LAID[telling.rules.deal.piles]
        yield telling.say(laid, "dealt", also=("deal.piles",), cards=telling.laid(part.dealt), **pile)
    together = [key for key, other in telling.rules.piles.items() if other.won_by == part.won_by]
    if telling.key == together[0]:
        names = Listing(tuple(telling.pile(key)["pile"] for key in together))
        also = tuple(f"piles.{key}.won_by" for key in together[1:])
        yield telling.say(
            _WON_BY[part.won_by], "won_by", also=also, room="settle", piles=names, go=_GO[len(together) == 1]
        )


def say_deal(part: DealRule, telling: Telling) -> Iterator[Told]:
    """How many cards each is dealt, and how."""
    how = Words("all at once")
    if part.packets != part.hand:
        how = telling.phrase(Words("{packets} at a time"), packets=telling.number(part.packets))
    yield telling.say(
        Words("The dealer gives {cards} to each player, {how}, beginning with the player at the dealer's {side}."),
        "hand", "packets", also=("table.direction",),
        cards=telling.cards(part.hand), how=how, side=telling.next_side,
    )  # fmt: skip
    if not any(pile.dealt for pile in telling.rules.piles.values()):
        yield from telling.idle(part, "piles")
