"""The opening of a rulebook: aim, course and end of a game, and an example trick.

The rules go in, three sentences and those of the trick come out. They are a summary of the chapters, so they cite
nothing. The engine plays the trick, with hands that show the rules for it.
"""

from __future__ import annotations

from string import ascii_uppercase
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.engine.cards import bits, compile_pack
from calarec.core.engine.tricks import duty, find_winning_place, higher_cards
from calarec.core.mechanisms.rules import has_exchange, resolve_table_size, tricks_in
from calarec.core.mechanisms.table import count_hands_dealt
from calarec.core.wording.language import Listing, Words
from calarec.rulebook.sentences import Chapter
from calarec.rulebook.settle import EACH_DECLARED, RANGES, SIDE_REACHES, UNTIL, needed_words
from calarec.rulebook.table import count_deal_points
from calarec.rulebook.telling import Telling

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.core.engine.cards import Cards
    from calarec.core.mechanisms.auction import Contract
    from calarec.core.mechanisms.rules import Rules
    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec.rulebook.sentences import Sentence

_TITLE: Final = Words("The game in short")

# ------------------------------------------------------------------ what everybody is after

_DECLARER: Final = {
    "alone": Words(
        "In each hand one player, the declarer, plays alone against the others, and wins with {range} in tricks, out "
        "of a total of {total}{unless}."
    ),
    "either": Words(
        "In each hand one player, the declarer, plays against the others, alone or with a partner, and wins with "
        "{range} in tricks, out of a total of {total}{unless}."
    ),
    "pair": Words(
        "In each hand one player, the declarer, plays with the partner opposite against the other two, and wins with "
        "{range} in tricks, out of a total of {total}{unless}."
    ),
}
_OTHERWISE: Final = Words(
    "In each hand one player, the declarer, plays against the others; the declarer's side wins if {conditions}{unless}."
)
_UNLESS: Final = Words("; some contracts ask for something else")
_MOST: Final = {
    False: Words("Each player tries to win as many points as possible in tricks, out of a total of {total}."),
    True: Words("Each side tries to win as many points as possible in tricks, out of a total of {total}."),
}
_FEWEST: Final = {
    False: Words("Each player tries to win as few points as possible in tricks, out of a total of {total}."),
    True: Words("Each side tries to win as few points as possible in tricks, out of a total of {total}."),
}
_NOT_LAST: Final = {
    False: Words("Each player tries not to win the last trick."),
    True: Words("Each side tries not to win the last trick."),
}
_AFTER: Final = {"most_points": _FEWEST, "fewest_points": _MOST, "last_trick": _NOT_LAST}
"""The aim of players if this one pays."""

# ------------------------------------------------------------------ how it goes, and when it ends

_COURSE: Final = Words("Each player is dealt {cards}; {course}.")
_BIDDING: Final = Words("the bidding decides who is the declarer and which contract is played")
_EXCHANGE: Final = Words("cards are exchanged as the contract says")
_BEFORE: Final = Words("some cards change hands")
_DRAWING: Final = Words("after each trick every player draws a card")
_PACKETS: Final = Words("cards are also played from packets on the table, whose top cards are open")
_TRICKS: Final = Words("{tricks} are played")
_ALL_TRICKS: Final = Words("tricks are played until no cards are left")
_PAID: Final = {
    "declarer": Words(
        "When the points have been counted the declarer's side is paid by every opponent if it has won, and pays every "
        "opponent if it has lost; {end}."
    ),
    "loser": Words("After each hand its loser pays the others; {end}."),
    "nobody": Words("After each hand the points are added to the totals; {end}."),
}
_END: Final = {
    "highest": Words("the match is over when {reached}, and the highest total wins it"),
    "lowest": Words("the match is over when {reached}, and the lowest total wins it"),
}
_NO_END: Final = Words("the players agree when the match is over")
_FEW_LEFT: Final = Words("fewer are left in it than can play")

# ------------------------------------------------------------------ the trick

