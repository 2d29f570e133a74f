"""How often `identify` finds the ruleset that was played by: `python -m bench.identified [--hands N] [--seed S]`.

For each shipped ruleset an evening is simulated and every shipped ruleset tried on it, once as it is and once with one
slip of the pen. Counted is how often the true one is the best or cannot be told apart from it; without a slip also
whether it fits exactly, and whether every other has a rule in which it differs and a hand that shows it.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from calarec.base.resources import data_path
from calarec.notation.writer import written
from calarec.rulesets.load import load_rules
from calarec.rulesets.locate import known_ids
from calarec.simulation import simulate
from calarec_tools.archive.candidates import identified

if TYPE_CHECKING:
    from calarec_tools.archive.candidates import Identification

SHIPPED: Final = tuple(known_ids((data_path("rules"),)))
rules = cache(load_rules)


def slip(text: str, rng: random.Random) -> str:
    """The text with one thing written wrong: a figure, a card of a trick, two cards of a trick, a dealer."""
    lines = text.split("\n")
    kinds = {
        "figure": [n for n, line in enumerate(lines) if line.startswith(("score ", "total ", "result "))],
        "card": [n for n, line in enumerate(lines) if line[:2].strip().isdigit()],
        "two": [n for n, line in enumerate(lines) if line[:2].strip().isdigit()],
        "dealer": [n for n, line in enumerate(lines) if line.startswith("dealer ")],
    }
    kind = rng.choice([name for name, places in kinds.items() if places])
    at = rng.choice(kinds[kind])
    words = lines[at].split(" ")
    if kind == "figure":
        place = rng.choice([n for n, word in enumerate(words) if word.lstrip("+-").isdigit()] or [0])
        if place:
            words[place] = str(int(words[place]) + rng.choice((-1, 1, 10)))
    elif kind == "dealer":
        words[1] = rng.choice([each for each in "ABC" if each != words[1]])
    else:
        cards = [n for n, word in enumerate(words) if len(word) == 2 and word[0].isalnum() and word[1].islower()]
        one, other = rng.sample(cards, 2) if len(cards) > 1 else (cards[0], cards[0])
        words[one], words[other] = (words[other], words[one]) if kind == "two" else (words[other], words[other])
    lines[at] = " ".join(words)
    return "\n".join(lines)


def answer(text: str) -> Identification:
    """What one evening says of all shipped rulesets."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "a.cal")
        file.write_text(text, encoding="utf-8")
        (found,) = identified(str(file), [rules(each) for each in SHIPPED])
        return found


def on_top(found: Identification, name: str) -> bool:
    """Whether nobody stands above a ruleset that can be told apart from it."""
    return name in (found.best.ruleset.id, *(each.ruleset.id for each in found.undecided))


def main() -> None:
    """Prints a line for each ruleset, then the sums."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--slips", type=int, default=1, help="evenings with a slip for each ruleset")
    asked = parser.parse_args()
    sums = {"on top": 0, "fits": 0, "others": 0, "with their rule": 0, "with a slip": 0, "slips": 0}
    begun = time.process_time()
    for name in SHIPPED:
        text = "".join(written(each.hand for each in simulate(rules(name), hands=asked.hands, seed=asked.seed)))
        found = answer(text)
        true = next(each for each in found.candidates if each.ruleset.id == name)
        others = [each for each in found.candidates if each is not found.best and each not in found.undecided]
        apart = [found.separating(each) for each in others]
        told = sum(each is not None and each.difference is not None for each in apart)
        sums["on top"] += on_top(found, name)
        sums["fits"] += true.fits
        sums["others"] += len(others)
        sums["with their rule"] += told
        slipped = 0
        for number in range(asked.slips):
            rng = random.Random(f"{name}/{asked.seed}/{number}")
            slipped += on_top(answer(slip(text, rng)), name)
        sums["with a slip"] += slipped
        sums["slips"] += asked.slips
        print(
            f"{name:28} on top {on_top(found, name)} fits {true.fits} alike {len(found.undecided)} "
            f"apart {told}/{len(others)} slip {slipped}/{asked.slips}",
            flush=True,
        )
    print(f"{len(SHIPPED)} rulesets, {asked.hands} hands each, {time.process_time() - begun:.0f} s: {sums}")


if __name__ == "__main__":
    main()
