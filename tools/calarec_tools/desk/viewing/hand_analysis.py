"""The analysis of a hand as data, refined in slices.

In goes a judged hand; out come, in every language: sentences, the curve of the points, the cards that lost points
with their stops, and the contracts that could be made. The object of an analysis:

    known, all (numbers of moments: with known points, and all), is_done, refused (the reason for no analysis),
    said [text], curve {language: svg}, losses [loss],
    contracts {seats, rows [{name, cells [{made, answer, points}]}], refused}

A loss has `before` and `after` (names of stops), `mark`, `seat`, `card` and `better` (numbers of cards, or -1), and
`said`.
"""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from calarec.core.base.frozen import NamedTuple
from calarec.core.engine.account import points_said, points_told
from calarec.core.engine.state import NOBODY
from calarec.core.wording.cells import visible
from calarec.core.wording.language import LANGUAGES, Joined, Words, text_in
from calarec.playing.hand import HandInPlay
from calarec.solving.contracts import DealtContracts
from calarec.solving.position import UnsolvableError
from calarec.solving.search import Allowance
from calarec.solving.worlds import seen_by
from calarec_tools.desk.viewing.hand_data import GatheredPage, texts_in_languages
from calarec_tools.output.pictures.curve import Curve, CurveLine
from calarec_tools.output.pictures.svg_curve import svg_curve
from calarec_tools.output.report.contract_worths import contract_answer, contract_points
from calarec_tools.output.report.people import People
from calarec_tools.output.report.seen_worths import figure_with_interval, mean_head, share_head
from calarec_tools.output.report.solvable import BETWEEN, dealt_state, moment_of, play_states
from calarec_tools.output.report.weighed import (
    cards_with_loss,
    hand_weighing,
    print_beginning_and_end,
    print_choices,
    print_course,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.core.engine.state import State
    from calarec.core.judge.judgement import Judgement
    from calarec.core.wording.language import Language
    from calarec.solving.solve import Bounds
    from calarec.solving.weighing import HandWeighing, WeighedCard, WeighedHand

    Texts = dict[Language, str]

CARDS_SECONDS: Final = 60.0
CONTRACTS_SECONDS: Final = 60.0
"""The time limit for contracts; those not solved by then remain bounds."""
PORTION_SECONDS: Final = 1.0
"""A question about a contract is put aside for the others after so long."""
VIEW_WORLDS: Final = 20
"""The number of possible deals examined for each place of a hand."""

_CURVE_TITLE: Final = Words("The points that {side} could have, card by card")
_CURVE_SAYS: Final = Words("At the first card {begun}, in the end {ended}.")
_TRICK: Final = Words("trick")
_NEEDED: Final = Words("needed")
_DECIDED: Final = Words("{who} decided the hand with {card}.")
_GAVE: Final = Words("{who} gave {points} away with {card}.")
_BETTER: Final = Words("Better: {card}.")
_ONLY: Final = Words("{who} played {card}: no other card would have done.")
_WORTH: Final = Words("Below each card: the points of {side} in the end, with best play by everyone.")
_WORTH_NEEDED: Final = Words(
    "Below each card: the points of {side} in the end, with best play by everyone; needed: {points}."
)
_COULD_KNOW: Final = Words("What could {who} know?")
_WAYS: Final = Words("{count} ways in which the other cards can lie, drawn by chance")
_ALL_WAYS: Final = Words("all {count} ways in which the other cards can lie")


class PlayPlace(NamedTuple):
    """A place in the play: its trick, and how many cards of it have been played."""

    trick: int
    cards: int

    @property
    def name(self) -> str:
        """The name of its stop."""
        return f"{self.trick}.{self.cards}" if self.cards else str(self.trick)


class HandAnalysis:
    """One hand being analysed, for a limited number of seconds."""

    def __init__(
        self, judged: Judgement, *, cards_seconds: float | None = None, contracts_seconds: float | None = None
    ) -> None:
        self.judged = judged
        self._cards_seconds = CARDS_SECONDS if cards_seconds is None else cards_seconds
        self._contracts_seconds = CONTRACTS_SECONDS if contracts_seconds is None else contracts_seconds
        self.allowance = Allowance()
        self.weighing: HandWeighing | None = None
        self.contracts: DealtContracts | None = None
        self.refused: UnsolvableError | None = None
        self.found: WeighedHand | None = None
        self._portions: Iterator[None] = iter(())
        self._is_weighed = self._are_contracts_settled = True
        try:
            self.weighing = hand_weighing(judged, self.allowance)
            self._is_weighed = False
        except UnsolvableError as error:
            self.refused = error
        try:
            self.contracts = DealtContracts(judged.game, dealt_state(judged), self.allowance)
            self._portions = self.contracts.search_in_portions(PORTION_SECONDS)
            self._are_contracts_settled = self._contracts_seconds <= 0
        except UnsolvableError:
            pass  # in this game nobody plays a contract, or not all of the deal is known

    @property
    def is_done(self) -> bool:
        """True if nothing is left to be searched, or time is up."""
        return self._is_weighed and self._are_contracts_settled

    def search_for(self, seconds: float) -> None:
        """Finds out more: about the cards, and once these are known, about the contracts."""
        begun = monotonic()
        if not self._is_weighed:
            self._weigh_for(seconds)
            self._cards_seconds -= monotonic() - begun
            self._is_weighed |= self._cards_seconds <= 0
            return
        while not self._are_contracts_settled and monotonic() < begun + seconds:
            self._are_contracts_settled = next(self._portions, self) is self
        self._contracts_seconds -= monotonic() - begun
        self._are_contracts_settled |= self._contracts_seconds <= 0

    def _weigh_for(self, seconds: float) -> None:
        assert self.weighing is not None
        self.allowance.has_portion(seconds / 2)
        self.weighing.search_all_moments()
        self.allowance.has_portion(seconds / 2)
        self.found = self.weighing.weighed_hand()
        # What a better card would have been is a question of its own, which time must have sufficed for too.
        self._is_weighed = self.found.is_all_known and self.allowance.left != 0

    # ------------------------------------------------------------------ as data

    def as_data(self) -> dict[str, Any]:
        """Return the results so far."""
        weighing, found = self.weighing, self.found
        return {
            "known": weighing.known_moments if weighing is not None else 0,
            "all": len(weighing.moments) if weighing is not None else 0,
            "is_done": self.is_done,
            "refused": texts_in_languages(self.refused.reason) if self.refused is not None else None,
            "said": self._said_texts(found),
            "curve": self._curve_svgs(found) if found is not None else None,
            "losses": [self._loss_data(card) for card in cards_with_loss(found)] if found is not None else [],
            "contracts": self._contracts_data(),
        }

    def search_whole_hand(self, place_seconds: float) -> dict[str, Any]:
        """Everything at once: `as_data`, with `worths` and `views` by place.

        The last places come first: they take the least.
        """
        while not self.is_done:
            self.search_for(PORTION_SECONDS)
        end = monotonic() + place_seconds
        worths: dict[str, Any] = {}
        views: dict[str, Any] = {}
        for place in reversed(self._places()):
            left = end - monotonic()
            if left <= 0:
                break
            try:
                found = self.cards_data(place, left)
                if found["is_done"]:
                    worths[place.name] = found
                    views[place.name] = self.seat_data(place, VIEW_WORLDS, max(end - monotonic(), 0))
            except UnsolvableError:
                continue  # what a seat could know is not asked where cards were drawn, for example
        return {**self.as_data(), "worths": worths, "views": views}

    def _places(self) -> list[PlayPlace]:
        """Every place of the play at which a card may be played."""
        try:
            states = play_states(self.judged)
        except UnsolvableError:
            return []
        return [PlayPlace(len(state.tricks) + 1, len(state.trick)) for state in states]

    def _people(self, lang: Language) -> People:
        assert self.judged.setting is not None
        return People(self.judged, self.judged.setting, lang)

    def _said_texts(self, found: WeighedHand | None) -> list[Texts]:
        """The sentences of `annotate`, without those about single cards."""
        state, units = self.judged.state, self.judged.game.rules.pack.units_per_point
        pages = {lang: GatheredPage(lang) for lang in LANGUAGES}
        people = {label: visible(name) for label, name in self.judged.hand.session.people.items()}
        for page in pages.values():
            if found is None:
                continue
            print_beginning_and_end(page, found, people, units)
            print_course(page, found, people, units)
            if self.contracts is not None and state is not None and state.declarer != NOBODY:
                choices = self.contracts.declarer_choices(state.declarer, state.contract)
                print_choices(page, self.judged, found, choices)
        lines = zip(*(page.found for page in pages.values()), strict=True)
        return [{lang: said for lang, (said, _) in zip(LANGUAGES, line, strict=True)} for line in lines]

    def _curve_svgs(self, found: WeighedHand) -> Texts:
        """The curve in each language."""
        return {lang: svg_curve(self._curve(found, lang), f"worth-{lang}") for lang in LANGUAGES}

    def _curve(self, found: WeighedHand, lang: Language) -> Curve:
        assert self.weighing is not None
        units = self.judged.game.rules.pack.units_per_point
        called = self.judged.hand.session.people
        side = ", ".join(visible(called.get(label, label)) for label in found.side)
        values = [bounds.low if bounds.has_one_value else None for bounds in self.weighing.bounds]
        last = points_said(values[-1], units) if values[-1] is not None else ""
        lines = [CurveLine(side, tuple(values), last)]
        if found.needed is not None:
            needed = tuple(found.needed for _ in values)
            lines.append(CurveLine(text_in(_NEEDED, lang), needed, points_said(found.needed, units)))
        steps = [str(card.trick) for card in found.cards]
        said = [points_between(found.begun, units), points_between(found.ended, units)]
        return Curve(
            title=text_in(_CURVE_TITLE.with_values(side=side), lang),
            text=text_in(_CURVE_SAYS.with_values(begun=said[0], ended=said[1]), lang),
            steps=(*steps, ""),
            step_word=text_in(_TRICK, lang),
            lines=tuple(lines),
            units=units,
        )

    def _loss_data(self, card: WeighedCard) -> dict[str, Any]:
        numbers = self.judged.game.cards.numbers
        better = numbers[card.better] if card.better else -1
        return {
            "before": PlayPlace(card.trick, card.nth - 1).name,
            "after": f"{card.trick}.{card.nth}",
            "mark": card.mark,
            "seat": card.seat,
            "card": numbers[card.card],
            "better": better,
            "said": {lang: text_in(self._loss_words(card, better, lang), lang) for lang in LANGUAGES},
        }

    def _loss_words(self, card: WeighedCard, better: int, lang: Language) -> Joined:
        people = self._people(lang)
        values = {
            "who": people.names_by_seat[people.setting.labels.index(card.seat)],
            "card": people.card_in_words(people.game.cards.numbers[card.card]),
            "points": points_told(card.gave.low, people.units_of_point),
        }
        sentence = _DECIDED if card.decided else _ONLY if card.only else _GAVE
        said = [sentence.with_values(**values)]
        if better >= 0:
            said.append(_BETTER.with_values(card=people.card_in_words(better)))
        return Joined(tuple(said), " ")

    def _contracts_data(self) -> dict[str, Any] | None:
        """A row for each contract, with its result in the hands of each seat."""
        if self.contracts is None:
            return None
        ruleset, units = self.judged.game.ruleset, self.judged.game.rules.pack.units_per_point
        worth = self.contracts.deal_worth()
        people = self._people(LANGUAGES[0])
        asked = dict.fromkeys(contract.seat for contract in worth.contracts)
        rows = []
        for name in dict.fromkeys(contract.contract for contract in worth.contracts):
            cells = {
                contract.seat: {
                    "made": contract.made,
                    "answer": texts_in_languages(contract_answer(contract)[0]),
                    "points": {lang: contract_points(contract, units, lang) for lang in LANGUAGES}
                    if contract.made is not None
                    else None,
                }
                for contract in worth.contracts
                if contract.contract == name
            }
            rows.append({"name": texts_in_languages(ruleset.name("contracts", name)), "cells": list(cells.values())})
        return {
            "seats": [people.names_by_seat[people.setting.labels.index(seat)] for seat in asked],
            "rows": rows,
            "refused": [
                {
                    lang: f"{text_in(ruleset.name('contracts', name), lang)}: {text_in(reason, lang)}"
                    for lang in LANGUAGES
                }
                for name, reason in ((contract.contract, contract.reason) for contract in worth.refused)
            ],
        }

    # ------------------------------------------------------------------ at one place

    def find_number(self, place: PlayPlace) -> int:
        """Return the index of the card played at a place; raise UnsolvableError if none."""
        if self.weighing is None:
            assert self.refused is not None
            raise self.refused
        position = self.weighing.position
        before = len(position.state.tricks) * position.facts.places + len(position.state.trick)
        number = (place.trick - 1) * position.facts.places + place.cards - before
        if not 0 <= number < len(self.weighing.moments) or self.weighing.moments[number].ended is not None:
            raise UnsolvableError(Words("the hand is not in the play"))
        return number

    def cards_data(self, place: PlayPlace, seconds: float) -> dict[str, Any]:
        """Return the value of every card at a place: {said, is_done, cards}."""
        number = self.find_number(place)
        weighing = self.weighing
        assert weighing is not None
        if not weighing.bounds[number].has_one_value:
            self.allowance.has_portion(seconds)
            weighing.search_all_moments()
        self.allowance.has_portion(seconds)
        found = weighing.card_worths(number)
        position, numbers = weighing.position, self.judged.game.cards.numbers
        units = position.game.rules.pack.units_per_point
        mine = weighing.mine[number] if number < len(weighing.mine) else True
        people = self._people(LANGUAGES[0])
        side = ", ".join(people.names_by_seat[people.setting.labels.index(label)] for label in position.side)
        needed = points_said(weighing.needed or 0, units)
        said = _WORTH if weighing.needed is None else _WORTH_NEEDED
        return {
            "said": texts_in_languages(said.with_values(side=side, points=needed)),
            "cards": [
                {
                    "card": numbers[worth.card],
                    "points": texts_in_languages(points_between(worth.bounds, units)),
                    "wins": is_won_hand(worth.bounds, weighing.needed, mine=mine),
                    "best": worth.rank == 1,
                }
                for worth in found
            ],
            "is_done": all(worth.bounds.has_one_value for worth in found),
        }

    def other_hand(self, place: PlayPlace, card: str, seconds: float) -> HandInPlay | None:
        """The hand with another card at a place, and then the best play of all.

        Where time does not suffice it breaks off.
        """
        number = self.find_number(place)
        assert self.weighing is not None
        state = self._state_at(place)
        known = self.judged.game.cards.numbers.get(card, -1)
        if known < 0 or not 1 << known & self.weighing.position.playable_cards(self.weighing.moments[number]):
            return None
        self.allowance.has_portion(seconds)
        hand = HandInPlay(
            game=self.judged.game, state=state, events=moment_of(self.judged, state),
            session=self.judged.hand.session, name=self.judged.hand.name,
        )  # fmt: skip
        for played in (card, *self.weighing.line_after(number, 1 << known)):
            hand = hand.apply(
                next(move for moves in hand.legal() for move in moves.moves() if move.get("card") == played)
            )
        return hand

    def seat_data(self, place: PlayPlace, worlds: int, seconds: float) -> dict[str, Any]:
        """Return the possible knowledge of the seat to play: {title, ways, head, cards}.

        `calarec solve --view` prints the same.
        """
        state = self._state_at(place)
        seat = state.controller(state.turn)
        found = seen_by(
            self.judged.game, state, moment_of(self.judged, state), seat, worlds=worlds, seed=0,
            allowance=Allowance(seconds=seconds),
        )  # fmt: skip
        units, numbers = self.judged.game.rules.pack.units_per_point, self.judged.game.cards.numbers
        people = {label: visible(name) for label, name in self.judged.hand.session.people.items()}
        ways = (_ALL_WAYS if found.every else _WAYS).with_values(count=str(found.worlds))
        return {
            "title": texts_in_languages(_COULD_KNOW.with_values(who=people.get(found.seat, found.seat))),
            "ways": texts_in_languages(ways),
            "worlds": found.worlds,
            "every": found.every,
            "head": texts_in_languages(share_head(found)),
            "mean": texts_in_languages(mean_head(found, people)),
            "cards": [
                {
                    "card": numbers[card.card],
                    "wins": {
                        lang: figure_with_interval(card.wins or card.best, 100, 0, lang, "%", exact=found.every)
                        for lang in LANGUAGES
                    },
                    "points": {
                        lang: figure_with_interval(card.mean, 1 / units, 1, lang, exact=found.every)
                        for lang in LANGUAGES
                    },
                }
                for card in found.cards
            ],
        }

    def _state_at(self, place: PlayPlace) -> State:
        states = play_states(self.judged)
        found = (state for state in states if (len(state.tricks) + 1, len(state.trick)) == (place.trick, place.cards))
        state = next(found, None)
        if state is None:
            raise UnsolvableError(Words("the hand is not in the play"))
        return state


def points_between(bounds: Bounds, units: int) -> Words | str:
    """Points as people count them: one number, or from one to another."""
    low, high = points_said(bounds.low, units), points_said(bounds.high, units)
    return low if bounds.has_one_value else BETWEEN.with_values(low=low, high=high)


def is_won_hand(bounds: Bounds, needed: int | None, *, mine: bool) -> bool | None:
    """Check whether the side to play wins with these points; None where that is open."""
    if needed is None or bounds.low < needed <= bounds.high:
        return None
    return (bounds.low >= needed) is mine
