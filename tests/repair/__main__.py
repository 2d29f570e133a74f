"""Measures repairs: `python -m tests.repair [--hands 100] [--slips 1] [--seed 0]`.

For hands with one mistake, an exhaustive search finds whether the true hand is the only reading that holds. It takes
some seconds a hand. With `--log FILE` each hand is a line of that file, and hands in it are not measured again;
`--sum FILE …` adds up such files, and `--write` puts the sums into `docs/guides/repair.md` and its Italian page.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, Any, Final

from tests.repair.exhaustive import Exhaustive
from tests.repair.slipped import RULESETS, offered, place_of, same, slipped

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

Measured = dict[str, Any]


def measured(hands: int, slips: int, seed: int, known: int = 0) -> Iterator[Measured]:
    """Yield the offers for each hand, except the first `known` ones."""
    made = (each for rules in RULESETS for each in slipped(rules, hands // len(RULESETS), slips=slips, seed=seed))
    for number, each in enumerate(made):
        if number < known:
            continue
        began = process_time()
        found = offered(each)
        seconds = process_time() - began
        yield {
            "rules": each.rules, "slips": each.kinds, "place": place_of(each, found), "stopped": found.stopped,
            "tried": found.tried, "seconds": round(seconds, 3), "only": slips == 1 and Exhaustive(each).only(same),
        }  # fmt: skip


def told(found: Iterable[Measured]) -> Iterator[str]:
    """Yield the ranks of the true hands among the offers, and the times."""
    found = list(found)
    for only in (True, False):
        kind = [each for each in found if each["only"] is only]
        if kind:
            what = "the only reading that holds" if only else "others"
            yield f"{what}: {len(kind)} hands, {_share(kind)}"
    kinds = Counter(slip for each in found for slip in each["slips"])
    for slip in sorted(kinds):
        kind = [each for each in found if slip in each["slips"]]
        yield f"  {slip}: {len(kind)}, {_share(kind)}"
    times = sorted(each["seconds"] for each in found)
    half, most = times[len(times) // 2], times[len(times) * 99 // 100]
    stopped = sum(each["stopped"] for each in found)
    yield f"stopped: {stopped}; seconds of processor: half {half:.2f}, 99 of 100 {most:.2f}, longest {times[-1]:.2f}"


def _share(found: list[Measured]) -> str:
    first = sum(each["place"] == 1 for each in found) / len(found)
    three = sum(0 < each["place"] <= 3 for each in found) / len(found)
    return f"first {first:.1%}, among the first three {three:.1%}"


_PAGES: Final = {
    "docs/guides/repair.md": ("one mistake, and what was meant is the only legal reading", "one mistake, others",
                       "two mistakes", "hands", "first", "among the first three", "half within", "longest", "."),
    "docs/guides/repair.it.md": ("un errore, e la lettura giusta è l'unica che torna", "un errore, altre mani",
                          "due errori", "mani", "per prima", "tra le prime tre", "metà entro", "la più lunga", ","),
}  # fmt: skip
_MARK: Final = "<!-- tests.repair -->\n"


def write(found: Sequence[Measured]) -> None:
    """Put the figures into the pages, between their mark and the next blank line."""
    kinds = (
        [each for each in found if each["only"]],
        [each for each in found if not each["only"] and len(each["slips"]) == 1],
        [each for each in found if len(each["slips"]) == 2],
    )
    for name, (*said, hands, first, three, half, longest, point) in _PAGES.items():
        lines = [f"| | {hands} | {first} | {three} | {half} | {longest} |", "| --- | --- | --- | --- | --- | --- |"]
        for what, kind in zip(said, kinds, strict=True):
            times = sorted(each["seconds"] for each in kind) or [0.0]
            one, best = (sum(0 < each["place"] <= place for each in kind) for place in (1, 3))
            spent = (f"{each:.2f} s".replace(".", point) for each in (times[len(times) // 2], times[-1]))
            lines.append(f"| {what} | {len(kind)} | {one} | {best} | {' | '.join(spent)} |")
        page = Path(name)
        head, mark, rest = page.read_text(encoding="utf-8").partition(_MARK)
        assert mark, name
        table = "\n".join(lines)
        page.write_text(f"{head}{mark}{table}\n\n{rest.split(chr(10) * 2, 1)[1]}", encoding="utf-8")


def main() -> None:
    """Print how often the right proposal is at each place."""
    parser = argparse.ArgumentParser(prog="python -m tests.repair")
    parser.add_argument("--hands", type=int, default=100)
    parser.add_argument("--slips", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--log", type=Path)
    parser.add_argument("--sum", type=Path, nargs="+")
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    if asked.sum:
        found = [json.loads(line) for file in asked.sum for line in file.read_text(encoding="utf-8").splitlines()]
        if asked.write:
            write(found)
    else:
        log: Path | None = asked.log
        found = (
            [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()] if log and log.exists() else []
        )
        for each in measured(asked.hands, asked.slips, asked.seed, len(found)):
            found.append(each)
            if log is not None:
                with log.open("a", encoding="utf-8") as stream:
                    stream.write(json.dumps(each) + "\n")
    sys.stdout.writelines(f"{line}\n" for line in told(found))


if __name__ == "__main__":
    main()
