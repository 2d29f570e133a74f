"""The search that answers: the compiled one if possible, else the plain one.

Both answer the same questions with the same values. Only the number of nodes differs, and so the end of a search with
limited nodes or time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from calarec.core.base.kernel import find_compiled_kernel
from calarec.solving.questions import QuestionSearch
from calarec.solving.search import PointSearch

if TYPE_CHECKING:
    from collections.abc import Sequence

    from calarec.solving.questions import Question
    from calarec.solving.search import Allowance, PlayFacts, Standing


class PointsAsked(Protocol):
    """A search for the points that the side still wins."""

    def find_value(self, standing: Standing, low: int, high: int, aside: int = 0) -> int:
        """Return at least `high`, or at most `low`, which are neighbours.

        The last trick is worth `aside` more.
        """

    def deciding_cards(self) -> int | None:
        """The cards on whose rank the last answer rests; None if that is not known.

        It holds for every deal with the same holders and points from the top of each suit down to the lowest of these,
        and with as many cards of each holder and worth below.
        """


class OutcomeAsked(Protocol):
    """A search for an outcome that the side wants."""

    def is_attainable(self, standing: Standing, tricks: int, points: int) -> bool:
        """Check whether it is attainable after these tricks and points of the side."""


def point_search(facts: PlayFacts, owners: Sequence[int], allowance: Allowance) -> PointsAsked:
    """A search for points."""
    return _compile_search(facts, owners, allowance) or PointSearch(facts, owners, allowance)


class SearchPool:
    """Searches for points, each for all deals with the same facts.

    A compiled search keeps what it has found of positions, which other deals may come to.
    """

    def __init__(self) -> None:
        self.compiled: dict[PlayFacts, CompiledSearch] = {}

    def point_search(self, facts: PlayFacts, owners: Sequence[int], allowance: Allowance) -> PointsAsked:
        """A search for points; it is valid until the next one with the same facts."""
        search = self.compiled.get(facts)
        if search is None:
            search = _compile_search(facts, owners, allowance)
            if search is None:
                return PointSearch(facts, owners, allowance)
            self.compiled[facts] = search
        elif not search.can_hold(owners):
            return PointSearch(facts, owners, allowance)
        search.allowance = allowance
        return search


def question_search(facts: PlayFacts, owners: Sequence[int], allowance: Allowance, question: Question) -> OutcomeAsked:
    """A search for a question."""
    found = _compile_search(facts, owners, allowance, question.wanted)
    return found or QuestionSearch(facts, owners, allowance, question)


def _compile_search(
    facts: PlayFacts, owners: Sequence[int], allowance: Allowance, wanted: tuple[bytes, ...] | None = None
) -> CompiledSearch | None:
    kernel = find_compiled_kernel()
    if kernel is None:
        return None
    try:
        core = kernel.Search(
            facts.suits, facts.points, tuple(owners), facts.side, facts.must, facts.last, wanted, facts.lazy
        )
    except (ValueError, OverflowError):
        return None  # a pack that it does not know
    return CompiledSearch(core, allowance)


class CompiledSearch:
    """A search of the compiled kernel, spending an allowance."""

    def __init__(self, core: CompiledCore, allowance: Allowance) -> None:
        self.core = core
        self.allowance = allowance

    def can_hold(self, owners: Sequence[int]) -> bool:
        """Go on with another deal; False if it is one that the kernel does not know."""
        try:
            self.core.hold(tuple(owners))
        except (ValueError, OverflowError):
            return False
        return True

    def find_value(self, standing: Standing, low: int, high: int, aside: int = 0) -> int:
        """As a search for points."""
        del low
        return self._ask(standing, 0, aside, high)

    def deciding_cards(self) -> int:
        """As a search for points."""
        return self.core.rests()

    def is_attainable(self, standing: Standing, tricks: int, points: int) -> bool:
        """As a search for a question."""
        return bool(self._ask(standing, tricks, points, 1))

    def _ask(self, standing: Standing, tricks: int, points: int, target: int) -> int:
        trick = tuple(card.bit_length() - 1 for card in standing.trick)
        grant = self.allowance.grant
        value, nodes = self.core.ask(standing.hands, standing.leader, trick, tricks, points, target, grant)
        self.allowance.nodes += nodes
        return value


class CompiledCore(Protocol):
    """The search that the compiled kernel makes of a deal."""

    def ask(self, *asked: object) -> tuple[int, int]:
        """Return the answer, and the number of its nodes that are not yet counted."""

    def hold(self, owners: tuple[int, ...]) -> None:
        """Go on with another deal of the same facts; ValueError if it is none."""

    def rests(self) -> int:
        """Return the cards on whose rank the last answer rests."""
