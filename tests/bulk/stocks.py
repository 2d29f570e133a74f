"""Rules under which cards are drawn between the tricks, and changes to records of such hands."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tests.bulk.house_rules import ATTESTED, rules_file
from tests.bulk.verdicts import replay_text

if TYPE_CHECKING:
    from pathlib import Path
    from random import Random

_BID_FOR = (
    "quartiglio",
    "set:\n  deal: {hand: 5, packets: 5}\n  play.draw: {pile: left, shown: everyone}\n"
    "add:\n  piles.left: {dealt: 20}\n",
)

_KEPT = (
    "quartiglio",
    "set:\n  deal: {hand: 5, packets: 5}\n  play.draw: {pile: stock, shown: nobody}\n"
    "  all_pass: {do: carry_on, keep: [stock], only: [solo], binds: everyone, dealer: next}\n"
    "add:\n  piles.stock: {dealt: 20, won_by: nobody}\n",
)

PARTNERS = (
    "tressette",
    "set:\n  deal: {hand: 6, packets: 6}\n  play.draw: {pile: stock, shown: nobody}\n"
    "  play.follow: free\nadd:\n  piles.stock: {dealt: 16, won_by: nobody}\n",
)

STOCKS: dict[str, str | tuple[str, str]] = {
    "tressette-in-due": "tressette-in-due", "three, unseen": str(ATTESTED / "drawn-unseen.yaml"),
    "bid for, among other piles": _BID_FOR, "kept when all pass": _KEPT, "partners who need not follow": PARTNERS,
}  # fmt: skip


def stock_file(which: str, folder: Path) -> str:
    """Return the ruleset of a stock for `game`; write it into the folder if needed."""
    told = STOCKS[which]
    return told if isinstance(told, str) else rules_file(*told, folder)


def with_winners(name: str, text: str, every: int = 1) -> str:
    """Each trick, or one of so many, has its winner."""
    winners = []
    for judgement in replay_text(name, text):
        states = [each.state for each in judgement.happened if each.state is not None]
        winners += [states[-1].setting.labels[trick.winner] for trick in states[-1].tricks]
    lines = text.splitlines()
    tricks = [at for at, line in enumerate(lines) if re.match(r"[ \d]\d [A-D]:", line)]
    for at, winner in list(zip(tricks, winners, strict=True))[::every]:
        lines[at] += f" > {winner}"
    return "\n".join([*lines, ""])


def swap_cards(lines: list[str], one: str, other: str) -> list[str]:
    """Two cards change places in the tricks."""
    to = {one: other, other: one}
    return [
        re.sub(r"\b[0-9A-Z][bscd]\b", lambda card: to.get(card[0], card[0]), line)
        if re.match(r"[ \d]\d [A-D]:", line)
        else line
        for line in lines
    ]


CHANGES = ("show", "claim", "answer", "elsewhere", "another", "early", "twice")


def change_lines(lines: list[str], change: str, rng: Random) -> None:
    """Change a line of a hand, of a draw or of the play."""
    plays = [at for at, line in enumerate(lines) if re.match(r"[ \d]\d [A-D]:|take ", line)]
    draws = [at for at in plays if lines[at].startswith("take ")]
    if not draws:
        return
    at, seat = rng.choice(plays), rng.choice("ABCD")
    cards = re.findall(r"(?<= )[0-9A-Z][bscd]\b", " ".join(lines[at:]))
    other = rng.choice(draws)
    match change:
        case "show":
            lines.insert(at, f"show {seat}: {rng.choice(cards)}")
        case "claim":
            what = rng.choice(("rest", "rest", f"points {rng.randrange(36)}"))
            lines.insert(at, f"{rng.choice(('claim', 'concede'))} {seat}: {what}{rng.choice(('', ' accepted'))}")
            lines[at + 1 : next(n for n, line in enumerate(lines) if line.startswith("end"))] = []
        case "answer":
            lines.insert(at, f"claim {seat}: rest{rng.choice(('', ' accepted', ' refused'))}")
        case "elsewhere":
            lines.insert(other, lines.pop(at))
        case "another":
            lines[other] = lines[other].replace(lines[other][5], seat, 1)
        case "early":
            # A card is played before it is drawn: it changes places with one that was played then.
            card = re.search(r"[0-9A-Z][bscd]", lines[other][10:])
            before = [each for each in plays if each < other and not lines[each].startswith("take ")]
            if card is not None and before:
                mine = re.findall(r"[0-9A-Z][bscd]", lines[rng.choice(before)][5:])
                lines[:] = swap_cards(lines, card[0], rng.choice(mine))
        case _:
            lines.insert(other, lines[other])
