"""`calarec simulate`: hands that are legal under a ruleset, always the same for the same seed."""

from __future__ import annotations

import os
from functools import cache, partial
from typing import TYPE_CHECKING, Final

from calarec.engine.game import Game
from calarec.simulation.own_bots import PLAYERS
from calarec.simulation.run import AimError, Wishes, deal_moves_on, made_apart
from calarec.wording.findings import Told
from calarec.wording.language import Words
from calarec_tools.cli.declare import Command, Option
from calarec_tools.cli.parameters import OUTPUT, RULES_NEEDED
from calarec_tools.runs.progress import Progress
from calarec_tools.runs.streams import CLEAN, Output, RefusalError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.mechanisms.ruleset import Ruleset
    from calarec.records import Hand
    from calarec.simulation.run import MadeHand


_MADE: Final = Words("{hands} hands made")
_SIZE: Final = 250
"""Hands that one process makes at a time."""
_MOST_WORKERS: Final = 8


def simulate(
    out: Output,
    *,
    rules: str | None,
    hands: int,
    seed: int,
    output: str | None,
    bot: str,
    seats: int | None,
    aim: str | None,
    irregular: bool,
    jobs: int,
) -> int:
    """Writes simulated hands as a record."""
    if not rules:
        raise RefusalError(Words("which rules? Give `--rules RULES`."))
    ruleset = _ruleset(rules)
    _check(ruleset, seats, aim)
    wishes = Wishes(seed, bot, seats, aim, irregular)
    progress = Progress(out.lang, _MADE)
    to_file = output not in (None, "", "-")
    # Where the hands themselves are read at a terminal, they show how far it has come.
    text = _text(rules, ruleset, hands, wishes, jobs, progress if to_file or progress.enabled else None)
    if output and to_file:
        from calarec_tools.runs.output_files import packing
        from calarec_tools.runs.replacing import replace_file

        replace_file(output, text, packing=packing(output))
    else:
        from calarec_tools.runs.replacing import all_there

        # With an aim the last hand may be one that is not found; then none is shown.
        out.exactly(text if aim is None else all_there(text))
    return CLEAN


def _text(
    rules: str, ruleset: Ruleset, hands: int, wishes: Wishes, jobs: int, progress: Progress | None
) -> Iterator[str]:
    from calarec.notation.writer import written

    yield f"; composed by calarec simulate, seed {wishes.seed}\n"
    try:
        made = _made(rules, ruleset, hands, wishes, jobs)
        yield from written(made if progress is None else _counted(made, progress))
    except AimError as error:
        raise RefusalError(
            Words("no hand that touches `{aim}` was found in {tries} tries."), aim=wishes.aim, tries=error.tries
        ) from None


def _counted(made: Iterator[Hand], progress: Progress) -> Iterator[Hand]:
    """The hands as they come, and how many there were so far on the terminal."""
    try:
        for number, hand in enumerate(made, 1):
            progress.at(number)
            yield hand
    finally:
        progress.clear()


def _made(rules: str, ruleset: Ruleset, hands: int, wishes: Wishes, jobs: int) -> Iterator[Hand]:
    """The hands, made by as many processes as are of use; they are the same however many there are."""
    game = Game.of(ruleset)
    apart = deal_moves_on(game, irregular=wishes.irregular)
    useful = min(_MOST_WORKERS, os.cpu_count() or 1, hands // (2 * _SIZE))
    workers = max(1, jobs or useful) if apart else 1
    match = wishes.match(game)
    if workers == 1:
        for number in range(1, hands + 1):
            yield match.hand(number, wishes.seed).hand
        return
    from calarec_tools.runs.running import in_order, pool

    firsts = iter(range(1, hands + 1, _SIZE))
    with pool(workers) as executor:
        for first, found in in_order(firsts, partial(_shard, rules, wishes, hands), executor, workers):
            for number, each in enumerate(found, first):
                yield match.joined(number, each)[0]
            if len(found) < min(_SIZE, hands + 1 - first):
                raise AimError(wishes.aim or "", len(match.bots) * match.tries)


def _shard(rules: str, wishes: Wishes, hands: int, first: int) -> list[MadeHand]:
    return made_apart(_known(rules), wishes, first, min(_SIZE, hands + 1 - first))


@cache
def _known(rules: str) -> Ruleset:
    """The ruleset as another process reads it: once."""
    return _ruleset(rules)


def _ruleset(rules: str) -> Ruleset:
    from calarec.rulesets.load import RulesetError, load_rules

    try:
        return load_rules(rules)
    except RulesetError as error:
        first = next(each for each in error.diagnostics if each.severity == "error")
        raise RefusalError(
            Words("`{rules}` cannot be used: {code} {said}"),
            rules=rules, code=first.code, said=Told(first),
        ) from None  # fmt: skip


def _check(ruleset: Ruleset, seats: int | None, aim: str | None) -> None:
    allowed = ruleset.rules.table.seats
    if seats is not None and seats not in allowed:
        raise RefusalError(
            Words("`{id}` is played at {seats} seats."),
            id=ruleset.id, seats=" / ".join(map(str, allowed)),
        )  # fmt: skip
    if aim is not None and not any(path == aim or path.startswith(f"{aim}.") for path in ruleset.leaves):
        from difflib import get_close_matches

        near = get_close_matches(aim, ruleset.leaves, 1)
        raise RefusalError(
            Words("`{id}` has no rule `{aim}`.{near}"),
            id=ruleset.id, aim=aim, near=Words(" Did you mean `{word}`?", word=near[0]) if near else "",
        )  # fmt: skip


DECLARED = Command(
    simulate,
    options=(
        RULES_NEEDED,
        Option("hands", ("--hands", "-n"), Words("How many hands."), kind="whole", default=1, least=0),
        Option("seed", ("--seed",), Words("The same seed, the same hands."), kind="whole",
               default=0),
        OUTPUT,
        Option("bot", ("--bot",), Words("Who plays."), default="sensible",
               choices=tuple(PLAYERS)),
        Option("seats", ("--seats",), Words("How many sit at the table."),
               kind="whole"),
        Option("aim", ("--aim",),
               Words("A rule that every hand is to touch: its path, e.g. `contracts.solo`."),
               metavar="LEAF"),
        Option("irregular", ("--irregular",), Words("Irregularities may happen."),
               kind="flag"),
        Option("jobs", ("--jobs", "-j"), Words("How many processes (0: as many as are useful)."), kind="whole",
               default=0, least=0),
    ),
    example="calarec simulate --rules pagat --hands 3 --seed 7",
)  # fmt: skip
