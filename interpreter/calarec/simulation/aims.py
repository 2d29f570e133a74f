"""What a simulated hand is to show: an aim names a rule, and the hand is steered until the rule has spoken."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.light import dataclass

if TYPE_CHECKING:
    from calarec.engine.game import Game


@dataclass(frozen=True, slots=True)
class Aim:
    """What to steer towards; what is empty is left to chance."""

    contract: str = ""
    word: str = ""
    """A waiting word that somebody is to say."""
    all_pass: bool = False
    bonus: str = ""
    found: int = -3
    """Where a called card is to lie: -1 a pile, -2 the caller's hand."""
    incident: str = ""
    """A standing rule that is to speak."""
    won: bool | None = None
    strong: bool = False
    """Whether somebody is to hold the highest cards."""
    reason: str = ""
    """A rule on which the settlement is to rest."""


FREE = Aim()


def aim_of(game: Game, path: str) -> Aim:
    """The aim that a path of the ruleset stands for; ValueError if there is no such path."""
    parts = path.split(".")
    known = game.ruleset.leaves
    if path not in known and not any(at.startswith(path + ".") for at in known):
        raise ValueError(path)
    section, name, *rest = (*parts, "", "")
    if section == "steps":
        return _of_step(game, name, rest)
    if section == "contracts":
        return Aim(contract=name, won=False if "lost" in rest else None)
    if section in ("settle", "all_pass"):
        bonus = rest[0] if name == "bonus" else ""
        reason = path if path in ("all_pass.ties", "settle.shares") else ""
        return Aim(all_pass=section == "all_pass", bonus=bonus, reason=reason)
    if section == "standing":
        return Aim(incident=name)
    if section == "raising":
        return Aim(contract=next((each for base in game.rules.contracts.values() for each in base.raises), ""))
    return Aim(word=rest[0]) if parts[:2] == ["auction", "words"] else FREE


def _of_step(game: Game, step: str, rest: list[str]) -> Aim:
    contract = next((name for name, each in game.rules.contracts.items() if step in each.steps), "")
    found = -1 if "in_pile" in rest else -2 if "in_hand" in rest else -3
    won = True if "won" in rest else False if "lost" in rest else None
    return Aim(contract=contract, found=found, won=won, strong="cards" in rest)


def base_of(game: Game, contract: str) -> str:
    """The bid that leads to a contract: itself, or the one from which it is raised; empty if none does."""
    if contract in game.rules.auction.ladder:
        return contract
    return next((name for name, each in game.rules.contracts.items() if contract in each.raises), "")
