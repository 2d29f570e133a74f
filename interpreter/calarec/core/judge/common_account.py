"""The common part of all accounts of a hand, and the assertions they bear out.

Terms. An *item* is one thing that the record asserts of its outcome: a side's result, the payments, the totals. A
world *bears it out* if the hand comes to that in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from calarec.core.base.frozen import NamedTuple, dataclass, field, replace
from calarec.core.engine.account import Account, Counted, Side
from calarec.core.engine.state import NOBODY

if TYPE_CHECKING:
    from calarec.core.engine.account import Reason
    from calarec.core.engine.tally import Tally
    from calarec.core.records import model as rec

_OF_SIDES: Final = ("tricks", "in_tricks", "cards", "points", "counted", "wins")


class Item(NamedTuple):
    """Something asserted: a statement, and which side of a `result`."""

    statement: rec.Result | rec.Score | rec.Total
    side: int = 0


class SettledWorld(NamedTuple):
    """An account, what was added up for it, and what it adds to the totals."""

    account: Account
    tally: Tally
    gains: tuple[int, ...]


@dataclass(slots=True)
class Common:
    """The common part of all accounts of a hand."""

    items: tuple[Item, ...]
    first: SettledWorld | None = None
    same: dict[object, object] = field(default_factory=dict)
    because: tuple[Reason, ...] = ()
    always: int = -1
    """The items that are borne out in every world, as a mask."""
    patterns: list[int] = field(default_factory=list)
    """The items that are borne out together; none that is part of another."""

    @property
    def is_done(self) -> bool:
        """Check whether further accounts could change nothing.

        Nothing is left in common, and each item is borne out by some accounts but not by others.
        """
        everything = (1 << len(self.items)) - 1
        return (
            self.first is not None
            and not self._has_something_to_tell
            and self.patterns == [everything]
            and not self.always & everything
        )

    @property
    def _has_something_to_tell(self) -> bool:
        names = ("points", "wins")
        return "payments" in self.same or any(isinstance(key, tuple) and key[1] in names for key in self.same)

    @property
    def is_settled(self) -> bool:
        """Check whether all accounts agree in everything that is asked."""
        whole = {"seats", "partner", "bonus", "added", "payments"}
        sides = () if self.first is None else range(len(self.first.account.sides))
        whole_sides = {(number, name) for number in sides for name in ("points", "counted", "wins")}
        return self.first is not None and whole | whole_sides <= self.same.keys()

    def is_changed_by(self, settled: SettledWorld, pattern: int) -> bool:
        """Check whether an account leaves less in common, or bears out more."""
        if self.first is None or self.always & ~pattern:
            return True
        if not any(pattern | known_pattern == known_pattern for known_pattern in self.patterns):
            return True
        told = _features(settled)
        return any(told.get(key, self) != value for key, value in self.same.items()) or any(
            reason not in settled.account.because for reason in self.because
        )

    def add_possible(self, settled: SettledWorld, pattern: int) -> None:
        """One more account that is possible."""
        told = _features(settled)
        if self.first is None:
            self.first, self.same, self.because = settled, told, settled.account.because
        self.same = {key: value for key, value in self.same.items() if told.get(key, self) == value}
        self.because = tuple(reason for reason in self.because if reason in settled.account.because)
        self.always &= pattern
        if not any(pattern | known_pattern == known_pattern for known_pattern in self.patterns):
            self.patterns = [known_pattern for known_pattern in self.patterns if known_pattern | pattern != pattern] + [
                pattern
            ]

    # ------------------------------------------------------------------ what can be told

    @property
    def account_of_gains(self) -> Account | None:
        """An account with the gains of every world; None if the gains are not known."""
        known = "gains" in self.same and "payments" in self.same
        return self.first.account if self.first is not None and known else None

    @property
    def shared_account(self) -> Account | None:
        """The account of what all worlds share; None if they share nothing of interest."""
        if self.first is None or not self._has_something_to_tell:
            return None
        account, same = self.first.account, self.same
        sides = (
            tuple(self._shared_side(number, side) for number, side in enumerate(account.sides))
            if "seats" in same
            else ()
        )
        return Account(
            sides,
            account.contract if "contract" in same else "",
            account.declarer if "declarer" in same else NOBODY,
            account.partners if "partner" in same else (),
            account.bonus if "bonus" in same else "",
            account.stake if "payments" in same else 0,
            account.payments if "payments" in same else (),
            self.because,
            account.added if "added" in same else (),
        )

    def _shared_side(self, number: int, side: Side) -> Side:
        if all((number, name) in self.same for name in _OF_SIDES):
            if not isinstance(side, Counted):
                return side
            known = {which: count for which, count in side.of_cards.items() if (number, which) in self.same}
            return replace(side, of_cards=known)
        values: dict[str, Any] = {
            name: getattr(side, name) if (number, name) in self.same else None for name in _OF_SIDES
        }
        return Side(side.seats, **values)

    @property
    def contradicted_items(self) -> tuple[Item, ...]:
        """The items that no world bears out together with those before them."""
        everything = (1 << len(self.items)) - 1
        best = max(self.patterns, key=_weight, default=everything)
        return tuple(item for number, item in enumerate(self.items) if not best >> number & 1)

    def is_borne_out(self, item: Item) -> bool:
        """Check whether some world bears an item out, perhaps without the earlier ones."""
        number = self.items.index(item)
        return any(pattern >> number & 1 for pattern in self.patterns)

    @property
    def assertions_verdict(self) -> bool | None:
        """True if the items hold in all worlds, False if in none, else None."""
        if not self.items:
            return None
        if self.contradicted_items:
            return False
        everything = (1 << len(self.items)) - 1
        return True if self.always & everything == everything else None


def _weight(pattern: int) -> tuple[int, tuple[bool, ...]]:
    """The rank of a pattern: most items borne out, then the earlier ones."""
    return pattern.bit_count(), tuple(bool(pattern >> number & 1) for number in range(pattern.bit_length()))


def _features(settled: SettledWorld) -> dict[object, object]:
    account = settled.account
    told: dict[object, object] = {
        "seats": tuple(side.seats for side in account.sides),
        "contract": account.contract,
        "declarer": account.declarer,
        "partner": account.partners,
        "bonus": account.bonus,
        "added": account.added,
        "stake": account.stake,
        "payments": account.payments,
        "gains": settled.gains,
    }
    for number, side in enumerate(account.sides):
        told |= {(number, name): getattr(side, name) for name in _OF_SIDES}
        if isinstance(side, Counted):
            told |= {(number, which): count for which, count in side.of_cards.items()}
    return told
