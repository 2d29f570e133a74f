"""Declarations in sentences: possible ones, players, times, viewers and worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.mechanisms.conditions import CardFigure, condition_parts, these
from calarec.core.mechanisms.rules import has_exchange
from calarec.core.wording.language import Listing, Words
from calarec.core.wording.phrases import points_phrase

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.core.mechanisms.standing import DeclareRule, PoorHand
    from calarec.core.wording.language import Phrase
    from calarec.rulebook.sentences import Told
    from calarec.rulebook.telling import Telling

_WHO: Final = {
    "anyone": Words("anyone may declare it"),
    "declarer": Words("the declarer may declare it"),
    "opponents": Words("an opponent of the declarer may declare it"),
}
_FROM: Final = {
    "deal": Words("from the deal on"),
    "play": Words("when nothing is left to do but play"),
}
_SEEN: Final = {
    "everyone": Words("The player who declares it says which cards these are."),
    "side": Words("The player who declares it tells only the own side which cards these are."),
    "nobody": Words("The player who declares it need not say which cards these are."),
}
_OF_SUIT: Final = {
    "suit": (
        Words("It is {ranks} of one suit."),
        Words("It is {ranks} of one suit, and the cards of the suit that follow below these."),
    ),
    "trump": (
        Words("It is {ranks} of the trump suit."),
        Words("It is {ranks} of the trump suit, and the trumps that follow below these."),
    ),
}
"""The cards of a meld of one suit, and the same where more cards are worth more."""
_NEXT: Final = {
    "same": Words("the same dealer deals again"),
    "next": Words("the next dealer deals"),
}


_ANNOUNCED: Final = Words("It is an announcement, and shows no cards.")
_IDLE: Final = ("points", "points_more", "match", "match_more", "deal")


def _list_bonuses(telling: Telling) -> Listing | None:
    """The bonuses that ask for this announcement; None without one."""
    rules = telling.rules
    tables = rules.settle.bonus, getattr(rules.all_pass.params, "bonus", {})
    names = [
        name for table in tables for name, bonus in table.items()
        if any(part.said == telling.entry_id for part in condition_parts(bonus.conditions))
    ]  # fmt: skip
    return Listing(tuple(telling.emphasized_name("bonus", name) for name in names)) if names else None


def say_declare(params: DeclareRule, telling: Telling) -> Iterator[Told]:
    """All that the rules say of one declaration."""
    yield telling.make_sentence(
        Words("{declaration}: {who}, {when}."),
        "do", "by", "begins", "after_trick", "until_trick",
        style="item", declaration=telling.emphasized_name("standing", telling.entry_id), who=_WHO[params.by],
        when=_when(params, telling),
    )  # fmt: skip
    if (params.after_trick and params.until_trick) or not _has_stage_before_play(telling):
        yield from telling.idle(params, "begins")
    if not params.until_trick:
        yield from telling.idle(params, "after_trick")
    yield from _meld_sentences(params, telling)
    yield from _meld_worth_sentences(params, telling)
    if params.deal == "void":
        yield telling.make_sentence(
            Words("The hands are then thrown in, and the deal does not count; {dealer}."),
            "deal", "dealer", dealer=_NEXT[params.dealer],
        )  # fmt: skip
    else:
        yield from telling.idle(params, "dealer")


def _when(params: DeclareRule, telling: Telling) -> Words:
    if not params.until_trick:
        return telling.phrase(Words("{begins}, before the first card is led"), begins=_begins(params, telling))
    last = telling.ordinal_phrase(params.until_trick)
    if params.after_trick == params.until_trick:
        return telling.phrase(Words("after the {trick} trick, before the next card is led"), trick=last)
    begins = _begins(params, telling)
    if params.after_trick:
        begins = telling.phrase(Words("after the {trick} trick"), trick=telling.ordinal_phrase(params.after_trick))
    return telling.phrase(
        Words("{begins}, until the card that is led after the {trick} trick"), begins=begins, trick=last
    )  # fmt: skip


def _begins(params: DeclareRule, telling: Telling) -> Words:
    """From when on; where nothing comes between, the play begins with the deal."""
    return _FROM[params.begins if _has_stage_before_play(telling) else "deal"]


def _has_stage_before_play(telling: Telling) -> bool:
    """Check whether anything comes between the deal and the play."""
    rules = telling.rules
    return rules.has_auction or has_exchange(rules, "") or rules.play.trump is not None


def _meld_sentences(params: DeclareRule, telling: Telling) -> Iterator[Told]:
    if params.meld is None and params.hand is None:
        yield telling.make_sentence(_ANNOUNCED, "meld", "hand")
        yield from telling.idle(params, "seen", "played")
        return
    if params.meld is not None:
        ranks = Listing(tuple(telling.rank_phrase(rank) for rank in params.meld.ranks), params.meld.of == "rank")
        if params.meld.of != "rank":
            said, longer = _OF_SUIT[params.meld.of]
            yield telling.make_sentence(
                longer if params.has_growing_worth else said, "meld.ranks", "meld.of", ranks=ranks
            )
            yield from telling.with_nested_keys("meld").idle(params.meld, "least")
        else:
            yield telling.make_sentence(
                Words("It is at least {cards} of one rank: {ranks}."), "meld.ranks", "meld.of", "meld.least",
                ranks=ranks, cards=telling.cards_phrase(params.meld.least),
            )  # fmt: skip
        yield telling.make_sentence(_SEEN[params.seen], "seen")
        if params.lead is not None:
            said = Words("Only the player on lead may declare it, and then leads {rank} of it.")
            yield telling.make_sentence(said, "lead", rank=telling.rank_phrase(params.lead))
    else:
        yield from telling.idle(params, "seen", "lead")
    if params.hand is not None:
        yield from _poor(params.hand, telling)
    if params.until_trick:
        said = Words("Cards that have left the hand no longer count.")
        if params.played:
            said = Words("Cards that one has already played count as well.")
        yield telling.make_sentence(said, "played")
    else:
        yield from telling.idle(params, "played")


def _poor(hand: PoorHand, telling: Telling) -> Iterator[Told]:
    if hand.points_below is None and hand.at_most is None:
        yield telling.make_sentence(Words("Any hand will do."), "hand.points_below", "hand.at_most")
    if hand.points_below is not None:
        yield telling.make_sentence(
            Words("The cards of the hand must be worth less than {points}."), "hand.points_below",
            points=telling.pack_points(hand.points_below),
        )  # fmt: skip
    if hand.at_most is None:
        yield from telling.with_nested_keys("hand").idle(hand, "ranks", "suits")
        return
    few = these(CardFigure(hand.ranks, hand.suits, "held"), telling.translated_name)
    said = Words("The hand must have at most {number} of these cards: {these}.")
    if not hand.at_most:
        said = Words("The hand must have none of these cards: {these}.")
    keys = [f"hand.{key}" for key in ("ranks", "suits") if getattr(hand, key) is not None]
    yield telling.make_sentence(said, "hand.at_most", *keys, number=telling.number_phrase(hand.at_most), these=few)


def _extra_card_words(points: Phrase, count: int) -> Words | str:
    """The words for the worth of each card above the fewest."""
    return Words(", and {points} more for each further card", points=points) if count else ""


def _meld_worth_sentences(params: DeclareRule, telling: Telling) -> Iterator[Told]:
    if params.points or params.points_more:
        yield telling.make_sentence(
            Words("It adds {points} to the points of the side in this hand{more}."),
            "points",
            "points_more",
            points=telling.pack_points(params.points),
            more=_extra_card_words(telling.pack_points(params.points_more), params.points_more),
        )
    if params.match or params.match_more:
        yield telling.make_sentence(
            Words("It adds {points} to the total of each player of the side{more}."),
            "match",
            "match_more",
            points=points_phrase(params.match, "1"),
            more=_extra_card_words(points_phrase(params.match_more, "1"), params.match_more),
        )
    bonuses = _list_bonuses(telling)
    if bonuses:
        said = Words("It counts for the bonus {bonuses}.")
        yield telling.make_sentence(
            said, *_IDLE if not any(params.meld_worth(params.fewest + 1)) else (), bonuses=bonuses
        )
    elif params.deal == "goes_on" and not any(params.meld_worth(params.fewest + 1)):
        yield telling.make_sentence(Words("It counts nothing."), "points", "points_more", "match", "match_more", "deal")
