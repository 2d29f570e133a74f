"""A hand in the play as the search needs it: holders, sides, and won cards.

A hand that cannot be solved is refused with the reason. It may be a rule that the compiled filter does not know
either, a stock that is not used up or points that may be declared. It may also be a hand that is not in the play or
has hands of different sizes. For payments it may be a settlement by more than tricks and points of two sides.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.bulk.compile import compiled_rules
from calarec.core.base.errors import PortableError
from calarec.core.base.frozen import NamedTuple
from calarec.core.engine.declaring import is_time
from calarec.core.engine.state import NOBODY
from calarec.core.mechanisms.rules import exact_target
from calarec.core.wording.language import SOURCE, Words, text_in
from calarec.solving.search import PlayFacts, Standing

if TYPE_CHECKING:
    from calarec.core.engine.game import Game
    from calarec.core.engine.state import State

_DRAWN: Final = Words(
    "which cards will be drawn is not known to the solver: it solves a hand once the stock is used up"
)
_LEFTOVER: Final = Words(
    "the solver does not support games in which the fractions that all sides drop go to one of them (`{rule}`)"
)
_LOWEST: Final = Words("the solver does not know games in which the fewest points win (`{rule}`)")


class UnsolvableError(PortableError, ValueError):
    """A hand that cannot be solved: the reason in words, and the rule, if it is one."""

    def __init__(self, reason: Words, rule: str = "") -> None:
        super().__init__(text_in(reason, SOURCE))
        self.reason = reason
        self.rule = rule


class Moment(NamedTuple):
    """A standing with what the side has won so far."""

    standing: Standing
    tricks: int = 0
    points: int = 0
    """The points of the cards in its tricks."""
    ended: bool | None = None
    """Once nothing is left: whether the side has won the last trick."""


class Position(NamedTuple):
    """A hand in the play with all cards known."""

    game: Game
    state: State
    facts: PlayFacts
    owners: tuple[int, ...]
    """The cards that each place still has, those on the table among them."""
    piles: int
    """The points of piles that the side has with any last trick."""
    now: Moment

    @property
    def seats(self) -> tuple[int, ...]:
        """The seat at each place."""
        return self.state.setting.active

    @property
    def side(self) -> tuple[str, ...]:
        """The seats whose points are counted.

        Without a declarer it is the side of the first leader, or as asked.
        """
        labels = self.state.setting.labels
        return tuple(labels[seat] for place, seat in enumerate(self.seats) if self.facts.side >> place & 1)

    @property
    def turn(self) -> str:
        """The seat that plays next; for a dummy the dummy's."""
        return self.state.setting.labels[self.state.turn]

    def playable_cards(self, moment: Moment) -> int:
        """The cards that may be played at a moment."""
        standing = moment.standing
        hand = standing.hands[standing.next_place]
        if not standing.trick or not self.facts.must:
            return hand
        return hand & self.facts.find_suit(standing.trick[0]) or hand

    def moment_after(self, moment: Moment, card: int) -> Moment:
        """The moment after a card, a mask of one."""
        standing, facts = moment.standing, self.facts
        place = standing.next_place
        hands = (*standing.hands[:place], standing.hands[place] ^ card, *standing.hands[place + 1 :])
        trick = (*standing.trick, card)
        if len(trick) < facts.places:
            return moment._replace(standing=Standing(hands, standing.leader, trick))
        winner = (standing.leader + facts.find_winning_place(trick)) % facts.places
        mine = bool(facts.side >> winner & 1)
        gained = sum(facts.points[each.bit_length() - 1] for each in trick) if mine else 0
        ended = None if any(hands) else mine
        return Moment(Standing(hands, winner), moment.tricks + mine, moment.points + gained, ended)


