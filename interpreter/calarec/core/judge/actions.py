"""Translation of a record's statements into actions: seats, words, cards."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from calarec.core.base.frozen import dataclass
from calarec.core.engine.actions import (
    BidAction,
    CallAction,
    ClaimAction,
    DeclareAction,
    DiscardAction,
    DoubleAction,
    FaultAction,
    GiveAction,
    LayAction,
    RaiseAction,
    ShowAction,
    SignalAction,
    TakeAction,
    TrumpAction,
)
from calarec.core.engine.moves import legal
from calarec.core.engine.standing import may_commit
from calarec.core.judge.costs import LIKENESS, MORE_ALIKE
from calarec.core.judge.deal import BLANK, read_cards
from calarec.core.judge.seats import number_of
from calarec.core.records import model as rec

if TYPE_CHECKING:
    from collections.abc import Iterable

    from calarec.core.engine.actions import Action
    from calarec.core.engine.game import Game
    from calarec.core.engine.state import Seating, State
    from calarec.core.engine.terms import Refusal
    from calarec.core.judge.problems import Problems
    from calarec.core.records.model import Hand
    from calarec.core.wording.language import Words


def without_share(game: Game, state: State, action: Action) -> State | None:
    """The state after a sharer takes nothing; None if that is not allowed.

    A joint sharing needs no line for a sharer who takes nothing.
    """
    sharing = state.sharing
    if not isinstance(action, TakeAction) or action.cards or sharing is None or not state.step.startswith("steps."):
        return None
    part = game.step(state.step).params
    if part.decided != "jointly" or part.each != "any":
        return None
    takes = [offer.seat for offer in legal(game, state) if offer.do == "take"]
    if len(takes) < 2 or action.seat not in takes:
        return None
    return state._replace(sharing=sharing._replace(took=(*sharing.took, (action.seat, 0))))


def is_share_early(hand: Hand, index: int, state: State, action: Action, refusal: Refusal) -> bool:
    """Check whether a seat takes its share before a seat that takes its own later."""
    if not isinstance(action, TakeAction) or refusal.code != "CAL431" or not (state.sharing and refusal.anyway):
        return False
    later = hand.statements[index + 1 :]
    return any(isinstance(statement, rec.Take) and statement.seat == refusal.args["due"] for statement in later)


_WITH_CARDS_ONCE: Final = (rec.Give, rec.Take, rec.Discard, rec.TableCard, rec.Show, rec.Declare)


def find_repeated_card(statement: rec.Statement) -> int:
    """Find a card that repeats an earlier one on its line: its place, or -1."""
    if not isinstance(statement, _WITH_CARDS_ONCE):
        return -1
    cards = statement.cards
    if len(set(cards)) == len(cards):
        return -1
    return next((n for n, card in enumerate(cards) if "_" not in card and card in cards[:n]), -1)


def is_auction_word(game: Game, word: str) -> bool:
    """Check whether the ruleset has this word in its auction."""
    return word in game.rules.auction.words or word in game.rules.contracts


def find_near_word(word: str, known: Iterable[str]) -> str:
    """The one known word that looks like a written one; empty if none or two do."""
    return _find_near_word(word, tuple(known))


def find_near_bid(word: str, game: Game) -> str:
    """The one word of the auction that looks like a written one.

    A contract of other rulesets is not a typo.
    """
    if game.ruleset.rulesets_with_contract(word):
        return ""
    return find_near_word(word, (*game.rules.auction.words, *game.rules.contracts))


@lru_cache(maxsize=1000)
def _find_near_word(word: str, known: tuple[str, ...]) -> str:
    from difflib import SequenceMatcher

    likeness = sorted(((SequenceMatcher(None, each, word).ratio(), each) for each in known), reverse=True)
    if not likeness or likeness[0][0] < LIKENESS:
        return ""
    return likeness[0][1] if len(likeness) == 1 or likeness[0][0] - likeness[1][0] > MORE_ALIKE else ""


_RULES = {
    "CAL210": "auction", "CAL212": "standing", "CAL213": "standing", "CAL214": "piles", "CAL218": "doubling.words",
    "CAL219": "standing",
}  # fmt: skip


@dataclass(slots=True)
class Reader:
    """The reader of one hand's statements; an unknown word is a problem and a breach."""

    hand: Hand
    game: Game
    setting: Seating
    problems: Problems
    state: State | None = None
    """The state of the hand, if known: a claimer needs it to name a side."""
    breaches: int = 0

    def action(self, statement: rec.Statement) -> Action | None:
        """Return the action that a statement records; None with a finding on failure."""
        seat = self.find_active_seat(statement, getattr(statement, "seat", ""), 0)
        if seat is None:
            return None
        match statement:
            case rec.Bid(word=word):
                return BidAction(seat, word) if self._is_known_word(statement, word) else None
            case rec.Raise(word=word):
                return RaiseAction(seat, word) if self._is_known_word(statement, word) else None
            case rec.Double(word=word):
                return DoubleAction(seat, word) if self._is_known_double(statement, word) else None
            case rec.Fault():
                return self.fault(statement, seat)
            case rec.Signal(word=word):
                return SignalAction(seat, word) if self._is_known_signal(statement, word) else None
            case rec.Claim() | rec.Concede():
                return self._claim(statement, seat)
            case rec.Declare():
                return self._declaration(statement, seat)
            case rec.Trump(what=what):
                return TrumpAction(seat, self.game.rules.pack.aliases.get(what, what))
        return self._cards_action(statement, seat)

    def _cards_action(self, statement: rec.Statement, seat: int) -> Action | None:
        names = (statement.card,) if isinstance(statement, rec.Call) else getattr(statement, "cards", ())
        cards, known = self.read_names(names, statement)
        if not known:
            return None
        match statement:
            case rec.Call():
                return CallAction(seat, cards.bit_length() - 1)
            case rec.TableCard():
                return LayAction(seat, cards)
            case rec.Give(to=label):
                to = self.find_active_seat(statement, label, 1)
                return None if to is None else GiveAction(seat, cards, to)
            case rec.Take(source=pile):
                number = self._pile(statement, pile)
                return None if number is None else TakeAction(seat, cards, number)
            case rec.Discard(pile=pile):
                number = self._pile(statement, pile)
                return None if number is None else DiscardAction(seat, cards, number)
            case rec.Show(to=labels):
                seats = [self.find_active_seat(statement, each, which) for which, each in enumerate(labels, 1)]
                told = sum(1 << each for each in seats if each is not None)
                return ShowAction(seat, cards, told if labels else self.setting.all)
        return None

    def read_names(self, names: tuple[str, ...], statement: rec.Statement) -> tuple[int, bool]:
        """The cards of a statement; one that the pack has not is a breach."""
        before = len(self.problems.found)
        answer = read_cards(names, statement, self.game, self.problems)
        self.breaches += len(self.problems.found) > before
        return answer

    def find_active_seat(self, statement: rec.Statement, label: str, which: int) -> int | None:
        """The active seat with a label; None with a finding if there is none."""
        seat = number_of(self.setting, label)
        if seat in self.setting.active:
            return seat
        if isinstance(statement, rec.Fault) and not which and may_commit(
            self.game, self.setting, statement.word, seat
        ):  # fmt: skip
            return seat
        wording = "out" if seat in self.setting.out else ""
        self.problems.add(
            "CAL215", statement, seat=which, wording=wording, label=label, seats=" ".join(self.setting.labels)
        )
        self.breaches += 1
        return None

    def unknown_word(
        self, statement: rec.Bid | rec.Raise, *, near: str | None = None, fix: str = "", taken: Words | str = ""
    ) -> None:
        """Report a word that the auction does not know; `near`: the similar one, if known."""
        known = (*self.game.rules.auction.words, *self.game.rules.contracts)
        near = find_near_bid(statement.word, self.game) if near is None else near
        seats = len(self.setting.labels) - len(self.setting.dummies)
        from calarec.core.judge.bids_elsewhere import where_bid

        elsewhere = where_bid(statement.word, self.game.ruleset, seats)
        self.report_unknown(
            "CAL210", statement, statement.word, known, near=near, fix=near or fix, taken=taken, elsewhere=elsewhere
        )

    def _pile(self, statement: rec.Statement, pile: str) -> int | None:
        if not pile:
            return -1
        if pile in self.game.piles:
            return self.game.piles.index(pile)
        self.report_unknown("CAL214", statement, pile, self.game.piles)
        return None

    def _is_known_word(self, statement: rec.Bid | rec.Raise, word: str) -> bool:
        if is_auction_word(self.game, word):
            return True
        if self.game.ruleset.rulesets_with_contract(word):
            self.unknown_word(statement)
            return False
        self.report_unknown("CAL210", statement, word, (*self.game.rules.auction.words, *self.game.rules.contracts))
        return False

    def _is_known_double(self, statement: rec.Double, word: str) -> bool:
        known = tuple(self.game.rules.doubling.words)
        if word not in known:
            self.report_unknown("CAL218", statement, word, known)
        return word in known

    def _is_known_signal(self, statement: rec.Signal, word: str) -> bool:
        known = [
            each
            for entry in self.game.rules.standing.values()
            if hasattr(entry.params, "words")
            for each in entry.params.words
        ]
        if known and word not in known:
            self.report_unknown("CAL213", statement, word, tuple(known))
        return not known or word in known

    def _declaration(self, statement: rec.Declare, seat: int) -> DeclareAction | None:
        known = tuple(name for name, entry in self.game.rules.standing.items() if entry.do == "declare")
        if known and statement.word not in known:
            self.report_unknown("CAL219", statement, statement.word, known)
            return None
        blanks = sum(BLANK in name for name in statement.cards)
        cards, all_known = self.read_names(statement.cards, statement)
        return DeclareAction(seat, statement.word, cards, blanks) if all_known or blanks else None

    def report_unknown(
        self,
        code: str,
        statement: rec.Statement,
        word: str,
        known: tuple[str, ...],
        *,
        near: str | None = None,
        fix: str = "",
        taken: Words | str = "",
        elsewhere: Words | str = "",
    ) -> None:
        """Report an unknown word, with the most similar one and the assumed meaning."""
        if near is None:
            from difflib import get_close_matches

            near = fix = next(iter(get_close_matches(word, known, 1, LIKENESS)), "")
        which = 0 if isinstance(statement, rec.SPOKEN) else 1
        if isinstance(statement, rec.Take | rec.Discard):
            which = 2 if statement.open is None else 3
        wording = "near" if near else "" if known else "none"
        self.problems.add(
            code, statement, word=which, wording=wording, name=word, known=", ".join(known),
            near=near, fix=fix or None, rule=_RULES[code], taken=taken, elsewhere=elsewhere,
        )  # fmt: skip
        self.breaches += 1

    def fault(self, statement: rec.Fault, seat: int) -> FaultAction | None:
        words = tuple(name for name, entry in self.game.rules.standing.items() if entry.do == "fault")
        if words and statement.word not in words:
            self.report_unknown("CAL212", statement, statement.word, words)
            return None
        by = -1 if not statement.by else self.find_active_seat(statement, statement.by, 1)
        written = [trick.number for trick in self.hand.every(rec.Trick)]
        if statement.trick and statement.trick > max(written, default=0):
            self.problems.add("CAL534", statement, number=0, rule="play", trick=statement.trick)
            self.breaches += 1
        return None if by is None else FaultAction(seat, statement.word, by, statement.trick or 0)

    def _claim(self, statement: rec.Claim | rec.Concede, seat: int) -> ClaimAction:
        points = statement.points
        if points is not None and statement.whole:
            points *= self.game.rules.pack.units_per_point
        answers = {"accepted": True, "refused": False}
        for nth, label in enumerate(statement.by, 1):
            answering = self.find_active_seat(statement, label, nth)
            if answering is not None and self.state is not None and self.state.side_mask(seat) >> answering & 1:
                self.problems.add("CAL525", statement, seat=nth, rule="standing", label=label, claimant=statement.seat)
                self.breaches += 1
        accepted = answers.get(statement.answer)
        end = self.hand.end
        last = next(each for each in reversed(self.hand.statements) if isinstance(each, rec.Claim | rec.Concede))
        if accepted is None and statement is last and end is not None and end.kind == "claimed":
            accepted = True
        return ClaimAction(seat, points, isinstance(statement, rec.Concede), accepted)
