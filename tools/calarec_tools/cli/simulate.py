"""`calarec simulate`: make legal hands; the same seed gives the same hands."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from calarec.core.engine.game import Game
from calarec.core.wording.findings import Told
from calarec.core.wording.language import Words
from calarec.simulation.run import AimError, Wishes, is_deal_independent, simulate_independent
from calarec.simulation.strong import NotPlayedError
from calarec_tools.archive.runs.crews import crew
from calarec_tools.archive.runs.driver import run_in_order
from calarec_tools.archive.runs.workers import LostTask, useful_workers
from calarec_tools.cli.bots import BOT, not_played
from calarec_tools.cli.declare import Command, Option
from calarec_tools.cli.parameters import CREW, OUTPUT, RULES_NEEDED
from calarec_tools.output.files.progress import Progress
from calarec_tools.output.files.streams import CLEAN, Output, RefusalError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.core.mechanisms.ruleset import Ruleset
    from calarec.core.records import Hand
    from calarec.simulation.run import MadeHand
    from calarec_tools.archive.runs.workers import Crew


_MADE: Final = Words("{hands:# hand|# hands} made")
_LOST: Final = Words("hands from {first} on cannot be made: {reason}.")
_HANDS_PER_TASK: Final = 250
"""Hands that one process makes at a time."""


def run_simulate(
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
    scheduler: str | None,
    parts: str | None,
) -> int:
    """Write simulated hands as a record."""
    if not rules:
        raise RefusalError(Words("which rules? Give `--rules RULES`."))
    ruleset = _ruleset_to_play(rules)
    _check_wishes(ruleset, seats, aim)
    wishes = Wishes(seed, bot, seats, aim, irregular)
    try:
        wishes.start_match(Game.from_ruleset(ruleset))
    except NotPlayedError as error:
        raise not_played(error) from None
    progress = Progress(out.lang, _MADE)
    to_file = output not in (None, "", "-")
    # Where the hands themselves are read at a terminal, they show how far it has come.
    apart = is_deal_independent(Game.from_ruleset(ruleset), irregular=irregular)
    useful = useful_workers(hands, 2 * _HANDS_PER_TASK) if apart else 1
    with crew(jobs if apart else 1, *((scheduler, parts) if apart else (None, None)), useful=useful) as who:
        text = _record_pieces(ruleset, hands, wishes, who, progress if to_file or progress.enabled else None)
        _write_simulated(out, text, output if to_file else None, at_once=aim is not None)
    return CLEAN


def _write_simulated(out: Output, text: Iterator[str], output: str | None, *, at_once: bool) -> None:
    if output:
        from calarec_tools.output.files.output_files import packing
        from calarec_tools.output.files.replacing import replace_file

        replace_file(output, text, packing=packing(output))
    elif not at_once:
        out.exactly(text)
    else:
        from calarec_tools.output.files.replacing import all_there

        out.exactly(all_there(text))  # the last hand may be one that is not found; then none is shown


def _record_pieces(ruleset: Ruleset, hands: int, wishes: Wishes, who: Crew, progress: Progress | None) -> Iterator[str]:
    from calarec.core.notation.writer import write_hands

    yield f"; composed by calarec simulate, seed {wishes.seed}\n"
    try:
        made = _made_hands(ruleset, hands, wishes, who)
        yield from write_hands(made if progress is None else _counted_hands(made, progress))
    except AimError as error:
        raise RefusalError(
            Words("no hand that touches `{aim}` was found in {tries} tries."), aim=wishes.aim, tries=error.tries
        ) from None


def _counted_hands(made: Iterator[Hand], progress: Progress) -> Iterator[Hand]:
    """The hands as they come, and how many there were so far on the terminal."""
    try:
        for number, hand in enumerate(made, 1):
            progress.show_progress(number)
            yield hand
    finally:
        progress.clear_progress_line()


def _made_hands(ruleset: Ruleset, hands: int, wishes: Wishes, who: Crew) -> Iterator[Hand]:
    """Yield the hands, the same for any number of processes."""
    match = wishes.start_match(Game.from_ruleset(ruleset), hands)
    if who.executor is None and not who.parts:
        for number in range(1, hands + 1):
            yield match.add_next_hand(number, wishes.seed).hand
        return
    firsts = iter(range(1, hands + 1, _HANDS_PER_TASK))
    for first, found in run_in_order(firsts, partial(_shard, ruleset, wishes, hands, _HANDS_PER_TASK), who):
        if isinstance(found, LostTask):
            raise RefusalError(_LOST, first=first, reason=found.reason)
        for number, each in enumerate(found, first):
            yield match.join_hand(number, each)[0]
        if len(found) < min(_HANDS_PER_TASK, hands + 1 - first):
            raise AimError(wishes.aim or "", len(match.bots) * match.tries)


def _shard(ruleset: Ruleset, wishes: Wishes, hands: int, size: int, first: int) -> list[MadeHand]:
    return simulate_independent(ruleset, wishes, first, min(size, hands + 1 - first))


def _ruleset_to_play(rules: str) -> Ruleset:
    from calarec.rule_files.load import RulesetError, load_ruleset

    try:
        return load_ruleset(rules)
    except RulesetError as error:
        first = next(finding for finding in error.findings if finding.severity == "error")
        raise RefusalError(
            Words("`{rules}` cannot be used: {code} {said}"),
            rules=rules, code=first.code, said=Told(first),
        ) from None  # fmt: skip


def _check_wishes(ruleset: Ruleset, seats: int | None, aim: str | None) -> None:
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
    run_simulate,
    options=(
        RULES_NEEDED,
        Option("hands", ("--hands", "-n"), Words("The number of hands to generate."), kind="whole", default=1, least=0),
        Option("seed", ("--seed",), Words("The seed; the same seed gives the same hands."), kind="whole",
               default=0),
        OUTPUT,
        BOT,
        Option("seats", ("--seats",), Words("The number of people at the table."),
               kind="whole"),
        Option("aim", ("--aim",),
               Words("A rule that every hand uses, by its path, such as `contracts.solo`."),
               metavar="LEAF", complete="rules"),
        Option("irregular", ("--irregular",), Words("Include irregularities."),
               kind="flag"),
        *CREW,
    ),
    example="calarec simulate --rules pagat --hands 3 --seed 7",
)  # fmt: skip
