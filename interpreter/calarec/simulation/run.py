"""Simulates hand after hand, match after match, reproducibly.

The same ruleset, seed and wishes give the same hands, whatever else is asked for: every hand has a source
of chance of its own, made from the seed and its number.
"""

from __future__ import annotations

import os
from random import Random
from typing import TYPE_CHECKING, Any, Final, TypeVar

from calarec.core.base.arguments import require_seed, wrong_kind
from calarec.core.base.errors import PortableError
from calarec.core.base.frozen import NamedTuple, dataclass
from calarec.core.engine.behaviours import behaviour_of
from calarec.core.engine.events import AllPassed, Called
from calarec.core.engine.game import Game
from calarec.core.engine.match import NO_FEATS, find_match_terms, is_deal_counted
from calarec.core.engine.settling import carried_on, dealer_after, settle_hand
from calarec.core.engine.state import NOBODY, NOTHING_CARRIED
from calarec.core.engine.tally import Tally, add_up
from calarec.core.judge.judgement import FoundLater, SeatResults, make_found_later
from calarec.core.mechanisms.exchange import IN_HAND
from calarec.core.mechanisms.fields import Kind
from calarec.core.mechanisms.rules import deals_again
from calarec.core.mechanisms.ruleset import Ruleset
from calarec.core.records import model as rec
from calarec.playing.writing import event_statements, outcome_statements
from calarec.rule_files.load import load_ruleset
from calarec.simulation.board_hands import play_on_board
from calarec.simulation.bots import FREE, Aim, Bot, RandomBot, aim_of
from calarec.simulation.players import SeatBots, players
from calarec.simulation.playing import HandOfBots

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from calarec.core.engine import events as ev
    from calarec.core.engine.account import Account
    from calarec.core.engine.actions import Action
    from calarec.core.engine.match import Feats, MatchStanding
    from calarec.core.engine.state import Inherited, Seating, State
    from calarec.simulation.own_bots import SeatBot

_T = TypeVar("_T")
# Some rules no legal hand can touch (a call that is refused), and in general these cannot be told from rare ones. The
# sensible player seldom reaches what only carelessness brings about, so the careless player tries too.
_TRIES: Final = 300
"""The most hands that each player tries for an aim: about a second in all."""
_MIN_HANDS_FOR_BOARDS: Final = 50
"""The hands from which boards save time.

To compile their rules takes as long as 30 hands of the engine.
"""


@dataclass(frozen=True, slots=True)
class Simulated(SeatResults, FoundLater):
    """A simulated hand: its record, and what came of it.

    The numbers of `account` are in the order of `seats`.
    """

    hand: rec.Hand
    setting: Seating
    events: tuple[ev.Event, ...]
    actions: tuple[Action, ...]
    state: State
    account: Account
    standing: MatchStanding
    game: Game

    @property
    def seats(self) -> tuple[str, ...]:
        """All seats, in order of play."""
        return self.setting.labels

    def __repr__(self) -> str:
        hand, rules, contract = self.hand.name, self.game.ruleset.id, self.account.contract or "no contract"
        return f"<Simulated hand {hand} by {rules}: {contract}, {self._payments_text()}>"


class AimError(PortableError, ValueError):
    """An aim, the path of a rule, that was not reached within the most tries."""

    def __init__(self, path: str, tries: int = 0) -> None:
        super().__init__(f"no hand that touches {path} was found in {tries} tries")
        self.path = path
        self.tries = tries


