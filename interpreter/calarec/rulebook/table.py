"""The table, the cards, the piles and the deal in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.mechanisms.rules import resolve_table_size
from calarec.core.mechanisms.table import count_hands_dealt
from calarec.core.wording.language import Joined, Listing, Words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.core.mechanisms.rules import Rules
    from calarec.core.mechanisms.table import DealRule, Dummies, Pack, Pile, TableRule
    from calarec.rulebook.sentences import Told
    from calarec.rulebook.telling import Telling


_ROUND = {
    "clockwise": Words("The deal, the bidding and the play go round clockwise, that is, to the left."),
    "counterclockwise": Words("The deal, the bidding and the play go round counter-clockwise, that is, to the right."),
}
_ROUND_ALONE = {
    "clockwise": Words("The deal and the play go round clockwise, that is, to the left."),
    "counterclockwise": Words("The deal and the play go round counter-clockwise, that is, to the right."),
}
_ALONE = Words("Each player plays alone.")
_FACING = Words("There are two fixed sides: players who face each other are partners for the whole match.")
_IN_TURN = Words(
    "There are {sides} fixed sides of {each} players for the whole match; round the table the players belong to them "
    "in turn."
)
_OUT = {"dealer": Words("the dealer"), "loser": Words("the loser of the hand before")}
_LOSER_OUT = Words(
    "The loser is the declarer, or, of the opponents, the first from the dealer's {side} on. After a hand that no side "
    "has lost, the same player sits out again; in the first hand the dealer does."
)
_LOSER_OUT_WITHOUT_AUCTION = Words(
    "If several have lost, it is the first from the dealer's {side} on. After a hand that no "
    "side has lost, the same player sits out again; in the first hand the dealer does."
)
_TWO_OUT = Words("At a table of {at} {who} and {second} receive no cards and sit the deal out, so that {left} play.")
_SECOND_OUT = {
    ("dealer", "next", True): Words("the player at the dealer's left"),
    ("dealer", "next", False): Words("the player at the dealer's right"),
    ("dealer", "previous", True): Words("the player at the dealer's right"),
    ("dealer", "previous", False): Words("the player at the dealer's left"),
    ("loser", "next", True): Words("the player at the loser's left"),
    ("loser", "next", False): Words("the player at the loser's right"),
    ("loser", "previous", True): Words("the player at the loser's right"),
    ("loser", "previous", False): Words("the player at the loser's left"),
}
_OUT_SHARES = {
    "nobody": Words("A player who sits out neither pays nor is paid."),
    "opponents": Words("A player who sits out pays and is paid like an opponent of the declarer."),
}
_DUMMIES = {
    True: Words("One more hand is dealt, without a player: the dummy. It sits after the last player."),
    False: Words("{hands} more hands are dealt, without players: the dummies. They sit after the last player."),
}
_DUMMY_PLAYER = {
    "opponent": Words(
        "{first} played by the first opponent of the declarer, in order of play, who sits at the table in person, and "
        "who pays and is paid for {it} as well."
    ),
}
_DUMMY_SEEN = {
    "player": Words("From the end of the auction on only that player sees {its} cards."),
    "everyone": Words("From the end of the auction on {its} cards lie face up for everyone to see."),
}
_DUMMY_TURN = {
    True: Words(
        "The dummy has its turn to lead and to play like every player, also as eldest hand; it does "
        "not bid, and where it would speak first the next player does."
    ),
    False: Words(
        "The dummies have their turn to lead and to play like every player, also as eldest hand; "
        "they do not bid, and where one of them would speak first the next player does."
    ),
}


def say_table(params: TableRule, telling: Telling) -> Iterator[Told]:
    """Yield the sentences on the table: numbers, direction, resting seats, dummies."""
    seats = Listing(tuple(telling.number_phrase(seats) for seats in params.seats), either=True)
    yield telling.make_sentence(Words("{seats} people play."), "seats", seats=seats)
    auction = telling.rules.has_auction
    yield telling.make_sentence((_ROUND if auction else _ROUND_ALONE)[params.direction], "direction")
    if params.sides is not None:
        facing = params.seats == (4,) and params.sides == 2
        each = max(params.seats) // params.sides
        yield telling.make_sentence(
            _FACING if facing else _IN_TURN,
            "sides", sides=telling.number_phrase(params.sides), each=telling.number_phrase(each),
        )  # fmt: skip
    elif not auction:
        yield telling.make_sentence(_ALONE, "sides", also=("auction.ladder",))
    if params.sits_out:
        at, two_at, who = params.sits_out.at, params.sits_out.two_at, _OUT[params.sits_out.who]
        if at != two_at:
            yield telling.make_sentence(
                Words("At a table of {at} {who} receives no cards and sits the deal out, so that {left} play."),
                "sits_out.at",
                "sits_out.who",
                at=telling.number_phrase(at),
                who=who,
                left=telling.number_phrase(at - 1),
            )
        if two_at is not None:
            yield telling.make_sentence(
                _TWO_OUT,
                "sits_out.two_at", "sits_out.second", "sits_out.who", also=("sits_out.at",) if at == two_at else (),
                at=telling.number_phrase(two_at), who=who, left=telling.number_phrase(two_at - 2),
                second=_SECOND_OUT[params.sits_out.who, params.sits_out.second, telling.is_clockwise],
            )  # fmt: skip
        else:
            yield from telling.with_nested_keys("sits_out").idle(params.sits_out, "second")
        if params.sits_out.who == "loser":
            loser = _LOSER_OUT if auction else _LOSER_OUT_WITHOUT_AUCTION
            yield telling.make_sentence(loser, "sits_out.who", also=("table.direction",), side=telling.next_side)
        yield telling.make_sentence(_OUT_SHARES[params.sits_out.shares], "sits_out.shares")
    if params.dummies:
        yield from _dummy_sentences(params.dummies, telling.with_nested_keys("dummies"))


def _dummy_sentences(params: Dummies, telling: Telling) -> Iterator[Told]:
    one = params.hands == 1
    yield telling.make_sentence(_DUMMIES[one], "hands", style="new", hands=telling.number_phrase(params.hands))
    yield telling.make_sentence(_DUMMY_TURN[one], "hands")
    first = Words("It is") if one else Words("They are")
    it = Words("it") if one else Words("them")
    yield telling.make_sentence(_DUMMY_PLAYER[params.played_by], "played_by", first=first, it=it)
    its = Words("its") if one else Words("their")
    yield telling.make_sentence(_DUMMY_SEEN[params.seen_by], "seen_by", its=its)


def say_pack(params: Pack, telling: Telling) -> Iterator[Told]:
    """The cards, their order, what they are worth, and how they are written."""
    count = len(params.suits) * len(params.ranks)
    yield telling.make_sentence(
        Words("The pack has {count} cards in {suits} ({names}), {ranks} in each."),
        "suits", "ranks",
        count=count,
        suits=telling.count_phrase(len(params.suits), Words("suit|suits")),
        names=Listing(tuple(telling.translated_name("suits", suit) for suit in params.suits)),
        ranks=telling.number_phrase(len(params.ranks)),
    )  # fmt: skip
    if params.without:
        yield telling.make_sentence(
            Words("From these, {cards} are taken out, which leaves {left}."),
            "without",
            cards=Listing(tuple(telling.card_words(card) for card in params.without)),
            left=count - len(params.without),
        )
    yield from _pack_size_sentences(params, telling)
    yield telling.make_sentence(
        Words("In each suit the cards rank, from the highest to the lowest: {ranks}."),
        "ranks",
        ranks=Listing(tuple(telling.translated_name("ranks", rank) for rank in params.ranks)),
    )
    if telling.rules.play.trump is None:
        yield telling.make_sentence(Words("No suit is above another, and there are no trumps."), "suits")
    else:
        yield telling.make_sentence(
            Words("No suit is above another until one is trump."), "suits", also=("play.trump.chosen",)
        )
    yield from _card_worth_sentences(params, telling)
    yield from _written_sentences(params, telling)


_WITHOUT = Words("At a table of {seats} the pack is without {cards}, which leaves {left}.")
_WHOLE = Words("At a table of {seats} no card is taken out, so that there are {left}.")


def _pack_size_sentences(params: Pack, telling: Telling) -> Iterator[Told]:
    """The cards that are taken out at tables of one size."""
    count = len(params.suits) * len(params.ranks)
    for seats, size in telling.rules.table.by_seats.items():
        if size.without is not None:
            yield telling.make_sentence(
                _WITHOUT if size.without else _WHOLE,
                also=(f"table.by_seats.{seats}.without",),
                seats=telling.number_phrase(int(seats)),
                cards=Listing(tuple(telling.card_words(card) for card in size.without)),
                left=count - len(size.without),
            )


def count_deal_points(params: Pack) -> int:
    """All points of a deal, in the unit of the file."""
    in_suits = sum(params.points.get(rank, 0) for rank in params.ranks) * len(params.suits)
    return in_suits - sum(params.points.get(card[:1], 0) for card in params.without) + params.last_trick


def _tables_of_other_worth(rules: Rules) -> list[int]:
    """The sizes of tables at which a deal is worth something else."""
    whole = count_deal_points(rules.pack)
    return [
        int(seats)
        for seats, size in rules.table.by_seats.items()
        if size.without is not None and count_deal_points(resolve_table_size(rules, int(seats)).pack) != whole
    ]


def _card_worth_sentences(params: Pack, telling: Telling) -> Iterator[Told]:
    by_worth: dict[int, list[str]] = {}
    for rank in [*params.ranks, *(rank for rank in params.points if rank not in params.ranks)]:
        by_worth.setdefault(params.points.get(rank, 0), []).append(rank)
    worthless = by_worth.pop(0, [])
    said = [_clause(by_worth[worth], worth, telling) for worth in sorted(by_worth, reverse=True)]
    if worthless:
        said.append(Words("the other cards are worth nothing"))
    keys = [f"points.{rank}" for rank in params.points]
    yield telling.make_sentence(Words("{clauses}."), *keys, "unit", style="new", clauses=Joined(tuple(said), "; "))
    if params.last_trick:
        last = Words("Winning the last trick is worth {points} more.")
    else:
        last = Words("Winning the last trick is worth nothing.")
    yield telling.make_sentence(last, "last_trick", points=telling.pack_points(params.last_trick))
    whole = count_deal_points(params)
    yield telling.make_sentence(
        Words("Altogether a deal is worth {points}."),
        "suits", "ranks", "last_trick", "unit", also=("pack.without",), points=telling.pack_points(whole),
    )  # fmt: skip
    for seats in _tables_of_other_worth(telling.rules):
        other_pack = resolve_table_size(telling.rules, seats).pack
        yield telling.make_sentence(
            Words("At a table of {seats} it is worth {points}."),
            also=(f"table.by_seats.{seats}.without",),
            seats=telling.number_phrase(seats), points=telling.pack_points(count_deal_points(other_pack)),
        )  # fmt: skip
    if params.total is not None:
        same = Words("The file states the same total.")
        other = Words("The file states a total of {points} instead.")
        yield telling.make_sentence(
            same if params.total == whole else other, "total", points=telling.pack_points(params.total)
        )


def _clause(ranks: list[str], worth: int, telling: Telling) -> Words:
    template = Words("{ranks} is worth {points}") if len(ranks) == 1 else Words("{ranks} are worth {points} each")
    names = Listing(tuple(telling.rank_phrase(rank) for rank in ranks))
    return telling.phrase(template, ranks=names, points=telling.pack_points(worth))


def _written_sentences(params: Pack, telling: Telling) -> Iterator[Told]:
    def stands_for(letter: str, kind: str, name: str) -> Words:
        return telling.phrase(Words("{letter} for {name}"), letter=letter, name=telling.translated_name(kind, name))

    example = params.ranks[0] + params.suits[0]
    letters = [stands_for(rank, "ranks", rank) for rank in params.ranks if not rank.isdecimal()]
    letters += [stands_for(suit, "suits", suit) for suit in params.suits]
    yield telling.make_sentence(
        Words(
            "In a record a card is written as its rank and its suit, for instance `{example}`, the {card}: {letters}.",
        ),
        "suits",
        "ranks",
        style="new",
        card=telling.card_words(example),
        example=example,
        letters=Listing(tuple(letters)),
    )
    if params.aliases:
        aliases = tuple(stands_for(alias, "aliases", means) for alias, means in params.aliases.items())
        yield telling.make_sentence(
            Words("One may also write {aliases}."),
            *(f"aliases.{alias}" for alias in params.aliases),
            aliases=Listing(aliases),
        )
    parts = telling.parts_of_unit(params.unit)
    if parts > 1:
        yield telling.make_sentence(
            Words("Points are written there in {parts} of a point, {total} for the whole deal."),
            "unit", parts=telling.part_names(parts), total=count_deal_points(params),
        )  # fmt: skip


_LAID = {
    "after": Words("Then the dealer lays {cards} in the middle of the table, to form {pile}."),
    "after_first_round": Words(
        "After the first round of packets the dealer lays {cards} in the middle of the table, to form {pile}."
    ),
}
_LAID_IN_PACKETS = {
    "after": Words(
        "Then the dealer lays {cards} before the players, to each {packets} of {size}; together they form {pile}."
    ),
    "after_first_round": Words(
        "After the first round of packets the dealer lays {cards} before the players, to each {packets} of {size}; "
        "together they form {pile}."
    ),
}
_LAID_AT = Words("At a table of {seats} the dealer lays {cards} to form {pile}.")
_NOTHING_LAID_AT = Words("At a table of {seats} the dealer lays no cards to form {pile}.")
_WON_BY = {
    "last_trick": Words("At the end {piles} {go} to the winner of the last trick."),
    "declarer": Words("At the end {piles} {go} to the declarer's side."),
    "nobody": Words("At the end {piles} {go} to no player, and the points in them are lost."),
}
_GO = {True: Words("goes"), False: Words("go")}


def say_piles(params: Pile, telling: Telling) -> Iterator[Told]:
    """Yield the sentences on a pile: how it is laid, and its winner."""
    pile = telling.pile_forms(telling.entry_id)
    draw = telling.rules.play.draw
    stock = "" if draw is None else draw.pile
    if params.dealt and draw is not None and draw.tops is not None and telling.entry_id == stock:
        table = telling.rules.table
        packets = draw.tops * count_hands_dealt(table, max(table.seats))
        yield telling.make_sentence(
            _LAID_IN_PACKETS[telling.rules.deal.piles], "dealt", also=("deal.piles", "play.draw.tops", "table.seats"),
            cards=telling.laid_cards_phrase(params.dealt), size=telling.cards_phrase(params.dealt // packets),
            packets=telling.count_phrase(draw.tops, Words("packet|packets")), **pile,
        )  # fmt: skip
    elif params.dealt:
        laid = _LAID[telling.rules.deal.piles]
        yield telling.make_sentence(
            laid, "dealt", also=("deal.piles",), cards=telling.laid_cards_phrase(params.dealt), **pile
        )
    for seats, size in telling.rules.table.by_seats.items():
        dealt = size.piles.get(telling.entry_id)
        if dealt is not None:
            yield telling.make_sentence(
                _LAID_AT if dealt else _NOTHING_LAID_AT,
                also=(f"table.by_seats.{seats}.piles.{telling.entry_id}",),
                seats=telling.number_phrase(int(seats)), cards=telling.laid_cards_phrase(dealt), **pile,
            )  # fmt: skip
    if telling.entry_id == stock:
        # Nothing of it is left at the end.
        yield from telling.idle(params, "won_by")
        return
    piles = telling.rules.piles.items()
    together = [key for key, other in piles if other.won_by == params.won_by and key != stock]
    if telling.entry_id == together[0]:
        names = Listing(tuple(telling.pile_forms(key)["pile"] for key in together))
        also = tuple(f"piles.{key}.won_by" for key in together[1:])
        yield telling.make_sentence(
            _WON_BY[params.won_by], "won_by", also=also, room="settle", piles=names, go=_GO[len(together) == 1]
        )


def say_deal(params: DealRule, telling: Telling) -> Iterator[Told]:
    """Yield the sentences on the deal: number of cards and packets."""
    how = _packets_words(params, telling)
    yield telling.make_sentence(
        Words("The dealer gives {cards} to each player, {how}, beginning with the player at the dealer's {side}."),
        "hand", "packets", also=("table.direction",),
        cards=telling.cards_phrase(params.hand), how=how, side=telling.next_side,
    )  # fmt: skip
    yield from _deal_size_sentences(telling)
    if not any(pile.dealt for pile in telling.rules.piles.values()):
        yield from telling.idle(params, "piles")


def _deal_size_sentences(telling: Telling) -> Iterator[Told]:
    """The cards that each player is dealt at tables of one size."""
    for seats, size in telling.rules.table.by_seats.items():
        stated = {"hand": size.hand, "packets": size.packets}
        keys = [key for key, number in stated.items() if number is not None]
        if keys:
            there = resolve_table_size(telling.rules, int(seats)).deal
            yield telling.make_sentence(
                Words("At a table of {seats} each player receives {cards}, {how}."),
                also=tuple(f"table.by_seats.{seats}.{key}" for key in keys),
                seats=telling.number_phrase(int(seats)),
                cards=telling.cards_phrase(there.hand),
                how=_packets_words(there, telling),
            )


def _packets_words(params: DealRule, telling: Telling) -> Words:
    """The number of cards that are given at a time."""
    if params.packets == params.hand:
        return Words("all at once")
    return telling.phrase(Words("{packets} at a time"), packets=telling.number_phrase(params.packets))
