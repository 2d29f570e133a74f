"""The steps before the play in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from calarec.core.mechanisms.conditions import number_of_cards, these
from calarec.core.wording.language import Listing, Words
from calarec.rulebook.auction import stake_keys, stake_said

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from calarec.core.mechanisms.exchange import (
        CallRule,
        DiscardRule,
        FoundRule,
        GiveRule,
        HandOverRule,
        LookRule,
        PassRule,
        ShareRule,
        TableCardRule,
        TakeRule,
    )
    from calarec.core.wording.language import Sayable
    from calarec.rulebook.sentences import Told
    from calarec.rulebook.telling import Telling


IN_OWN_HAND = Words("is in the declarer's own hand")

_CALLS = {
    ("after_auction", "card"): Words("The declarer calls a card, naming its rank and suit, in order to receive it."),
    ("with_bid", "card"): Words(
        "The declarer has called a card, naming its rank and suit, in making the bid, in order to receive it."
    ),
    ("after_auction", "partner"): Words(
        "The declarer calls a card, naming its rank and suit: the player who holds it is the declarer's partner."
    ),
    ("with_bid", "partner"): Words(
        "In making the bid the declarer has called a card, naming its rank and suit: the player who "
        "holds it is the declarer's partner."
    ),
}
_THEN = {
    "satisfied": Words("If the card {lies}, that satisfies the call, and no player gives a card."),
    "alone": Words("If the card {lies}, the declarer plays without a partner."),
    "again": Words(
        "If the card {lies}, the declarer says so and calls a second one, which must be another "
        "player's or on the table. If there is none to call, no player gives a card or is a "
        "partner."
    ),
    "several": Words(
        "A called card that {lies} finds no partner; if none of them finds one, the declarer plays alone."
    ),
    "refused": Words("If the card {lies}, the call does not hold and another card must be named."),
}
_REVEALED = {
    "when_played": Words("The partner keeps silent and is known when the called card is played."),
    "at_call": Words("The partner says so at once."),
    "at_end": Words("The partner keeps silent and is not revealed until the hand is over."),
}


_SEVERAL = Words(
    "The declarer calls {cards}, one after the other, naming rank and suit: a player who holds "
    "one of them is the declarer's partner, and one player may hold several."
)
_EACH_REVEALED = {
    "when_played": Words("A partner keeps silent and is known when a called card is played."),
    "at_call": Words("The partners say so at once."),
    "at_end": Words("The partners keep silent and are not revealed until the hand is over."),
}


def say_call(params: CallRule, telling: Telling) -> Iterator[Told]:
    """Yield the sentences on a call: cards, purpose, and effects of each place."""
    if params.number > 1:
        yield telling.make_sentence(_SEVERAL, "named", "gets", "number", cards=telling.cards_phrase(params.number))
    else:
        yield telling.make_sentence(_CALLS[params.named, params.gets], "named", "gets", "number")
    yield from _callable_sentences(params, telling)
    if params.in_pile == params.in_hand:
        lies = Listing((telling.on_table(), IN_OWN_HAND), either=True)
        yield telling.make_sentence(_not_found_words(params, params.in_pile), "in_pile.then", "in_hand.then", lies=lies)
        yield from _call_stake_sentences(params, params.in_pile, telling.with_nested_keys("in_pile"), lies)
    else:
        yield from _found_sentences(params, params.in_pile, telling.with_nested_keys("in_pile"), telling.on_table())
        yield from _found_sentences(params, params.in_hand, telling.with_nested_keys("in_hand"), IN_OWN_HAND)
    if params.gets == "partner":
        yield telling.make_sentence((_EACH_REVEALED if params.number > 1 else _REVEALED)[params.revealed], "revealed")
    else:
        yield from telling.idle(params, "revealed")


def _callable_sentences(params: CallRule, telling: Telling) -> Iterator[Told]:
    if not params.cards:
        yield telling.make_sentence(Words("Any card may be called."), "cards")
        return
    rows, keys = [], []
    for place, row in enumerate(params.cards):
        keys += [f"cards.{place}.ranks", f"cards.{place}.holding_all"]
        ranks = Listing(tuple(telling.a_rank(rank) for rank in row.ranks), either=True)
        holding = Listing(tuple(telling.every_rank(rank) for rank in row.holding_all or ""))
        template = Words("{ranks}")
        if row.holding_all:
            template = Words("{ranks}, if the declarer holds {holding}")
        rows.append(telling.phrase(template, ranks=ranks, holding=holding))
    said = rows[0]
    for other in rows[1:]:
        said = Words("{one}, or else {other}", one=said, other=other)
    yield telling.make_sentence(Words("The card must be {rows}."), *keys, rows=said)


def _not_found_words(call: CallRule, found: FoundRule) -> Words:
    """The words for a card that no other hand has.

    With several cards, one such card does not mean that there is no partner.
    """
    return _THEN["several" if call.number > 1 and found.then == "alone" else found.then]


def _found_sentences(call: CallRule, params: FoundRule, telling: Telling, lies: Words) -> Iterator[Told]:
    yield telling.make_sentence(_not_found_words(call, params), "then", lies=lies)
    yield from _call_stake_sentences(call, params, telling, lies)
    both = call.in_pile.then == call.in_hand.then == "alone"
    if call.number > 1 and both and (params.won, params.lost) != (None, None):
        yield telling.make_sentence(Words("That holds if it was the last card called that {lies}."), lies=lies)


_BRINGS: Final = {
    False: Words("If the card {lies}, a win brings {stake} from each opponent."),
    True: Words("If a called card {lies}, a win brings {stake} from each opponent."),
}
_COSTS: Final = {
    False: Words("If the card {lies}, a loss costs {stake} to each opponent."),
    True: Words("If a called card {lies}, a loss costs {stake} to each opponent."),
}
"""Sentences, by whether several cards are called.

