"""Times for perfect play: simulated hands at their first lead, all cards known.

    python -m bench.solving [--rules pagat] [--deals 200] [--others 20] [--seconds 60] [--seed 1] [--contracts 50]
        [--dds LIBRARY] [--write]

For each ruleset: whether the declarer's side reaches its target, the exact value, and the value of every legal card
with a best line. Times are those that the process was busy. A hand that is not solved within the seconds counts with
them. `--others` does the same for that number of deals at every other number of seats, and of free play. `--contracts`
also finds the contracts that can be made in that number of deals, within ten seconds each, and prints the share of
pairs of a seat and a contract that were settled. `--dds` names a library of DDS, which then solves as many
deals of bridge at no trump in the same run. The output names the kernel; `CALAREC_KERNEL=plain` switches the compiled
one off.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

import calarec
from bench.dds import deals, solver
from bench.report import SOLVING, replaced
from calarec.core.base.kernel import kernel_in_use
from calarec.core.engine.game import Game
from calarec.core.engine.moves import start
from calarec.playing.dealing import deal
from calarec.solving.contracts import contracts_of
from calarec.solving.position import position_of
from calarec.solving.search import Allowance
from calarec.solving.solve import at_least, solve

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from calarec.solving.position import Position

_CONTRACT_SECONDS = 10.0
_OTHERS_SECONDS: Final = 3.0
_OTHERS: Final = ("a-due", "quadriglio", "quintiglio", "sestiglio", "settiglio")
_FREE: Final = """\
ruleset: free-play
version: 1.0.0
title: Any card may be played
extends: pagat
source: house rule
set:
  play.follow: free