_LEADS: Final = Words("An example of a trick: {players} play in this order, and {leader} leads {card}.")
_FOLLOWS: Final = Words("{who} follows suit with {card}.")
_BEATS: Final = Words("{who} can beat that, has to, and plays {card}.")
_FREE: Final = Words("{who} may play any card: {card}, of another suit, cannot win.")
_DISCARDS: Final = Words("{who} has no card of the suit led and plays {card}, which cannot win.")
_TRUMPS: Final = Words("{who} has no card of the suit led and plays {card}, which is trump.")
_MUST_TRUMP: Final = Words("{who} has no card of the suit led, has to trump, and plays {card}.")
_TAKES: Final = {
    False: Words("{who} wins the trick with {card}, the highest card of the suit led, and leads to the next{worth}."),
    True: Words("{who} wins the trick with {card}, the highest trump, and leads to the next{worth}."),
}
_WORTH: Final = Words("; its cards are worth {points}")


def opening_of(ruleset: Ruleset) -> Chapter:
    """The chapter before all others."""
    telling = Telling(ruleset, "")
    said = [_aim(telling), _course(telling), _end_sentence(telling), *_example_sentences(telling)]
    return Chapter(_TITLE, tuple(said))


def _aim(telling: Telling) -> Sentence:
    rules = telling.rules
    points = telling.pack_points(count_deal_points(rules.pack))
    if rules.has_auction:
        needed, contracts = rules.settle.won_if, rules.contracts.values()
        least, most = needed.points_at_least, needed.points_at_most
        form = "least" if most is None else "most" if least is None else "both"
        limits = telling.phrase(
            RANGES[form], points=telling.pack_points(least or 0), most=telling.pack_points(most or 0)
        )
        unless = _UNLESS if any(_has_own_target(contract) for contract in contracts) else ""
        if not needed.is_by_points:
            return telling.make_sentence(_OTHERWISE, conditions=needed_words(needed, telling), unless=unless)
        partner = any(telling.max_partners(contract.steps) for contract in contracts)
        who = "pair" if rules.table.sides is not None else "either" if partner else "alone"
        return telling.make_sentence(_DECLARER[who], range=limits, total=points, unless=unless)
    pays, sides = rules.all_pass.params.pays, rules.table.sides is not None
    after = _AFTER.get(pays) or (_FEWEST if rules.match.wins == "lowest" else _MOST)
    return telling.make_sentence(after[sides], total=points)


def _has_own_target(contract: Contract) -> bool:
    """Check whether a contract states itself what the declarer's side needs."""
    return contract.won_if is not None or (contract.amounts is not None and contract.amounts.of == "points")


def _course(telling: Telling) -> Sentence:
    rules = telling.rules
    course: list[Words] = []
    if rules.has_auction:
        course += [_BIDDING, *([_EXCHANGE] if any(has_exchange(rules, key) for key in rules.contracts) else [])]
    elif rules.all_pass.params.steps:
        course.append(_BEFORE)
    if rules.table.by_seats:
        return _course_by_seats(telling, course)
    tricks = tricks_in(rules, count_hands_dealt(rules.table, max(rules.table.seats)))
    course.append(telling.phrase(_TRICKS, tricks=telling.tricks_phrase(tricks)))
    course += _say_drawing(rules)
    return telling.make_sentence(_COURSE, cards=telling.cards_phrase(rules.deal.hand), course=Listing(tuple(course)))


def _say_drawing(rules: Rules) -> list[Words]:
    """The cards that are added to a hand in the play, if any."""
    draw = rules.play.draw
    return [] if draw is None else [_DRAWING if draw.tops is None else _PACKETS]


def _course_by_seats(telling: Telling, course: list[Words]) -> Sentence:
    """The course of a hand whose size depends on that of the table."""
    hands = [resolve_table_size(telling.rules, seats).deal.hand for seats in telling.rules.table.seats]
    cards = Words("{least} to {most}", least=telling.number_phrase(min(hands)), most=telling.cards_phrase(max(hands)))
    course = [*course, _ALL_TRICKS, *_say_drawing(telling.rules)]
    even = min(hands) == max(hands)
    return telling.make_sentence(
        _COURSE, cards=telling.cards_phrase(max(hands)) if even else cards, course=Listing(tuple(course))
    )


