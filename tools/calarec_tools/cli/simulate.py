"""`calarec simulate`: hands that are legal under a ruleset, always the same for the same seed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from calarec.language import Both
from calarec_tools.cli.declare import Command, Option
from calarec_tools.cli.output import CLEAN, Output, RefusalError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from calarec.rulesets.ruleset import Ruleset


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
        raise RefusalError(Both("which rules? Give `--rules RULES`.", "con quali regole? Indica `--rules REGOLE`."))
    ruleset = _ruleset(rules)
    _check(ruleset, hands, seats, aim)
    text = _text(ruleset, hands, seed, bot, seats, aim, irregular=irregular)
    if output and output != "-":
        from calarec.notation.replacing import replace_file
        from calarec_tools.writing.packing import packing

        replace_file(output, text, packing=packing(output))
    else:
        out.exactly(text)
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
    except AimError:
        raise RefusalError(
            Both("no hand that touches `{aim}` was found.", "non si è trovata una mano che tocchi `{aim}`."), aim=aim
        ) from None


def _ruleset(rules: str) -> Ruleset:
    from calarec.rulesets.load import RulesetError, load_rules

    try:
        return load_rules(rules)
    except RulesetError as error:
        first = next(each for each in error.diagnostics if each.severity == "error")
        raise RefusalError(
            Both("`{rules}` cannot be used: {code} {en}", "`{rules}` non si può usare: {code} {it}"),
            rules=rules, code=first.code, en=first.message("en"), it=first.message("it"),
        ) from None  # fmt: skip


def _check(ruleset: Ruleset, hands: int, seats: int | None, aim: str | None) -> None:
    allowed = ruleset.rules.table.seats
    if hands < 0:
        raise RefusalError(Both("`--hands` is a number from 0 up.", "`--hands` è un numero da 0 in su."))
    if seats is not None and seats not in allowed:
        raise RefusalError(
            Both("`{id}` is played at {seats} seats.", "`{id}` si gioca in {seats}."),
            id=ruleset.id, seats=" / ".join(map(str, allowed)),
        )  # fmt: skip
    if aim is not None and not any(path == aim or path.startswith(f"{aim}.") for path in ruleset.leaves):
        from difflib import get_close_matches

        near = get_close_matches(aim, ruleset.leaves, 1)
        raise RefusalError(
            Both("`{id}` has no rule `{aim}`.{near_en}", "`{id}` non ha una regola `{aim}`.{near_it}"),
            id=ruleset.id, aim=aim, near_en=f" Did you mean `{near[0]}`?" if near else "",
            near_it=f" Intendevi `{near[0]}`?" if near else "",
        )  # fmt: skip


DECLARED = Command(
    "simulate",
    Both("Make legal hands, reproducibly.", "Crea mani regolari, sempre le stesse."),
    simulate,
    options=(
        Option("rules", ("--rules", "-r"), Both("The ruleset: an id or a file.", "Le regole: un id o un file.")),
        Option("hands", ("--hands", "-n"), Both("How many hands.", "Quante mani."), kind="whole", default=1),
        Option("seed", ("--seed",), Both("The same seed, the same hands.", "Stesso seme, stesse mani."), kind="whole",
               default=0),
        Option("output", ("--output", "-o"), Both("The file to write.", "Il file da scrivere."), metavar="FILE"),
        Option("bot", ("--bot",), Both("Who plays.", "Chi gioca."), default="sensible",
               choices=("sensible", "random")),
        Option("seats", ("--seats",), Both("How many sit at the table.", "In quanti si siede al tavolo."),
               kind="whole"),
        Option("aim", ("--aim",),
               Both("A rule that every hand is to touch: its path, e.g. `settle.bonus.cappotto`.",
                    "Una regola che ogni mano deve toccare: il suo percorso, ad esempio `settle.bonus.cappotto`."),
               metavar="LEAF"),
        Option("irregular", ("--irregular",), Both("Irregularities may happen.", "Possono accadere irregolarità."),
               kind="flag"),
    ),
    example="calarec simulate --rules pagat --hands 3 --seed 7",
)  # fmt: skip
