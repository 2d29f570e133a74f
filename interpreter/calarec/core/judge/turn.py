"""The turn to deal: the seat that deals after a hand, as far as it is known."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, TypeAlias

from calarec.core.base.frozen import NamedTuple
from calarec.core.engine.match import find_dealer_by_result
from calarec.core.engine.state import NOBODY
from calarec.core.mechanisms.rules import deals_again

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from calarec.core.judge.judgement import Judgement
    from calarec.core.records import model as rec

Turn: TypeAlias = tuple[str, str]
"""The seat that deals next, empty if not known, and the name of the hand before."""
NOBODYS_TURN: Final[Turn] = ("", "")
_DIGITS = 9
"""No number of a hand has more."""
_PLAYED = ("played", "claimed", "score_only")


class TurnToDeal(NamedTuple):
    """The people at the table, and the seat that deals next, as far as it is known.

    Nothing is due where a match begins, people change places, hands are left out, or the hand before does not show how
    it ended. A dealer out of turn is reported once: the next seat is due after the actual dealer. If people come or
    leave, the turn passes to the next person at the table.
    """

    turn: Turn = NOBODYS_TURN
    dealt_by: str = ""
    """The seat that dealt last."""
    seated: tuple[tuple[str, str], ...] = ()
    """Seats and who sits there, in order of play, names as they are written."""

    @property
    def due_seat(self) -> str:
        """The seat that deals next; empty where that is not known."""
        return self.turn[0]

    @property
    def names(self) -> set[str]:
        """The names of the people at the table; the seat of a person without one."""
        return {name or label for label, name in self.seated}

    def with_nobody_due(self) -> TurnToDeal:
        """Nothing is known of the next dealer."""
        return self._replace(turn=NOBODYS_TURN, dealt_by="")

    def after_deal(self, dealer: str, due: str, hand: str) -> TurnToDeal:
        """Note a deal, and `due` as the next dealer; without a dealer none is due."""
        return self._replace(turn=(due, hand) if dealer else NOBODYS_TURN, dealt_by=dealer)

    def with_seats(self, seated: tuple[tuple[str, str], ...]) -> TurnToDeal:
        """Seat other people at the table; on other seats than before, none is due."""
        labels = [label for label, _ in self.seated]
        turn = self if [label for label, _ in seated] == labels else self.with_nobody_due()
        return turn._replace(seated=seated)

    def without_seat(self, label: str) -> TurnToDeal:
        """A seat that is left."""
        order = [seat for seat, _ in self.seated]
        if label not in order:
            return self
        following = order[(order.index(label) + 1) % len(order)]
        due, hand = self.turn
        return TurnToDeal(
            ("" if following == label else following, hand) if due == label else self.turn,
            "" if self.dealt_by == label else self.dealt_by,
            tuple(seat for seat in self.seated if seat[0] != label),
        )

    def with_seat(self, statement: rec.Seat, *, goes_round: bool = True) -> TurnToDeal:
        """A person who sits down, due to deal if right after the dealer.

        `goes_round`: whether the deal does; otherwise the seat after the dealer may be due by a result.
        """
        label, person = statement.label, statement.person
        seated = [seat for seat in self.seated if seat[0] != label or not statement.after]
        order = [seat for seat, _ in seated]
        is_elsewhere = any(name == person != "" for seat, name in seated if seat != label)
        turn = self.with_nobody_due() if is_elsewhere or len(seated) < len(self.seated) else self
        if label in order:
            seated[order.index(label)] = (label, person)
            return turn._replace(seated=tuple(seated))
        place = order.index(statement.after) + 1 if statement.after in order else len(order)
        seated.insert(place, (label, person))
        before = order[place - 1] if order else ""
        if before and before == turn.dealt_by and turn.due_seat not in ("", before):
            following = order[place % len(order)]
            if goes_round:
                turn = turn._replace(turn=(label, turn.turn[1]))
            elif turn.due_seat == following:
                # It is not kept whether that was the result or the seat next to the dealer.
                turn = turn._replace(turn=NOBODYS_TURN)
        return turn._replace(seated=tuple(seated))


def find_next_dealer(replayed: Judgement, stated: Sequence[str] | None = None) -> str:
    """The seat that deals after a hand; empty if that is not clear.

    `stated` are the words of irregularities and declarations, of a hand of which no state is kept.
    """
    setting, rules = replayed.setting, replayed.game.rules
    if setting is None:
        return ""
    people = setting.labels[: len(setting.labels) - len(setting.dummies)]
    dealer = setting.labels[setting.dealer]
    following = people[(people.index(dealer) + 1) % len(people)]
    state, account = replayed.state, replayed.account
    if state is not None:
        stated = state.stated_words
    all_passed = getattr(rules.all_pass.params, "dealer", "next")
    found = find_dealer_by_result(replayed.game, setting, account)
    by_result = "" if found is None else setting.labels[found]
    match replayed.outcome:
        case "void":
            deals = deals_again(rules, stated) if stated is not None else []
            return "" if not deals else dealer if "same" in deals else following
        case "all_pass":
            return dealer if all_passed == "same" else following
        case outcome if outcome in _PLAYED:
            is_declared = account is not None and account.declarer != NOBODY
            if is_declared or (state is not None and state.contract):
                return by_result
            if all_passed == "next":
                # Without a declarer in a game with an auction the turn passes on; a score alone may have had one.
                has_passed = rules.has_auction and outcome != "score_only"
                return following if has_passed else by_result
            return dealer if outcome != "score_only" else ""
    return by_result if state is not None and state.contract and not replayed.outcome else ""


def pass_turn(turn: Turn, people: Mapping[str, str], out: Collection[str]) -> Turn:
    """The turn, passed to the next seat whose total is not out of the match.

    `people`: who sits on each seat, in order of play.
    """
    label, name = turn
    if label not in people or people[label] not in out:
        return turn
    order = [*people]
    at = order.index(label)
    return next((each for each in (*order[at:], *order[:at]) if people[each] not in out), ""), name


def is_first_hand(name: str) -> bool:
    """Test whether a hand is numbered as the first of a match."""
    numbers = re.findall(r"[0-9]+", name)[-1:]
    return bool(numbers) and len(numbers[0]) <= _DIGITS and int(numbers[0]) == 1


def is_next_hand(before: str, name: str) -> bool:
    """Check that no hand was left out, by the last numbers in their names."""
    if not before or not name:
        return True
    numbers = [re.findall(r"[0-9]+", name_of_hand)[-1:] for name_of_hand in (before, name)]
    if not all(numbers):
        return True
    (one,), (other,) = numbers
    return max(len(one), len(other)) > _DIGITS or int(other) == int(one) + 1
