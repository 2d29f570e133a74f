"""Finds hands that together show what can happen under a ruleset, and keeps them as golden files.

`python -m tests.engine.courses` searches and writes them; a test rebuilds each from its first line.
"""

from __future__ import annotations

from collections import Counter
from multiprocessing import Pool
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from calarec.simulation import simulate
from tests.engine.features import features, is_plain
from tests.engine.telling import playthrough
from tests.rulebooks import IDS, game

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.core.engine.game import Game
    from calarec.simulation.run import Simulated

FOLDER = Path(__file__).parent / "playthroughs"
MATCHES = 200
"""The number of matches searched for each bot, over all numbers of seats."""
AIMED = 8
"""The number of steered matches for each aim."""
WIDTH = 40
"""The number of sets of features tried for each missing one."""
HANDS = 4
"""The number of hands of each match."""


class Spot(NamedTuple):
    """The place of a hand among simulated ones: the first line of its file."""

    seats: int
    bot: str
    seed: int
    number: int
    aim: str = ""

    def __str__(self) -> str:
        aim = f" aim {self.aim}" if self.aim else ""
        return f"seats {self.seats} bot {self.bot} seed {self.seed} hand {self.number}{aim}"

    @classmethod
    def of(cls, line: str) -> Spot:
        """The spot that a first line names."""
        said = dict(zip(*[iter(line.split())] * 2, strict=True))
        return cls(int(said["seats"]), said["bot"], int(said["seed"]), int(said["hand"]), said.get("aim", ""))

    def hand(self, of: Game) -> Simulated:
        """The hand itself: the last of so many of its match."""
        *_, last = simulate(of, hands=self.number, seed=self.seed, bot=self.bot, seats=self.seats, aim=self.aim or None)
        return last


def candidates(of: Game) -> Iterator[tuple[Spot, Simulated]]:
    """Hands to choose from, always the same."""
    for aim in ("", *aims(of)):
        for seed in range(1, (AIMED if aim else MATCHES // len(of.people)) + 1):
            for seats in of.people:
                for bot in ("sensible", "random"):
                    hands = simulate(of, hands=HANDS, seed=seed, bot=bot, seats=seats, aim=aim or None)
                    for number, hand in enumerate(hands, 1):
                        if is_plain(hand):
                            yield Spot(seats, bot, seed, number, aim), hand


def aims(of: Game) -> Iterator[str]:
    """Yield aims for events that are rare in unsteered hands."""
    for name, entry in of.rules.steps.items():
        if entry.do == "call" and entry.params.in_hand.then != "refused":
            yield f"steps.{name}.in_hand"
        if entry.do == "call" and any(pile.dealt for pile in of.rules.piles.values()):
            yield f"steps.{name}.in_pile"
    if of.rules.all_pass.do == "play_out":
        yield from ("all_pass.ties", *(f"all_pass.bonus.{name}" for name in of.rules.all_pass.params.bonus_order))


def shown(of: Game, hand: Simulated) -> list[str]:
    """The features that a hand shows."""
    return [name for name, holds in features(of).items() if holds(hand)]


def chosen(of: Game) -> list[Spot]:
    """As few hands as are found that together show every feature that any candidate shows."""
    spots: dict[frozenset[str], Spot] = {}
    for spot, hand in candidates(of):
        spots.setdefault(frozenset(shown(of, hand)), spot)
    often = Counter(feature for each in spots for feature in each)
    useful = [each for each in spots if not any(each < other for other in spots)]
    for number in range(1, len(often) + 1):
        cover = _cover(frozenset(often), useful, often, number)
        if cover is not None:
            return [spots[each] for each in cover]
    raise AssertionError(of.ruleset.id)


def _cover(
    missing: frozenset[str], useful: list[frozenset[str]], often: Counter[str], number: int
) -> list[frozenset[str]] | None:
    """So many sets of features that cover those that are missing, if there are any."""
    if not missing or not number:
        return None if missing else []
    rarest = min(missing, key=lambda feature: (often[feature], feature))
    fitting = sorted((each for each in useful if rarest in each), key=lambda each: -len(each & missing))
    for each in fitting[:WIDTH]:
        rest = _cover(missing - each, useful, often, number - 1)
        if rest is not None:
            return [each, *rest]
    return None


def told(of: Game, spot: Spot) -> str:
    """A course file: the origin of the hand, its purpose, its dealer and its course."""
    hand = spot.hand(of)
    setting = hand.setting
    lines = [str(spot), *(f"shows {name}" for name in shown(of, hand)), f"dealer {setting.labels[setting.dealer]}"]
    lines += [f"out {setting.labels[seat]}" for seat in setting.out]
    carry = setting.carry
    if carry.rule:
        kept = " ".join(of.piles[pile] for pile, _ in carry.piles)
        lines.append(f"kept {kept}, only {' '.join(carry.only)} [{carry.rule}]")
    return "\n".join(lines) + "\n" + playthrough(of, hand)


def files(ruleset: str) -> list[Path]:
    """The course files of a ruleset."""
    return sorted(FOLDER.glob(f"{ruleset}.course-*.txt"))


def write(ruleset: str) -> None:
    """Chooses the courses of a ruleset and writes them."""
    for file in files(ruleset):
        file.unlink()
    for number, spot in enumerate(chosen(game(ruleset)), 1):
        (FOLDER / f"{ruleset}.course-{number}.txt").write_text(told(game(ruleset), spot), "utf-8")


if __name__ == "__main__":
    with Pool() as pool:
        pool.map(write, IDS, chunksize=1)
