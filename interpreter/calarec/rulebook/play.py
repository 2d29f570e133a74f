"""The play in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.core.mechanisms.rules import tricks_in
from calarec.core.mechanisms.table import count_hands_dealt
from calarec.core.wording.language import Words
from calarec.rulebook.conditions import limit_words, limited_cards, own_condition_paths, own_condition_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.core.mechanisms.conditions import Limit
    from calarec.core.mechanisms.play import LeadLimit, PlayRule, TrumpRule
    from calarec.rulebook.sentences import Sentence, Told
    from calarec.rulebook.telling import Telling

_FOLLOW = {
    ("must", "free", "free"): Words(
        "A player must follow suit if possible; without a card of the suit led, any card may be "
        "played. There is no duty to beat the cards already played."
    ),
    ("must", "must", "free"): Words(
        "A player must follow suit if possible, and beat the card that wins so far if a card of the "
        "suit does; without a card of the suit led, any card may be played."
    ),
    ("must", "free", "must_trump"): Words(
        "A player must follow suit if possible; without a card of the suit led, a trump must be "
        "played, and without a trump any card. There is no duty to beat the cards already played."
    ),
    ("must", "must", "must_trump"): Words(
        "A player must follow suit if possible, and beat the card that wins so far if a card of the "
        "suit does. Without a card of the suit led, a trump must be played, a higher one than is "
        "there if possible, and without a trump any card."
    ),
}
_FREE = Words("Any card may be played to a trick, even by a player who could follow suit.")
_WINS = {
    ("highest_of_suit_led", False): Words("The highest card of the suit led wins the trick."),
    ("highest_of_suit_led", True): Words(
        "The highest trump wins the trick, or without one the highest card of the suit led."
    ),
}
_WHO = {
    "eldest": Words("eldest hand, the player at the dealer's {side},"),
    "dealer": Words("the dealer"),
    "declarer": Words("the declarer"),
}
_NAMED = Words("Before the first lead {who} names a suit, which is trump: its cards take those of all other suits.")
_CALLED = Words(
    "The suit of the first card that the declarer calls is trump: its cards take those of all other suits. In a hand "
    "without a call there is no trump."
)
_TURNED = Words(
    "After the deal {who} turns up one card of the own hand, shows it and keeps it: its suit is trump and takes "
    "all others."
)
_TURNED_THERE = Words(
    "After the deal {who} turns up one card {of_pile}, which stays there face up: its suit is trump and takes "
    "all others."
)
_LAST = Words("It is the last to be drawn.")
_DRAW = Words(
    "After each trick every player draws one card from {pile}, first the winner of the trick, "
    "then the others in turn, until none is left; then the cards in hand are played out."
)
_DRAWN = {
    "everyone": Words("A player who draws a card shows it to all."),
    "nobody": Words("The drawn card is not shown."),
}
_TURN_UP = Words(
    "Before the first trick every player turns up the top card of each packet of {pile}; it counts as a card of the "
    "hand."
)
_NEXT_TOP = Words(
    "After a trick in which such a card was played, its player turns up the next card of the packet, until none is "
    "left."
)
_TRICKS = Words("{tricks} are played. To each of them everyone in turn plays one card.")
_TRICKS_OF_ANY_SIZE = Words(
    "Tricks are played until all cards in hand are played. To each of them everyone in turn plays one card."
)
_NEXT = {"winner": Words("The winner of a trick leads to the next.")}


def say_play(params: PlayRule, telling: Telling) -> Iterator[Told]:
    """Yield the sentences on tricks: play, winner and next leader."""
    players = count_hands_dealt(telling.rules.table, max(telling.rules.table.seats))
    stock = (f"piles.{params.draw.pile}.dealt", "table.seats") if params.draw else ()
    yield telling.make_sentence(
        _TRICKS_OF_ANY_SIZE if telling.rules.table.by_seats else _TRICKS,
        *(["draw.pile"] if params.draw else []),
        also=("deal.hand", *stock), tricks=telling.tricks_phrase(tricks_in(telling.rules, players)),
    )  # fmt: skip
    if params.trump:
        yield from _trump_sentences(params.trump, telling.with_nested_keys("trump"))
    free = params.follow == "free"
    duties = ("beat", "void") if params.trump or params.beat != "free" or params.void != "free" else ()
    yield telling.make_sentence(
        _FREE if free else _FOLLOW[params.follow, params.beat, params.void],
        "follow", *(() if free else duties),
    )  # fmt: skip
    if free:
        yield from telling.idle(params, "beat", "void")
    for number, limit in enumerate(params.leads):
        yield _lead_sentence(limit, telling.with_nested_keys("leads", str(number)))
    yield telling.make_sentence(_WINS[params.wins, params.trump is not None], "wins")
    yield telling.make_sentence(_NEXT[params.next_leader], "next_leader")
    if params.draw:
        within = telling.with_nested_keys("draw")
        pile = telling.pile_forms(params.draw.pile)
        if params.draw.tops is None:
            yield within.make_sentence(_DRAW, "pile", style="new", **pile)
            yield within.make_sentence(_DRAWN[params.draw.shown], "shown")
        else:
            yield within.make_sentence(_TURN_UP, "pile", "tops", style="new", **pile)
            if params.draw.shown != "everyone":
                yield within.make_sentence(_DRAWN[params.draw.shown], "shown")
            yield within.make_sentence(_NEXT_TOP, "tops")


_NOT_LED = Words("A player{who} may not lead {these}{to_trick}{contracts}{trump}, unless the hand has no other card.")
_TO_TRICK = {
    "exactly": Words(" to the {first} trick"),
    "at_most": Words(" until the {last} trick is over"),
    "at_least": Words(" from the {first} trick on"),
    "between": Words(" from the {first} to the {last} trick"),
}


def _lead_sentence(limit: LeadLimit, telling: Telling) -> Sentence:
    """The sentence on cards that may not be led: player and trick."""
    when, keys = limit.when, own_condition_paths(limit.when, "when")
    keys += [name for name in ("never", "suits") if getattr(limit, name) is not None]
    holds = own_condition_words(when, telling)
    trumps = [limit_words(asked, telling) for asked in when.limits if asked.row.name == "trump"]
    tricks = [asked for asked in when.limits if asked.row.name == "trick"]
    contracts = telling.contract_list(when.contracts, either=True)
    return telling.make_sentence(
        _NOT_LED, *keys,
        who=telling.phrase(Words(" who {holds}"), holds=holds) if holds.items else "",
        these=limited_cards(limit.cards, telling),
        to_trick=_trick_words(tricks[0], telling) if tricks else "",
        contracts=telling.phrase(Words(" in {contracts}"), contracts=contracts) if when.contracts else "",
        trump=telling.phrase(Words(" if {condition}"), condition=trumps[0]) if trumps else "",
    )  # fmt: skip


def _trick_words(limit: Limit, telling: Telling) -> Words:
    """The tricks that a limit names, by their number."""
    first, last = (telling.ordinal_phrase(number or 1) for number in (limit.least, limit.most))
    if limit.least == limit.most:
        return telling.phrase(_TO_TRICK["exactly"], first=first)
    form = "at_most" if limit.least is None else "at_least" if limit.most is None else "between"
    return telling.phrase(_TO_TRICK[form], first=first, last=last)


def _trump_sentences(params: TrumpRule, telling: Telling) -> Iterator[Told]:
    who = telling.phrase(_WHO[params.by], side=telling.next_side)
    if params.chosen == "called":
        yield telling.make_sentence(_CALLED, "chosen")
        yield from telling.idle(params, "by", "pile")
    elif params.chosen == "named":
        yield telling.make_sentence(_NAMED, "chosen", "by", who=who)
        yield from telling.idle(params, "pile")
    elif params.pile is None:
        yield telling.make_sentence(_TURNED, "chosen", "by", "pile", who=who)
    else:
        yield telling.make_sentence(_TURNED_THERE, "chosen", "by", "pile", who=who, **telling.pile_forms(params.pile))
        draw = telling.rules.play.draw
        if draw is not None and draw.pile == params.pile:
            yield telling.make_sentence(_LAST, "pile", also=("play.draw.pile",))
