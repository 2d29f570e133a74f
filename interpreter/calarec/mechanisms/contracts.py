"""Contracts: what is played for, what happens before the play, who leads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from calarec.language import Listing, Words
from calarec.light import dataclass
from calarec.mechanisms.base import Kind, Mechanism, sentences
from calarec.rulesets.fields import param

if TYPE_CHECKING:
    from calarec.rulesets.lint.report import Report
    from calarec.rulesets.model import Rules

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
        "Stake",
        "What each opponent pays if it is won, and is paid if it is lost.",
        least=0, most=100_000, counts="rate",
    )  # fmt: skip
    lost: int | StakeOf | None = param(
        "Lost",
        "What is paid if it is lost, where that differs from the stake.",
        default=None,
        least=0,
        most=100_000,
        counts="rate",
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


_MOVING = frozenset({"hand_over", "table_card", "take", "give", "discard", "share"})


def exchanges(rules: Rules, contract: str) -> bool:
    """Whether cards change places under a contract before the first lead; not where there is no contract."""
    steps = rules.contracts[contract].steps if contract in rules.contracts else ()
    return any(rules.steps[step].do in _MOVING for step in steps)


def check_reached(rules: Rules, report: Report) -> None:
    """Every contract can be bid, raised to, or at least gives another its stake."""
    followed = {each.name for each in report.references("contract") if each.path[-1] == "of"}
    known = all(each.name in rules.contracts for each in report.references("contract"))
    for key in rules.contracts if known else ():
        if key not in report.facts.played and key not in followed:
            path = report.blame(f"contracts.{key}", "auction.ladder")
            report.add("RUL402", path, contract=key)


def check_raises(rules: Rules, report: Report) -> None:
    """Raises lead upwards, and cards that have moved do not move back."""
    circling = [key for key in rules.contracts if key in _raised(rules.contracts[key].raises, rules)]
    if circling:
        path = report.blame(*(f"contracts.{key}.raises" for key in circling))
        report.add("RUL403", path, contract=path.split(".")[1])
    for key, contract in rules.contracts.items():
        moving = [f"`{step}`" for step in contract.steps if step in rules.steps and rules.steps[step].do in _MOVING]
        if contract.raises and moving and rules.raising.until == "first_lead":
            where = report.blame(f"contracts.{key}.raises", "raising.until")
            report.add("RUL415", where, contract=key, steps=Listing(tuple(moving)))


def _raised(to: tuple[str, ...], rules: Rules) -> set[str]:
    """Every contract at which raising can arrive."""
    seen: set[str] = set()
    waiting = list(to)
    while waiting:
        key = waiting.pop()
        if key in rules.contracts and key not in seen:
            seen.add(key)
            waiting.extend(rules.contracts[key].raises)
    return seen


def check_both(rules: Rules, report: Report) -> None:
    """A word that is bid and raised to means one thing in the auction and another after it."""
    raised = {key: name for name, rule in reversed(list(rules.contracts.items())) for key in rule.raises}
    for number, key in enumerate(rules.auction.ladder):
        if key in raised:
            path = report.blame(f"auction.ladder.{number}", f"contracts.{raised[key]}.raises")
            report.add("RUL429", path, contract=key, other=raised[key])


def check_leaders(rules: Rules, report: Report) -> None:
    """With two hands the seats at the declarer's left and right are one."""
    if set(report.facts.hands.values()) == {2}:
        for key, contract in rules.contracts.items():
            if contract.leader in ("left_of_declarer", "right_of_declarer"):
                report.add("RUL416", report.blame(f"contracts.{key}.leader", "table.seats"), leader=contract.leader)


MECHANISM = Mechanism(
    name="contracts",
    kind=Kind.SECTION,
    part=Contract,
    entries=True,
    title=Words("The contracts"),
    about="What may be played for, what each is worth, and who leads.",
    say=sentences("contracts"),
    checks=(
        check_reached,
        check_raises,
        check_both,
        check_leaders,
    ),
)
