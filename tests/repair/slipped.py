"""Hands with one slip or two that `check` reports, of ten rulesets, and what is offered for them."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

from calarec.core.engine.game import Game
from calarec.core.notation.reader import parse_records
from calarec.core.notation.writer import write_hands
from calarec.record_judge.session import RecordJudge
from calarec.repairs.search import Repairs, has_no_errors, repair_record
from calarec.rule_files.load import load_ruleset
from calarec.simulation.run import simulate
from tests.repair.slipping import Slipping

if TYPE_CHECKING:
    from collections.abc import Iterator

RULESETS: Final = (
    "pagat", "twenty-one", "tretre", "thirty-five", "cavendish", "foster", "treccani", "quartiglio", "tressette",
    "gelli-terziglio",
)  # fmt: skip


class Slipped(NamedTuple):
    """A hand with slips: the record up to it, the lines that it had, and those that it has."""

    rules: str
    kinds: tuple[str, ...]
    before: str
    """The record up to the hand."""
    meant: tuple[str, ...]
    written: tuple[str, ...]

    @property
    def record(self) -> str:
        """The record with the slips."""
        return self.before + "\n".join(self.written) + "\n"


def slipped(rules: str, count: int, *, slips: int = 1, seed: int = 0) -> Iterator[Slipped]:
    """So many hands of a ruleset, each with so many slips, that do not hold; the same seed, the same hands."""
    ruleset = load_ruleset(rules)
    game = Game.from_ruleset(ruleset)
    words = tuple(dict.fromkeys((*ruleset.rules.auction.words, *ruleset.rules.auction.ladder)))
    random = Random(f"{rules} {slips} {seed}")
    made = 0
    number = 0
    while made < count:
        number += 1
        hands = [each.hand for each in simulate(game, hands=2, seed=random.randrange(10**6))]
        text = "".join(write_hands(hands))
        at = text.index("\nhand 2\n") + 1
        meant = text[at:].rstrip("\n").split("\n")
        if meant.count("end") != 1:
            continue
        slipping = Slipping(game.cards.names, words, random)
        for _ in range(20):
            lines, kinds = meant, []
            for _ in range(slips):
                one = slipping.slip(lines)
                if one is not None:
                    kinds.append(one[0])
                    lines = one[1]
            found = Slipped(rules, tuple(kinds), text[:at], tuple(meant), tuple(lines))
            if len(kinds) == slips and is_reported(found):
                made += 1
                yield found
                break


def is_reported(each: Slipped) -> bool:
    """Check whether `check` reports the last hand, and no other."""
    judge = RecordJudge()
    judged = [judge.replay(hand) for hand in parse_records(each.record)]
    return len(judged) == 2 and has_no_errors(judged[0]) and not has_no_errors(judged[1])


def offered(each: Slipped) -> Repairs:
    """Return the offers for the hand."""
    (found,) = repair_record(parse_records(each.record), RecordJudge())
    return found


def place_of(each: Slipped, found: Repairs) -> int:
    """The place of the right proposal, from 1; equal ones share a place.

    0 if it is not among them.
    """
    for repair in found.offered:
        if same(repair.hand.lines, each.meant):
            return 1 + sum(other.share > repair.share + 1e-9 for other in found.offered)
    return 0


def same(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Check whether lines mean the same.

    Spaces between words and the order of cards in a deal do not matter.
    """
    return len(one) == len(other) and all(
        this == that or _sense(this) == _sense(that) for this, that in zip(one, other, strict=True)
    )


@lru_cache(1 << 14)
def _sense(line: str) -> list[str]:
    words = line.split()
    return sorted(words) if words and words[0] in ("deal", "monte", "discard", "take") else words