def simulate(
    ruleset: Ruleset | Game | str | os.PathLike[str],
    *,
    hands: int,
    seed: int = 0,
    bot: SeatBot | Mapping[str, SeatBot] = "sensible",
    seats: int | None = None,
    aim: str | None = None,
    irregular: bool = False,
) -> Iterator[Simulated]:
    """Simulate hands, in matches that follow one another.

    Args:
        ruleset: a ruleset, an id or a path.
        hands: how many hands.
        seed: the same seed gives the same hands.
        bot: `sensible`, `random`, `strong` or a function of your own; or a mapping from the letter of every seat to one
            of these. A function gets what its seat sees and its legal moves, and returns a move.
        seats: how many people play; the ruleset's first number of people if you do not give it.
        aim: the path of a rule that every hand must apply: a contract, a bonus, a waiting word, an irregularity. If
            hundreds of hands of `bot` do not apply it, calarec tries hundreds of hands of the bot `random` too.
        irregular: hands may contain irregularities.

    Raises:
        TypeError: an argument has a wrong type.
        ValueError: an argument has an impossible value. It is raised at once, before the first hand.
        NotPlayedError: the solver does not know these rules at all, so `strong` cannot play them. A ValueError.
        BotError: your function returned no move, or an illegal one. The iteration raises it.
        AimError: no hand that applies the rule of `aim` was found. The iteration raises it.
    """
    if isinstance(ruleset, str | os.PathLike):
        ruleset = load_ruleset(os.fspath(ruleset))
    if not isinstance(ruleset, Game | Ruleset):
        raise wrong_kind("ruleset", "a Ruleset, an id or a path", ruleset)
    game = ruleset if isinstance(ruleset, Game) else Game.from_ruleset(ruleset)
    if not isinstance(hands, int):
        raise wrong_kind("hands", "a number", hands)
    if hands < 0:
        raise ValueError(f"hands is a number from 0 up, not {hands}")
    require_seed(seed)
    match = Wishes(seed, bot, seats, aim, irregular).start_match(game, hands)
    return (match.add_next_hand(number, seed) for number in range(1, hands + 1))


class Wishes(NamedTuple):
    """The wishes for simulated hands, as `simulate` takes them."""

    seed: int = 0
    bot: SeatBot | Mapping[str, SeatBot] = "sensible"
    seats: int | None = None
    aim: str | None = None
    irregular: bool = False

    def start_match(self, game: Game, hands: int = 0) -> MatchInPlay:
        """The match to be made, before its first hand.

        `hands`: how many are wanted of it and of those after it.
        """
        wanted = FREE if self.aim is None else aim_of(game, self.aim)
        seats = game.people[0] if self.seats is None else self.seats
        match = MatchInPlay(game, seats, self.bot, wanted, irregular=self.irregular)
        match.plays_on_boards = hands >= _MIN_HANDS_FOR_BOARDS
        if self.aim is not None:
            match.bots += (RandomBot(),)
        return match


class MadeHand(NamedTuple):
    """A hand before it is added to its match."""

    said: tuple[rec.Statement, ...]
    """The statements of its record, without the total."""
    gains: tuple[int, ...]
    marks: tuple[int, ...]
    """The marks of winners and declarer."""
    counts: bool = True
    """True if the match counts the deal."""
    contract: str = ""


class _Recipe(NamedTuple):
    """All that a hand is made of."""

    game: Game
    setting: Seating
    bot: Bot
    aim: Aim
    irregular: bool
    eldest_holds: int
    chance: str
    """The seed of its source of chance."""

    def lay_table(self) -> HandOfBots:
        """The table before the deal."""
        rng = Random(self.chance)
        table = HandOfBots(self.game, self.setting, self.bot, rng, self.aim, self._draw_incidents(rng))
        table.declarable = self._list_declarations()
        table.eldest_holds = self.eldest_holds
        return table

    def find_fields(self, name: str) -> Mapping[str, Any]:
        """Find events, actions and the last state: the engine plays the hand again."""
        del name
        table = self.lay_table()
        state = table.play_hand()
        return {"events": tuple(table.events), "actions": tuple(table.actions), "state": state}

    def _draw_incidents(self, rng: Random) -> frozenset[str]:
        """The standing rules for incidents; own bots get none that they did not choose."""
        if isinstance(self.bot, SeatBots) and not self.irregular:
            return frozenset()
        standing = self.game.rules.standing
        if self.aim.incident:
            return frozenset({self.aim.incident})
        names = {name for name, entry in standing.items() if entry.do in ("claim", "show", "signal")}
        if self.irregular:
            names |= {name for name, entry in standing.items() if entry.do == "fault"}
        return frozenset(names) if rng.random() < (0.6 if self.irregular else 0.1) else frozenset()

    def _list_declarations(self) -> tuple[str, ...]:
        """The possible declarations; own bots choose theirs, unless they are the aim."""
        if isinstance(self.bot, SeatBots) and not self.irregular and not self.aim.incident:
            return ()
        return tuple(name for name, entry in self.game.rules.standing.items() if entry.do == "declare")


