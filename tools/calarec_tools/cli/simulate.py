"""`calarec simulate`: hands that are legal under a ruleset, always the same for the same seed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.simulation.bots import BOTS
from calarec.wording.findings import Told
from calarec.wording.language import Words
from calarec_tools.cli.declare import Command, Option
from calarec_tools.cli.parameters import OUTPUT, RULES_NEEDED
from calarec_tools.runs.streams import CLEAN, Output, RefusalError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.mechanisms.ruleset import Ruleset


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
) -> int:
    """Writes simulated hands as a record."""
    if not rules:
        raise RefusalError(Words("which rules? Give `--rules RULES`."))
    ruleset = _ruleset(rules)
    _check(ruleset, hands, seats, aim)
    text = _text(ruleset, hands, seed, bot, seats, aim, irregular=irregular)
    if output and output != "-":
        from calarec_tools.runs.output_files import packing
        from calarec_tools.runs.replacing import replace_file

        replace_file(output, text, packing=packing(output))
    else:
        from calarec_tools.runs.replacing import all_there

        # With an aim the last hand may be one that is not found; then none is shown.
        out.exactly(text if aim is None else all_there(text))
    return CLEAN


def _text(
    ruleset: Ruleset, hands: int, seed: int, bot: str, seats: int | None, aim: str | None, *, irregular: bool
) -> Iterator[str]:
    from calarec.notation.writer import written
    from calarec.simulation import simulate as simulated
    from calarec.simulation.run import AimError

    yield f"; composed by calarec simulate, seed {seed}\n"
    made = simulated(ruleset, hands=hands, seed=seed, bot=bot, seats=seats, aim=aim, irregular=irregular)
    try:
        yield from written(each.hand for each in made)
    except AimError as error:
        raise RefusalError(
            Words("no hand that touches `{aim}` was found in {tries} tries."), aim=aim, tries=error.tries
        ) from None


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


def _check(ruleset: Ruleset, hands: int, seats: int | None, aim: str | None) -> None:
    allowed = ruleset.rules.table.seats
    if hands < 0:
        raise RefusalError(Words("`--hands` is a number from 0 up."))
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
    "simulate",
    Words("Make legal hands, reproducibly."),
    simulate,
    options=(
        RULES_NEEDED,
        Option("hands", ("--hands", "-n"), Words("How many hands."), kind="whole", default=1),
        Option("seed", ("--seed",), Words("The same seed, the same hands."), kind="whole",
               default=0),
        OUTPUT,
        Option("bot", ("--bot",), Words("Who plays."), default="sensible",
               choices=tuple(BOTS)),
        Option("seats", ("--seats",), Words("How many sit at the table."),
               kind="whole"),
        Option("aim", ("--aim",),
               Words("A rule that every hand is to touch: its path, e.g. `settle.bonus.cappotto`."),
               metavar="LEAF"),
        Option("irregular", ("--irregular",), Words("Irregularities may happen."),
               kind="flag"),
    ),
    example="calarec simulate --rules pagat --hands 3 --seed 7",
)  # fmt: skip
