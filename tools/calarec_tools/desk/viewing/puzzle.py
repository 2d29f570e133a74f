"""A puzzle from hands that were played: exactly one card is right.

It is the one that wins the hand, or in a game without a declarer brings the most points.

All cards are known, and every position that is looked at is solved to its end, so that the same hands and the same day
give the same puzzle on every machine.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.engine.account import points_said, points_told
from calarec.core.engine.state import NOBODY
from calarec.core.wording.language import LANGUAGES, Joined, Listing, Words, text_in
from calarec.solving.position import UnsolvableError, position_of
from calarec.solving.search import Allowance
from calarec.solving.weighing import HandWeighing
from calarec_tools.desk.viewing.hand_analysis import PlayPlace, is_won_hand, points_between
from calarec_tools.desk.viewing.hand_data import hand_data, texts_in_languages
from calarec_tools.output.report.people import People
from calarec_tools.output.report.solvable import whole_play

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from calarec.core.engine.state import State
    from calarec.core.judge.judgement import Judgement
    from calarec.core.wording.language import Language
    from calarec.solving.solve import CardWorth

MIN_CARDS: Final = 3
"""With fewer cards to choose from it is a guess."""
MAX_HELD_CARDS: Final = 5
"""With more in each hand an exact answer may take long."""
MAX_POSITIONS: Final = 300
"""The most positions that are solved of one record."""

_QUESTION: Final = Words("{who} to play. {side} needs {points}. Which card wins?")
_QUESTION_AGAINST: Final = Words("{who} to play. {side} must be kept below {points}. Which card wins?")
_ANSWER: Final = Words("Only {card} wins.")
_COMES_TO: Final = Words("With it {side} will have {points}; needed: {needed}.")
_OTHERWISE: Final = Words("With {card} it is {points}.")
_QUESTION_MOST: Final = Words("{who} to play. Which card brings {side} the most points?")
_ANSWER_MOST: Final = Words("Only {card} brings the most.")
_COMES_TO_MOST: Final = Words("With it {side} will have {points}.")
_PLAYED: Final = Words("At the table {who} played {card}.")


class _PuzzlePlace(NamedTuple):
    """A position that may be a puzzle: which hand, and its state."""

    number: int
    state: State

    @property
    def place(self) -> PlayPlace:
        return PlayPlace(len(self.state.tricks) + 1, len(self.state.trick))


def find_puzzle(judged: Sequence[Judgement], day: str) -> dict[str, Any] | None:
    """The puzzle that these hands give on a day; None if they give none.

    {number, at, hand (as `hand_data`), aim ("contract", or "most" without a declarer), question,
    cards [{card, points, wins, line}], said}
    """
    candidates = [candidate for number, hand in enumerate(judged) for candidate in _list_candidates(number, hand)]
    candidates.sort(key=lambda candidate: day_order(day, f"{candidate.number} {candidate.place.name}"))
    for candidate in candidates[:MAX_POSITIONS]:
        puzzle = _puzzle_at(judged[candidate.number], candidate)
        if puzzle is not None:
            return puzzle
    return None


def day_order(day: str, name: str) -> bytes:
    """In which order things come on a day."""
    return sha256(f"{day}\n{name}".encode("utf-8", "surrogatepass")).digest()


def _list_candidates(number: int, judged: Judgement) -> Iterator[_PuzzlePlace]:
    """The positions of a hand that are small enough, with enough cards to choose from."""
    try:
        states = whole_play(judged)
    except UnsolvableError:
        return
    for state in states:
        held = max(cards.bit_count() for cards in state.hands)
        if MIN_CARDS <= held <= MAX_HELD_CARDS:
            yield _PuzzlePlace(number, state)


def _puzzle_at(judged: Judgement, candidate: _PuzzlePlace) -> dict[str, Any] | None:
    try:
        position = position_of(judged.game, candidate.state, counted=candidate.state.turn)
        weighing = HandWeighing(position, (), Allowance())
    except UnsolvableError:
        return None
    if position.playable_cards(weighing.moments[0]).bit_count() < MIN_CARDS:
        return None
    weighing.search_all_moments()
    worths = weighing.card_worths(0)
    solution = _find_solution(weighing, worths)
    return None if solution is None else _PuzzleTexts(judged, candidate, weighing, solution).as_data(worths)


def _find_solution(weighing: HandWeighing, worths: Sequence[CardWorth]) -> CardWorth | None:
    """The card that wins, or without a declarer beats every other by a point."""
    position = weighing.position
    if position.state.declarer != NOBODY:
        mine = position.turn in position.side
        winning = [worth for worth in worths if is_won_hand(worth.bounds, weighing.needed, mine=mine)]
        return winning[0] if len(winning) == 1 else None
    if not all(worth.bounds.has_one_value for worth in worths):
        return None
    best, second = sorted(worths, key=lambda worth: worth.bounds.low, reverse=True)[:2]
    return best if best.bounds.low - second.bounds.low >= position.game.rules.pack.units_per_point else None


class _PuzzleTexts:
    """A puzzle in words."""

    def __init__(self, judged: Judgement, candidate: _PuzzlePlace, weighing: HandWeighing, solution: CardWorth) -> None:
        self.judged, self.candidate, self.weighing, self.solution = judged, candidate, weighing, solution
        assert judged.setting is not None
        self.people = {lang: People(judged, judged.setting, lang) for lang in LANGUAGES}
        self.units = judged.game.rules.pack.units_per_point

    def as_data(self, worths: Sequence[CardWorth]) -> dict[str, Any]:
        """The puzzle with its answer."""
        numbers, place = self.judged.game.cards.numbers, self.candidate.place
        return {
            "number": self.candidate.number,
            "at": place.name,
            "hand": hand_data(self.judged),
            "aim": "most" if self.weighing.needed is None else "contract",
            "question": {lang: text_in(self._question(lang), lang) for lang in LANGUAGES},
            "cards": [
                {
                    "card": numbers[worth.card],
                    "points": texts_in_languages(points_between(worth.bounds, self.units)),
                    "wins": worth.card == self.solution.card,
                    "best": worth.card == self.solution.card,
                    "line": [
                        numbers[card] for card in self.weighing.line_after(0, 1 << numbers[worth.card])
                    ],
                }
                for worth in sorted(worths, key=lambda worth: numbers[worth.card], reverse=True)
            ],
            "said": {lang: text_in(self._answer(worths, lang), lang) for lang in LANGUAGES},
        }  # fmt: skip

    def _side(self, lang: Language) -> Listing:
        people = self.people[lang]
        labels = people.setting.labels
        return Listing(tuple(people.names_by_seat[labels.index(label)] for label in self.weighing.position.side))

    def _question(self, lang: Language) -> Words:
        position, people = self.weighing.position, self.people[lang]
        who = people.names_by_seat[people.setting.labels.index(position.turn)]
        if self.weighing.needed is None:
            return _QUESTION_MOST.with_values(who=who, side=self._side(lang))
        points = points_told(self.weighing.needed, self.units)
        said = _QUESTION if position.turn in position.side else _QUESTION_AGAINST
        return said.with_values(who=who, side=self._side(lang), points=points)

    def _answer(self, worths: Sequence[CardWorth], lang: Language) -> Joined:
        """Return why only one card wins, and the card played at the table."""
        people, numbers = self.people[lang], self.judged.game.cards.numbers
        solution = self.solution
        card, points = people.card_in_words(numbers[solution.card]), points_between(solution.bounds, self.units)
        if self.weighing.needed is None:
            said = [
                _ANSWER_MOST.with_values(card=card),
                _COMES_TO_MOST.with_values(side=self._side(lang), points=points),
            ]
        else:
            needed = points_said(self.weighing.needed, self.units)
            said = [
                _ANSWER.with_values(card=card),
                _COMES_TO.with_values(side=self._side(lang), points=points, needed=needed),
            ]
        said += [
            _OTHERWISE.with_values(
                card=people.card_in_words(numbers[worth.card]), points=points_between(worth.bounds, self.units)
            )
            for worth in worths
            if worth.card != solution.card
        ][:1]
        played = _card_played(self.judged, self.candidate)
        if played >= 0:
            who = people.names_by_seat[self.candidate.state.turn]
            said.append(_PLAYED.with_values(who=who, card=people.card_in_words(played)))
        return Joined(tuple(said), " ")


def _card_played(judged: Judgement, candidate: _PuzzlePlace) -> int:
    """The card that was played from a state; -1 if the hand breaks off there."""
    state = judged.state
    assert state is not None
    every = [card for won in state.tricks for card in won.cards] + list(state.trick)
    before = sum(len(won.cards) for won in candidate.state.tricks) + len(candidate.state.trick)
    return every[before] if before < len(every) else -1
