"""A hand played by numbered actions, one decision of one seat after another.

In: a hand in play, and a slot of the layout for each decision. Out: who decides what, which slots are legal, what each
seat knows, and the gain of each seat at the end. The engine plays; here its offers become decisions:

- cards of which several are chosen are chosen one by one, by rising slots, and `done` ends a choice that could go on;
- a choice that the seat cannot make differently (the whole monte is taken) is made without asking;
- a raise, a double or a declaration that need not be made is asked about once, and `done` refuses it;
- a card that is not chosen (drawn from a stock, turned up, taken without being seen) is drawn by chance.

Claims, shown cards and irregularities are not among the actions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from calarec.core.base.errors import PortableError
from calarec.core.base.frozen import replace
from calarec.core.engine import events as ev
from calarec.core.engine.actions import SignalAction
from calarec.core.engine.cards import bits
from calarec.core.engine.declaring import possible
from calarec.core.engine.match import Matching
from calarec.core.engine.moves import apply, legal
from calarec.core.engine.settling import settle_hand
from calarec.core.engine.standing import Signalling
from calarec.core.engine.tally import add_up
from calarec.core.engine.terms import Offer, Outcome, StepContext
from calarec.core.engine.views import choices
from calarec.core.notation.writer import write
from calarec.core.records import model as rec
from calarec.learning.decisions import ChanceDraw, ChoiceSoFar, Decision
from calarec.learning.layout import ACTIONS, CARDS, DONE_SLOT, UNSEEN_SLOT, WORDS
from calarec.learning.observing import PublicBytes, SeatObserver

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from calarec.core.engine.actions import Action
    from calarec.core.engine.game import Game
    from calarec.core.engine.state import State
    from calarec.learning.rule_slots import RuleSlots
    from calarec.playing.hand import HandInPlay

_NO_WORDS: Final = bytes(ACTIONS - CARDS)
NO_ACTIONS: Final = bytes(ACTIONS)
"""The mask of a seat that does not decide."""
_MOVING: Final = ("give", "take", "discard", "table-card")
_SIGNALLING: Final = Signalling()
_MATCHING: Final = Matching()


class SlotError(PortableError, ValueError):
    """An action that is not legal now."""

    def __init__(self, slot: int, name: str, seat: str) -> None:
        super().__init__(f"action {slot} ({name or 'unused'}) is not legal for {seat or 'anybody'} now")
        self.slot = slot


class SteppedHand:
    """A hand on its way; without `chance` the caller draws for it (`make_draw`)."""

    __slots__ = (
        "_is_plain",
        "_observers",
        "begun",
        "blind",
        "chance",
        "chosen",
        "decision",
        "draw",
        "events",
        "game",
        "mask",
        "public",
        "refused",
        "slots",
        "state",
    )  # fmt: skip

    def __init__(self, slots: RuleSlots, begun: HandInPlay, chance: Random | None) -> None:
        self.slots: RuleSlots = slots
        self.game: Game = slots.game
        self.begun: HandInPlay = begun
        self.chance: Random | None = chance
        self.state: State = begun.state
        self.events: list[ev.Event] = list(begun.events)
        self.decision: Decision | None = None
        self.draw: ChanceDraw | None = None
        """The draw that the caller has to make; None if there is none."""
        self.mask: bytes = NO_ACTIONS
        """A byte for each slot: 1 for a legal one."""
        self.chosen: int = 0
        self.blind: int = 0
        """The cards chosen in the decision so far, and how many more unseen."""
        self.refused: set[tuple[object, ...]] = set()
        """The optional offers that were refused."""
        self.public: PublicBytes = PublicBytes(slots, self.state.setting)
        self._observers: dict[int, SeatObserver] = {}
        self._is_plain = not (slots.declarations or slots.signals)
        self._find_next()

    def copy(self) -> SteppedHand:
        """The hand as it is now, to be played on separately."""
        other = object.__new__(SteppedHand)
        for name in SteppedHand.__slots__:
            setattr(other, name, getattr(self, name))
        other.events, other.refused, other._observers = list(self.events), set(self.refused), {}
        other.public = PublicBytes(self.slots, self.state.setting)
        return other

    def __deepcopy__(self, memo: object) -> SteppedHand:
        return self.copy()

    # ------------------------------------------------------------------ how it stands

    @property
    def is_over(self) -> bool:
        """True if the hand is over."""
        return bool(self.state.outcome)

    @property
    def seat(self) -> int:
        """The seat that decides now; -1 if none does."""
        return self.decision.seat if self.decision is not None else -1

    def to_hand(self) -> HandInPlay:
        """The same hand as `play` has it: with its record, its account, and its views."""
        return replace(self.begun, state=self.state, events=tuple(self.events))

    def find_rewards(self) -> tuple[int, ...]:
        """Find the gain of each seat: payment, or points if these count; 0 before the end."""
        setting = self.state.setting
        if not self.is_over:
            return (0,) * len(setting.labels)
        account = settle_hand(self.game, add_up(self.game.cards, setting, self.events))
        if not self.slots.counts_points:
            return account.payments or (0,) * len(setting.labels)
        gains = _MATCHING.gains(self.game, account)
        return tuple(-gain for gain in gains) if self.game.rules.match.wins == "lowest" else gains

    def list_slots(self) -> list[int]:
        """The legal slots, rising."""
        found, slot = [], self.mask.find(1)
        while slot >= 0:
            found.append(slot)
            slot = self.mask.find(1, slot + 1)
        return found

    def observer(self, seat: int) -> SeatObserver:
        """The observer of a seat, which has seen all events."""
        found = self._observers.get(seat)
        if found is None:
            found = self._observers[seat] = SeatObserver(self.slots, self.state.setting, seat)
        found.watch(self.events)
        return found

    def observation(self, seat: int) -> bytearray:
        """The observation of a seat, by the layout."""
        self.public.watch(self.events)
        return self.observer(seat).write(self.public, self.state, self._find_waiting_seats(), self._choice_of(seat))

    def observation_text(self, seat: int) -> str:
        """The knowledge of a seat, as a record in which unseen cards are `__`."""
        choice = self._choice_of(seat)
        said = self.observer(seat).list_statements(self.events, choice if self.chosen or self.blind else None)
        return write([rec.Hand(name=self.begun.name, statements=tuple(said), session=self.begun.session)])

    def _choice_of(self, seat: int) -> ChoiceSoFar | None:
        """The decision of a seat so far; None if it has none."""
        decision = self.decision
        return ChoiceSoFar(decision, self.chosen, self.blind) if decision and decision.seat == seat else None

    def _find_waiting_seats(self) -> tuple[int, ...]:
        """The seats for which the hand waits, as everyone at the table knows."""
        if not self.slots.is_leader_known(self.state) and self.state.step == "play":
            return ()
        if self.decision is not None and self.decision.offer.do == "play":
            return (self.decision.offer.seat,)
        offers = legal(self.game, self.state)
        return tuple(dict.fromkeys(offer.seat for offer in offers if not offer.is_optional))

    # ------------------------------------------------------------------ actions

    def apply_slot(self, slot: int) -> None:
        """Make the choice of a slot; SlotError if it is not legal."""
        if not 0 <= slot < ACTIONS or not self.mask[slot]:
            seat = self.state.setting.labels[self.seat] if self.decision is not None else ""
            raise SlotError(slot, self.slots.name_slot(slot), seat)
        decision = self.decision
        assert decision is not None
        if slot < CARDS:
            self._choose_card(decision, self.slots.card_of_slot[slot])
        elif slot == UNSEEN_SLOT:
            self.blind += 1
            self._go_on_choosing(decision)
        elif slot == DONE_SLOT:
            self._finish_choice(decision)
        else:
            self._say_word(decision, slot)

    def make_action(self, action: Action | None) -> None:
        """Do the action of a bot; None refuses an offer that is optional."""
        decision = self.decision
        assert decision is not None
        if action is None:
            self._refuse(decision)
        else:
            self._apply_action(action)
        self._find_next()

    def make_draw(self, card: int) -> None:
        """Draw a card for chance."""
        draw = self.draw
        assert draw is not None
        assert draw.pool >> card & 1
        bit = 1 << card
        self.draw = draw._replace(chosen=draw.chosen | bit, pool=draw.pool & ~bit, left=draw.left - 1)
        if not self.draw.left:
            self._finish_draw(self.draw)
            self._find_next()

    def _choose_card(self, decision: Decision, card: int) -> None:
        if decision.declarations:
            # The highest card names the meld: two melds of a kind have no card in common.
            meld = next(action for action in decision.declarations if action.cards.bit_length() - 1 == card)
            self._apply_action(meld)
        elif decision.is_single:
            self._apply_action(decision.offer.choose(1 << card))
        else:
            self.chosen |= 1 << card
            self._go_on_choosing(decision)
            return
        self._find_next()

    def _go_on_choosing(self, decision: Decision) -> None:
        """Ask for the next card; make a choice that is complete."""
        self.mask = self.find_mask(decision)
        if not any(self.mask[:DONE_SLOT]):
            self._finish_choice(decision)

    def _finish_choice(self, decision: Decision) -> None:
        offer = decision.offer
        if offer.is_optional or decision.declarations:
            self._refuse(decision)
        elif self.blind:
            self._draw_unseen(decision, self.chosen, self.blind)
        else:
            self._apply_action(offer.choose(self.chosen))
        self._find_next()

    def _say_word(self, decision: Decision, slot: int) -> None:
        offer = decision.offer
        if decision.signals and slot in self.slots.word_of_slot["signal"]:
            word = self.slots.word_of_slot["signal"][slot]
            self._apply_action(next(action for action in decision.signals if action.word == word))
        elif decision.declarations:
            word = self.slots.word_of_slot["declare"][slot]
            named = tuple(action for action in decision.declarations if action.word == word)
            if len(named) > 1:
                cards = sum(1 << action.cards.bit_length() - 1 for action in named)
                self.decision = decision._replace(offer=offer._replace(words=(), cards=cards), declarations=named)
                self.mask = self.find_mask(self.decision)
                return
            self._apply_action(named[0])
        else:
            self._apply_action(offer.say(self.slots.word_of_slot[offer.do][slot]))
        self._find_next()

    def _refuse(self, decision: Decision) -> None:
        for action in decision.declarations:
            self.refused.add((action.word, action.seat, action.cards))
        if not decision.declarations:
            self.refused.add(_key_of_offer(decision.offer))

    def _apply_action(self, action: Action) -> None:
        answer = apply(self.game, self.state, action)
        if not isinstance(answer, Outcome):
            raise AssertionError(f"{action} is refused: {answer}")
        self.state = answer.state
        self.events += answer.events

    # ------------------------------------------------------------------ chance

    def _draw_unseen(self, decision: Decision, chosen: int, number: int) -> None:
        """Take random cards that the seat has not seen."""
        pool = decision.pool & ~decision.offer.cards
        if number == decision.unseen:
            self._apply_action(decision.offer.choose(chosen | pool))
        else:
            self._begin_draw(ChanceDraw(decision.offer, chosen, pool, number))

    def _begin_draw(self, draw: ChanceDraw) -> None:
        if self.chance is None:
            self.draw = draw
        else:
            drawn = self.chance.sample(list(bits(draw.pool)), draw.left)
            self._finish_draw(draw._replace(chosen=draw.chosen | sum(1 << card for card in drawn)))

    def _finish_draw(self, draw: ChanceDraw) -> None:
        self.draw = None
        offer, names = draw.offer, self.game.cards.names
        self._apply_action(offer.say(names[draw.chosen.bit_length() - 1]) if offer.words else offer.choose(draw.chosen))

    # ------------------------------------------------------------------ decisions

    def _find_next(self) -> None:
        """Go on to the next decision."""
        self.chosen = self.blind = 0
        self.decision, self.mask = None, NO_ACTIONS
        while not self.state.outcome and self.draw is None:
            decision = self._find_decision()
            if decision is None:
                continue
            self.decision, self.mask = decision, self.find_mask(decision)
            return

    def _find_decision(self) -> Decision | None:
        """The next decision; None if something has happened instead."""
        state = self.state
        if not self._is_plain:
            declaring = self._find_declaration()
            if declaring is not None:
                return declaring
        offers = legal(self.game, state)
        offer = offers[0]
        if len(offers) > 1:
            wanted = [offered for offered in offers if _is_open(offered)]
            refused = self.refused
            optional = (offered for offered in wanted if offered.is_optional and _key_of_offer(offered) not in refused)
            offer = next(optional, None) or next(offered for offered in wanted if not offered.is_optional)
        if offer.do == "play":
            signals = () if self._is_plain else tuple(self._find_signals(offer.seat))
            return Decision(offer, state.controller(offer.seat), offer.cards, signals=signals)
        if state.drawing or (offer.do == "trump" and len(offer.words[0]) > 1):
            pool = self.game.cards.mask(offer.words) if offer.words else offer.cards
            self._begin_draw(ChanceDraw(offer, 0, pool, offer.most))
            return None
        decision = self._as_known(offer)
        if offer.do in _MOVING and self._is_forced(decision):
            if decision.unseen:
                self._draw_unseen(decision, decision.offer.cards, offer.least - decision.offer.cards.bit_count())
            else:
                self._apply_action(offer.choose(offer.cards))
            return None
        return decision

    def _as_known(self, offer: Offer) -> Decision:
        """An offer as the seat that decides knows it."""
        seat = self.state.controller(offer.seat)
        if offer.do not in ("take", "call"):
            return Decision(offer, seat, offer.cards)
        piles = self.observer(seat).piles
        for choice in choices(self.game, self.state, piles, 1 << seat):
            if (choice.offer.do, choice.offer.seat) == (offer.do, offer.seat):
                return Decision(choice.offer, seat, offer.cards, choice.unseen)
        raise AssertionError(f"{offer} is offered, and not to its seat")

    def _is_forced(self, decision: Decision) -> bool:
        """True if there is only one choice."""
        offer = decision.offer
        if offer.least != offer.most:
            return False
        return offer.least == offer.cards.bit_count() + decision.unseen or not offer.cards

    def _find_declaration(self) -> Decision | None:
        """The first seat that can declare and has not refused to; never within a trick."""
        state = self.state
        if state.trick:
            return None
        for seat in state.setting.active:
            found = tuple(
                action
                for name, rule in self.slots.declarations.items()
                for action in possible(self.game, state, name, rule, seat)
                if (name, seat, action.cards) not in self.refused
            )
            if found:
                words = tuple(dict.fromkeys(action.word for action in found))
                offer = Offer("declare", seat, f"standing.{words[0]}", words=words)
                return Decision(offer, state.controller(seat), 0, declarations=found)
        return None

    def _find_signals(self, seat: int) -> Iterator[SignalAction]:
        """Find the signals of the seat that is about to play; one with a card."""
        if isinstance(self.events[-1], ev.Signalled):
            return
        at = StepContext(self.game, self.state, self.state.step)
        for name, params in self.slots.signals.items():
            for word in params.words:
                action = SignalAction(seat, word)
                if isinstance(_SIGNALLING.attempt(at, name, params, action), Outcome):
                    yield action

    # ------------------------------------------------------------------ masks

    def find_mask(self, decision: Decision) -> bytes:
        """The slots that are legal in a decision as far as it has come, as bytes."""
        offer = decision.offer
        if offer.words:
            return bytes(CARDS) + self._word_mask(decision)
        if decision.is_single and not decision.unseen:
            words = self._word_mask(decision) if decision.signals or decision.declarations else _NO_WORDS
            return self.slots.card_bytes(offer.cards) + words
        cards, may_be_unseen, may_end = self._find_next_cards(decision)
        found = bytearray(self.slots.card_bytes(cards) + _NO_WORDS)
        found[UNSEEN_SLOT] = may_be_unseen
        found[DONE_SLOT] = may_end
        return bytes(found)

    def _word_mask(self, decision: Decision) -> bytes:
        offer = decision.offer
        row = bytearray(WORDS + 2)
        if offer.words:
            words = self.slots.slot_of_word[offer.do]
            for word in offer.words:
                row[words[word] - CARDS] = 1
        for signal in decision.signals:
            row[self.slots.slot_of_word["signal"][signal.word] - CARDS] = 1
        row[DONE_SLOT - CARDS] = bool(offer.is_optional or decision.declarations)
        return bytes(row)

    def _find_next_cards(self, decision: Decision) -> tuple[int, bool, bool]:
        """Find what may be chosen next: cards, an unseen one, and the end of the choice."""
        offer, count = decision.offer, self.chosen.bit_count() + self.blind
        if count >= offer.most:
            return 0, False, True
        left = decision.unseen - self.blind
        rest = offer.cards & ~self.chosen if not self.blind else 0
        if self.chosen and rest:
            rest &= self.slots.find_cards_after(self.chosen)
        cards = 0
        for card in bits(rest):
            chosen = self.chosen | 1 << card
            later = rest & self.slots.later_cards[card]
            if offer.is_within_limits(chosen) and _can_complete(offer, chosen, later, offer.least - count - 1 - left):
                cards |= 1 << card
        return cards, left > 0 and left >= offer.least - count, count >= offer.least


def _can_complete(offer: Offer, chosen: int, later: int, missing: int) -> bool:
    """True if the missing number of cards can be chosen among the later ones."""
    if missing <= 0:
        return True
    if later.bit_count() < missing:
        return False
    if not offer.limits:
        return True
    for card in bits(later):
        rest = later & ~((2 << card) - 1)
        if offer.is_within_limits(chosen | 1 << card) and _can_complete(offer, chosen | 1 << card, rest, missing - 1):
            return True
    return False


def _is_open(offer: Offer) -> bool:
    """True if an offer has anything to choose."""
    return bool(offer.words) or offer.cards.bit_count() >= offer.least


def _key_of_offer(offer: Offer) -> tuple[object, ...]:
    return offer.do, offer.seat, offer.words
