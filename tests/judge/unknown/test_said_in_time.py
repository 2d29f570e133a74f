"""What nobody wrote of an exchange was done all the same before anything is said that comes after it."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import pytest

from calarec.engine.game import Game
from calarec.records import model as rec
from calarec.rulesets.load import load_rules
from calarec.simulation import simulate
from tests.judge.unknown.unwritten import kinds_of, reread, ruled, without, wrong

if TYPE_CHECKING:
    from calarec.simulation.run import Simulated

HOUSES = {
    "named": "pagat\nset:\n  play.trump: {chosen: named, by: declarer}\n",
    "declared": "pagat\nadd:\n  standing.napoletana: {do: declare, meld: {ranks: 32A, of: suit}, points: 1p}\n"
    "  standing.pair: {do: declare, meld: {ranks: A, of: rank, least: 2}, until_trick: 2, match: 3}\n",
    "raised": "pagat\nset:\n  contracts.solissimo.steps: [pass]\n"
    "add:\n  steps.pass: {do: pass_cards, to: left, cards: 2}\n",
    "signals": "gelli-terziglio\n",
    "plain": "pagat\n",
}
"""What house rules stand on and change."""


@cache
def house(name: str) -> Game:
    """The game by house rules."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "house.yaml")
        path.write_text(f"ruleset: house\nversion: 1.0.0\ntitle: House\nextends: {HOUSES[name]}", "utf-8")
        return Game.of(load_rules(str(path)))


def _fits(hand: rec.Hand, of: Game, simulated: Simulated) -> None:
    """Nothing is wrong with what is left of a hand, and what is settled is what the whole hand settles."""
    replayed = ruled(hand, of)
    assert (replayed.verdict, wrong(replayed)) == ("legal", [])
    if replayed.account is not None:
        assert replayed.account.contract == simulated.account.contract
        assert replayed.account.payments in ((), simulated.account.payments)


SAID = [
    ("named", "chiamo", rec.Trump), ("named", "solo", rec.Trump), ("declared", "chiamo", rec.Declare),
    ("declared", "solo", rec.Declare), ("raised", "dividete", rec.Raise), ("raised", "scegliete", rec.Raise),
]  # fmt: skip
"""House rules, a contract with an exchange, and what comes after that."""


@pytest.mark.parametrize(("name", "contract", "kind"), SAID)
def test_what_is_said_after_an_exchange_that_nobody_wrote(name: str, contract: str, kind: type) -> None:
    """Whatever lines of the exchange are left out, and if all of them are."""
    of, told = house(name), 0
    for simulated in simulate(of, hands=40, seed=5, bot="random", aim=f"contracts.{contract}"):
        first = next(at for at, each in enumerate(simulated.hand.statements) if isinstance(each, rec.Trick))
        if not any(isinstance(each, kind) for each in simulated.hand.statements[: first + 1]):
            continue
        told += 1
        kinds = kinds_of(simulated.hand)
        for gone in ([rec.Discard], kinds):
            _fits(without(simulated.hand, rec.Total, *gone), of, simulated)
            _fits(without(simulated.hand, rec.Total, rec.Monte, *gone), of, simulated)
        if told == 3:
            return
    raise AssertionError(told)


@pytest.mark.parametrize("kind", [rec.Claim, rec.Concede])
@pytest.mark.parametrize("gone", [(rec.Discard,), (rec.Take, rec.Discard), (rec.Deal, rec.Take, rec.Discard)])
def test_who_claims_before_the_first_lead_has_done_what_was_due(kind: type, gone: tuple[type, ...]) -> None:
    """A claim that comes too early if all of the exchange is written comes in time where it may be written in part."""
    of = house("plain")
    simulated = next(iter(simulate(of, hands=1, seed=5, bot="random", aim="contracts.solo")))
    declarer = simulated.setting.labels[simulated.account.declarer]
    head = [each for each in simulated.hand.statements if not isinstance(each, (rec.Trick, *rec.ASSERTIONS, rec.End))]
    head = [each for each in head if not isinstance(each, rec.Show | rec.Signal | rec.Fault | rec.Claim | rec.Concede)]
    rest = [kind(declarer, None), rec.End("claimed")]
    whole = ruled(reread(simulated.hand, [*head, *rest]), of)
    assert (whole.verdict, whole.knowledge) == ("legal", "complete")
    replayed = ruled(reread(simulated.hand, [each for each in [*head, *rest] if not isinstance(each, gone)]), of)
    assert (replayed.verdict, wrong(replayed)) == ("legal", [])
    assert replayed.knowledge == "possible"


def test_who_signals_with_the_first_lead_has_done_what_was_due() -> None:
    """A word with the card that is led, and nobody wrote what was laid aside before it."""
    of, word = house("signals"), "busso"
    for simulated in simulate(of, hands=8, seed=5, bot="random", aim="contracts.chiamo"):
        leader = simulated.setting.labels[simulated.setting.eldest]
        if simulated.setting.eldest == simulated.account.declarer:
            continue
        statements = [each for each in simulated.hand.statements if not isinstance(each, rec.Discard | rec.Signal)]
        at = next(at for at, each in enumerate(statements) if isinstance(each, rec.Trick))
        said = reread(simulated.hand, [*statements[:at], rec.Signal(leader, word), *statements[at:]])
        _fits(said, of, simulated)


def test_who_claims_while_he_has_not_discarded_and_does_it_afterwards_claims_too_early() -> None:
    """The line of the discard stands behind the claim."""
    of = house("plain")
    simulated = next(iter(simulate(of, hands=1, seed=5, bot="random", aim="contracts.solo")))
    statements = list(simulated.hand.statements)
    at = next(at for at, each in enumerate(statements) if isinstance(each, rec.Discard))
    declarer = simulated.setting.labels[simulated.account.declarer]
    other = simulated.setting.labels[simulated.setting.after(simulated.account.declarer)]
    claim = rec.Claim(declarer, answer="refused", by=(other,))
    replayed = ruled(reread(simulated.hand, [*statements[:at], claim, *statements[at:]]), of)
    assert wrong(replayed) == ["CAL523"]
