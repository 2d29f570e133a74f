"""The success rate of `identify` in finding the ruleset of an evening.

    python -m bench.identified --hands 50 --evenings 10 --log identified.jsonl
    python -m bench.identified --log identified.jsonl --sum

For each shipped ruleset, evenings are simulated, and every shipped ruleset is tried on each: as it is, and with one
mistake that `check` reports, of the kinds and rates of `tests/repair/slips.toml`. It counts the evenings on which no
distinguishable ruleset ranks above the true one. Without a mistake, it also counts whether that one fits, and whether
every other has a rule in which it differs and a hand that shows it. Evenings in the log are not tried again.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections import Counter
from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final

from calarec.core.base.resources import data_path
from calarec.core.engine.game import Game
from calarec.core.notation.reader import parse_records
from calarec.core.notation.writer import write_hands
from calarec.record_judge.session import RecordJudge
from calarec.repairs.search import has_no_errors
from calarec.rule_files.load import load_ruleset
from calarec.rule_files.locate import known_ids
from calarec.simulation import simulate
from calarec_tools.archive.candidates import identify_evenings
from tests.repair.slipping import Slipping

if TYPE_CHECKING:
    from collections.abc import Iterable

    from calarec_tools.archive.candidates import Identification

SHIPPED: Final = tuple(known_ids((data_path("rules"),)))
rules = cache(load_ruleset)


def with_a_slip(text: str, name: str, random: Random) -> tuple[str, str]:
    """Put a mistake that `check` reports into a hand; return its kind and the evening."""
    game = Game.from_ruleset(rules(name))
    words = tuple(dict.fromkeys((*game.rules.auction.words, *game.rules.auction.ladder)))
    slipping = Slipping(game.cards.names, words, random)
    lines = text.split("\n")
    starts = [number for number, line in enumerate(lines) if line.startswith("hand ")]
    while True:
        start = random.choice(starts)
        end = lines.index("end", start) + 1
        made = slipping.slip(lines[start:end])
        if made is not None:
            slipped = "\n".join([*lines[:start], *made[1], *lines[end:]])
            judge = RecordJudge(rules(name))
            if not all(has_no_errors(judge.replay(hand)) for hand in parse_records(slipped)):
                return made[0], slipped


def answer(text: str) -> Identification:
    """Identify one evening among all shipped rulesets."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "a.cal")
        file.write_text(text, encoding="utf-8")
        (found,) = identify_evenings(str(file), [rules(each) for each in SHIPPED])
        return found


def tried(name: str, hands: int, seed: int) -> dict[str, Any]:
    """Try one evening without a mistake and with one."""
    text = "".join(write_hands(each.hand for each in simulate(rules(name), hands=hands, seed=seed)))
    found = answer(text)
    others = [
        each for each in found.candidates if each is not found.best_candidate and each not in found.undecided_candidates
    ]
    apart = [found.separating(each) for each in others]
    kind, slipped = with_a_slip(text, name, Random(f"{name}/{hands}/{seed}"))
    after = answer(slipped)
    return {
        "rules": name,
        "hands": hands,
        "seed": seed,
        "fits": next(each.is_fitting for each in found.candidates if each.ruleset.id == name),
        "above": above(found, name),
        "alike": len(found.undecided_candidates),
        "others": len(others),
        "shown": sum(each is not None and each.difference is not None for each in apart),
        "slip": kind,
        "above with a slip": above(after, name),
    }


def above(found: Identification, name: str) -> str | None:
    """Return the best ruleset if it is distinguishable from the true one."""
    alike = (found.best_candidate.ruleset.id, *(each.ruleset.id for each in found.undecided_candidates))
    return None if name in alike else found.best_candidate.ruleset.id


def told(rows: Iterable[dict[str, Any]]) -> str:
    """Summarise rows, and list each evening with a ruleset above the true one."""
    rows = list(rows)
    of = len(rows)
    lost = [each for each in rows if each["above"] or not each["fits"]]
    slipped = [each for each in rows if each["above with a slip"]]
    shown, others = (sum(each[key] for each in rows) for key in ("shown", "others"))
    lines = [
        f"{len({each['rules'] for each in rows})} rulesets, {of} evenings",
        f"as they are: the true one fits, and is on top or alike, in {of - len(lost)}",
        f"others told apart by a hand and a rule: {shown} of {others}",
        f"with one slip: on top or alike in {of - len(slipped)} ({100 * (of - len(slipped)) / max(of, 1):.1f}%)",
    ]
    lines += [f"  {each['rules']} {each['seed']}: {each['above']}, fits {each['fits']}" for each in lost]
    lines += [f"  {each['rules']} {each['seed']} {each['slip']}: {each['above with a slip']}" for each in slipped]
    kinds, wrong = Counter(each["slip"] for each in rows), Counter(each["slip"] for each in slipped)
    lines += [f"  {kind}: {count - wrong[kind]} of {count}" for kind, count in kinds.most_common()]
    return "\n".join(lines)


def main() -> None:
    """Tries what the log does not hold yet; prints the sums of what it holds."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=50)
    parser.add_argument("--evenings", type=int, default=1, help="of each ruleset")
    parser.add_argument("--seed", type=int, default=1, help="of the first evening")
    parser.add_argument("--log", type=Path, required=True, help="a file that keeps what came of each evening")
    parser.add_argument("--sum", action="store_true", help="print the sums of the log, and try nothing")
    asked = parser.parse_args()
    lines = asked.log.read_text(encoding="utf-8").splitlines() if asked.log.exists() else []
    rows = [json.loads(each) for each in lines]
    done = {(each["rules"], each["hands"], each["seed"]) for each in rows}
    wanted = [
        (name, asked.hands, seed)
        for seed in range(asked.seed, asked.seed + asked.evenings)
        for name in SHIPPED
        if (name, asked.hands, seed) not in done
    ]
    with asked.log.open("a", encoding="utf-8") as log:
        for each in () if asked.sum else wanted:
            rows.append(tried(*each))
            print(json.dumps(rows[-1]), file=log, flush=True)
    print(told(rows))


if __name__ == "__main__":
    main()
