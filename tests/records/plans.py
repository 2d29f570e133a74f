"""Subjects of sample records, by the ruleset: contracts, bonuses, calls, words."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from calarec.core.engine import events as ev
from calarec.simulation.bots import Aim, base_of
from tests.records.evening import evening
from tests.records.forgotten import cards_forgotten, discard_forgotten, hand_forgotten
from tests.records.made import Sitting, course

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from calarec.core.engine.game import Game
    from calarec.core.records import model as rec
    from calarec.simulation.run import Simulated

WHYS = ("the lights went out", "the bar closed", "the telephone rang, and the cards were mixed up")
EVENTS = ("", "", "A Sunday in Paola", "At the Bar Centrale", "", "After dinner")


class Plan(NamedTuple):
    """A record: its name, what it shows, and how it is made."""

    name: str
    what: str
    make: Callable[[Sitting], list[rec.Hand]]
    seats: int = 0
    event: str = ""


def plans(game: Game) -> list[Plan]:
    """Every sample of a ruleset that can be made from seeds."""
    found = [
        *_contracts(game), *_bonuses(game), *_all_pass(game), *_calls(game), *_faults(game), *_words(game),
        *_unfinished(game),
    ]  # fmt: skip
    return [plan._replace(event=EVENTS[number % len(EVENTS)]) for number, plan in enumerate(found)]


def one(aim: Aim, fits: Callable[[Simulated], bool] = lambda _: True) -> Callable[[Sitting], list[rec.Hand]]:
    """A record of one hand."""

    def make(sitting: Sitting) -> list[rec.Hand]:
        sitting.played(aim, fits=fits)
        return sitting.hands

    return make


def _contracts(game: Game) -> Iterator[Plan]:
    for contract in game.rules.contracts:
        base = base_of(game, contract)
        raised = f", raised from {base}" if base != contract else ""
        for won in (True, False):
            word = "won" if won else "lost"
            fits = partial(_held_elsewhere, won=won)
            yield Plan(f"{contract}-{word}", f"{contract}{raised}, {word}", one(Aim(contract=contract), fits))
    if 4 in game.people and 3 in game.people:
        aim = Aim(contract=game.rules.auction.ladder[-1])
        what = "four sit at the table, and the dealer takes no cards"
        yield Plan("four-at-the-table", what, one(aim, partial(_ended, won=True)), 4)


def _held_elsewhere(each: Simulated, *, won: bool) -> bool:
    """Won or lost like most hands: a card that was called is another player's."""
    called = [event.found for event in each.events if isinstance(event, ev.Called)]
    return _ended(each, won=won) and all(found >= 0 for found in called)


def _anyhow(each: Simulated) -> bool:
    """However it ended."""
    return each.account.declarer >= 0


def _ended(each: Simulated, *, won: bool) -> bool:
    """Won or lost by the declarer, without a bonus."""
    return not each.account.bonus and each.account.sides[0].wins is won


def _plainly(each: Simulated) -> bool:
    """Without a bonus: those have records of their own."""
    return not each.account.bonus


def _bonuses(game: Game) -> Iterator[Plan]:
    for bonus in game.rules.settle.bonus_order:
        yield Plan(f"{bonus}-won", f"{bonus} for the declarer", one(Aim(bonus=bonus, won=True)))
        yield Plan(f"{bonus}-lost", f"{bonus} against the declarer", one(Aim(bonus=bonus, won=False)))


def _all_pass(game: Game) -> Iterator[Plan]:
    def make(sitting: Sitting) -> list[rec.Hand]:
        weakest = min(
            range(12), key=lambda seed: sitting.strongest(sitting.table(Aim(all_pass=True)).add_next_hand(1, seed))
        )
        for seed in range(60):
            match = sitting.table(Aim(all_pass=True))
            first = match.add_next_hand(1, weakest)
            match.aim = Aim()
            second = match.add_next_hand(2, seed)
            if second.account.declarer >= 0:
                break
        sitting.add(course(first.hand))
        sitting.add(course(second.hand))
        return sitting.hands

    rules = game.rules.all_pass
    if rules.do != "play_out":
        yield Plan("all-pass", "nobody bids, and what the next hand has of it", make)
        return
    yield Plan("all-pass-played-out", "nobody bids, and the hand is played out", one(Aim(all_pass=True), _plainly))
    yield Plan("all-pass-tie", "two have most points", one(Aim(all_pass=True, reason="all_pass.ties")))
    for bonus in rules.params.bonus_order:
        yield Plan(f"all-pass-{bonus}", f"nobody bids, and {bonus} applies", one(Aim(all_pass=True, bonus=bonus)))