Each is separate, so that a change marks only what differs.
"""


def _call_stake_sentences(call: CallRule, params: FoundRule, telling: Telling, lies: Sayable) -> Iterator[Told]:
    if params.then == "refused":
        yield from telling.idle(params, "won", "lost")
        return
    several = call.number > 1
    if params.won is not None:
        yield telling.make_sentence(
            _BRINGS[several], *stake_keys(params.won, "won"), lies=lies, stake=stake_said(params.won, telling),
        )  # fmt: skip
    if params.lost is not None:
        yield telling.make_sentence(
            _COSTS[several], *stake_keys(params.lost, "lost"), lies=lies, stake=stake_said(params.lost, telling),
        )  # fmt: skip


_OPEN = {
    True: Words("The player who holds the called card gives it to the declarer face up."),
    False: Words(
        "The player who holds the called card gives it to the declarer face down, without showing it to the others."
    ),
}


def say_hand_over(params: HandOverRule, telling: Telling) -> Iterator[Told]:
    """Yield the sentence on handing over the called card."""
    yield telling.make_sentence(_OPEN[params.open], "open")


_LAYS = {
    True: Words("The declarer lays a card that is not wanted face up on the table"),
    False: Words("The declarer lays a card that is not wanted face down on the table"),
}


def say_table_card(params: TableCardRule, telling: Telling) -> Iterator[Told]:
    """Yield the sentences on the card that is laid on the table."""
    pile = telling.rules.piles.get(params.pile)
    where = Words(", beside {pile}.") if pile and pile.dealt else Words(": {pile}.")
    lays = _LAYS[params.open]
    yield telling.make_sentence(
        Words("{lays}{where}"), "open", "pile", lays=lays, where=where.with_values(**telling.pile_forms(params.pile))
    )


_TAKERS = {
    "declarer": Words("the declarer"),
    "holder": Words("the player who gave the called card"),
}
_TAKES = {
    ("all", "everyone"): Words("{who} turns {pile} face up for all to see and takes {cards} into the hand."),
    ("all", "taker"): Words("{who} takes {cards} {of_pile} into the hand, unseen by the others."),
    ("as_discarded", "everyone"): Words(
        "{who} turns {pile} face up for all to see and chooses from it as many cards as were discarded before, which "
        "go into the hand; the others stay on the table."
    ),
    ("as_discarded", "taker"): Words(
        "{who} looks at {pile}, unseen by the others, and chooses from it as many cards as were discarded before, "
        "which go into the hand; the others stay on the table."
    ),
}
_ONE_UNSEEN = Words("{who} takes {pile} into the hand, unseen by the others.")


def say_take(params: TakeRule, telling: Telling) -> Iterator[Told]:
    """Yield the sentences on taking: player, number and viewers."""
    size = telling.pile_size(params.pile)
    cards = Words("all the cards")
    if size > 1:
        cards = Words("all {number} cards", number=telling.number_phrase(size))
    takes = _TAKES[params.cards, params.shown]
    if size == 1 and params.cards == "all":
        cards = Words("its card")
        takes = _ONE_UNSEEN if params.shown == "taker" else takes
    yield telling.make_sentence(
        takes, "who", "pile", "cards", "shown", who=_TAKERS[params.who], cards=cards, **telling.pile_forms(params.pile)
    )
    if params.who == "declarer" and params.cards == "all" and telling.flows:
        hands = sorted({flow.hand + flow.piles.get(params.pile, 0) for flow in telling.flows})
        yield telling.make_sentence(
            Words("That makes {hands} cards in the hand."),
            "cards", hands=Listing(tuple(map(telling.number_phrase, hands)), either=True),
        )  # fmt: skip


_LOOKS = {
    "declarer": Words("The declarer looks at {pile}, which stays where it is; no other player sees it."),
    "opponents": Words(
        "The declarer's opponents look at {pile}, which stays where it is; the declarer does not see it."
    ),
    "everyone": Words("The cards of {pile} are shown to everyone and left where they are."),
}


def say_look(params: LookRule, telling: Telling) -> Iterator[Told]:
    """The players who see the pile."""
    yield telling.make_sentence(_LOOKS[params.who], "who", "pile", **telling.pile_forms(params.pile))


_GIVES = {
    True: Words(
        "Having received the called card, the declarer gives {cards} of the hand back, face up, to the player who "
        "gave it."
    ),
    False: Words(
        "Having received the called card, the declarer gives {cards} of the hand back, face down, to the player who "
        "gave it."
    ),
}


def say_give(params: GiveRule, telling: Telling) -> Iterator[Told]:
    """Yield the sentence on the card given back for the called one."""
    yield telling.make_sentence(_GIVES[params.open], "cards", "open", cards=telling.cards_phrase(1))


_FACE = {True: Words("face up", sense="cards"), False: Words("face down", sense="cards")}
_FEWER = {
    "held": Words("if another player gave the called card"),
    "table": Words("if the called card {lies}"),
    "hand": Words("if the declarer held the called card"),
}


_LIMITED = Words("At most {cards} may be laid aside.")
_NONE_LAID = Words("None of these cards ({these}) may be laid aside.")
_NO_RANK_LAID = Words("No card that is {ranks} may be laid aside.")


def say_discard(params: DiscardRule, telling: Telling) -> Iterator[Told]:
    """Yield the sentences on discards: number, place and viewers."""
    yield from _how_many(params, telling)
    if params.never is not None:
        ranks = Listing(tuple(telling.a_rank(rank) for rank in params.never), either=True)
        yield telling.make_sentence(_NO_RANK_LAID, "never", ranks=ranks)
    for number, limit in enumerate(params.limits):
        keys = ["at_most", *(name for name in ("ranks", "suits") if getattr(limit, name) is not None)]
        name = telling.translated_name
        yield telling.with_nested_keys("limits", str(number)).make_sentence(
            _LIMITED if limit.at_most else _NONE_LAID, *keys,
            cards=number_of_cards(limit.cards, limit.at_most, name), these=these(limit.cards, name),
        )  # fmt: skip


def _how_many(params: DiscardRule, telling: Telling) -> Iterator[Told]:
    if params.cards == "down_to_dealt":
        yield from _discarding_sentences(params, telling)
        yield from telling.idle(params, "pile", "at_least")
        return
    limit = params.pile or params.to
    most = telling.pile_size(limit)
    least = (
        Words("or none at all")
        if params.at_least == 0
        else telling.phrase(Words("but at least {cards}"), cards=telling.number_phrase(params.at_least))
    )
    yield telling.make_sentence(
        Words("The declarer lays aside, {face} {on_pile}, at most as many cards as {limit} holds{most}, {least}."),
        "cards", "to", "pile", "at_least", "open",
        face=_FACE[params.open], least=least, most=telling.phrase(Words(
" ({n})",
), n=telling.number_phrase(most)) if most else "",
        **telling.pile_forms(params.to), **telling.pile_forms(limit, under="limit"),
    )  # fmt: skip


def _discarding_sentences(params: DiscardRule, telling: Telling) -> Iterator[Told]:
    dealt = telling.rules.deal.hand
    counts = {flow.case: flow.hand - dealt for flow in telling.flows}
    usual = counts.get("held", max(counts.values(), default=0))
    fewer = [
        telling.phrase(
            Words("{cards} {when}"),
            cards=telling.number_phrase(count),
            when=telling.phrase(_FEWER[case], lies=telling.on_table()),
        )
        for case, count in counts.items()
        if count != usual and case in _FEWER
    ]
    how_many: Sayable = telling.laid_cards_phrase(usual, face_up=params.open)
    if usual < 1:
        how_many = telling.phrase(Words("the cards that are too many {face}"), face=_FACE[params.open])
    if fewer:
        how_many = telling.phrase(Words("{cards} ({fewer})"), cards=how_many, fewer=Listing(tuple(fewer)))
    pile = telling.rules.piles.get(params.to)
    new = bool(pile and pile.dealt) and telling.pile_sizes(params.to) == {0}
    where = Words("to form {new}") if new else Words("{on_pile}")
    yield telling.make_sentence(
        Words("The declarer discards {cards}, {where}, and is back at {dealt}."),
        "cards", "to", "open",
        cards=how_many, where=where.with_values(**telling.new_pile(params.to)), dealt=telling.of_them_phrase(dealt),
    )  # fmt: skip


_SHARERS = {
    "opponents": Words("the declarer's opponents"),
    "first_two_opponents": Words("the first two opponents, counted from the declarer on in order of play,"),
}
_EACH = {
    "equal": Words("{who} take {equal} each from {pile}."),
    "any": Words("{who} divide all the cards {of_pile} among them, in any numbers."),
    "all": Words("{who} each take the whole of {pile}."),
}
_AS_EACH_LIKES = Words("{who} each take as many of the cards {of_pile} as they like, or none.")
"""The sentence for free shares: in turn, a player need not take the rest."""
_DECIDED = {
    "blind": Words("They draw them blind."),
    "jointly": Words("They settle among themselves who takes what."),
    "in_turn": Words("They do so one after the other, in order of play, each discarding before the next takes."),
}
_SHOWN = {
    "nobody": Words("No player looks at {pile} beforehand, and each sees only the cards taken."),
    "taker": Words("The player whose turn it is to take looks at the cards; the others do not see them."),
    "opponents": Words("Those who share {pile} look at it first; the declarer does not see it."),
    "everyone": Words("First {pile} is turned face up for all to see."),
}
_BACK = Words(
    "Each of them then discards, face down, as many cards as that player took, to form {new}, and is back at {dealt}."
)


def say_share(params: ShareRule, telling: Telling) -> Iterator[Told]:
    """Yield the sentences on sharing a pile: players, shares, viewers, discards."""
    pile = telling.new_pile(params.pile)
    sharers = 2 if params.who == "first_two_opponents" else max(telling.hands_at_table - 1, 0)
    size = telling.pile_size(params.pile)
    even = bool(sharers and size and size % sharers == 0)
    equal = telling.cards_phrase(size // sharers) if even else Words("the same number of cards")
    shown = telling.make_sentence(_SHOWN[params.shown], "shown", **pile)
    free = (params.each, params.decided) == ("any", "in_turn")
    each, told = (_AS_EACH_LIKES, ("each", "decided")) if free else (_EACH[params.each], ("each",))
    takes = telling.make_sentence(each, "who", *told, "pile", who=_SHARERS[params.who], equal=equal, **pile)
    how = telling.make_sentence(_DECIDED[params.decided], "decided")
    yield from (shown, takes, how) if params.shown == "everyone" else (takes, how, shown)
    dealt = telling.rules.deal.hand
    yield telling.make_sentence(_BACK, "pile", dealt=telling.of_them_phrase(dealt), **pile)


_PASSES: Final = {
    ("left", False): Words("Each player passes {cards} face down to the player at the left, before seeing what comes."),
    ("right", False): Words(
        "Each player passes {cards} face down to the player at the right, before seeing what comes."
    ),
    ("opposite", False): Words(
        "Each player passes {cards} face down to the player opposite, before seeing what comes."
    ),
    ("left", True): Words("Each player passes {cards} face up to the player at the left; what comes is not passed on."),
    ("right", True): Words(
        "Each player passes {cards} face up to the player at the right; what comes is not passed on."
    ),
    ("opposite", True): Words(
        "Each player passes {cards} face up to the player opposite; what comes is not passed on."
    ),
}


def say_pass_cards(params: PassRule, telling: Telling) -> Iterator[Told]:
    """Yield the sentence on passed cards: number and receiver."""
    yield telling.make_sentence(
        _PASSES[params.to, params.open], "to", "cards", "open", cards=telling.cards_phrase(params.cards)
    )


STEPS: Final[Mapping[str, Callable[[Any, Telling], Iterator[Told]]]] = {
    "call": say_call,
    "hand_over": say_hand_over,
    "table_card": say_table_card,
    "take": say_take,
    "look": say_look,
    "give": say_give,
    "discard": say_discard,
    "share": say_share,
    "pass_cards": say_pass_cards,
}