class _FoundHand(NamedTuple):
    """A hand that comes to the aim."""

    recipe: _Recipe
    table: HandOfBots
    made: MadeHand
    account: Account
    state: State | None
    """Its end in the engine; None if it was played on a board."""


class MatchInPlay:
    """Matches in the making: dealer and totals."""

    def __init__(
        self,
        game: Game,
        seats: int,
        bot: Bot | SeatBot | Mapping[str, SeatBot],
        aim: Aim,
        *,
        irregular: bool,
        tries: int = _TRIES,
    ) -> None:
        if not isinstance(seats, int):
            raise wrong_kind("seats", "a number", seats)
        if seats not in game.people:
            allowed = " or ".join(map(str, game.people))
            raise ValueError(f"{game.ruleset.id} is played at {allowed} seats, not at {seats}")
        self.game: Game = game.at_table(seats)
        self.everybody: tuple[str, ...] = tuple("ABCDEFGH"[:seats])
        self.labels: tuple[str, ...] = self.everybody
        self.bots: tuple[Bot, ...] = (players(bot, self.labels, self.game),)
        """The players; the next one is used if those before did not reach the aim."""
        self.aim = aim
        self.irregular = irregular
        self.tries = tries
        self.dealer: int = 0
        self.seating: Seating = game.seat(self.labels, 0)
        """The seating, with dummies, for any dealer."""
        self.totals: tuple[int, ...] = ()
        self.feats: tuple[Feats, ...] = ()
        self.deals: int = 0
        self.hands: int = 0
        """The deals that the match counts, and all hands."""
        self.number: int = 1
        self.inherited: Inherited = NOTHING_CARRIED
        self.fresh: bool = False
        self.plays_on_boards: bool = False
        """True if hands are played on boards where that can be; they are the same hands."""
        self._session: rec.Preamble | None = None
        """The people and rules of the hands, until either changes."""

    def seat_next_hand(self) -> Seating:
        """The seating of the next hand, with what the hands before leave to it."""
        feats = dict(zip(self.labels, self.feats or [NO_FEATS] * len(self.labels), strict=False))
        terms = find_match_terms(self.game, feats, self.deals)
        return self.game.seat(self.labels, self.dealer, carry=self.inherited._replace(by_match=terms))

    @property
    def eldest_holds(self) -> int:
        """The card, as a mask, that eldest hand is dealt in the next hand; 0: any."""
        first = self.game.rules.match.first_eldest
        return 1 << self.game.cards.numbers[first] if first is not None and not self.deals else 0

    def add_played_hand(
        self, number: int, setting: Seating, state: State, events: Sequence[ev.Event]
    ) -> tuple[rec.Hand, MatchStanding]:
        """A hand that was played elsewhere, added to its match."""
        tally = add_up(self.game.cards, setting, events)
        account = settle_hand(self.game, tally)
        made = self._finish_hand(setting, event_statements(self.game, setting, events), tally, account)
        self._pass_deal_on(state, account)
        return self.join_hand(number, made)

    def add_next_hand(self, number: int, seed: int) -> Simulated:
        """The next hand, added to its match."""
        found = self._find_aimed_hand(number, seed)
        hand, standing = self.join_hand(number, found.made)
        table, account, state = found.table, found.account, found.state
        setting, game = table.setting, table.game
        if state is None:
            return make_found_later(
                Simulated, found.recipe, hand=hand, setting=setting, account=account, standing=standing, game=game
            )
        return Simulated(hand, setting, tuple(table.events), tuple(table.actions), state, account, standing, game)

    def make_hand(self, number: int, seed: int) -> MadeHand:
        """The next hand, not added to anything."""
        return self._find_aimed_hand(number, seed).made

    def join_hand(self, number: int, made: MadeHand) -> tuple[rec.Hand, MatchStanding]:
        """Add the next hand to the match with its total; also the standing after it."""
        self.totals = self.totals or (0,) * len(made.gains)
        self.totals = tuple(total + gain for total, gain in zip(self.totals, made.gains, strict=True))
        self.deals += made.counts
        self.hands += 1
        lowest = self.game.rules.match.wins == "lowest"
        self.feats = tuple(
            feat.with_hand(self.hands, total, mark, made.contract, lowest=lowest)
            for feat, total, mark in zip(
                self.feats or [NO_FEATS] * len(made.gains), self.totals, made.marks, strict=True
            )
        )
        standing: MatchStanding = behaviour_of(Kind.SECTION, "match").standing(
            self.game, self.totals, deal=self.deals, counts=made.counts, feats=self.feats
        )
        total = rec.Total(tuple(zip(self.seating.labels, standing.totals, strict=True)))
        said = (*made.said[:-1], total, made.said[-1])
        self._session = self._session or self._match_preamble()
        hand = rec.Hand(name=str(number), statements=said, session=self._session, new_match=self.fresh)
        self.fresh = standing.over
        if standing.over:
            self.totals, self.feats, self.deals, self.hands, self.number = (), (), 0, 0, self.number + 1
            self._session = None
            self._sit(self.everybody)
        elif standing.out:
            kept = [place for place in range(len(self.totals)) if place not in standing.out]
            self.totals, self.feats = _values_at_places(self.totals, kept), _values_at_places(self.feats, kept)
            self._sit(tuple(label for place, label in enumerate(self.labels) if place in kept))
        return hand, standing

    def _sit(self, labels: tuple[str, ...]) -> None:
        """These sit at the table; who leaves before dealing leaves the deal to the next."""
        if labels == self.labels:
            return
        turn = (*self.labels[self.dealer :], *self.labels[: self.dealer])
        self.dealer = labels.index(next(label for label in turn if label in labels))
        self.labels, self._session = labels, None
        self.game = self.game.at_table(len(labels))
        self.seating = self.game.seat(labels, 0)

    def _find_aimed_hand(self, number: int, seed: int) -> _FoundHand:
        """The first try at the next hand that comes to the aim."""
        for attempt, bot in enumerate(each for each in self.bots for _ in range(self.tries)):
            recipe = _Recipe(
                self.game, self.seat_next_hand(), bot, self.aim, self.irregular, self.eldest_holds,
                f"{seed}/{number}/{attempt}",
            )  # fmt: skip
            table = recipe.lay_table()
            on_board = play_on_board(table) if self.plays_on_boards else None
            state = table.play_hand() if on_board is None else on_board.state
            tally = add_up(self.game.cards, table.setting, table.events) if on_board is None else on_board.tally
            account = settle_hand(self.game, tally)
            if self._is_aim_reached(account, tally, table):
                said = event_statements(self.game, table.setting, table.events) if on_board is None else on_board.said
                self._pass_deal_on(state, account)
                made = self._finish_hand(table.setting, said, tally, account)
                return _FoundHand(recipe, table, made, account, state if on_board is None else None)
        raise AimError(self.aim.path, len(self.bots) * self.tries)

    def _pass_deal_on(self, state: State, account: Account) -> None:
        """The next dealer, and what a hand leaves to the next one."""
        self.dealer = dealer_after(self.game, state, account, len(self.labels))
        self.inherited = carried_on(self.game, state, account)

    def _is_called_first(self, event: ev.Event) -> bool:
        """Check whether a card was called at the aimed place before another call."""
        if not isinstance(event, Called) or event.found != self.aim.found:
            return False
        return event.found == IN_HAND and self.game.step(event.rule).params.in_hand.then == "again"

    def _is_aim_reached(self, account: Account, tally: Tally, table: HandOfBots) -> bool:
        aim = self.aim
        wins = account.sides[0].wins if account.sides and tally.declarer != NOBODY else None
        spoke = {event.rule.split(".")[1] for event in table.events if event.rule.startswith("standing.")}
        said = {getattr(event, "word", "") for event in table.events}
        return (
            (not aim.contract or tally.contract == aim.contract)
            and (not aim.bonus or aim.bonus in account.bonuses)
            and (not aim.all_pass or tally.declarer == NOBODY or any(isinstance(e, AllPassed) for e in table.events))
            and (aim.found in (-3, tally.called) or any(map(self._is_called_first, table.events)))
            and (aim.won is None or wins == aim.won)
            and (not aim.incident or aim.incident in spoke)
            and (not aim.word or aim.word in said)
            and (not aim.double or any(word == aim.double for _, word in tally.doubles))
            and (not aim.reason or any(reason.rule == aim.reason for reason in account.because))
        )

    def _finish_hand(
        self, setting: Seating, said: Sequence[rec.Statement], tally: Tally, account: Account
    ) -> MadeHand:  # fmt: skip
        game = self.game
        gains = behaviour_of(Kind.SECTION, "match").gains(game, account)
        said = (*said, *outcome_statements(game, setting, account, tally, None))
        counts = is_deal_counted(game, tally.outcome) is True
        marks = behaviour_of(Kind.SECTION, "match").marks(account)
        return MadeHand(said, tuple(gains), marks, counts, account.contract)

    def _match_preamble(self) -> rec.Preamble:
        ruleset, seating = self.game.ruleset, self.seating
        return rec.Preamble(
            rules=rec.RulesPin(ruleset.id, ruleset.version, ruleset.digest[:12]),
            seats=tuple(rec.Seat(label) for label in self.labels),
            dummies=tuple(rec.Dummy(seating.labels[seat]) for seat in seating.dummies),
            match=self.number,
        )