def _calls(game: Game) -> Iterator[Plan]:
    for name, step in game.rules.steps.items():
        if step.do != "call":
            continue
        contract = next(key for key, each in game.rules.contracts.items() if name in each.steps)
        params = step.params
        what = "partner" if params.gets == "partner" else "card"
        dealt = any(each.dealt for each in game.rules.piles.values())
        if params.in_pile.then != "refused" and dealt:
            for won in (True, False) if params.gets == "partner" else (None,):
                end = {True: "-won", False: "-lost", None: ""}[won]
                shown = f"the called card lies on the table: {params.in_pile.then}"
                fits = _anyhow if won is None else partial(_ended, won=won)
                yield Plan(f"{what}-in-the-monte{end}", shown, one(Aim(contract=contract, found=-1), fits))
        if params.in_hand.then != "refused":
            shown = f"the declarer calls a card of his own: {params.in_hand.then}"
            yield Plan(f"{what}-in-the-own-hand", shown, one(Aim(contract=contract, found=-2)))


def _faults(game: Game) -> Iterator[Plan]:
    for name, entry in game.rules.standing.items():
        if entry.do == "fault":
            yield Plan(f"fault-{name}", f"an irregularity is claimed: {name}", partial(_fault, name=name))
        elif entry.do == "signal":
            yield Plan("signals", "words said with a card", one(Aim(incident=name)))


def _fault(sitting: Sitting, *, name: str) -> list[rec.Hand]:
    params = sitting.game.rules.standing[name].params
    if params.by == "declarer" and params.deal == "goes_on":
        sitting.late_gift(name)
        return sitting.hands

    def fits(each: Simulated) -> bool:
        played = any(isinstance(event, ev.Played) for event in each.events)
        moved = any(isinstance(event, ev.Taken | ev.Tabled) for event in each.events)
        if params.deal == "void":
            return moved and not played
        return played and each.account.declarer >= 0 and all(side.points > 0 for side in each.account.counted_sides)

    sitting.add(sitting.faulted(sitting.simulated(Aim(incident=name), fits=fits), name))
    return sitting.hands


def _words(game: Game) -> Iterator[Plan]:
    for word in game.rules.auction.words:
        if word not in ("passo", "pass"):
            aim = Aim(word=word, contract=game.rules.auction.ladder[0])
            yield Plan(f"word-{word}", f"somebody says {word}", one(aim))


def _unfinished(game: Game) -> Iterator[Plan]:
    def claims(sitting: Sitting) -> list[rec.Hand]:
        sitting.claimed()
        sitting.refused()
        sitting.conceded()
        return sitting.hands

    def abandoned(sitting: Sitting) -> list[rec.Hand]:
        sitting.abandoned(WHYS[sitting.seed % len(WHYS)], 4)
        return sitting.hands

    def scores(sitting: Sitting) -> list[rec.Hand]:
        ladder = game.rules.auction.ladder
        sitting.score_only(Aim(contract=ladder[0]), partial(_ended, won=True), how="points")
        sitting.score_only(Aim(contract=ladder[-1]), partial(_ended, won=False), how="won")
        sitting.score_only(Aim(contract=ladder[0]), _anyhow, how="points")
        return sitting.hands

    def half_known(sitting: Sitting) -> list[rec.Hand]:
        hand_forgotten(sitting)
        cards_forgotten(sitting)
        discard_forgotten(sitting)
        return sitting.hands

    if game.ruleset.id == "twenty-one":
        yield Plan("evening", "a whole evening, to the end of the match", evening)
    yield Plan("claims", "a claim that is accepted, one that is refused, and a concession", claims)
    yield Plan("score-only", "an evening of which only the scores were written down", scores)
    yield Plan("abandoned", "a hand that nobody finished", abandoned)
    yield Plan(
        "partial", "one hand not written down, cards that nobody remembers, a discard that nobody saw", half_known
    )
