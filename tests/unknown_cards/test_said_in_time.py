"""Unrecorded parts of an exchange are done before any later line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from calarec.core.notation.reader import parse_records
from calarec.core.records import model as rec
from calarec.simulation import simulate
from tests.unknown_cards.houses import house
from tests.unknown_cards.unwritten import kinds_of, reread, ruled, without, wrong

if TYPE_CHECKING:
    from calarec.core.engine.game import Game
    from calarec.simulation.run import Simulated


def _fits(hand: rec.Hand, of: Game, simulated: Simulated) -> None:
    """Check that the rest of a hand has no error, and is settled like the hand."""
    replayed = ruled(hand, of)
    assert (replayed.verdict, wrong(replayed)) == ("legal", [])
    if replayed.account is not None:
        assert replayed.account.contract == simulated.account.contract
        assert replayed.account.payments in ((), simulated.account.payments)


SAID = [
    ("named", "chiamo", rec.Trump), ("named", "solo", rec.Trump), ("declared", "chiamo", rec.Declare),
    ("declared", "solo", rec.Declare), ("raised", "dividete", rec.Raise), ("raised", "scegliete", rec.Raise),
]  # fmt: skip
"""House rules, a contract with an exchange, and the word after that."""


@pytest.mark.mass
@pytest.mark.parametrize(("name", "contract", "kind"), SAID)
def test_what_is_said_after_an_exchange_that_nobody_wrote(name: str, contract: str, kind: type) -> None:
    """With any lines of the exchange left out, or all of them."""
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
    """A word with the led card, and no written discard before it."""
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
    """The line of the discard is after the claim."""
    of = house("plain")
    simulated = next(iter(simulate(of, hands=1, seed=5, bot="random", aim="contracts.solo")))
    statements = list(simulated.hand.statements)
    at = next(at for at, each in enumerate(statements) if isinstance(each, rec.Discard))
    declarer = simulated.setting.labels[simulated.account.declarer]
    other = simulated.setting.labels[simulated.setting.seat_after(simulated.account.declarer)]
    claim = rec.Claim(declarer, answer="refused", by=(other,))
    replayed = ruled(reread(simulated.hand, [*statements[:at], claim, *statements[at:]]), of)
    assert wrong(replayed) == ["CAL523"]


@pytest.mark.parametrize("name", ["again", "two"])
def test_of_calls_that_nobody_wrote_the_contract_stands(name: str) -> None:
    """However many cards were called: it is not another contract, and no line of the exchange comes too early."""
    of = house(name)
    for simulated in simulate(of, hands=4, seed=8, bot="random", aim="contracts.chiamo"):
        kinds = kinds_of(simulated.hand)
        for gone in ([rec.Call], kinds, [rec.Call, rec.Deal]):
            hand = without(simulated.hand, *gone, *rec.ASSERTIONS)
            replayed = ruled(hand, of)
            assert (replayed.verdict, wrong(replayed)) == ("legal", [])
            assert replayed.knowledge == "possible"
            assert "CAL313" not in {each.code for each in replayed.findings} or rec.Deal in gone
            _fits(hand, of, simulated)


GIVEN = """cal 1
rules house
seat A
seat B
seat C

hand 1
dealer A
deal B: 3b Ab Cb Fb 7b 5b 3s Fs 6s 4c 3d 2d
deal C: 2b 2s 7s 5s 4s Ac Rc Cc Fc 5c Ad __
deal A: Rb 6b As Rs Cs 3c 7c Rd Cd Fd 7d 4d
monte 4b 2c 6c 6d
bid B: chiamo C: passo A: passo
call B: __
give A: open 3c to B
end abandoned
"""


def test_a_card_that_is_handed_over_was_called() -> None:
    """Before it another may have been called, and shown, where such calls are made again."""
    for name, told in (("plain", ["call B: 3c"]), ("again", [])):
        (hand,) = parse_records(GIVEN)
        replayed = ruled(hand, house(name))
        assert [line for line in replayed.deduced if line.startswith("call")] == told
        assert wrong(replayed) == []
