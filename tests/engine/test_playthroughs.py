"""Golden playthroughs: for each ruleset one hand for each contract won and lost, as text, with the number of
legal actions at each step.

After a change that is meant `python -m tests.engine.test_playthroughs` writes them anew.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from calarec.engine.walk import apply, legal, start
from calarec.moves import events as ev
from calarec.moves.behaviour import Outcome
from calarec.moves.tally import add_up
from calarec.simulation.aims import Aim
from calarec.simulation.run import BOTS, AimError, Match
from tests.rulebooks import IDS, game

if TYPE_CHECKING:
    from calarec.engine.game import Game
    from calarec.simulation.run import Simulated

_MARK = re.compile(r"\{=(-?\d+)\}")
FOLDER = Path(__file__).parent / "playthroughs"


def _found(of: Game, contract: str, *, won: bool) -> Simulated | None:
    aim = Aim(contract=contract, won=won)
    try:
        return Match(of, of.people[0], BOTS["random"](), aim, irregular=False, tries=400).hand(1, 5)
    except AimError:
        return None


def playthrough(of: Game, simulated: Simulated) -> str:
    """A hand as text: each action with the number of actions that were legal, each event with its rule."""
    setting, cards = simulated.setting, of.cards
    dealt = [each for each in simulated.events if isinstance(each, ev.Dealt)]
    laid = [each for each in simulated.events if isinstance(each, ev.Laid)]
    hands = [next((each.cards for each in dealt if each.seat == seat), 0) for seat in range(len(setting.labels))]
    piles = [next((each.cards for each in laid if each.pile == pile), 0) for pile in range(len(of.piles))]
    state = start(of, setting, hands, piles).state
    lines = [f"{setting.labels[seat]} {' '.join(cards.list(hands[seat]))}" for seat in setting.active]
    lines += [f"{name} {' '.join(cards.list(piles[number]))}" for number, name in enumerate(of.piles) if piles[number]]
    for action in simulated.actions:
        count = sum(offer.size for offer in legal(of, state))
        answer = apply(of, state, action)
        assert isinstance(answer, Outcome)
        lines.append(f"{count:5}  {_said(of, setting.labels, action)}")
        lines += [f"       · {_event(of, setting.labels, each)}" for each in answer.events if not _plain(each)]
        state = answer.state
    account = simulated.account
    for reason in account.because:
        said = _MARK.sub(lambda mark: mark[1], reason.says.en)
        lines.append(f"       = {reason.rule}: {said.format(*setting.labels)}")
    payments = " ".join(f"{label}{paid:+}" for label, paid in zip(setting.labels, account.payments, strict=True))
    lines.append(f"       = {payments}")
    assert add_up(cards, setting, simulated.events).outcome == state.outcome
    return "\n".join(lines) + "\n"


def _plain(event: ev.Event) -> bool:
    return isinstance(event, ev.Said | ev.Played | ev.Given | ev.Taken | ev.Discarded | ev.Tabled | ev.Called)


def _said(of: Game, labels: tuple[str, ...], action: object) -> str:
    kind = type(action).__name__.lower()
    seat = labels[action.seat]  # type: ignore[attr-defined]
    word = getattr(action, "word", "")
    card = getattr(action, "card", -1)
    cards = of.cards.names[card] if card >= 0 else " ".join(of.cards.list(getattr(action, "cards", 0)))
    return f"{seat} {kind} {word or cards}".rstrip()


def _event(of: Game, labels: tuple[str, ...], event: ev.Event) -> str:
    told = [type(event).__name__]
    for name, value in event._asdict().items():
        if name in ("seat", "winner", "declarer") and value >= 0:
            told.append(labels[value])
        elif name in ("contract", "outcome") and value:
            told.append(value)
        elif name == "cards" and isinstance(value, int):
            told.append(" ".join(of.cards.list(value)))
    return f"{' '.join(told)} [{event.rule}]"


def _name(ruleset: str, contract: str, *, won: bool) -> str:
    return f"{ruleset}.{contract}.{'won' if won else 'lost'}.txt"


CASES = [
    (ruleset, contract, won) for ruleset in IDS for contract in game(ruleset).rules.contracts for won in (True, False)
]


@pytest.mark.parametrize(("ruleset", "contract", "won"), CASES)
def test_playthrough(ruleset: str, contract: str, won: bool) -> None:
    """The hand goes as it went when it was read and found good."""
    simulated = _found(game(ruleset), contract, won=won)
    assert simulated is not None, "no such hand was found"
    expected = (FOLDER / _name(ruleset, contract, won=won)).read_text("utf-8")
    assert playthrough(game(ruleset), simulated) == expected


def test_no_stale_playthrough() -> None:
    """Every file belongs to a contract that exists."""
    assert {file.name for file in FOLDER.iterdir()} == {_name(*case[:2], won=case[2]) for case in CASES}


if __name__ == "__main__":
    for ruleset, contract, won in CASES:
        found = _found(game(ruleset), contract, won=won)
        if found is None:
            print("not found:", ruleset, contract, won)  # noqa: T201
        else:
            (FOLDER / _name(ruleset, contract, won=won)).write_text(playthrough(game(ruleset), found), "utf-8")
