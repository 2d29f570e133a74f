"""Contracts: what is played for, what happens before the play, who leads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from calarec.language import Both
from calarec.mechanisms.base import Kind, Mechanism
from calarec.rulesets.fields import param

LEADERS = {
    "eldest": "the seat after the dealer",
    "declarer": "the declarer",
    "left_of_declarer": "the seat at the declarer's left",
    "right_of_declarer": "the seat at the declarer's right",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class StakeOf:
    """A stake that follows another contract's."""

    of: str = param("Of", "The contract whose stake it follows.", refers_to="contract")
    times: int = param("Times", "How many times that stake.", default=1, least=1, most=1000)


@dataclass(frozen=True, slots=True, kw_only=True)
class Contract:
    """One contract. What is bid, raised or fallen back on is always a contract."""

    stake: int | StakeOf = param(
        "Stake", "What each opponent pays if it is won, and is paid if it is lost.", least=0, most=100_000
    )
    lost: int | StakeOf | None = param(
        "Lost",
        "What is paid if it is lost, where that differs from the stake.",
        default=None,
        least=0,
        most=100_000,
    )
    steps: tuple[str, ...] = param(
        "Steps",
        "What happens between the auction and the first lead, in order.",
        default=(),
        refers_to="step",
    )
    leader: Literal["eldest", "declarer", "left_of_declarer", "right_of_declarer"] = param(
        "Leader", "Who leads to the first trick.", options=LEADERS
    )
    raises: tuple[str, ...] = param(
        "Raises", "The contracts to which the declarer may raise it.", default=(), refers_to="contract"
    )


MECHANISM = Mechanism(
    name="contracts",
    kind=Kind.SECTION,
    part=Contract,
    entries=True,
    title=Both("The contracts", "I contratti"),
    about="What may be played for, what each is worth, and who leads.",
)
