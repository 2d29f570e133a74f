"""Make the hands of a sample record at one table, simulated, cut or unfinished.

Terms. A *sitting* is the table of one record: its hands follow one another, the deal goes round and the
totals run on. A hand is *told* when its result is written at its end.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import islice
from typing import TYPE_CHECKING

from calarec.core.engine import events as ev
from calarec.core.engine.cards import bits
from calarec.core.engine.tally import add_up
from calarec.core.records import model as rec
from calarec.playing.writing import outcome_statements
from calarec.record_judge.gaps import begin_totals
from calarec.simulation.bots import FREE, Aim, RandomBot, SensibleBot, strength
from calarec.simulation.run import AimError, MatchInPlay

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from calarec.core.engine.game import Game
    from calarec.core.judge.running_totals import RunningTotals
    from calarec.simulation.bots import Bot
    from calarec.simulation.run import Simulated

CANDIDATES = 8
ASSERTED = rec.Result | rec.Score | rec.Total | rec.End | rec.Penalty


@dataclass(slots=True)
class Sitting:
    """Hands of one record in their order."""

    game: Game
    seats: int
    seed: int = 0
    hands: list[rec.Hand] = field(default_factory=list)
    evening: RunningTotals = field(init=False)
    dealer: int = field(init=False)

    def __post_init__(self) -> None:
        self.evening = begin_totals(self.game)
        self.dealer = self.seed % self.seats

    # ------------------------------------------------------------------ making

    def simulated(self, aim: Aim = FREE, *, fits: Callable[[Simulated], bool] = lambda _: True) -> Simulated:
        """Choose, of several hands that reach the aim, the one with most reason to bid."""
        for bot, tries in ((SensibleBot(), 1200), (RandomBot(), 2500)):
            found = list(islice(self._fitting(bot, tries, aim, fits), CANDIDATES))
            if found:
                return max(found, key=lambda each: self._likely(each, strong=bool(aim.bonus)))
        raise AimError(str(aim))

    def _fitting(self, bot: Bot, tries: int, aim: Aim, fits: Callable[[Simulated], bool]) -> Iterator[Simulated]:
        """Hands that reach the aim and fit, as long as they are not too hard to find."""
        for seed in range(CANDIDATES * 40):
            match = self.table(aim, bot, tries)
            try:
                each = match.add_next_hand(len(self.hands) + 1, 100 * self.seed + seed)
            except AimError:
                return
            chattered = any(isinstance(event, ev.Shown | ev.Claimed) for event in each.events)
            if fits(each) and not chattered and self._worth_calling(each, aim):
                yield each

    def _worth_calling(self, each: Simulated, aim: Aim) -> bool:
        """A card is called because it is high, wherever it turns out to be."""
        high = self.game.rules.pack.ranks[:2]
        called = [event.card for event in each.events if isinstance(event, ev.Called)]
        return aim.found == -3 or all(self.game.cards.names[card][0] in high for card in called)

    def _likely(self, each: Simulated, *, strong: bool) -> float:
        """Grade the declarer's hand at the bid; without bids, the weakest table is best.

        Of hands dealt to be strong, the least strong winner looks most like a game.
        """
        dealt = {event.seat: event.cards for event in each.events if isinstance(event, ev.Dealt)}
        grades = {seat: strength(self.game, hand) for seat, hand in dealt.items()}
        declarer = each.account.declarer
        if declarer < 0:
            return -max(grades.values())
        if strong and each.account.sides[0].wins:
            return -grades[declarer]
        return grades[declarer]

    def table(self, aim: Aim, bot: Bot | None = None, tries: int = 4000) -> MatchInPlay:
        """A match that begins with this hand's dealer."""
        match = MatchInPlay(self.game, self.seats, bot or SensibleBot(), aim, irregular=False, tries=tries)
        match.dealer = self.dealer
        return match

    def strongest(self, each: Simulated) -> float:
        """Grade the best hand of a deal."""
        return max(strength(self.game, event.cards) for event in each.events if isinstance(event, ev.Dealt))

    def add(self, statements: list[rec.Statement], *, assertions: bool = True) -> rec.Hand:
        """Add a hand; its result is replayed and written at its end."""
        labels = tuple("ABCDEFG"[: self.seats])
        setting = self.game.seat(labels, self.dealer)
        session = rec.Preamble(
            rules=rec.RulesPin(self.game.ruleset.id, self.game.ruleset.version),
            seats=tuple(rec.Seat(label) for label in labels),
            dummies=tuple(rec.Dummy(setting.labels[seat]) for seat in setting.dummies),
        )
        hand = rec.Hand(name=str(len(self.hands) + 1), statements=tuple(statements), session=session)
        if not any(isinstance(each, rec.End) for each in statements):
            hand = self._told(hand, assertions=assertions)
        else:
            self.evening.replay(hand)
        self.hands.append(hand)
        self.dealer = (self.dealer + 1) % self.seats
        return hand

    def _told(self, hand: rec.Hand, *, assertions: bool) -> rec.Hand:
        bare = replace(hand, statements=(*hand.statements, rec.End(self._kind(hand))))
        replayed = self.evening.replay(bare)
        account = replayed.account
        assert account is not None, [each.message() for each in replayed.findings]
        assert replayed.setting is not None
        if not assertions:
            return bare
        events = [each.event for each in replayed.happened]
        tally = add_up(self.game.cards, replayed.setting, events)
        said = outcome_statements(self.game, replayed.setting, account, tally, replayed.standing)
        return replace(hand, statements=(*hand.statements, *self.penalties(hand), *said))

    def _kind(self, hand: rec.Hand) -> str:
        claimed = any(
            isinstance(each, rec.Claim | rec.Concede) and each.answer == "accepted" for each in hand.statements
        )
        void = any(
            isinstance(each, rec.Fault) and self.game.rules.standing[each.word].params.deal == "void"
            for each in hand.statements
        )
        return "claimed" if claimed else "void" if void else ""

    def penalties(self, hand: rec.Hand) -> list[rec.Statement]:
        """Return the penalties for a hand's irregularities, as players would write them."""
        said: list[rec.Statement] = []
        out = next((each.seats for each in hand.statements if isinstance(each, rec.Out)), ())
        for fault in (each for each in hand.statements if isinstance(each, rec.Fault)):
            params = self.game.rules.standing[fault.word].params
            others = [label for label in hand.session.order if label != fault.seat and label not in out]
            if params.move_points:
                said.append(rec.Penalty(((fault.seat, -params.move_points), (fault.by, params.move_points))))
            elif params.pay_each:
                paid = ((label, params.pay_each) for label in others)
                said.append(rec.Penalty(((fault.seat, -params.pay_each * len(others)), *paid)))
        return said

    # ------------------------------------------------------------------ kinds of hands

    def played(self, aim: Aim = FREE, *, fits: Callable[[Simulated], bool] = lambda _: True) -> None:
        """A whole hand."""
        self.add(course(self.simulated(aim, fits=fits).hand))

    def faulted(self, each: Simulated, name: str) -> list[rec.Statement]:
        """The hand with its irregularity written after its trick."""
        said = course(each.hand)
        fault = next(one for one in said if isinstance(one, rec.Fault))
        said.remove(fault)
        if self.game.rules.standing[name].params.deal == "void":
            return [*said, fault, rec.Note("A card was picked up too soon.")]
        after = next(n for n, one in enumerate(said) if isinstance(one, rec.Trick) and one.number == fault.trick)
        return [*said[: after + 1], fault, *said[after + 1 :]]

    def late_gift(self, name: str) -> None:
        """The declarer gives a card back only when it is claimed; he would have won."""
        each = self.simulated(
            Aim(contract=self.game.rules.auction.ladder[0]),
            fits=lambda one: one.account.sides[0].wins is True and any(isinstance(e, ev.Given) for e in one.events),
        )
        said = course(each.hand)
        declarer = each.setting.labels[each.state.declarer]
        gift = next(n for n, one in enumerate(said) if isinstance(one, rec.Give) and one.seat == declarer)
        holder = next(one.to for one in said if isinstance(one, rec.Give) and one.seat == declarer)
        note = rec.Note("The card came back only when it was asked for.")
        self.add([*said[:gift], rec.Fault(declarer, name, by=holder), note, *said[gift:]])

    def score_only(self, aim: Aim, fits: Callable[[Simulated], bool], *, how: str) -> None:
        """A hand of which only the score was written down: `how` much of the rest."""
        whole = self.add(course(self.simulated(aim, fits=fits).hand))
        self.hands.pop()
        kept: list[rec.Statement] = []
        for each in whole.statements:
            if isinstance(each, rec.Dealer | rec.Out | rec.Bid | rec.Raise | rec.Score | rec.Total | rec.End):
                kept.append(each)
            elif isinstance(each, rec.Result):
                kept.append(each if how == "points" else self._won(each, whole))
        self.hands.append(replace(whole, statements=tuple(kept)))

    def _won(self, result: rec.Result, whole: rec.Hand) -> rec.Result:
        """`result B: won` instead of points."""
        score = next(each for each in whole.statements if isinstance(each, rec.Score))
        first = result.sides[0].seats[0]
        gained = dict(score.amounts)[first]
        return rec.Result((rec.Stated((first,), None, outcome="won" if gained > 0 else "lost"),))

    def abandoned(self, why: str, tricks: int) -> None:
        """A hand that was given up after so many tricks."""
        said = cut(course(self.simulated(fits=lambda one: one.account.declarer >= 0).hand), tricks)
        self.add([*said, rec.End("abandoned", why)])

    def sure(self, each: Simulated, by: str = "any") -> tuple[int, int] | None:
        """After which trick its winner held nothing but the highest cards: trick and seat."""
        cards = self.game.cards
        left = {event.seat: 0 for event in each.events if isinstance(event, ev.Dealt)}
        won = [event for event in each.events if isinstance(event, ev.TrickWon)]
        played = [event for event in each.events if isinstance(event, ev.Played)]
        size = len(played) // max(len(won), 1)
        for number in range(len(won) - 1, 2, -1):
            for event in played[number * size : (number + 1) * size]:
                left[event.seat] |= 1 << event.card
            before = won[number - 1]
            mine = left[before.winner]
            rest = sum(hand for seat, hand in left.items() if seat != before.winner)
            tops = all(not rest & cards.suit_of[card] & ~((2 << card) - 1) for card in bits(mine))
            friendly = each.state.declarer >= 0 and each.state.side_mask(each.state.declarer) >> before.winner & 1
            side = "declarer" if friendly else "opponent"
            if number <= len(won) - 2 and tops and by in ("any", side):
                return number, before.winner
        return None

    def claimed(self, *more: rec.Statement) -> None:
        """A player with only the highest cards left claims the rest, and it is accepted."""
        each = self.simulated(fits=lambda one: one.account.declarer >= 0 and self.sure(one) is not None)
        number, seat = self.sure(each) or (0, 0)
        label = each.setting.labels
        other = next(one for one in each.setting.active if not each.state.side_mask(seat) >> one & 1)
        claim = rec.Claim(label[seat], None, answer="accepted", by=(label[other],))
        before = [one for one in more if isinstance(one, rec.At)]
        self.add([*before, *cut(course(each.hand), number), claim, *(one for one in more if one not in before)])

    def conceded(self) -> None:
        """The declarer sees that an opponent has all the rest, and concedes it."""
        each = self.simulated(fits=lambda one: one.account.declarer >= 0 and self.sure(one, "opponent") is not None)
        number, seat = self.sure(each, "opponent") or (0, 0)
        label = each.setting.labels
        concede = rec.Concede(label[each.state.declarer], None, answer="accepted", by=(label[seat],))
        self.add([*cut(course(each.hand), number), concede])

    def refused(self) -> None:
        """The declarer claims the rest too early; the other side wants to see it played, and it is."""
        tricks = self.game.rules.deal.hand - 3

        def overdone(one: Simulated) -> bool:
            won = [event for event in one.events if isinstance(event, ev.TrickWon)]
            later = [event.winner for event in won[tricks:]]
            ours = one.account.declarer
            return ours >= 0 and len(won) > tricks and won[tricks - 1].winner == ours and set(later) != {ours}

        each = self.simulated(fits=overdone)
        label = each.setting.labels
        other = next(one for one in each.setting.active if not each.state.side_mask(each.state.declarer) >> one & 1)
        said = course(each.hand)
        claim = rec.Claim(label[each.state.declarer], None, answer="refused", by=(label[other],))
        place = len(cut(said, tricks))
        self.add([*said[:place], claim, *said[place:]])


def course(hand: rec.Hand) -> list[rec.Statement]:
    """A hand without what it came to."""
    return [each for each in hand.statements if not isinstance(each, ASSERTED)]


def cut(statements: list[rec.Statement], tricks: int) -> list[rec.Statement]:
    """The statements up to a trick."""
    said: list[rec.Statement] = []
    for each in statements:
        said.append(each)
        if isinstance(each, rec.Trick) and each.number == tricks:
            break
    return said