def _end_sentence(telling: Telling) -> Sentence:
    rules, match = telling.rules, telling.rules.match
    words = {**UNTIL, "points": SIDE_REACHES} if rules.table.sides is not None else UNTIL
    ends = {key: getattr(match.until, key) for key in UNTIL}
    reached = [telling.phrase(words[key], n=value) for key, value in ends.items() if value is not None]
    if match.until.each:
        reached.append(telling.phrase(EACH_DECLARED, contracts=telling.contract_list(match.until.each)))
    reached += [_FEW_LEFT] if match.out_at is not None else []
    end = telling.phrase(_END[match.wins], reached=Listing(tuple(reached), either=True)) if reached else _NO_END
    pays = "declarer" if rules.has_auction else "nobody" if rules.all_pass.params.pays == "nobody" else "loser"
    return telling.make_sentence(_PAID[pays], end=end)


class ExampleCard(NamedTuple):
    """A card of the trick: its number, the hand's rule (empty: none), suit followed."""

    card: int
    rule: str
    follows: bool


class ExampleTrick(NamedTuple):
    """A trick that shows what these rules ask for, from the leader on."""

    cards: Cards
    trump: int
    """The mask of the trumps."""
    played: tuple[ExampleCard, ...]

    @property
    def winning_place(self) -> int:
        """The place of the card that wins."""
        trick = [each.card for each in self.played]
        return find_winning_place(trick, self.cards.suit_of, self.trump)


def example_trick(rules: Rules) -> ExampleTrick:
    """A trick of as many cards as hands are dealt.

    The leader has the card that is worth most of those that can be beaten. The next can beat it or stay below, the
    one after that has no card of the suit, all others have one card each.
    """
    cards = compile_pack(rules.pack)
    hands = count_hands_dealt(rules.table, max(rules.table.seats))
    suits = sorted((list(bits(suit)) for suit in cards.suits), key=len, reverse=True)
    led, other = suits[0], suits[1] if len(suits) > 1 else []
    trump = cards.suit_of[other[0]] if rules.play.trump and other else 0
    lead = max(led[:-1], key=lambda card: cards.points[card], default=led[0])
    without = min(2, hands - 1) if other and (hands > 2 or trump) else 0
    played = [ExampleCard(lead, "", follows=True)]
    for place in range(1, hands):
        trick = [each.card for each in played]
        left = [card for card in (*led, *bits(cards.full)) if card not in trick]
        if place == without:
            hand = [other[0] if trump else other[-1]]
        else:
            higher = list(bits(higher_cards(cards.full, lead, cards.suit_of))) if place == 1 else []
            hand = [*higher[:1], left[0]]
        may, rule = duty(rules.play, cards.mask(cards.names[card] for card in hand), trick, cards.suit_of, trump)
        card = next(card for card in hand if may >> card & 1)
        played.append(ExampleCard(card, rule, cards.suit_of[card] == cards.suit_of[lead]))
    return ExampleTrick(cards, trump, tuple(played))


def _example_sentences(telling: Telling) -> Iterator[Sentence]:
    trick = example_trick(telling.rules)
    names = ascii_uppercase[: len(trick.played)]
    lead = _card_name(trick.cards.names[trick.played[0].card], telling)
    yield telling.make_sentence(_LEADS, style="new", players=Listing(tuple(names)), leader=names[0], card=lead)
    for who, each in zip(names[1:], trick.played[1:], strict=True):
        yield telling.make_sentence(
            _played_words(each, trick, telling), who=who, card=_card_name(trick.cards.names[each.card], telling)
        )
    best = trick.winning_place
    worth = trick.cards.worth(sum({1 << each.card for each in trick.played}))
    yield telling.make_sentence(
        _TAKES[bool(trick.trump >> trick.played[best].card & 1)],
        who=names[best], card=_card_name(trick.cards.names[trick.played[best].card], telling),
        worth=telling.phrase(_WORTH, points=telling.pack_points(worth)) if worth else "",
    )  # fmt: skip


def _played_words(each: ExampleCard, trick: ExampleTrick, telling: Telling) -> Words:
    if each.follows:
        return _BEATS if each.rule == "beat" else _FOLLOWS
    if trick.trump >> each.card & 1:
        return _MUST_TRUMP if each.rule in ("void", "beat") else _TRUMPS
    return _FREE if telling.rules.play.follow == "free" else _DISCARDS


def _card_name(name: str, telling: Telling) -> Words:
    rank = telling.rank_phrase(name[0])
    return Words("{rank} of {suit}", rank=rank, suit=telling.translated_name("suits", name[1:]))
