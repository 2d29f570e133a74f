"""The running score as it stands on paper, held against what it should be.

Terms. A *slip* is what a stated total has too much. It is told once, with the hand where it first shows;
totals that only carry it on are silent. A *stretch* is a run of hands of which only the gains are known,
because what went before was read by somebody else; stretches are joined in the order of the file.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from calarec.diagnostics.model import Diagnostic, Edit, Fix
from calarec.light import NamedTuple, dataclass, field, replace

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator


class Ledger:
    """Knows what went before: says at once whether a stated total holds a new slip."""

    __slots__ = ("slips", "stated")

    def __init__(self, stated: dict[str, int] | None = None) -> None:
        """`stated`: the totals that stand in the hand before the first, where that is all that is known."""
        self.slips: dict[str, int] = {}
        self.stated = stated or {}

    @property
    def knows_before(self) -> bool:
        """Whether all that went before is known."""
        return True

    def begin(self, totals: dict[str, int]) -> None:
        """Totals are known anew: carried, or a match that begins."""
        del totals
        self.slips.clear()

    def new_slip(self, who: str, found: int, due: int, finding: Callable[[], Diagnostic], carried: int = 0) -> bool:
        """Whether a stated total is wrong otherwise than the one before, and otherwise than the payments of its hand.

        `carried` is what those have too much, which is told with them.
        """
        del finding
        slip, before = found - due, self.slips.get(who, 0)
        self.slips[who] = slip
        return slip not in (0, before, before + carried)

    def opened(self, totals: dict[str, int]) -> None:
        """The totals that the sums begin with."""

    def slip_of(self, who: str) -> int | None:
        """What the stated totals of somebody are known to have too much; None if that is not yet known."""
        return self.slips.get(who, 0)


class Change(NamedTuple):
    """A stated total that differs from the sum of a stretch otherwise than the one before it."""

    who: str
    slip: int
    finding: Diagnostic
    carried: int = 0
    """What the payments of its hand have too much."""


@dataclass(slots=True)
class Stretch:
    """A run of hands. `known` are the totals that it begins with, None if what comes before decides them."""

    known: dict[str, int] | None = None
    opening: dict[str, int] = field(default_factory=dict)
    """The totals that its sums begin with, if `known` is None."""
    changes: list[Change] = field(default_factory=list)
    totals: dict[str, int] = field(default_factory=dict)
    """Its sums at its end."""
    unsure: bool = False
    """Its last hands could not be settled."""


class Deferred(Ledger):
    """Does not know what went before: keeps what somebody who does needs to find the slips."""

    __slots__ = ("first", "stretches")

    def __init__(self, stated: dict[str, int] | None = None, *, first: bool = False) -> None:
        """`first`: nothing went before."""
        super().__init__(stated)
        self.first = first
        self.stretches = [Stretch()]

    @property
    def knows_before(self) -> bool:
        """Whether there is nothing before, or a match has begun since."""
        return self.first or self.stretches[-1].known is not None

    def begin(self, totals: dict[str, int]) -> None:
        """A new stretch, which needs nothing from before."""
        self.slips.clear()
        if self.stretches[-1].known is not None and not self.stretches[-1].changes:
            self.stretches.pop()  # nothing is to be said of it, and what follows does not need it
        self.stretches.append(Stretch(known=dict(totals)))

    def new_slip(self, who: str, found: int, due: int, finding: Callable[[], Diagnostic], carried: int = 0) -> bool:
        """Never says so; keeps the total if it differs otherwise than the one before."""
        slip = found - due
        if who not in self.slips or self.slips[who] != slip:
            self.slips[who] = slip
            self.stretches[-1].changes.append(Change(who, slip, finding(), carried))
        return False

    def slip_of(self, who: str) -> int | None:
        """Known once somebody's total was stated, and where a stretch needs nothing from before."""
        return self.slips.get(who, None if self.stretches[-1].known is None else 0)

    def opened(self, totals: dict[str, int]) -> None:
        """The totals that the sums of the first stretch begin with."""
        if self.stretches[-1].known is None:
            self.stretches[-1].opening = dict(totals)

    def end(self, totals: dict[str, int], *, unsure: bool) -> list[Stretch]:
        """All stretches; the sums are those at the end of the last."""
        self.stretches[-1].totals = dict(totals)
        self.stretches[-1].unsure = unsure
        return self.stretches


class Joined:
    """Joins stretches in the order of the file, and finds the slips."""

    def __init__(self) -> None:
        self.totals: dict[str, int] | None = None
        self.ledger = Ledger()

    def take(self, stretches: Iterable[Stretch]) -> Iterator[Diagnostic]:
        """The slips of the next stretches."""
        for stretch in stretches:
            yield from self._one(stretch)

    def _one(self, stretch: Stretch) -> Iterator[Diagnostic]:
        before = self.totals
        if stretch.known is not None:
            before = stretch.known
            self.ledger.begin(before)
        base = stretch.opening if stretch.known is None else stretch.known
        people = {*stretch.totals, *(change.who for change in stretch.changes)}
        shift = {} if before is None else {who: before.get(who, 0) - base.get(who, 0) for who in people}
        for change in stretch.changes:
            found = change.slip - shift.get(change.who, 0)
            if self.ledger.new_slip(change.who, found, 0, partial(_the_finding, change), change.carried):
                yield moved(change.finding, shift.get(change.who, 0))
        if stretch.totals:
            after = {who: total + shift.get(who, 0) for who, total in stretch.totals.items()}
            self.totals = {**(before or {}), **after}
        elif stretch.known is not None:
            self.totals = dict(stretch.known)
        if stretch.unsure:
            self.totals = None
            self.ledger.slips.clear()


def _the_finding(change: Change) -> Diagnostic:
    return change.finding


def moved(finding: Diagnostic, shift: int) -> Diagnostic:
    """A finding about a total, with what went before put in."""
    if not shift:
        return finding
    args = dict(finding.args)
    due = int(str(args["due"])) + shift
    args |= {"due": due, "before": int(str(args["before"])) + shift}
    fix = finding.fix and Fix(tuple(Edit(edit.span, str(due)) for edit in finding.fix.edits), finding.fix.safe)
    return replace(finding, args=args, fix=fix)