"""


def positions(game: Game, count: int, seed: int) -> Iterator[Position]:
    """Yield positions before the first card from a simulated match with contracts."""
    found = 0
    for made in calarec.simulate(game, hands=20 * count, seed=seed):
        hand = calarec.resume(made.hand, game.ruleset)
        if hand.state.declarer < 0 or not hand.state.tricks:
            continue
        begun = calarec.resume(_before_the_play(hand), game.ruleset)
        if begun.state.step == "play":
            yield position_of(game, begun.state)
            found += 1
            if found == count:
                return


def _before_the_play(hand: calarec.HandInPlay) -> calarec.Hand:
    """The record of a hand up to its first lead."""
    from calarec.core.base.frozen import replace
    from calarec.core.records import model as rec

    record = hand.record()
    kept = tuple(
        each
        for each in record.statements
        if not isinstance(each, rec.Trick | rec.End | rec.Claim | rec.Concede | rec.Show | rec.Signal | rec.Fault)
        and not isinstance(each, rec.ASSERTIONS)
    )
    return replace(record, statements=kept)


def timed(work: Callable[[], object]) -> float:
    """Return the seconds that the process was busy with it."""
    begun = time.process_time()
    work()
    return time.process_time() - begun


ROWS: list[str] = []


def told(name: str, taken: list[float]) -> None:
    """One row."""
    ranked = sorted(taken)
    later = ranked[int(0.95 * (len(ranked) - 1))]
    print(
        f"{name:42} median {1000 * statistics.median(ranked):9.1f} ms   95% {1000 * later:9.1f} ms   "
        f"most {1000 * ranked[-1]:9.1f} ms   ({len(ranked)} deals)",
        flush=True,
    )
    figures = " | ".join(f"{1000 * each:,.1f}" for each in (statistics.median(ranked), later, ranked[-1]))
    ROWS.append(f"| {name} | {figures} | {len(ranked)} |")


def bridge(library: str, count: int, seed: int) -> None:
    """The same of DDS and bridge."""
    found = deals(count, seed)
    for name, every in (("exact", False), ("every card", True)):
        solve = solver(library, every=every)
        told(f"DDS, bridge at no trump, {name}", [timed(partial(solve, each)) for each in found])


def written(asked: argparse.Namespace) -> None:
    """The section of the page."""
    text = (
        f"Milliseconds of processor time at the first lead of {asked.deals} simulated deals "
        f"(`python -m bench.solving --rules {' '.join(asked.rules)} --deals {asked.deals} "
        f"--others {asked.others}`), all cards known; others have at most {_OTHERS_SECONDS:.0f} seconds. "
        f"Kernel: {kernel_in_use()}; load while it\nran: {os.getloadavg()[1]:.0f} on {os.cpu_count()} processors.\n\n"
        "| | median | 95% | most | deals |\n| --- | ---: | ---: | ---: | ---: |\n" + "\n".join(ROWS) + "\n"
    )
    page = Path(__file__).parents[1] / "docs" / "explanation" / "performance.md"
    page.write_text(replaced(page.read_text(encoding="utf-8"), SOLVING, text), encoding="utf-8")


def contracts(game: Game, count: int, seed: int) -> None:
    """Measure how long it takes to settle which contracts can be made."""
    taken, asked, known = [], 0, 0
    for number in range(count):
        setting = game.seat(tuple("ABCDEFG"[: game.people[0]]), 0)
        dealt = start(game, setting, *deal(game, setting, Random(f"{seed}/{number}"))).state
        begun = time.process_time()
        allowance = Allowance(seconds=_CONTRACT_SECONDS, clock=time.process_time)

        def settled(found: int, allowance: Allowance = allowance, all_of_them: int = 0) -> None:
            if found == all_of_them:
                allowance.stop()

        seats = len(setting.active) - len(setting.dummies)
        every = len(game.rules.contracts) * seats
        worth = contracts_of(game, dealt, allowance, partial(settled, all_of_them=every))
        taken.append(time.process_time() - begun)
        asked += len(worth.contracts)
        known += sum(each.made is not None for each in worth.contracts)
    told(f"{game.ruleset.id}, contracts ({100 * known / max(asked, 1):.0f}% of {asked} found out)", taken)


def solving(name: str, game: Game, deals: int, seed: int, seconds: float) -> None:
    """Three rows of a ruleset."""
    needed = game.rules.settle.won_if.points_at_least or 0
    found = list(positions(game, deals, seed))
    told(f"{name}, at least {needed}?", [timed(partial(at_least, each, needed, seconds=seconds)) for each in found])
    told(f"{name}, exact", [timed(partial(solve, each, cards=False, seconds=seconds)) for each in found])
    told(f"{name}, every card", [timed(partial(solve, each, seconds=seconds)) for each in found])


def others(deals: int, seed: int, seconds: float) -> None:
    """Other numbers of seats, and free play."""
    for rules in _OTHERS:
        game = Game.from_ruleset(calarec.load_rules(rules))
        solving(f"{rules} ({game.people[0]} seats)", game, deals, seed, seconds)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "free-play.yaml"
        path.write_text(_FREE, "utf-8")
        solving("free play", Game.from_ruleset(calarec.load_rules(path)), deals, seed, seconds)


def main() -> None:
    """Times every ruleset that is named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", nargs="+", default=["pagat"])
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--contracts", type=int, default=0)
    parser.add_argument(
        "--others", type=int, default=0, help="so many deals of other numbers of seats and of free play"
    )
    parser.add_argument("--dds", default="", help="a library of DDS, built elsewhere")
    parser.add_argument("--write", action="store_true", help="into docs/explanation/performance.md")
    asked = parser.parse_args()
    print(f"kernel: {kernel_in_use()}")
    for rules in asked.rules:
        game = Game.from_ruleset(calarec.load_rules(rules))
        solving(rules, game, asked.deals, asked.seed, asked.seconds)
        if asked.contracts:
            contracts(game, asked.contracts, asked.seed)
    if asked.others:
        others(asked.others, asked.seed, _OTHERS_SECONDS)
    if asked.dds:
        bridge(asked.dds, asked.deals, asked.seed)
    if asked.write:
        written(asked)


if __name__ == "__main__":
    main()
