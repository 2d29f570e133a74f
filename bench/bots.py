"""The strong player's gain over sensible ones: equal deals, each seat in turn.

    python -m bench.bots [--rules pagat] [--deals 1000] [--seed 1] [--bot strong] [--write]

Each deal is played twice: by sensible players only, and with one of them replaced. The difference is the extra payment
of the seat, in the ruleset's unit of payment a hand.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import TYPE_CHECKING

import calarec
from bench.report import STRONG, replaced
from calarec.core.base.kernel import kernel_in_use
from calarec.core.engine.game import Game
from calarec.simulation.measuring import simulate_dealt_hand
from calarec.simulation.run import Wishes
from calarec.solving.worlds import normal_mean

ROOT = Path(__file__).resolve().parents[1]

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.simulation.own_bots import SeatBot
    from calarec.simulation.run import Simulated


def play_dealt_hands(game: Game, deals: int, seed: int, bots: dict[str, SeatBot]) -> Iterator[Simulated]:
    """The same deals for all players."""
    match = Wishes(seed, bots).start_match(game)
    return (simulate_dealt_hand(match, number, seed) for number in range(1, deals + 1))


def differences(game: Game, seat: int, deals: int, seed: int, bot: str) -> list[tuple[int, bool]]:
    """For each deal what the seat is paid more, and whether anybody declared."""
    labels = "ABCDEFG"[: game.people[0]]
    others: dict[str, SeatBot] = dict.fromkeys(labels, "sensible")
    with_it = play_dealt_hands(game, deals, seed, others | {labels[seat]: bot})
    without = play_dealt_hands(game, deals, seed, others)
    found = []
    for one, other in zip(with_it, without, strict=True):
        assert [each for each in one.hand.statements if each.__class__.__name__ == "Deal"] == [
            each for each in other.hand.statements if each.__class__.__name__ == "Deal"
        ]
        found.append((one.account.payments[seat] - other.account.payments[seat], bool(one.account.contract)))
    return found


def main() -> None:
    """Seat after seat, in equal shares."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", default="pagat")
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bot", default="strong")
    parser.add_argument("--write", action="store_true", help="into docs/explanation/performance.md")
    asked = parser.parse_args()
    game = Game.from_ruleset(calarec.load_rules(asked.rules))
    seats, begun = game.people[0], time.process_time()
    found: list[tuple[int, bool]] = []
    for seat in range(seats):
        share = len(range(seat, asked.deals, seats))
        found += differences(game, seat, share, 1000 * asked.seed + seat, asked.bot)
        print(f"seat {seat + 1}: {share} deals", flush=True)
    taken = time.process_time() - begun
    every, played = (
        normal_mean([each for each, _ in found]),
        normal_mean([each for each, contract in found if contract]),
    )
    better, worse = sum(each > 0 for each, _ in found), sum(each < 0 for each, _ in found)
    text = (
        f"`{asked.rules}`, {len(found):,} deals, each played by sensible players alone and with `{asked.bot}` in the "
        f"place of one of them, each\nseat in turn (`python -m bench.bots --deals {asked.deals}`). "
        f"Kernel: {kernel_in_use()}.\n\n"
        "| | mean | interval of 95% |\n| --- | ---: | ---: |\n"
        f"| paid more a deal, in stakes | {every.value:.3f} | {every.low:.3f} – {every.high:.3f} |\n"
        f"| the same, deals with a declarer | {played.value:.3f} | {played.low:.3f} – {played.high:.3f} |\n\n"
        f"It was paid more in {better} deals and less in {worse}; a deal played twice took "
        f"{1000 * taken / len(found):.0f} ms of processor time.\n"
    )
    print(text)
    if asked.write:
        page = ROOT / "docs" / "explanation" / "performance.md"
        page.write_text(replaced(page.read_text(encoding="utf-8"), STRONG, text), encoding="utf-8")


if __name__ == "__main__":
    main()
