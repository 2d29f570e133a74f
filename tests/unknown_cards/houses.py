"""House rules on shipped ones, with exchanges and calls that may be unwritten."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from calarec.core.engine.game import Game
from calarec.rule_files.load import load_ruleset

HOUSES = {
    "named": "pagat\nset:\n  play.trump: {chosen: named, by: declarer}\n",
    "declared": "pagat\nadd:\n  standing.napoletana: {do: declare, meld: {ranks: 32A, of: suit}, points: 1p}\n"
    "  standing.pair: {do: declare, meld: {ranks: A, of: rank, least: 2}, until_trick: 2, match: 3}\n",
    "raised": "pagat\nset:\n  contracts.solissimo.steps: [pass]\n"
    "add:\n  steps.pass: {do: pass_cards, to: left, cards: 2}\n",
    "signals": "gelli-terziglio\n",
    "again": "pagat\nset:\n  steps.ask.in_hand: {then: again}\n",
    "two": "quartiglio\nset:\n  steps.partner.number: 2\n  steps.partner.in_hand: {then: alone}\n"
    "  steps.partner.revealed: at_end\n  settle.shares: {declarer: 2, partner: 1}\n  settle.pay_unit: 1/2\n"
    "  contracts.chiamo.stake: 6x\n  contracts.chiedo.stake: 2x\n  contracts.solo.stake: 3x\n",
    "plain": "pagat\n",
}
"""House rules: parents and changes."""


@cache
def house(name: str) -> Game:
    """The game by house rules."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "house.yaml")
        path.write_text(f"ruleset: house\nversion: 1.0.0\ntitle: House\nextends: {HOUSES[name]}", "utf-8")
        return Game.from_ruleset(load_ruleset(str(path)))