def position_of(game: Game, state: State, counted: int = NOBODY) -> Position:
    """The position of a hand; UnsolvableError if it is none.

    Without a declarer the points of the side of `counted` are counted, or else of the first leader.
    """
    if state.step != "play" or state.is_over or state.turn == NOBODY:
        raise UnsolvableError(Words("the hand is not in the play"))
    _refuse_unsolvable(game, state)
    setting, cards = state.setting, game.cards
    place_of = {seat: place for place, seat in enumerate(setting.active)}
    hands = tuple(state.hands[seat] for seat in setting.active)
    trick = tuple(1 << card for card in state.trick)
    leader = place_of[state.leader]
    owners = list(hands)
    for step, card in enumerate(trick):
        owners[(leader + step) % len(owners)] |= card
    sizes = {hand.bit_count() for hand in owners}
    if len(sizes) != 1 or sum(hand.bit_count() for hand in owners) != _all_cards(owners).bit_count():
        raise UnsolvableError(Words("not every hand has as many cards as the others"))
    first = state.declarer if state.declarer != NOBODY else counted
    if first == NOBODY:
        first = state.tricks[0].leader if state.tricks else state.leader
    side = state.side_mask(first)
    tricks = points = 0
    for won in state.tricks:
        if side >> won.winner & 1:
            tricks += 1
            points += sum(cards.points[card] for card in won.cards)
    piles = {"last_trick": 0, "declarer": 0, "nobody": 0}
    for name, lying in zip(game.piles, state.piles, strict=True):
        piles[game.rules.piles[name].won_by] += cards.worth(lying)
    facts = PlayFacts(
        places=len(owners),
        suits=cards.suits,
        points=cards.points,
        side=sum(1 << place_of[seat] for seat in setting.active if side >> seat & 1),
        must=game.rules.play.follow == "must",
        last=game.rules.pack.last_trick + piles["last_trick"],
    )
    now = Moment(Standing(hands, leader, trick), tricks, points)
    return Position(game, state, facts, tuple(owners), piles["declarer"] if state.declarer != NOBODY else 0, now)


def _all_cards(hands: list[int]) -> int:
    together = 0
    for hand in hands:
        together |= hand
    return together


def _declaration_path(game: Game, state: State) -> str:
    """The path of a rule for an actual or possible declaration of points; or empty.

    A declaration for the match changes neither the points of a hand nor its payments.
    """
    said = {word for word, _, _ in state.declared}
    for name, entry in game.rules.standing.items():
        if entry.do != "declare":
            continue
        counts = bool(entry.params.points or entry.params.points_more)
        may_come = len(state.tricks) < entry.params.until_trick or is_time(state, entry.params)
        if (counts and name in said) or (may_come and (counts or entry.params.deal == "void")):
            return f"standing.{name}.do"
    return ""


def unsolvable_rule(rule: str) -> UnsolvableError:
    """The error for a rule that has no place in the search."""
    return UnsolvableError(Words("what `{rule}` says is not known to the solver", rule=rule), rule)


def never_solved(game: Game, contract: str) -> UnsolvableError | None:
    """The reason why no hand of a contract can be solved, by only the rules; or None.

    For an empty contract: no hand without a declarer. Reasons are rules that the compiled filter does not know, and
    those that it counts and no search does.
    """
    rules, lacking = game.rules, compiled_rules(game).lacking
    rule = lacking.get("") or lacking.get(contract)
    if rule:
        return unsolvable_rule(rule)
    if rules.match.wins == "lowest":
        return UnsolvableError(_LOWEST.with_values(rule="match.wins"), "match.wins")
    if rules.settle.leftover != "nobody":
        return UnsolvableError(_LEFTOVER.with_values(rule="settle.leftover"), "settle.leftover")
    if min(game.cards.points) < 0:
        return UnsolvableError(Words("there are cards worth less than nothing"), "pack.points")
    return None


def find_winning_points(game: Game, contract: str) -> tuple[str, int]:
    """The points before rounding that win a contract, with the rule.

    UnsolvableError where too many points lose, or something besides points is needed: the search plays another game.
    """
    rule, needed = exact_target(game.rules, contract)
    if needed.points_at_least is None or needed.points_at_most is not None or not needed.is_by_points:
        raise unsolvable_rule(rule)
    return rule, needed.points_at_least


def _refuse_unsolvable(game: Game, state: State) -> None:
    """Refuses what no search knows, by the rules and by what has happened."""
    never = never_solved(game, state.contract)
    if never is not None:
        raise never
    declared = _declaration_path(game, state)
    if declared:
        raise unsolvable_rule(declared)
    compiled = compiled_rules(game)
    if game.stock >= 0 and state.piles[game.stock] and compiled.unforeseen:
        raise UnsolvableError(_DRAWN, compiled.unforeseen)
