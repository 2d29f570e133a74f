"""Referees of the texts that are not among the five sources: Foster, Treccani, Gelli, the quadriglio."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.referees import foster, gelli, quadriglio, treccani

if TYPE_CHECKING:
    from tests.referees.shape import Answer, Hand

JUDGES: dict[str, Any] = {
    name: module for module in (foster, treccani, gelli, quadriglio) for name in module.RULESETS
}  # fmt: skip
RULESETS = tuple(JUDGES)


def table(ruleset: str) -> dict[str, Any]:
    """Return the facts for dealing by the random player."""
    out: dict[str, Any] = JUDGES[ruleset].table(ruleset)
    return out


def referee(hand: Hand, ruleset: str) -> Answer:
    """The ruling of one hand."""
    out: Answer = JUDGES[ruleset].referee(hand, ruleset)
    return out


def match(hands: list[Hand], ruleset: str) -> Answer:
    """The standing of the match after these hands."""
    out: Answer = JUDGES[ruleset].match(hands, ruleset)
    return out