def _values_at_places(values: tuple[_T, ...], places: Iterable[int]) -> tuple[_T, ...]:
    return tuple(values[place] for place in places)


def may_end_match(game: Game) -> bool:
    """True if a match may end by its points or deals."""
    rule = game.rules.match
    return any(limit is not None for limit in (rule.until.points, rule.until.deals, rule.out_at))


def is_deal_independent(game: Game, *, irregular: bool) -> bool:
    """Check whether dealer and piles of a hand are known without the hands before."""
    rules = game.rules
    if rules.match.next or rules.match.dealer != "next" or getattr(rules.table.sits_out, "who", "dealer") != "dealer":
        return False
    kinds = ("fault", "declare") if irregular else ("declare",)
    ending = (name for name, entry in rules.standing.items() if entry.do in kinds)
    voids = "same" in deals_again(rules, ending)
    same = getattr(rules.all_pass.params, "dealer", "next") == "same"
    is_settled = rules.match.out_at is None and rules.match.first_eldest is None
    return is_settled and not same and rules.all_pass.do != "carry_on" and not voids


def simulate_independent(ruleset: Ruleset, wishes: Wishes, first: int, count: int) -> list[MadeHand]:
    """Make consecutive hands of a simulation; fewer if one was not found.

    Only for rules where the deal moves on.
    """
    match = wishes.start_match(Game.from_ruleset(ruleset), count)
    match.dealer = (first - 1) % len(match.labels)
    found = []
    for number in range(first, first + count):
        try:
            found.append(match.make_hand(number, wishes.seed))
        except AimError:
            break
    return found
